package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/eventlogtest"
	"github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
)

var errLine = errors.New("the connection broke after the server had answered")

// lines are connections that can lose answers: the server has executed the request, and the program does not receive
// the answer.
type lines struct {
	oneIn  atomic.Int64 // 0: no answer is lost; 1: all are
	broken atomic.Int64
}

// line is one connection.
type line struct {
	net.Conn
	*lines
}

func (l line) Read(b []byte) (int, error) {
	n, err := l.Conn.Read(b)
	if in := l.oneIn.Load(); err == nil && in > 0 && rand.Int64N(in) == 0 {
		l.broken.Add(1)
		_ = l.Conn.Close() // this simulates the broken connection
		return 0, errLine
	}
	return n, err
}

// pool creates a pool whose connections can lose answers.
func (l *lines) pool(t *testing.T, db *database.DB) *pgxpool.Pool {
	t.Helper()
	config := db.Pool.Config()
	dial := config.ConnConfig.DialFunc
	config.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return line{conn, l}, nil
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

func TestAnAppendWhoseAnswerWasLostIsStoredOnce(t *testing.T) {
	db := pgtest.Database(t)
	var wire lines
	log, err := postgres.Open(t.Context(), wire.pool(t, db), postgres.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()

	wire.oneIn.Store(12)
	var mu sync.Mutex
	taken := map[eventlog.EventID]eventlog.Position{}
	var all sync.WaitGroup
	for worker := range 6 {
		all.Go(func() {
			for i := range 30 {
				w := happening(fmt.Sprintf("thing-%d", worker), []eventlog.Expected{eventlog.Any, eventlog.At(eventlog.Revision(i - 1))}[i%2])
				writes := []eventlog.Write{w}
				if i%3 == 0 { // more than the small function accepts
					writes = append(writes, happening("shared-1", eventlog.Any))
				}
				receipt, err := log.Append(t.Context(), writes...)
				if err != nil {
					t.Errorf("worker %d, append %d: %v", worker, i, err)
					return
				}
				mu.Lock()
				taken[writes[len(writes)-1].Events[0].ID] = receipt.Position
				mu.Unlock()
			}
		})
	}
	all.Wait()
	wire.oneIn.Store(0)
	places := eventlogtest.Verify(t, open(t, db), 0)
	if want := 6*30 + 6*10; len(places) != want {
		t.Errorf("%d events are stored, %d were appended", len(places), want)
	}
	for id, position := range taken {
		if places[id].Position != position {
			t.Errorf("event %s was acknowledged at %d and is at %d", id, position, places[id].Position)
		}
	}
	if wire.broken.Load() < 5 {
		t.Errorf("only %d answers were lost", wire.broken.Load())
	}
}
