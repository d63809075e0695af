package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	commandlog "github.com/modyard/modyard/commands/log"
	"github.com/modyard/modyard/domain/log"
	"github.com/modyard/modyard/eventlog/archive"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/jobs"
)

const (
	// hitsFolder contains the archive of the log of hits in the blob store. It is never served.
	hitsFolder = blobs.PrivatePrefix + log.Hits
	// maxHitsFile limits what is read of a file of the archive; most have a few megabytes.
	maxHitsFile = 64 << 20
	// archiveEvery is the interval of the sweep that archives old hits.
	archiveEvery = 10 * time.Minute
)

// hitsFiles are the files of the archive in a blob store.
type hitsFiles struct{ store *blobs.Store }

func (f hitsFiles) Read(ctx context.Context, name string) ([]byte, error) {
	r, err := f.store.Open(ctx, hitsFolder+"/"+name)
	if errors.Is(err, blobs.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(r, maxHitsFile))
	if data == nil {
		data = []byte{}
	}
	return data, errors.Join(err, r.Close())
}

func (f hitsFiles) Write(ctx context.Context, name string, data []byte) error {
	_, err := f.store.Put(ctx, hitsFolder+"/"+name, "application/octet-stream", bytes.NewReader(data), blobs.MaxSize(maxHitsFile))
	return err
}

func (f hitsFiles) Delete(ctx context.Context, name string) error {
	return f.store.Delete(ctx, hitsFolder+"/"+name)
}

// jobs are the sweeps of the log.
func (h *Hits) jobs() jobs.Work {
	if !h.used {
		return jobs.Work{}
	}
	return jobs.Work{Sweeps: []jobs.Sweep{{Name: "hits.archive", Every: archiveEvery, Run: func(ctx context.Context) error {
		keep, err := h.core.Config.KeepHits()
		if err != nil {
			return err
		}
		_, err = h.Archive(ctx, time.Now().Add(-keep), "")
		return err
	}}}}
}

// Archive archives and drops the ranges of events that were recorded before a time and read by every read model. The
// account is that of the person who archives; it is empty for the program.
func (h *Hits) Archive(ctx context.Context, before time.Time, account string) ([]archive.Range, error) {
	opened, err := h.Log(ctx)
	if err != nil {
		return nil, err
	}
	generation, err := opened.Generation(ctx)
	if err != nil {
		return nil, err
	}
	ctx, release, err := h.core.Runner.Lead(ctx, "hits archive")
	if err != nil {
		return nil, fmt.Errorf("wait for another process that archives: %w", err)
	}
	defer release()
	return archive.New(archive.Options{
		Log: opened, Name: log.Hits, Files: h.archive.Files, Read: h.Runner.ReadUpTo, FileBytes: h.fileBytes,
		Record: func(ctx context.Context, r archive.Range) error {
			return commandlog.Truncate(ctx, h.core.Handler, log.Hits, generation, account, r)
		},
	}).Run(ctx, before)
}

// Verify compares the log with its archive, and the archive with its records in the main log.
func (h *Hits) Verify(ctx context.Context) (archive.Report, error) {
	opened, err := h.Log(ctx)
	if err != nil {
		return archive.Report{}, err
	}
	return archive.Verify(ctx, opened, h.archive)
}
