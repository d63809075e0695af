package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/mail/mailtest"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/until"
)

// newTestWorker runs what `modyard worker` runs, until stop is called or the test ends.
func newTestWorker(t *testing.T, c config.Config, o app.SiteOptions) (worker *app.Site, stop func()) {
	t.Helper()
	o.Hasher, o.Unserved = plainHasher{}, true
	core, err := app.Open(t.Context(), c, slog.New(slog.NewTextHandler(io.Discard, nil)), app.Share)
	if err != nil {
		t.Fatal(err)
	}
	worker, err = app.NewSite(t.Context(), core, o)
	if err != nil {
		t.Fatal(errors.Join(err, core.Close()))
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- worker.Work(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("the worker: %v", err)
		}
		_ = core.Close()
	})
	t.Cleanup(stop)
	return worker, stop
}

// forgetSweeps deletes the sweeps that a paused site has done: the next process does them at its start.
func (s *testSite) forgetSweeps() {
	s.t.Helper()
	if _, err := s.DB.Pool.Exec(s.t.Context(), `DELETE FROM jobs.river_job WHERE kind = 'sweep'`); err != nil {
		s.t.Fatal(err)
	}
}

// sweeps waits until a process has done sweeps.
func sweeps(t *testing.T, by *app.Site) {
	t.Helper()
	until.True(t, "the sweeps", func() bool {
		var done int
		err := by.DB.Pool.QueryRow(t.Context(), `SELECT count(*) FROM jobs.river_job WHERE kind = 'sweep' AND state = 'completed'`).Scan(&done)
		return err == nil && done > 3
	})
}

// A site that is paused has an event and a letter that wait; without any serve a worker sends both, seals the log and does
// the sweeps. Then the work moves between workers and serves.
func TestAWorkerRunsReactorsAndJobsWithoutServingRequests(t *testing.T) {
	t.Parallel()
	post := mailtest.Start(t)
	c := testConfig(t, pgtest.Migrated(t))
	c.SMTPURL = post.URL()
	sent := &outside{}
	o := app.SiteOptions{Reactors: sent.reactors()}
	s := newTestSiteOn(t, c, o)
	s.person("keeper", identity.RoleAdmin)
	s.begun()
	s.pause()
	s.collect("AAAAAAA1")
	s.letter()
	s.until("the letter waits", func() bool { return s.count(waitingLetters) == 1 })
	s.forgetSweeps()
	s.stop()
	if err := (&effectsResumeCmd{}).Run(environmentOf(t, c)); err != nil {
		t.Fatal(err)
	}

	worker, stop := newTestWorker(t, c, o)
	sent.sentSoon(t, both("AAAAAAA1")...)
	if letter, _ := until.Receive(t, "the letter", post.Letters); !strings.Contains(letter, "keeper@example.org") {
		t.Errorf("%s", letter)
	}
	until.True(t, "the seal", func() bool {
		var sealed bool
		err := worker.DB.Pool.QueryRow(t.Context(), `SELECT t.position = h.position FROM seal.tree t, log.log_head h`).Scan(&sealed)
		return err == nil && sealed
	})
	sweeps(t, worker)

	// Beside each other each thing is still done once, and what is left goes on when one stops.
	s = newTestSiteOn(t, c, o)
	newTestWorker(t, c, o)
	s.collect("AAAAAAA2")
	sent.sentSoon(t, both("AAAAAAA1", "AAAAAAA2")...)
	stop()
	s.collect("AAAAAAA3")
	sent.sentSoon(t, both("AAAAAAA1", "AAAAAAA2", "AAAAAAA3")...)
}

func TestAWorkerWithoutAMailServerLeavesLettersToAServe(t *testing.T) {
	t.Parallel()
	c := testConfig(t, pgtest.Migrated(t))
	s := newTestSiteOn(t, c, app.SiteOptions{})
	s.person("keeper", identity.RoleAdmin)
	s.pause()
	s.letter()
	s.until("the letter waits", func() bool { return s.count(waitingLetters) == 1 })
	s.forgetSweeps()
	s.stop()
	if err := (&effectsResumeCmd{}).Run(environmentOf(t, c)); err != nil {
		t.Fatal(err)
	}
	elsewhere := c
	elsewhere.DataDir = t.TempDir()
	elsewhere.KeysFile = filepath.Join(c.DataDir, "keys.json")
	worker, stop := newTestWorker(t, elsewhere, app.SiteOptions{})
	sweeps(t, worker)
	stop()
	if written, err := filepath.Glob(filepath.Join(elsewhere.DataDir, "mail", "*")); err != nil || len(written) > 0 {
		t.Errorf("the worker has written %v, %v", written, err)
	}
	s = newTestSiteOn(t, c, app.SiteOptions{})
	s.until("the letter", func() bool { return s.letters() == 1 && s.count(waitingLetters) == 0 })
}
