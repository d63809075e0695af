package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	commandlog "github.com/modyard/modyard/commands/log"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/log"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/seal"
	"github.com/modyard/modyard/platform/backup"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/lead"
)

// sealFolder contains the checkpoints of the log in the blob store. It is never served.
const sealFolder = backup.CheckpointFolder

// maxSealFile limits what is read of a file of checkpoints.
const maxSealFile = 32 << 20

// sealPause is the pause after the sealer has failed.
const sealPause = 10 * time.Second

func logArea() area { return area{name: "log", events: log.EventTypes()} }

// sealFiles are the files of the checkpoints in a blob store.
type sealFiles struct{ store *blobs.Store }

func (f sealFiles) Names(ctx context.Context) ([]string, error) { return f.store.List(ctx, sealFolder) }

func (f sealFiles) Read(ctx context.Context, name string) ([]byte, error) {
	r, err := f.store.Open(ctx, sealFolder+"/"+name)
	if errors.Is(err, blobs.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(r, maxSealFile))
	return data, errors.Join(err, r.Close())
}

func (f sealFiles) Write(ctx context.Context, name string, data []byte) error {
	_, err := f.store.Put(ctx, sealFolder+"/"+name, "text/plain", bytes.NewReader(data))
	return err
}

// SealKey is the key of the site's checkpoints.
func (c *Core) SealKey(ctx context.Context) (seal.Key, error) {
	tree, err := seal.ReadTree(ctx, c.DB.Pool)
	if err != nil {
		return seal.Key{}, err
	}
	return seal.NewKey(tree.Origin, c.Keys.Signing)
}

// Audit starts a comparison of the log with its seal.
func (c *Core) Audit(ctx context.Context) (*seal.Audit, error) {
	store, err := c.openBlobs(ctx)
	if err != nil {
		return nil, err
	}
	return c.AuditWith(ctx, store)
}

// AuditWith is Audit with the checkpoints in a given store.
func (c *Core) AuditWith(ctx context.Context, store *blobs.Store) (*seal.Audit, error) {
	key, err := c.SealKey(ctx)
	if err != nil {
		return nil, err
	}
	return seal.StartAudit(ctx, seal.AuditOptions{Log: c.Log, Pool: c.DB.Pool, Key: key, Files: sealFiles{store}, Restored: restored})
}

// restored parses an event that tells a restore.
func restored(e eventlog.Recorded) (size int64, root tlog.Hash, ok bool) {
	if e.Type != decision.Names(log.EventTypes(), log.Restored{})[0] {
		return 0, root, false
	}
	var told log.Restored
	if json.Unmarshal(e.Data, &told) != nil {
		return 0, root, false
	}
	if told.Root != "" {
		var err error
		if root, err = tlog.ParseHash(told.Root); err != nil {
			return 0, root, false
		}
	}
	return told.Size, root, true
}

// Sealer creates the sealer of the log, which keeps its checkpoints in a store. A process has one.
func (c *Core) Sealer(ctx context.Context, store *blobs.Store) (*seal.Sealer, error) {
	key, err := c.SealKey(ctx)
	if err != nil {
		return nil, err
	}
	return seal.New(seal.Options{
		Log: c.Log, Pool: c.DB.Pool, Key: key, Files: sealFiles{store}, Logger: c.Logger, Registry: c.Registry,
	}), nil
}

// seal seals the log while this process has the lead, until the context ends.
func (c *Core) seal(store *blobs.Store) func(context.Context) error {
	return func(ctx context.Context) error {
		sealer, err := c.Sealer(ctx, store)
		if err != nil {
			return err
		}
		lead.Keep(ctx, c.Runner.Lead, "seal", sealPause, func(leading context.Context) error {
			err := sealer.Tell(leading, c.tellRestore)
			if err == nil {
				err = sealer.Run(leading)
			}
			if err != nil {
				c.Logger.ErrorContext(ctx, "the log is not sealed", "error", err)
			}
			return err
		})
		return nil
	}
}

func (c *Core) tellRestore(ctx context.Context, r seal.Restore) error {
	tree, err := seal.ReadTree(ctx, c.DB.Pool)
	if err != nil {
		return fmt.Errorf("tell a restore: %w", err)
	}
	return commandlog.Restore(ctx, c.Handler, tree.Origin, r)
}
