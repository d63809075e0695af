package changes

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/projections/changes"
)

const (
	// sealedFor is how long the sealed position is remembered: all readers together ask for it once in this time.
	sealedFor = 20 * time.Millisecond

	// lookEvery is the time between two looks at changes that are not sealed yet, and between two pages of a waiting
	// reader.
	lookEvery = 40 * time.Millisecond
)

// sealed remembers the position up to which the log is sealed.
type sealed struct {
	mu       sync.Mutex
	position int64
	read     time.Time
}

func (f *Feed) sealedAt(ctx context.Context) (uint64, error) {
	s := &f.sealed
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.read) > sealedFor {
		if err := f.pool.QueryRow(ctx, `select position from seal.tree`).Scan(&s.position); err != nil {
			return 0, fmt.Errorf("read the sealed position: %w", err)
		}
		s.read = time.Now()
	}
	return uint64(s.position), nil
}

// shown is the position that all read models have reached.
func (f *Feed) shown() uint64 {
	at := f.board.At(changes.Name)
	for _, name := range models() {
		at = min(at, f.board.At(name))
	}
	return at
}

// bound is the position up to which the feed can be served.
func (f *Feed) bound(ctx context.Context) (uint64, error) {
	at := f.shown() // before the tables are read: they are at least as new
	sealed, err := f.sealedAt(ctx)
	return min(at, sealed), err
}

// Next reads a page, and waits for one that has changes until the context ends; then the page is empty.
func (f *Feed) Next(ctx, until context.Context, q Query) (Page, error) {
	for {
		changed := f.board.Changed(changes.Name)
		page, err := f.Page(ctx, q)
		if err != nil || len(page.Changes) > 0 || until.Err() != nil {
			return page, err
		}
		if page.Next != "" {
			q.After = page.Next
		}
		if f.board.At(changes.Name) > page.at.position { // soon
			changed = nil
		}
		if !pause.For(until, lookEvery) || !f.advance(until, page.at.position, changed) {
			return page, nil
		}
	}
}

// advance waits until the feed can serve a later position; false when the context has ended.
func (f *Feed) advance(ctx context.Context, position uint64, changed <-chan struct{}) bool {
	if changed != nil {
		select {
		case <-ctx.Done():
			return false
		case <-changed:
		}
	}
	for {
		if bound, err := f.bound(ctx); ctx.Err() != nil || err != nil || bound > position {
			return ctx.Err() == nil // the next page reports the error
		}
		if !pause.For(ctx, lookEvery) {
			return false
		}
	}
}
