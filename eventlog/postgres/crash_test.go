package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"sync"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/eventlogtest"
	"github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/until"
)

// acknowledged are the positions that appenders received.
type acknowledged struct {
	mu     sync.Mutex
	places map[eventlog.EventID]eventlog.Position
}

func (a *acknowledged) count() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.places)
}

func (a *acknowledged) add(id eventlog.EventID, at eventlog.Position) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.places == nil {
		a.places = map[eventlog.EventID]eventlog.Position{}
	}
	a.places[id] = at
}

// check reads the whole log and searches for every acknowledged event.
func (a *acknowledged) check(t *testing.T, log eventlog.Log) {
	t.Helper()
	places := eventlogtest.Verify(t, log, 0)
	for id, at := range a.places {
		if places[id].Position != at {
			t.Fatalf("event %s was acknowledged at %d and is at %d", id, at, places[id].Position)
		}
	}
	t.Logf("%d events are stored, %d of them acknowledged", len(places), len(a.places))
}

// followThrough follows until the context ends, restarts from its checkpoint after every error, and fails on an event
// that is missing or occurs twice.
func followThrough(ctx context.Context, t *testing.T, log eventlog.Log, filter eventlog.Filter) {
	var upTo eventlog.Position
	for ctx.Err() == nil {
		for batch, err := range log.Follow(ctx, upTo, filter) {
			var beyond *eventlog.Invalid
			if errors.As(err, &beyond) {
				t.Errorf("an event that a follower received is missing: %v", err)
				return
			}
			if err != nil {
				break
			}
			for _, e := range batch.Events {
				if e.Position != upTo+1 {
					t.Errorf("a follower saw event %d after %d", e.Position, upTo)
					return
				}
				upTo++
			}
			if batch.UpTo != upTo {
				t.Errorf("UpTo is %d after event %d", batch.UpTo, upTo)
				return
			}
		}
	}
}

func TestKillingPostgresLosesNothingThatWasAcknowledged(t *testing.T) {
	if testing.Short() {
		t.Skip("kills servers at random moments: runs in make test-all")
	}
	server := startServer(t)
	db := migrated(t, server)
	log, err := postgres.Open(t.Context(), db.Pool, postgres.WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil))))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()

	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	var acks acknowledged
	for worker := range 12 {
		all.Go(func() { appendThrough(ctx, t, log, worker, &acks) })
	}
	all.Go(func() { followThrough(ctx, t, log, eventlog.Filter{}) })
	all.Go(func() { followThrough(ctx, t, log, eventlog.Filter{Types: []string{"thing.happened.v1"}}) })
	for kill := range 6 {
		more := acks.count() + 1 + rand.IntN(500)
		until.True(t, "appends are acknowledged", func() bool { return acks.count() >= more })
		if kill%2 == 0 {
			killed := server.PID()
			killProcess(t, killed)
			awaitRestart(ctx, t, log, func() bool { return server.PID() != killed && server.PID() != 0 })
			continue
		}
		killProcess(t, appenderSession(t, db))
		awaitRestart(ctx, t, log, func() bool { return true })
	}
	stop()
	all.Wait()
	acks.check(t, log)
}

func killProcess(t *testing.T, pid int) {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}

// appenderSession is the server process through which the log appends. If it is killed, the server ends every session
// and recovers.
func appenderSession(t *testing.T, db *database.DB) (pid int) {
	t.Helper()
	until.Until(t, "a session of the log", func() error { // the server may still recover from the last kill
		owner, err := pgx.Connect(t.Context(), db.OwnerURL)
		if err != nil {
			return err
		}
		err = owner.QueryRow(t.Context(), `SELECT pid FROM pg_stat_activity WHERE application_name = 'modyard log append'`).Scan(&pid)
		return errors.Join(err, owner.Close(t.Context()))
	})
	return pid
}

// awaitRestart waits for a new server that accepts appends, so that every kill affects a working one. (Sessions of a killed
// server may answer a moment longer.)
func awaitRestart(ctx context.Context, t *testing.T, log eventlog.Log, restarted func() bool) {
	t.Helper()
	until.Until(t, "a new server", func() error {
		if !restarted() {
			return errors.New("the killed one is still known")
		}
		_, err := log.Append(ctx, happening("wait-1", eventlog.Any))
		return err
	})
}

// appendThrough appends one event after the other and repeats each with the same id until the log has answered.
func appendThrough(ctx context.Context, t *testing.T, log eventlog.Log, worker int, acks *acknowledged) {
	stream := fmt.Sprintf("thing-%d", worker)
	for revision := eventlog.NoRevision; ctx.Err() == nil; revision++ {
		w := happening(stream, eventlog.At(revision))
		for ctx.Err() == nil {
			receipt, err := log.Append(ctx, w)
			var conflict *eventlog.Conflict
			if errors.As(err, &conflict) {
				t.Errorf("a repeat was rejected: %v", err)
				return
			}
			if err == nil {
				acks.add(w.Events[0].ID, receipt.Position)
				break
			}
		}
	}
}

// childEnv makes the test binary an appender that runs until it is killed.
const childEnv = "EVENTLOG_TEST_APPEND_TO"

func TestMain(m *testing.M) {
	if url := os.Getenv(childEnv); url != "" {
		os.Exit(appendForEver(url))
	}
	os.Exit(m.Run())
}
