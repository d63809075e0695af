package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
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
	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/effects"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/until"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/reactors"
)

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

func TestARestoredCopySendsNothingUntilItIsTold(t *testing.T) {
	t.Parallel()
	c, was := restoredCopy(t)
	sent := &outside{}
	s := newTestSiteOn(t, c, app.SiteOptions{Reactors: sent.reactors()})
	if is, err := s.Log.Generation(t.Context()); err != nil || is == was {
		t.Errorf("the log of the copy is %s, %v", is, err)
	}
	s.until("the event of the restore", func() bool {
		return s.count(`SELECT count(*) FROM log.events WHERE type = 'log.restored.v1'`) == 1
	})
	s.collect("AAAAAAA3")
	s.until("the seal", func() bool {
		return s.count(`SELECT count(*) FROM seal.tree t, log.log_head h WHERE t.position = h.position`) == 1
	})
	s.looksAgain(3)
	if got := sent.all(); len(got) > 0 || s.letters() > 0 || s.count(waitingLetters) != 1 {
		t.Fatalf("the paused copy has sent %v and %d letters; %d wait", got, s.letters(), s.count(waitingLetters))
	}
	if err := (&verifyCmd{Log: true}).Run(environmentOf(t, c)); err != nil {
		t.Errorf("verify --log: %v", err)
	}
	s.ready("disk failure")
	s.staffSees(`"paused":true`, `"restored":true`, `"reason":"disk failure"`)
	status, err := s.EffectsStatus(t.Context())
	if err != nil || !status.Restored || status.Waiting[identity.LetterKind] != 1 || len(status.Reactors) != 4 {
		t.Errorf("the status is %+v, %v", status, err)
	}
	if err := (&effectsStatusCmd{}).Run(environmentOf(t, c)); err != nil {
		t.Error(err)
	}

	if err := (&effectsResumeCmd{}).Run(environmentOf(t, c)); err != nil {
		t.Fatal(err)
	}
	sent.sentSoon(t, both("AAAAAAA2", "AAAAAAA3")...)
	s.until("the letter", func() bool { return s.letters() == 1 && s.count(waitingLetters) == 0 })
	s.ready("")
	s.staffSees(`"paused":false`, `"since":null`)
	s.collect("AAAAAAA4")
	sent.sentSoon(t, both("AAAAAAA2", "AAAAAAA3", "AAAAAAA4")...)
	if err := (&effectsResumeCmd{}).Run(environmentOf(t, c)); !errors.Is(err, app.ErrNotPaused) {
		t.Errorf("a second resumption: %v", err)
	}
}

// staffSees checks what the pages of the staff get.
func (s *testSite) staffSees(parts ...string) {
	s.t.Helper()
	_, begun, err := s.Identity.Login(s.t.Context(), "keeper", password, identity.Origin{})
	if err != nil {
		s.t.Fatal(err)
	}
	a := s.ask(begun.Token, http.MethodGet, "/_internal/moderation/effects", nil)
	for _, part := range parts {
		if !strings.Contains(string(a.Body), part) {
			s.t.Errorf("the staff gets %d %s, without %s", a.Status, a.Body, part)
		}
	}
}

// ready checks what the operator's address says: the site is ready, and the effects are paused for a reason, or not.
func (s *testSite) ready(reason string) {
	s.t.Helper()
	for _, check := range s.Checks() {
		if check.Name != "search" {
			s.until("the check of "+check.Name, func() bool { return check.Run(s.t.Context()) == nil })
		}
		if check.Name != "effects" {
			continue
		}
		said, _ := check.Detail().([]string)
		if text := strings.Join(said, " "); reason == "" && text != "" || reason != "" && (!strings.HasPrefix(text, "paused since ") || !strings.Contains(text, "restored from a backup: "+reason)) {
			s.t.Errorf("the detail of the effects is %q", text)
		}
		return
	}
	s.t.Error("there is no check of the effects")
}

func TestARestoredCopyCanSkipWhatWaits(t *testing.T) {
	t.Parallel()
	c, _ := restoredCopy(t)
	if err := (&effectsResumeCmd{Skip: true}).Run(environmentOf(t, c)); err != nil { // before it runs
		t.Fatal(err)
	}
	sent := &outside{}
	s := newTestSiteOn(t, c, app.SiteOptions{Reactors: sent.reactors()})
	if n := s.count(waitingLetters); n != 0 {
		t.Errorf("%d letters wait", n)
	}
	// A reactor works in the order of the log: what was skipped would come first.
	s.collect("AAAAAAA3")
	s.collect("AAAAAAA4")
	sent.sentSoon(t, both("AAAAAAA3", "AAAAAAA4")...)
	s.letter()
	s.until("the letter", func() bool { return s.letters() > 0 && s.count(waitingLetters) == 0 })
	if n := s.letters(); n != 1 {
		t.Errorf("%d letters were sent: a discarded one too", n)
	}
}

func TestAPausedSiteResumesAndPausesWithoutARestart(t *testing.T) {
	t.Parallel()
	sent := &outside{}
	s := newTestSiteWith(t, app.SiteOptions{Reactors: sent.reactors()})
	s.person("keeper", identity.RoleAdmin)
	s.begun()
	for n, id := range []string{"AAAAAAA1", "AAAAAAA2"} {
		s.pause()
		s.collect(id)
		s.letter()
		s.looksAgain(3)
		if got := sent.all(); len(got) != 2*n || s.letters() != n {
			t.Fatalf("paused, it has sent %v and %d letters", got, s.letters())
		}
		if _, err := s.ResumeEffects(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		s.until("the letter", func() bool { return s.letters() == n+1 })
		sent.sentSoon(t, both([]string{"AAAAAAA1", "AAAAAAA2"}[:n+1]...)...)
	}
	// Skipping leaves out what happened during the pause, and nothing that happens after it.
	s.pause()
	s.collect("AAAAAAA3")
	s.letter()
	s.until("the letter", func() bool { return s.count(waitingLetters) == 1 })
	if skipped, err := s.ResumeEffects(t.Context(), true); err != nil || skipped != (app.Skipped{Reactors: 4, Jobs: 1}) {
		t.Fatalf("skipped %+v, %v", skipped, err)
	}
	s.collect("AAAAAAA4")
	sent.sentSoon(t, both("AAAAAAA1", "AAAAAAA2", "AAAAAAA4")...)
}

func TestMigrateLogKeepsThePlaceOfReactors(t *testing.T) {
	t.Parallel()
	node := kurrenttest.Start(t, kurrenttest.Options{})
	sent := &outside{}
	c := testConfig(t, pgtest.Migrated(t))
	s := newTestSiteOn(t, c, app.SiteOptions{Reactors: sent.reactors()})
	s.person("keeper", identity.RoleAdmin)
	s.begun()
	s.collect("AAAAAAA1")
	sent.sentSoon(t, both("AAAAAAA1")...)
	s.pause()
	s.collect("AAAAAAA2")
	s.stop()
	if err := (&migrateCmd{From: app.OwnLog, To: node.URL()}).Run(environmentOf(t, c)); err != nil {
		t.Fatal(err)
	}
	c.LogURL = node.URL()
	s = newTestSiteOn(t, c, app.SiteOptions{Reactors: sent.reactors()})
	if _, err := s.ResumeEffects(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	sent.sentSoon(t, both("AAAAAAA1", "AAAAAAA2")...)
	s.collect("AAAAAAA3")
	sent.sentSoon(t, both("AAAAAAA1", "AAAAAAA2", "AAAAAAA3")...)
	if n := s.count(`SELECT count(*) FROM reactors.consumers WHERE engine LIKE 'kurrent%'`); n != 2 {
		t.Errorf("%d reactors are on the new log", n)
	}
}

func TestARebuildRunsNoReactor(t *testing.T) {
	t.Parallel()
	sent := &outside{}
	c := testConfig(t, pgtest.Migrated(t))
	s := newTestSiteOn(t, c, app.SiteOptions{Reactors: sent.reactors()})
	s.person("keeper", identity.RoleAdmin)
	s.begun()
	s.collect("AAAAAAA1")
	s.collect("AAAAAAA2")
	sent.sentSoon(t, both("AAAAAAA1", "AAAAAAA2")...)
	rebuild := func() {
		t.Helper()
		e := environmentOf(t, c)
		e.reactors = func(*app.Core) []reactors.Reactor { return sent.reactors() }
		if err := (&rebuildCmd{}).Run(e); err != nil {
			t.Fatal(err)
		}
	}
	rebuild() // beside the site
	s.collect("AAAAAAA3")
	sent.sentSoon(t, both("AAAAAAA1", "AAAAAAA2", "AAAAAAA3")...)
	s.stop()
	rebuild() // alone
	sent.sentSoon(t, both("AAAAAAA1", "AAAAAAA2", "AAAAAAA3")...)
	s = newTestSiteOn(t, c, app.SiteOptions{Reactors: sent.reactors()})
	s.collect("AAAAAAA4") // reactors keep the order: what a rebuild had set back would come first
	sent.sentSoon(t, both("AAAAAAA1", "AAAAAAA2", "AAAAAAA3", "AAAAAAA4")...)
}

func TestTwoServesRunAReactorOnceAndPoisonedMessagesAreReplayed(t *testing.T) {
	t.Parallel()
	bad := true
	sent := &outside{fail: func(what string) error {
		if bad && what == "AAAAAAA1 collection.created" {
			return reactors.Permanent(errors.New("the receiver refuses it"))
		}
		return nil
	}}
	c := testConfig(t, pgtest.Migrated(t))
	s := newTestSiteOn(t, c, app.SiteOptions{Reactors: sent.reactors()})
	s.person("keeper", identity.RoleAdmin)
	s.begun()
	newTestSiteOn(t, c, app.SiteOptions{Reactors: sent.reactors()})
	s.collect("AAAAAAA1")
	s.collect("AAAAAAA2")
	want := append(both("AAAAAAA2"), "collection-AAAAAAA1 collection.created.v1")
	sent.sentSoon(t, want...)
	if err := (&replayCmd{Poisoned: true}).Run(environmentOf(t, c)); err == nil {
		t.Error("a replay of a message that fails again succeeds")
	}
	sent.mu.Lock()
	bad = false
	sent.mu.Unlock()
	if err := (&replayCmd{Poisoned: true, Name: "test.feed"}).Run(environmentOf(t, c)); err != nil {
		t.Error(err)
	}
	s.stop() // the other one takes over
	sent.sentSoon(t, append(want, "AAAAAAA1 collection.created")...)
}

func TestADatabaseRestoredByOtherMeansIsPausedToo(t *testing.T) {
	t.Parallel()
	c := testConfig(t, pgtest.Migrated(t))
	s := newTestSiteOn(t, c, app.SiteOptions{})
	s.person("keeper", identity.RoleAdmin)
	was, err := s.Log.Generation(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.until("the read models", func() bool { return s.count(`SELECT count(*) FROM runtime.checkpoints WHERE position > 0`) > 0 })
	record := &adminRestoredCmd{By: "keeper", Reason: "failover"}
	if err := record.Run(environmentOf(t, c)); !errors.Is(err, runtime.ErrRunning) {
		t.Fatalf("beside a running site: %v", err)
	}
	s.stop()
	if err := record.Run(environmentOf(t, c)); err != nil {
		t.Fatal(err)
	}
	s = newTestSiteOn(t, c, app.SiteOptions{})
	s.until("the event of the restore", func() bool {
		return s.count(`SELECT count(*) FROM log.events WHERE type = 'log.restored.v1'`) == 1
	})
	if is, err := s.Log.Generation(t.Context()); err != nil || is == was {
		t.Errorf("the log is %s, %v", is, err)
	}
	s.until("the pause", func() bool { return s.Effects.State().Paused })
	s.ready("failover")
	// The read models go on without a rebuild.
	s.collect("AAAAAAA1")
	s.until("the read models", func() bool {
		return s.count(`SELECT count(*) FROM collection.collections WHERE id = 'AAAAAAA1'`) == 1
	})
}
