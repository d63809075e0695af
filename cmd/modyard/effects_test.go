package main

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/reactors"
)

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
	if err != nil || !status.Restored || status.Waiting[identity.LetterKind] != 1 || len(status.Reactors) != reactorsOfASite {
		t.Errorf("the status is %+v, %v", status, err)
	}
	if err := (&effectsStatusCmd{}).Run(environmentOf(t, c)); err != nil {
		t.Error(err)
	}

	if err := (&effectsResumeCmd{}).Run(environmentOf(t, c)); err != nil {
		t.Fatal(err)
	}
	if restored, err := s.PayoutsRestored(t.Context()); err != nil || !restored {
		t.Errorf("withdrawals are resumed with the effects: %v", err)
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
	if skipped, err := s.ResumeEffects(t.Context(), true); err != nil || skipped != (app.Skipped{Reactors: reactorsOfASite, Jobs: 1}) {
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
	before := s.count(`SELECT count(*) FROM reactors.consumers WHERE position IS NOT NULL`) // those with a cursor read no log
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
	if n := s.count(`SELECT count(*) FROM reactors.consumers WHERE engine LIKE 'kurrent%'`); n != before {
		t.Errorf("%d of %d reactors are on the new log", n, before)
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
	if err := (&replayFailedCmd{Poisoned: true}).Run(environmentOf(t, c)); err == nil {
		t.Error("a replay of a message that fails again succeeds")
	}
	sent.mu.Lock()
	bad = false
	sent.mu.Unlock()
	if err := (&replayFailedCmd{Poisoned: true, Name: "test.feed"}).Run(environmentOf(t, c)); err != nil {
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
