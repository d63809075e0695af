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
	"github.com/modyard/modyard/platform/pgtest"
)

var errLine = errors.New("the line broke after the server had answered")

// line is a connection that sometimes loses an answer: the server has done what it was asked, and
// the program does not learn of it.
type line struct {
	net.Conn
	breaks *atomic.Bool
	broken *atomic.Int64
}

func (l line) Read(b []byte) (int, error) {
	n, err := l.Conn.Read(b)
	if err == nil && l.breaks.Load() && rand.IntN(12) == 0 {
		l.broken.Add(1)
		_ = l.Conn.Close() // it is the break
		return 0, errLine
	}
	return n, err
}

func TestAnAppendWhoseAnswerWasLostStandsOnce(t *testing.T) {
	db := pgtest.Database(t)
	config := db.Pool.Config()
	var breaks atomic.Bool
	var broken atomic.Int64
	dial := config.ConnConfig.DialFunc
	config.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return line{conn, &breaks, &broken}, nil
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	log, err := postgres.Open(t.Context(), pool, postgres.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()

	breaks.Store(true)
	var mu sync.Mutex
	taken := map[eventlog.EventID]eventlog.Position{}
	var all sync.WaitGroup
	for worker := range 6 {
		all.Go(func() {
			for i := range 30 {
				w := happening(fmt.Sprintf("thing-%d", worker), []eventlog.Expected{eventlog.Any, eventlog.At(eventlog.Revision(i - 1))}[i%2])
				writes := []eventlog.Write{w}
				if i%3 == 0 { // more than the small function takes
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
	breaks.Store(false)
	places := eventlogtest.Verify(t, open(t, db), 0)
	if want := 6*30 + 6*10; len(places) != want {
		t.Errorf("%d events stand, %d were appended", len(places), want)
	}
	for id, position := range taken {
		if places[id].Position != position {
			t.Errorf("event %s was told to stand at %d and stands at %d", id, position, places[id].Position)
		}
	}
	if broken.Load() < 5 {
		t.Errorf("only %d answers were lost", broken.Load())
	}
}
