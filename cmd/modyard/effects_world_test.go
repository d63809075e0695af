package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/effects"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/until"
	"github.com/modyard/modyard/reactors"
)

// reactorsOfASite are the two of these tests and the site's own: webhooks, letters of decisions and of messages, fixed issues, and
// the states of applications.
const reactorsOfASite = 7

// outside is what a site has sent.
type outside struct {
	mu   sync.Mutex
	sent []string
	fail func(what string) error
}

func (o *outside) send(what string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.fail != nil {
		if err := o.fail(what); err != nil {
			return err
		}
	}
	o.sent = append(o.sent, what)
	return nil
}

func (o *outside) all() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.sent)
}

// reactors are one of the log and one of the feed. What they send names the thing and the kind.
func (o *outside) reactors() []reactors.Reactor {
	return []reactors.Reactor{
		{Name: "test.log", Retries: 1, Filter: eventlog.Filter{Categories: []string{"collection"}}, Event: func(_ context.Context, e eventlog.Recorded) error {
			return o.send(e.Stream + " " + e.Type)
		}},
		{Name: "test.feed", Retries: 1, Change: func(_ context.Context, c contract.Change) error {
			if c.Object.Type != contract.ObjectCollection {
				return nil
			}
			return o.send(c.Object.ID + " " + c.Kind)
		}},
	}
}

// sentSoon waits until exactly these were sent, in any order: the two reactors are independent.
func (o *outside) sentSoon(t *testing.T, want ...string) {
	t.Helper()
	slices.Sort(want)
	var got []string
	until.True(t, fmt.Sprintf("%d things are sent", len(want)), func() bool { got = o.all(); return len(got) >= len(want) })
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Fatalf("sent\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// both are what the reactors send about a new collection.
func both(ids ...string) (out []string) {
	for _, id := range ids {
		out = append(out, "collection-"+id+" collection.created.v1", id+" collection.created")
	}
	return out
}

// collect creates a public collection.
func (s *testSite) collect(id string) {
	s.t.Helper()
	s.happen("collection-"+id, collection.Created{Collection: id, Owner: s.owner(), Name: id, Status: "listed"})
}

func (s *testSite) owner() (id string) {
	s.t.Helper()
	if err := s.DB.Pool.QueryRow(s.t.Context(), `SELECT id FROM identity.accounts WHERE username = 'keeper'`).Scan(&id); err != nil {
		s.t.Fatal(err)
	}
	return id
}

func (s *testSite) count(sql string) (n int) {
	s.t.Helper()
	if err := s.DB.Pool.QueryRow(s.t.Context(), sql).Scan(&n); err != nil {
		s.t.Fatal(err)
	}
	return n
}

func (s *testSite) until(what string, there func() bool) {
	s.t.Helper()
	until.True(s.t, what, there)
}

// looksAgain returns when a process that follows the state as the site does has looked at it so often: what the site does
// in spite of a pause has begun by then.
func (s *testSite) looksAgain(times int64) {
	s.t.Helper()
	ctx, cancel := context.WithCancel(s.t.Context())
	defer cancel()
	db := &countedDB{DB: s.DB.Pool}
	done := make(chan error, 1)
	go func() { done <- effects.NewGate(db, nil).Run(ctx) }()
	s.until("the looks at the state", func() bool { return db.reads.Load() >= times })
	cancel()
	if err, _ := until.Receive(s.t, "the process ends", done); err != nil {
		s.t.Error(err)
	}
}

// countedDB counts the reads of a database.
type countedDB struct {
	effects.DB
	reads atomic.Int64
}

func (c *countedDB) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	c.reads.Add(1)
	return c.DB.QueryRow(ctx, sql, args...)
}

// begun waits until the reactors of the test, and the site's own of the log, have checkpoints.
func (s *testSite) begun() {
	s.until("the checkpoints", func() bool {
		return s.count(`SELECT count(*) FROM reactors.consumers WHERE name LIKE 'test.%' OR name = 'decision-letters'`) == 3
	})
}

// pause pauses the effects, and returns when the site does.
func (s *testSite) pause() {
	s.t.Helper()
	if err := effects.Pause(s.t.Context(), s.DB.Pool, "a test"); err != nil {
		s.t.Fatal(err)
	}
	s.until("the pause", func() bool { return s.Effects.State().Paused })
}

// rawLetters is everything that was sent.
func (s *testSite) rawLetters() (text string) {
	s.t.Helper()
	found, err := filepath.Glob(filepath.Join(s.Config.DataDir, "mail", "*.eml"))
	if err != nil {
		s.t.Fatal(err)
	}
	for _, name := range found {
		raw, err := os.ReadFile(name)
		if err != nil {
			s.t.Fatal(err)
		}
		text += string(raw)
	}
	return text
}

// letters are the letters that a site has sent.
func (s *testSite) letters() int {
	s.t.Helper()
	found, err := filepath.Glob(filepath.Join(s.Config.DataDir, "mail", "*.eml"))
	if err != nil {
		s.t.Fatal(err)
	}
	return len(found)
}

const waitingLetters = `SELECT count(*) FROM jobs.river_job WHERE kind = 'identity.letter' AND state NOT IN ('completed', 'cancelled', 'discarded')`

// letter asks for a letter.
func (s *testSite) letter() {
	s.t.Helper()
	if a := s.ask("", http.MethodPost, "/v2/auth/password/reset", map[string]string{"username": "keeper"}); a.Status >= 300 {
		s.t.Fatalf("%d %s", a.Status, a.Body)
	}
}

func environmentOf(t *testing.T, c config.Config) *environment {
	t.Helper()
	return &environment{ctx: t.Context(), config: c, logger: slog.New(slog.NewTextHandler(io.Discard, nil))}
}

// restoredCopy restores a site with an event that was sent, and with an event and a letter that wait. The effects of the
// original were not paused when it was backed up.
func restoredCopy(t *testing.T) (copied config.Config, generation string) {
	t.Helper()
	sent := &outside{}
	original := newTestSiteWith(t, app.SiteOptions{Reactors: sent.reactors()})
	original.person("keeper", identity.RoleAdmin)
	original.begun()
	original.collect("AAAAAAA1")
	sent.sentSoon(t, both("AAAAAAA1")...)
	original.pause()
	original.collect("AAAAAAA2")
	original.letter()
	original.until("the letter", func() bool { return original.count(waitingLetters) == 1 })
	generation, err := original.Log.Generation(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	original.stop()
	if err := (&effectsResumeCmd{}).Run(environmentOf(t, original.Config)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "site.backup")
	if err := (&backupCmd{To: file}).Run(environmentOf(t, original.Config)); err != nil {
		t.Fatal(err)
	}
	copied = testConfig(t, pgtest.Empty(t))
	if err := (&restoreCmd{From: file, By: "keeper", Reason: "disk failure"}).Run(environmentOf(t, copied)); err != nil {
		t.Fatal(err)
	}
	return copied, generation
}
