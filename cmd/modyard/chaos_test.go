package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/kurrent"
	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
	logpostgres "github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/postgres"
)

const (
	envChaos     = "MODYARD_CHAOS"      // how long, for example 10m; the default keeps the suite quick
	envChaosSeed = "MODYARD_CHAOS_SEED" // what was dealt out before is dealt out again, as far as time allows
	envChaosLog  = "MODYARD_CHAOS_LOG"  // kurrent: the log is in a double of a KurrentDB node
)

// chaosAuthors send commands side by side.
const chaosAuthors = 4

// TestTheSiteHoldsThroughChaos runs two serves and two workers on one Postgres, under commands and reads, while
// processes and the engine are killed, stopped and cut off at random, and then counts.
func TestTheSiteHoldsThroughChaos(t *testing.T) {
	lasts := 8 * time.Second
	if d, err := time.ParseDuration(os.Getenv(envChaos)); err == nil {
		lasts = d
	}
	seed := rand.Uint64()
	if n, err := strconv.ParseUint(os.Getenv(envChaosSeed), 10, 64); err == nil {
		seed = n
	}
	t.Logf("%s=%d %s=%s", envChaosSeed, seed, envChaos, lasts)
	ctx, cancel := context.WithTimeout(context.Background(), lasts+4*time.Minute)
	defer cancel()
	began := time.Now()

	w := newChaosWorld(ctx, t)
	staff := w.administrator(ctx)
	authors := make([]*person, chaosAuthors)
	for i := range authors {
		authors[i] = w.author(ctx, i)
	}
	ready := time.Now()

	faults := &faults{world: w, random: rand.New(rand.NewPCG(seed, 1)), long: lasts > time.Minute, dealt: map[string]int{}}
	ending, end := context.WithTimeout(ctx, lasts)
	defer end()
	var crowd sync.WaitGroup
	for i, author := range authors {
		random := rand.New(rand.NewPCG(seed, uint64(i)+2))
		crowd.Go(func() { author.work(ctx, ending, staff, random) })
	}
	for i := range 2 {
		random := rand.New(rand.NewPCG(seed, uint64(i)+100))
		crowd.Go(func() { w.read(ending, random) })
	}
	faults.deal(ending)
	faults.heal(ctx)
	crowd.Wait()
	healed := time.Now()

	books := w.books(authors, staff)
	w.settle(ctx)
	w.compareStates(ctx, staff)
	w.stop()
	w.audit(ctx, books)
	if out, code := w.verify(); code != 0 {
		t.Errorf("the read models differ from the log: %s", out)
	}
	t.Logf("summary: seed %d; %s of chaos, %s to start, %s to settle and count\n  faults: %s\n  commands: %s\n  reads: %s\n  log: %d events; checkpoints moved %d times under %d terms",
		seed, lasts, ready.Sub(began).Round(time.Millisecond), time.Since(healed).Round(time.Millisecond), sums(faults.dealt), sums(books.outcomes), sums(w.reads.counts()),
		books.events, books.moves, books.terms)
}

func sums(counts map[string]int) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d %s", counts[name], name))
	}
	return strings.Join(parts, ", ")
}

// chaosWorld is an engine and the processes around it, each behind a network of its own.
type chaosWorld struct {
	t      *testing.T
	server *postgres.Server
	node   *kurrenttest.Server // nil where the log is in Postgres
	hosts  []*host             // two that serve and two that work
	blobs  string
	mu     sync.Mutex
	kept   []*kept
	reads  tally
}

// auditMoves notes every step of a checkpoint in the transaction that makes it.
const auditMoves = `
CREATE SCHEMA chaos;
CREATE TABLE chaos.moves (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text, version int, before bigint, after bigint, holder text, app text);
CREATE FUNCTION chaos.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    INSERT INTO chaos.moves (name, version, before, after, holder, app)
    VALUES (new.name, new.version, old.position, new.position, new.holder, current_setting('application_name'));
    RETURN NULL;
END $$;
CREATE TRIGGER note AFTER UPDATE ON runtime.checkpoints FOR EACH ROW
WHEN (new.slot = '' AND new.position <> old.position) EXECUTE FUNCTION chaos.note();`

func newChaosWorld(ctx context.Context, t *testing.T) *chaosWorld {
	t.Helper()
	server, err := postgres.Start(ctx, postgres.Options{DataDir: dataDir(t), Bin: os.Getenv("MODYARD_PG_BIN"), DieHard: true})
	if err != nil {
		t.Fatal(err)
	}
	w := &chaosWorld{t: t, server: server, blobs: filepath.Join(t.TempDir(), "blobs")}
	t.Cleanup(func() { // behind everything that uses it
		for _, h := range w.hosts {
			h.end()
		}
		if err := server.Close(); err != nil {
			t.Errorf("Postgres does not stop: %v", err)
		}
	})
	db, err := database.Open(ctx, server.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	conn, err := pgx.Connect(ctx, server.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx) //nolint:errcheck // a test's
	if _, err := conn.Exec(ctx, auditMoves); err != nil {
		t.Fatal(err)
	}
	if os.Getenv(envChaosLog) == "kurrent" {
		w.node = kurrenttest.Start(t, kurrenttest.Options{})
	}
	for _, name := range []string{"serve-1", "serve-2", "worker-1", "worker-2"} {
		w.hosts = append(w.hosts, newHost(t, name, server.URL(), w.blobs, w.node))
	}
	var starting sync.WaitGroup
	for _, h := range w.hosts {
		starting.Go(func() { h.start(); h.wait(ctx) })
	}
	starting.Wait()
	if t.Failed() {
		t.FailNow()
	}
	return w
}

func (w *chaosWorld) tool(input string, args ...string) (string, int) {
	w.t.Helper()
	args = append(args, "--database-url", w.server.URL(), "--data-dir", w.t.TempDir())
	if w.node != nil {
		args = append(args, "--log-url", w.node.URL())
	}
	return tool(w.t, input, args...)
}

func (w *chaosWorld) verify() (string, int) { return w.tool("", "verify") }

// settle waits until every read model has come to the end of the log.
func (w *chaosWorld) settle(ctx context.Context) {
	w.t.Helper()
	for _, h := range w.hosts {
		h.wait(ctx)
	}
	log, done := w.openLog(ctx)
	defer done()
	head, err := log.Head(ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	for {
		conn, err := pgx.Connect(ctx, w.server.URL())
		var behind, parked int
		if err == nil {
			err = conn.QueryRow(ctx, `SELECT (SELECT count(*) FROM runtime.checkpoints WHERE slot = '' AND position < $1),
				(SELECT count(*) FROM runtime.parked_events)`, int64(head)).Scan(&behind, &parked)
			_ = conn.Close(ctx)
		}
		if err == nil && behind == 0 {
			if parked > 0 {
				w.t.Errorf("%d events are parked", parked)
			}
			return
		}
		if !sleep(ctx, 100*time.Millisecond) {
			w.t.Fatalf("the read models do not come to the end of the log: %d behind, %v", behind, err)
		}
	}
}

// openLog opens the log without a wire between.
func (w *chaosWorld) openLog(ctx context.Context) (eventlog.Log, func()) {
	w.t.Helper()
	if w.node != nil {
		log, err := kurrent.Open(ctx, w.node.URL())
		if err != nil {
			w.t.Fatal(err)
		}
		return log, log.Close
	}
	db, err := database.Open(ctx, w.server.URL())
	if err != nil {
		w.t.Fatal(err)
	}
	log, err := logpostgres.Open(ctx, db.Pool)
	if err != nil {
		w.t.Fatal(err)
	}
	return log, func() { log.Close(); db.Close() }
}

// compareStates asks the site for what it has answered.
func (w *chaosWorld) compareStates(ctx context.Context, staff *person) {
	w.t.Helper()
	c := &client{t: w.t, base: &w.hosts[0].base, session: staff.session, seen: &staff.seen}
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, k := range w.kept {
		c.base = &w.hosts[i%2].base // both know everything
		c.finds(ctx, k)
	}
	if len(w.kept) == 0 {
		w.t.Error("nobody came through")
	}
}

// stop ends every process in order.
func (w *chaosWorld) stop() {
	w.t.Helper()
	var stopping sync.WaitGroup
	for _, h := range w.hosts {
		stopping.Go(h.stop)
	}
	stopping.Wait()
}

// books is what was answered, against what the log holds.
type books struct {
	commands map[string]*command // by the id that their events carry
	outcomes map[string]int
	events   int
	moves    int
	terms    int
}

func (w *chaosWorld) books(authors []*person, staff *person) *books {
	b := &books{commands: map[string]*command{}, outcomes: map[string]int{}}
	for _, p := range append(slices.Clone(authors), staff) {
		for _, c := range p.sent {
			b.commands[c.id(p.account)] = c
			b.outcomes[c.outcome]++
		}
	}
	return b
}

// audit reads the log and the checkpoints' steps.
func (w *chaosWorld) audit(ctx context.Context, b *books) {
	w.t.Helper()
	log, done := w.openLog(ctx)
	defer done()
	stands := map[string]int{} // events of each command
	ids := map[eventlog.EventID]bool{}
	head, err := log.Head(ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	for batch, err := range log.Follow(ctx, 0, eventlog.Filter{}) { // which fails where a position is missing
		if err != nil {
			w.t.Fatal(err)
		}
		for _, e := range batch.Events {
			if ids[e.ID] {
				w.t.Errorf("event %s stands twice, again at %d", e.ID, e.Position)
			}
			ids[e.ID] = true
			stands[e.Meta.Command]++
		}
		if batch.UpTo >= head {
			break
		}
	}
	b.events = len(ids)
	for id, c := range b.commands {
		n := stands[id]
		switch {
		case c.outcome == succeeded && n == 0:
			w.t.Errorf("%s was answered with success and is not in the log", c)
		case c.outcome == refused && n > 0:
			w.t.Errorf("%s was refused (%s) and has %d events in the log", c, c.said, n)
		}
		// The events of one decision are numbered; a second decision would number others, or these again.
		for i := range n {
			if !ids[eventlog.DeriveEventID(id, i)] {
				w.t.Errorf("%s has %d events, and not the one numbered %d: it was decided twice", c, n, i)
			}
		}
	}
	w.auditMoves(ctx, b)
}

// auditMoves checks that each checkpoint went from step to step, under one term after the other, each of one process.
func (w *chaosWorld) auditMoves(ctx context.Context, b *books) {
	w.t.Helper()
	conn, err := database.ConnectOwner(ctx, w.server.URL())
	if err != nil {
		w.t.Fatal(err)
	}
	defer conn.Close(ctx) //nolint:errcheck // a test's
	rows, err := conn.Query(ctx, `SELECT name, version, before, after, holder, app FROM chaos.moves ORDER BY n`)
	if err != nil {
		w.t.Fatal(err)
	}
	type state struct {
		at     int64
		holder string
		ended  map[string]bool
	}
	states, apps := map[string]*state{}, map[string]string{}
	var name, holder, app string
	var version int
	var before, after int64
	_, err = pgx.ForEachRow(rows, []any{&name, &version, &before, &after, &holder, &app}, func() error {
		key := fmt.Sprintf("%s/v%d", name, version)
		s := states[key]
		if s == nil {
			s = &state{ended: map[string]bool{}}
			states[key] = s
		}
		b.moves++
		if before != s.at || after <= before {
			w.t.Errorf("%s went from %d to %d, and stood at %d", key, before, after, s.at)
		}
		s.at = after
		if holder != s.holder {
			b.terms++
			s.ended[s.holder] = true
			s.holder = holder
		}
		if holder == "" || s.ended[holder] {
			w.t.Errorf("%s was moved to %d by %q after another had taken over", key, after, holder)
		}
		if known, found := apps[key+holder]; found && known != app {
			w.t.Errorf("%s was moved by %s and %s in one term", key, known, app)
		}
		apps[key+holder] = app
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	if b.moves == 0 {
		w.t.Error("no checkpoint moved")
	}
}

// sleep says whether the time passed before the context ended.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// tally counts by name.
type tally struct {
	mu sync.Mutex
	n  map[string]int
}

func (c *tally) add(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n == nil {
		c.n = map[string]int{}
	}
	c.n[name]++
}

func (c *tally) counts() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.n)
}
