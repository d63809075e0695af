package node

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/modyard/modyard/node/store"
	"github.com/modyard/modyard/platform/pause"
)

// stopLook is the pause between two looks for a request to stop.
const stopLook = 500 * time.Millisecond

// awaitStop calls stop when the file of StopAll appears. One that was there before is that of a command that was given up.
func awaitStop(ctx context.Context, dir string, stop func()) {
	path := filepath.Join(dir, fileStop)
	_ = os.Remove(path) // it is rarely there
	tick := time.NewTicker(stopLook)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		if _, err := os.Lstat(path); err == nil {
			stop()
			return
		}
	}
}

// StopAll stops all servers of a data folder and waits until they have stopped. A node that runs is ended first. The servers that should
// run start again with the next node.
func StopAll(ctx context.Context, c Config) error {
	path := filepath.Join(c.DataDir, fileStop)
	defer os.Remove(path) //nolint:errcheck // the next node removes it
	for {
		s, err := store.Open(filepath.Join(c.DataDir, fileStore))
		if err == nil {
			return stopAll(ctx, c, s)
		}
		if !errors.Is(err, store.ErrInUse) {
			return err
		}
		// A node that starts removes the file, so it is made again.
		if err := os.WriteFile(path, nil, 0o600); err != nil && !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("ask the node to end: %w", err)
		}
		if !pause.For(ctx, stopLook) {
			return ctx.Err()
		}
	}
}

func stopAll(ctx context.Context, c Config, s *store.Store) (err error) {
	defer func() { err = errors.Join(err, s.Close()) }()
	fleet, err := newFleet(c, s, nil)
	if err != nil {
		return err
	}
	adopted := fleet.Adopt(ctx)
	return errors.Join(adopted, fleet.Close(true))
}
