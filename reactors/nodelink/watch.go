package nodelink

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/pause"
)

const selectNewest = `select coalesce(max(position), 0) from server.servers`

// watchPause is the shortest time between two looks: the read model advances with every event of the site, also with those that change no
// server.
const watchPause = 20 * time.Millisecond

// Watch tells the links of a process that rows of servers have changed. One look serves them all. It is safe for concurrent use.
type Watch struct {
	pool *pgxpool.Pool
	// advanced is closed when the read model has advanced.
	advanced func() <-chan struct{}
	logger   *slog.Logger

	mu      sync.Mutex
	changed chan struct{}
	newest  int64
}

// NewWatch makes a watch; it tells nothing before Run.
func NewWatch(pool *pgxpool.Pool, advanced func() <-chan struct{}, logger *slog.Logger) *Watch {
	return &Watch{pool: pool, advanced: advanced, logger: logger, changed: make(chan struct{})}
}

// Changed is closed when a row has changed since the call.
func (w *Watch) Changed() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.changed
}

// Run looks until the context ends.
func (w *Watch) Run(ctx context.Context) error {
	for {
		advanced := w.advanced()
		if err := w.look(ctx); err != nil && ctx.Err() == nil {
			w.logger.WarnContext(ctx, "changed servers are not looked for", "error", err)
		}
		select {
		case <-advanced:
		case <-ctx.Done():
			return nil
		}
		if !pause.For(ctx, watchPause) {
			return nil
		}
	}
}

func (w *Watch) look(ctx context.Context) error {
	var newest int64
	if err := w.pool.QueryRow(ctx, selectNewest).Scan(&newest); err != nil {
		return fmt.Errorf("read the newest change of a server: %w", err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if newest != w.newest {
		w.newest = newest
		close(w.changed)
		w.changed = make(chan struct{})
	}
	return nil
}
