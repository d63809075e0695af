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
	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/postgres"
)

const (
	envChaos     = "MODYARD_CHAOS"      // duration, for example 10m; the default keeps the suite fast
	envChaosSeed = "MODYARD_CHAOS_SEED" // repeats the same faults, as far as timing allows
	envChaosLog  = "MODYARD_CHAOS_LOG"  // kurrent: the log is in a double of a KurrentDB node
)

// chaosAuthors is the number of concurrent authors.
const chaosAuthors = 4

// TestTheSiteIsCorrectAfterRandomFaults runs two servers and two workers on one Postgres, with commands and reads, while
// processes and the engine are killed, stopped and disconnected at random, and then checks all data.
func TestTheSiteIsCorrectAfterRandomFaults(t *testing.T) {
	long(t, "kills, stops and cuts programs and servers at random")
	lasts := 8 * time.Second
	if d, err := time.ParseDuration(os.Getenv(envChaos)); err == nil {
		lasts = d
	}
	seed := rand.Uint64()
	if n, err := strconv.ParseUint(os.Getenv(envChaosSeed), 10, 64); err == nil {
		seed = n
	}
	t.Logf("%s=%d %s=%s", envChaosSeed, seed, envChaos, lasts)
	ctx, cancel := context.WithTimeout(context.Background(), lasts+20*time.Minute)
	defer cancel()
	began := time.Now()

	w := newChaosWorld(ctx, t, lasts > time.Minute)
	staff := w.administrator(ctx)
	authors := make([]*person, chaosAuthors)
	for i := range authors {
		authors[i] = w.author(ctx, i)
		authors[i].organize(ctx, i)
		authors[i].confirm(ctx, i)
	}
	ready := time.Now()

	if os.Getenv(envChaos) != "" {
		w.next = nextRelease(t)
	}
	faults := &faults{world: w, seed: seed, random: rand.New(rand.NewPCG(seed, 1)), long: lasts > time.Minute, counts: map[string]int{}}
	searching := w.searchFaults(ctx, rand.New(rand.NewPCG(seed, 200)), faults.long)
	ending, end := context.WithTimeout(ctx, lasts)
	defer end()
	var running sync.WaitGroup
	for i, author := range authors {
		random := rand.New(rand.NewPCG(seed, uint64(i)+2))
		running.Go(func() { author.work(ctx, ending, staff, random) })
	}
	for i := range 2 {
		random := rand.New(rand.NewPCG(seed, uint64(i)+100))
		running.Go(func() { w.read(ending, random) })
	}
	running.Go(func() { searching.deal(ending) })
	running.Go(func() { w.broker.deal(ending, faults.beside(300)) })
	running.Go(func() { w.hooks.deal(ending, faults.beside(400)) })
	running.Go(func() { w.backUp(ctx, ending, lasts/2) })
	faults.deal(ending)
	faults.heal(ctx)
	running.Wait()
	searching.heal()
	healed := time.Now()

	books := w.books(authors, staff)
	w.settle(ctx)
	searching.try(ctx)
	w.compareStates(ctx, staff)
	w.countFrogs(ctx)
	reacted := w.compareReactors(ctx)
	feed := w.publicFeed(ctx)
	arrived := w.compareBroker(ctx, feed)
	delivered := w.compareHooks(ctx, feed, authors)
	posted := w.compareLetters(ctx, authors)
	w.stop()
	w.audit(ctx, books)
	w.verify(books)
	copied := w.compareCopy(ctx, authors[0])
	t.Logf("summary: seed %d; %s of chaos, %s to start, %s to settle and count\n  faults: %s\n  of Elasticsearch: %s\n  commands: %s\n  reads: %s\n  log: %d events; checkpoints moved %d times under %d terms\n  reactors: %s\n  broker: %s\n  webhooks: %s\n  letters: %s\n  copy: %s",
		seed, lasts, ready.Sub(began).Round(time.Millisecond), time.Since(healed).Round(time.Millisecond), sums(faults.counts), searching.sum(), sums(books.outcomes), sums(w.reads.counts()),
		books.events, books.moves, books.terms, reacted, arrived, delivered, posted, copied)
}

func sums(counts map[string]int) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d %s", counts[name], name))
	}
	return strings.Join(parts, ", ")
}

// chaosWorld is an engine and its processes, each with its own network.
type chaosWorld struct {
	t       *testing.T
	server  *postgres.Server
	node    *kurrenttest.Server // nil if the log is in Postgres
	search  *searchNode         // nil if Postgres answers searches
	hosts   []*host             // two servers and two workers
	blobs   string
	broker  *forwarded
	hooks   *hooks
	letters *letterbox
	next    string // the next release, whose processes alternate with this one's; empty in a short run
	frogs   frogsMet
	backup  string            // the file of a backup that was made meanwhile
	backups int               // attempts to make it
	begun   eventlog.Position // events after it reach the reactors of the test
	mu      sync.Mutex
	kept    []*kept
	reads   tally
}

func newChaosWorld(ctx context.Context, t *testing.T, long bool) *chaosWorld {
	t.Helper()
	server, err := postgres.Start(ctx, postgres.Options{DataDir: dataDir(t), Bin: os.Getenv("MODYARD_PG_BIN"), DieHard: true})
	if err != nil {
		t.Fatal(err)
	}
	// Data in a shared node is deleted after everything that could write it again has stopped.
	w := &chaosWorld{t: t, server: server, blobs: filepath.Join(t.TempDir(), "blobs"), search: newSearchNode(t)}
	w.broker, w.hooks, w.letters = newForwarded(t), newHooks(t, long), newLetterbox(t, long)
	t.Cleanup(func() { // after everything that uses it
		for _, h := range w.hosts {
			h.end()
		}
		if err := server.Close(); err != nil {
			t.Errorf("Postgres does not stop: %v", err)
		}
	})
	db, err := database.Open(ctx, server.Logins())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	conn, err := pgx.Connect(ctx, server.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx) //nolint:errcheck // a test's
	for _, sql := range []string{auditMoves, auditReactors} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			t.Fatal(err)
		}
	}
	if os.Getenv(envChaosLog) == "kurrent" {
		w.node = kurrenttest.Start(t, kurrenttest.Options{})
	}
	for _, name := range []string{"serve-1", "serve-2", "worker-1", "worker-2"} {
		w.hosts = append(w.hosts, newHost(t, name, server.Logins().App, w.blobs, w.node, w.search, w.broker, w.letters))
	}
	var starting sync.WaitGroup
	for _, h := range w.hosts {
		starting.Go(func() { h.start(); h.wait(ctx) })
	}
	starting.Wait()
	if t.Failed() {
		t.FailNow()
	}
	w.beginReactors(ctx)
	return w
}

func (w *chaosWorld) tool(input string, args ...string) (string, int) {
	w.t.Helper()
	args = append(args, "--database-url", w.server.Logins().App, "--data-dir", w.t.TempDir(), "--blob-url", w.blobs, "--keys-file", w.blobs+"-keys.json")
	if w.node != nil {
		args = append(args, "--log-url", w.node.URL())
	}
	if w.search != nil {
		args = append(args, "--elasticsearch-url", w.search.url)
	}
	return tool(w.t, input, args...)
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
