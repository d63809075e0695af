package reactors_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/until"
	"github.com/modyard/modyard/reactors"
)

// world is a log, a feed and leases in memory over a database of the test.
type world struct {
	testing.TB
	db   *database.DB
	log  *memory.Log
	feed *feed
	got  chan string // what the reactors were given
	lead sync.Mutex
	held map[string]chan struct{}
}

func newWorld(t testing.TB) *world {
	return &world{
		TB: t, db: pgtest.Database(t), log: memory.New(), feed: &feed{changed: make(chan struct{})},
		got: make(chan string, 1000), held: map[string]chan struct{}{},
	}
}

// feed is a feed of changes with the cursors g.0, g.1, …
type feed struct {
	mu      sync.Mutex
	list    []contract.Change
	changed chan struct{}
}

func (f *feed) put(kinds ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, kind := range kinds {
		n := len(f.list)
		f.list = append(f.list, contract.Change{
			ID: fmt.Sprintf("change-%d", n), Cursor: fmt.Sprintf("g.%d", n), Kind: kind, At: time.Now(), Document: json.RawMessage(`{"n":1}`),
		})
	}
	close(f.changed)
	f.changed = make(chan struct{})
}

func (f *feed) Head(context.Context) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.list) == 0 {
		return "", nil
	}
	return f.list[len(f.list)-1].Cursor, nil
}

func (f *feed) Next(ctx context.Context, after string) ([]contract.Change, string, error) {
	f.mu.Lock()
	at, changed := 0, f.changed
	if after != "" {
		n, err := strconv.Atoi(strings.TrimPrefix(after, "g."))
		if err != nil {
			f.mu.Unlock()
			return nil, "", err
		}
		at = n + 1
	}
	list := slices.Clone(f.list[at:])
	f.mu.Unlock()
	if len(list) > 0 {
		return list, list[len(list)-1].Cursor, nil
	}
	select {
	case <-changed:
	case <-ctx.Done():
	}
	return nil, after, nil
}

func (w *world) leads(ctx context.Context, name string) (context.Context, func(), error) {
	w.lead.Lock()
	slot, ok := w.held[name]
	if !ok {
		slot = make(chan struct{}, 1)
		w.held[name] = slot
	}
	w.lead.Unlock()
	select {
	case slot <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	leading, end := context.WithCancel(ctx)
	return leading, sync.OnceFunc(func() { end(); <-slot }), nil
}

// options are those of one process.
func (w *world) options() reactors.Options {
	return reactors.Options{
		Pool: w.db.Pool, Log: w.log, Feed: w.feed, Lead: w.leads, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Find: func(ctx context.Context, id eventlog.EventID) (found eventlog.Recorded, err error) {
			head, err := w.log.Head(ctx)
			for p := eventlog.Position(1); p <= head && err == nil && found.ID != id; p++ {
				found, err = w.log.Event(ctx, p)
			}
			return found, err
		},
	}
}

// start runs reactors in one process, and returns when their checkpoints exist.
func (w *world) start(list ...reactors.Reactor) (stop func()) {
	w.Helper()
	return w.startWith(w.options(), list...)
}

func (w *world) startWith(o reactors.Options, list ...reactors.Reactor) (stop func()) {
	w.Helper()
	r, err := reactors.New(o, list...)
	if err != nil {
		w.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- r.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			w.Error(err)
		}
	})
	w.Cleanup(stop)
	w.until(func() bool { return w.count(`SELECT count(*) FROM reactors.consumers`) >= len(list) })
	return stop
}

func (w *world) until(there func() bool) {
	w.Helper()
	until.True(w, "it happens", there)
}

func (w *world) count(sql string, args ...any) (n int) {
	w.Helper()
	if err := w.db.Pool.QueryRow(context.Background(), sql, args...).Scan(&n); err != nil {
		w.Fatal(err)
	}
	return n
}

// happen appends events with these data to a stream.
func (w *world) happen(stream string, data ...string) {
	w.Helper()
	for _, d := range data {
		if _, err := w.log.Append(w.Context(), eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: []eventlog.Event{{
			ID: eventlog.NewEventID(), Type: "box.packed.v1", Data: []byte(d), Meta: eventlog.Metadata{At: time.Now()},
		}}}); err != nil {
			w.Fatal(err)
		}
	}
}

// listener tells what it gets; fail decides about each.
func (w *world) listener(name string, fail func(data string) error) reactors.Reactor {
	return reactors.Reactor{Name: name, Retries: 1, Filter: eventlog.Filter{Categories: []string{"box"}}, Event: func(_ context.Context, e eventlog.Recorded) error {
		if fail != nil {
			if err := fail(string(e.Data)); err != nil {
				return err
			}
		}
		w.got <- string(e.Data)
		return nil
	}}
}

func (w *world) follower(name string, fail func(kind string) error) reactors.Reactor {
	return reactors.Reactor{Name: name, Retries: 1, Change: func(_ context.Context, c contract.Change) error {
		if fail != nil {
			if err := fail(c.Kind); err != nil {
				return err
			}
		}
		w.got <- c.Kind
		return nil
	}}
}

func (w *world) expect(want ...string) {
	w.Helper()
	for _, one := range want {
		if got, _ := until.Receive(w, "a reactor gets "+one, w.got); got != one {
			w.Fatalf("a reactor got %s, expected %s", got, one)
		}
	}
}
