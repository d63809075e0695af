package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	"github.com/kopia/kopia/fs"
	kopia "github.com/kopia/kopia/repo"
	"github.com/kopia/kopia/snapshot"
	"github.com/kopia/kopia/snapshot/policy"
	"github.com/kopia/kopia/snapshot/snapshotfs"
	"github.com/kopia/kopia/snapshot/upload"

	"github.com/modyard/modyard/contract/node"
)

// read is the share of files that is read back of each new backup, in percent. Of all others it is checked that their chunks are there.
const read = 5

var errFull = errors.New("the place of backups is full")

// made is a new backup.
type made struct{ bytes, stored int64 }

// progress counts what was read, and tells the share of the estimate.
type progress struct {
	upload.NullUploadProgress
	done, total atomic.Int64
	tell        func(share float64)
}

func (p *progress) Enabled() bool                    { return true }
func (p *progress) HashedBytes(n int64)              { p.add(n) }
func (p *progress) CachedFile(_ string, n int64)     { p.add(n) }
func (p *progress) EstimatedDataSize(_, total int64) { p.total.Store(total) }
func (p *progress) add(n int64) {
	done, total := p.done.Add(n), p.total.Load()
	if total > 0 {
		p.tell(min(float64(done)/float64(total), 1))
	}
}

// make makes a backup of a folder and checks it. What a failed or cancelled one has written is not referred to: the next removal sweeps it.
func (r *repository) make(ctx context.Context, root *os.Root, backup string, tell func(share float64)) (m made, err error) {
	before := r.size()
	if before >= node.MaxBackupBytes {
		return m, errFull
	}
	from, err := source(root)
	if err != nil {
		return m, err
	}
	previous, err := snapshot.FindPreviousManifests(ctx, r.rep, r.source, nil)
	if err != nil {
		return m, fmt.Errorf("find the backup before: %w", err)
	}
	var man *snapshot.Manifest
	err = kopia.WriteSession(ctx, r.rep, kopia.WriteSessionOptions{Purpose: "backup"}, func(ctx context.Context, w kopia.RepositoryWriter) error {
		u := upload.NewUploader(w)
		u.Progress, u.FailFast, u.DisableIgnoreRules, u.ParallelUploads = &progress{tell: tell}, true, true, 1
		u.MaxUploadBytes = node.MaxBackupBytes - before
		stop := context.AfterFunc(ctx, u.Cancel)
		defer stop()
		var err error
		if man, err = u.Upload(ctx, from, policy.BuildTree(nil, policy.DefaultPolicy), r.source, previous...); err != nil {
			return err
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case man.IncompleteReason == upload.IncompleteReasonLimitReached:
			return errFull
		case man.IncompleteReason != "" || man.Stats.ErrorCount > 0:
			return fmt.Errorf("%d errors, %s", man.Stats.ErrorCount, man.IncompleteReason)
		}
		man.Tags = map[string]string{tagBackup: backup}
		_, err = snapshot.SaveSnapshot(ctx, w, man)
		return err
	})
	if err != nil {
		return m, fmt.Errorf("make a backup: %w", err)
	}
	if s := man.RootEntry.DirSummary; s != nil {
		m.bytes = s.TotalFileSize
	}
	if err := r.verify(ctx, backup, read); err != nil {
		return m, err
	}
	m.stored = max(r.size()-before, 0)
	return m, nil
}

// errDamaged: a chunk of a backup is missing or wrong.
var errDamaged = errors.New("the backup is damaged")

// verify checks that all chunks of a backup are there, and reads some percent of its files. It fails with errDamaged.
func (r *repository) verify(ctx context.Context, backup string, percent float64) error {
	man, err := r.find(ctx, backup)
	if err != nil {
		return err
	}
	return r.check(ctx, percent, func() (fs.Entry, error) { return snapshotfs.SnapshotRoot(r.rep, man) })
}

// check is verify for an entry and what is in it.
func (r *repository) check(ctx context.Context, percent float64, of func() (fs.Entry, error)) error {
	blobs, err := r.blobs(ctx)
	if err != nil {
		return err
	}
	v := snapshotfs.NewVerifier(ctx, r.rep, snapshotfs.VerifierOptions{VerifyFilesPercent: percent, Parallelism: 1, MaxErrors: 1, BlobMap: blobs})
	_, err = v.InParallel(ctx, func(tw *snapshotfs.TreeWalker) error {
		e, err := of()
		if err != nil {
			return err
		}
		return tw.Process(ctx, e, "")
	})
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	return err
}
