package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/until"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// counted is the event of these tests: it adds N to the counter Name.
type counted struct {
	Name string
	N    int
}

const countedType = "thing.counted.v1"

// unhandled is an event that the program knows and no projector here handles.
type unhandled struct{ Note string }

const unhandledType = "thing.noted.v1"

func newCodec(t testing.TB) *codec.Codec {
	t.Helper()
	c, err := codec.New(map[string]any{countedType: counted{}, unhandledType: unhandled{}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func event(i int, name string, n int) eventlog.Event {
	return eventlog.Event{
		ID: eventlog.DeriveEventID("runtime-test", i), Type: countedType,
		Data: fmt.Appendf(nil, `{"Name":%q,"N":%d}`, name, n),
	}
}

const counterDDL = `
CREATE TABLE counters (name text, total bigint NOT NULL, PRIMARY KEY (name) INCLUDE (total));
CREATE TABLE applied (position bigint PRIMARY KEY, name text NOT NULL);`

// counter sums counted events. Applying a position twice violates its primary key.
type counter struct {
	rows *rows.Set
	fail func(counted) error
}

type sum struct {
	Name  string `db:"name,key"`
	Total int    `db:"total"`
}

var sums = rows.Of[sum]("counters")

func (c counter) counted(e runtime.Event, p counted) error {
	if c.fail != nil {
		if err := c.fail(p); err != nil {
			return err
		}
	}
	c.add(e, p)
	c.rows.After(`INSERT INTO applied VALUES ($1, $2)`, int64(e.Position), p.Name)
	return nil
}

func (c counter) add(_ runtime.Event, p counted) {
	sums.Upsert(c.rows, sum{Name: p.Name}, func(s *sum) { s.Total += p.N })
}

func counterProjector(version int, fail func(counted) error) runtime.Projector {
	return runtime.Projector{
		Name: "counts", Version: version, Categories: []string{"thing"}, DDL: counterDDL,
		Views:    []string{"counters", "applied"},
		Handlers: runtime.Handle(func(s *rows.Set) counter { return counter{s, fail} }, runtime.Try(counter.counted)),
	}
}

// board records published positions and lets a test wait for one.
type board struct {
	mu      sync.Mutex
	at      map[string]uint64
	changed chan struct{}
}

func newBoard() *board { return &board{at: map[string]uint64{}, changed: make(chan struct{})} }

func (b *board) Publish(name string, position uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if position > b.at[name] {
		b.at[name] = position
		close(b.changed)
		b.changed = make(chan struct{})
	}
}

func (b *board) look(name string) (at uint64, changed <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.at[name], b.changed
}

func (b *board) wait(t testing.TB, name string, position uint64) {
	t.Helper()
	for {
		at, changed := b.look(name)
		if at >= position {
			return
		}
		until.Receive(t, fmt.Sprintf("the watermark of %s rises from %d to %d", name, at, position), changed)
	}
}

// applied appends n events to a name and ends the runner that has applied them.
func (w *world) applied(b *board, name string, n int) {
	w.t.Helper()
	stop := w.start(w.runner(b, counterProjector(1, nil)))
	b.wait(w.t, "counts", w.count(name, n))
	stop()
}

// keeps appends n events to a name after the other, each when the projector has applied those before it, until quit is
// closed. It returns their number.
func (w *world) keeps(quit <-chan struct{}, b *board, projector, name string, n int) (all int) {
	for {
		position := w.count(name, n)
		all += n
		for {
			at, changed := b.look(projector)
			if at >= position {
				break
			}
			select {
			case <-changed:
			case <-quit:
				return all
			}
		}
		select {
		case <-quit:
			return all
		default:
		}
	}
}

// named is a log with an id that the test chooses.
type named struct {
	eventlog.Log
	id string
}

func (n named) Generation(ctx context.Context) (string, error) { return n.id, ctx.Err() }

// world is a database, a log and a codec; runners come and go.
type world struct {
	t     testing.TB
	db    *database.DB
	log   eventlog.Log
	codec *codec.Codec
	texts runtime.Opener
	next  int

	decoder   runtime.Decoder // nil: the codec
	firstFrom eventlog.Position
}

func newWorld(t testing.TB) *world {
	return &world{t: t, db: pgtest.Database(t), log: named{memory.New(), "log-1"}, codec: newCodec(t)}
}

// count appends n events and returns the position of the last.
func (w *world) count(name string, n int) uint64 {
	w.t.Helper()
	return w.add(func(i int) eventlog.Event { return event(i, name, 1) }, n)
}

func (w *world) add(make func(i int) eventlog.Event, n int) uint64 {
	w.t.Helper()
	var receipt eventlog.Receipt
	for n > 0 {
		write := eventlog.Write{Stream: "thing-1", Expected: eventlog.Any}
		for ; n > 0 && len(write.Events) < 500; n-- {
			write.Events = append(write.Events, make(w.next))
			w.next++
		}
		var err error
		if receipt, err = w.log.Append(context.Background(), write); err != nil {
			w.t.Fatal(err)
		}
	}
	return uint64(receipt.Position)
}

func (w *world) runner(b *board, projectors ...runtime.Projector) *runtime.Runner {
	w.t.Helper()
	return w.runnerOn(w.db, b, projectors...)
}

func (w *world) runnerOn(db *database.DB, b *board, projectors ...runtime.Projector) *runtime.Runner {
	w.t.Helper()
	o := runtime.Options{
		DB: db, Log: w.log, Codec: w.codec, Texts: w.texts, Logger: slog.New(slog.DiscardHandler),
		FirstFrom: w.firstFrom, LeasePoll: 20 * time.Millisecond, WatchPoll: 50 * time.Millisecond, Heartbeat: 250 * time.Millisecond,
	}
	if b != nil {
		o.Board = b
	}
	if w.decoder != nil {
		o.Codec = w.decoder
	}
	r, err := runtime.New(o, projectors...)
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// start runs a runner until the returned stop is called or the test ends.
func (w *world) start(r *runtime.Runner) (stop func()) {
	w.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- r.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err, _ := until.Receive(w.t, "the end of Run after its context's", done); err != nil {
			w.t.Errorf("Run: %v", err)
		}
	})
	w.t.Cleanup(stop)
	return stop
}

func (w *world) scan(dest any, sql string, args ...any) {
	w.t.Helper()
	if err := w.db.Pool.QueryRow(context.Background(), sql, args...).Scan(dest); err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
}

// served is the version of counts that readers see.
func (w *world) served() (version int) {
	w.t.Helper()
	w.scan(&version, `SELECT version FROM runtime.checkpoints WHERE name = 'counts' AND serving`)
	return version
}

func (w *world) parked() (n int) {
	w.t.Helper()
	w.scan(&n, `SELECT count(*) FROM runtime.parked_events`)
	return n
}

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	if _, err := w.db.Pool.Exec(context.Background(), sql, args...); err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
}

// expect checks that readers see total in the counter of a name.
func (w *world) expect(name string, total int) {
	w.t.Helper()
	var got int
	w.scan(&got, `SELECT coalesce((SELECT total FROM counts.counters WHERE name = $1), 0)`, name)
	if got != total {
		w.t.Errorf("readers see %s = %d, want %d", name, got, total)
	}
}

func eventually(t testing.TB, what string, f func() bool) {
	t.Helper()
	until.True(t, what, f)
}

var errPoison = errors.New("this event cannot be counted")

// poison fails for one name while broken returns true.
func poison(broken func() bool) func(counted) error {
	return func(c counted) error {
		if c.Name == "poison" && broken() {
			return errPoison
		}
		return nil
	}
}

func newWorldOn(t testing.TB, db *database.DB) *world {
	return &world{t: t, db: db, log: named{memory.New(), "log-1"}, codec: newCodec(t)}
}

// counterOnly keeps only counters, with another name for each run of a benchmark.
func counterOnly(i int) runtime.Projector {
	return runtime.Projector{
		Name: fmt.Sprintf("sums%d", i), Version: 1, Categories: []string{"thing"}, DDL: counterDDL, Views: []string{"counters"},
		Handlers: runtime.Handle(func(s *rows.Set) counter { return counter{rows: s} }, runtime.On(counter.add)),
	}
}
