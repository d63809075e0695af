package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modyard/modyard/eventlog"
)

// fileBytes is how much of events, encoded, is written to one file. A file ends with the event that exceeds it.
const fileBytes = 16 << 20

// Log is a log that can be archived.
type Log interface {
	eventlog.Reader
	eventlog.Truncater
}

// Options are the dependencies of an Archiver.
type Options struct {
	Log   Log
	Name  string // of the log
	Files Files
	// Record records a range permanently, before its events are dropped. It is called again after a crash.
	Record func(ctx context.Context, r Range) error
	// Read is a position up to which every projector of the log has read it.
	Read func(ctx context.Context) (eventlog.Position, error)
	// FileBytes limits a file, instead of 16 MiB.
	FileBytes int
}

// Archiver archives and drops ranges. Two archivers of one log must not run at the same time.
type Archiver struct{ Options }

// New creates an archiver.
func New(o Options) *Archiver {
	if o.FileBytes <= 0 {
		o.FileBytes = fileBytes
	}
	return &Archiver{o}
}

// Run archives and drops every range whose last event was recorded before a time, and returns those that it dropped.
func (a *Archiver) Run(ctx context.Context, before time.Time) (dropped []Range, err error) {
	for {
		r, ok, err := a.Next(ctx, before)
		if err != nil || !ok {
			return dropped, err
		}
		dropped = append(dropped, r)
	}
}

// Next archives and drops the oldest range, if its last event was recorded before a time and every projector has read
// it. It returns false if nothing is to be dropped.
func (a *Archiver) Next(ctx context.Context, before time.Time) (r Range, ok bool, err error) {
	r, due, err := a.due(ctx, before)
	if err != nil || !due {
		return r, false, wrap(r, err)
	}
	m, err := a.manifest(ctx, r)
	if err != nil {
		return r, false, wrap(r, err)
	}
	data, err := m.encode()
	if err != nil {
		return r, false, wrap(r, err)
	}
	r.Manifest = digest(data)
	if err := a.Record(ctx, r); err != nil {
		return r, false, wrap(r, fmt.Errorf("record the range: %w", err))
	}
	if err := a.Log.Truncate(ctx, r.To+1); err != nil {
		return r, false, wrap(r, err)
	}
	return r, true, nil
}

func wrap(r Range, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("archive events %d to %d: %w", r.From, r.To, err)
}

// due returns the oldest range, and whether it may be dropped.
func (a *Archiver) due(ctx context.Context, before time.Time) (r Range, due bool, err error) {
	if r.From, err = a.Log.First(ctx); err != nil {
		return r, false, err
	}
	cut, err := a.Log.Cut(ctx)
	if errors.Is(err, eventlog.ErrWhole) {
		return r, false, nil
	}
	if err != nil {
		return r, false, err
	}
	r.To = cut - 1
	last, err := a.Log.Event(ctx, r.To)
	if err != nil || !last.RecordedAt.Before(before) {
		return r, false, err
	}
	read, err := a.Read(ctx)
	return r, err == nil && read >= r.To, err
}

// manifest returns the manifest of a range whose files were written, read back and compared with the log.
func (a *Archiver) manifest(ctx context.Context, r Range) (Manifest, error) {
	generation, err := a.Log.Generation(ctx)
	if err != nil {
		return Manifest{}, err
	}
	m := Manifest{Format: format, Log: a.Name, Generation: generation, From: r.From, To: r.To, Files: []File{}}
	done, err := a.written(ctx, m, r)
	if err == nil && done != nil {
		return *done, nil
	}
	if err != nil {
		return m, err
	}
	if m, err = a.resume(ctx, m); err != nil {
		return m, err
	}
	if err := a.writeFiles(ctx, &m); err != nil {
		return m, err
	}
	if err := m.check(generation, r); err != nil {
		return m, err
	}
	data, err := m.encode()
	if err != nil {
		return m, err
	}
	if err := a.Files.Write(ctx, m.folder()+"/"+manifestName, data); err != nil {
		return m, fmt.Errorf("write the manifest: %w", err)
	}
	back, err := a.Files.Read(ctx, m.folder()+"/"+manifestName)
	if err != nil {
		return m, fmt.Errorf("read the manifest: %w", err)
	}
	if !bytes.Equal(back, data) {
		return m, fmt.Errorf("%w: the manifest is not what was written", ErrDamaged)
	}
	return m, a.Files.Delete(ctx, m.folder()+"/"+progressName)
}

// written returns the manifest of an earlier run that stopped before it had dropped the range, if all its files contain
// what the log does: after a restore, there may be files of events that were abandoned.
func (a *Archiver) written(ctx context.Context, m Manifest, r Range) (*Manifest, error) {
	data, err := a.Files.Read(ctx, m.folder()+"/"+manifestName)
	if err != nil || data == nil {
		return nil, err
	}
	r.Manifest = digest(data)
	earlier, err := readManifest(ctx, a.Files, m.Generation, r)
	for i := 0; err == nil && i < len(earlier.Files); i++ {
		err = a.compare(ctx, earlier, earlier.Files[i])
	}
	if errors.Is(err, ErrDamaged) {
		return nil, nil // it is written again
	}
	return &earlier, err
}

// resume returns the manifest with the files that an earlier run has written, if they contain what the log does.
func (a *Archiver) resume(ctx context.Context, m Manifest) (Manifest, error) {
	data, err := a.Files.Read(ctx, m.folder()+"/"+progressName)
	if err != nil || data == nil {
		return m, err
	}
	earlier, err := decodeManifest(data)
	if err == nil {
		_, err = earlier.next()
	}
	if err != nil || earlier.Format != m.Format || earlier.Generation != m.Generation || earlier.From != m.From || earlier.To != m.To {
		return m, nil //nolint:nilerr // it is written again
	}
	for _, f := range earlier.Files {
		if err := a.compare(ctx, earlier, f); err != nil {
			if errors.Is(err, ErrDamaged) {
				return m, nil
			}
			return m, err
		}
	}
	return earlier, nil
}
