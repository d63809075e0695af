package release_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/commands"
	commandproject "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/jobs"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/until"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/reactors/release"
)

const (
	owner = "UserOwn1"
	one   = "ProjOne1"
	first = "VersOne1"
)

// world is a site's log and read model, with accounts and what carries out plans.
type world struct {
	*catalogtest.World
	t        *testing.T
	log      *killed
	releaser *release.Releaser
	mu       sync.Mutex
	now      time.Time
}

// killed is a log whose answer to the next append is lost, as if the process died after the append.
type killed struct {
	eventlog.Log
	mu   sync.Mutex
	next bool
}

var errKilled = errors.New("killed after the append")

func (k *killed) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	receipt, err := k.Log.Append(ctx, writes...)
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.next && err == nil {
		k.next = false
		return eventlog.Receipt{}, errKilled
	}
	return receipt, err
}

// newWorld has a scheduled project with a scheduled version, both due in the given time after the epoch.
func newWorld(t *testing.T, in time.Duration) *world {
	w := &world{World: catalogtest.New(t), t: t, now: catalogtest.Epoch()}
	w.log = &killed{Log: w.Log}
	w.Account(owner, "gale", "user")
	w.Slug("lanternquay", one)
	w.Project(one, owner, project.Created{Project: one, Slug: "lanternquay", Type: project.TypeMod, Title: "Lanternquay", Summary: "简介", Owner: owner},
		project.Submitted{From: project.Draft, Requested: project.Listed})
	w.Project(one, "UserMod3", project.Approved{From: project.Processing, Status: project.Listed})
	at := catalogtest.Epoch().Add(in)
	w.Project(one, owner, project.StatusChanged{From: project.Listed, To: project.Scheduled},
		project.ReleasePlanned{Plan: "PlanOne1", Author: owner, Status: project.Listed, Time: at})
	w.Happen("projectversions-"+one, owner, project.VersionAdded{Version: first})
	w.Happen("version-"+first, owner, project.VersionCreated{
		Version: first, Project: one, Author: owner, Name: "第一版", Number: "1.0", Channel: project.Release, Status: project.VersionListed,
		Loaders: []string{"fabric"}, GameVersions: []string{"1.21"},
	}, project.VersionStatusChanged{Version: first, Project: one, Status: project.VersionScheduled},
		project.VersionReleasePlanned{Version: first, Project: one, Plan: "PlanTwo2", Author: owner, Status: project.VersionListed, Time: at})
	w.Settle()
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	accounts, err := identity.New(t.Context(), identity.Options{Pool: w.DB.Pool, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	handler := &commands.Handler{Log: w.log, Codec: w.Codec, Now: w.clock, Logger: quiet, Keys: commands.Keys{IDs: []byte("a key of tests for ids, 32 bytes")}}
	w.releaser = &release.Releaser{Pool: w.DB.Pool, Now: w.clock, Commands: &commandproject.Releases{Handler: handler, Accounts: accounts}}
	return w
}

func (w *world) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func (w *world) at(in time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = catalogtest.Epoch().Add(in)
}

// run carries out what is due, and returns the number of new events.
func (w *world) run() int {
	w.t.Helper()
	before := w.head()
	if err := w.releaser.Run(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	return int(w.head() - before)
}

func (w *world) head() eventlog.Position {
	w.t.Helper()
	head, err := w.Log.Head(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	return head
}

// row is what the read model says of the project and its version.
func (w *world) row() (status, version string, plans int) {
	w.t.Helper()
	w.Settle()
	if err := w.DB.Pool.QueryRow(w.t.Context(), `select p.status, v.status, (p.due is not null)::int + (v.due is not null)::int
		from catalog.projects p join catalog.versions v on v.project = p.id where p.id = $1`, one).Scan(&status, &version, &plans); err != nil {
		w.t.Fatal(err)
	}
	return status, version, plans
}

func TestDuePlansAreFoundInTheReadModelAndCarriedOutOnce(t *testing.T) {
	w := newWorld(t, time.Hour)
	if status, version, plans := w.row(); status != "scheduled" || version != "scheduled" || plans != 2 {
		t.Fatal(status, version, plans)
	}
	w.at(time.Hour - time.Second)
	if n := w.run(); n != 0 {
		t.Errorf("%d events before the time", n)
	}
	w.at(time.Hour)
	if n := w.run(); n != 2 {
		t.Errorf("%d events at the time", n)
	}
	if n := w.run(); n != 0 { // the read model may still be as before
		t.Errorf("%d events of a repeated run", n)
	}
	if status, version, plans := w.row(); status != "approved" || version != "listed" || plans != 0 {
		t.Error(status, version, plans)
	}
	w.at(-time.Hour) // a clock that is set back
	if n := w.run(); n != 0 {
		t.Errorf("%d events after the clock was set back", n)
	}
}

func TestAReleaseIsNotRepeatedAfterTheProcessDied(t *testing.T) {
	w := newWorld(t, time.Hour)
	w.at(25 * time.Hour) // the site was down at the time
	before := w.head()
	w.log.next = true
	if err := w.releaser.Run(t.Context()); !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	for range 2 {
		w.run()
	}
	if n := w.head() - before; n != 2 {
		t.Errorf("%d events", n)
	}
	if status, version, _ := w.row(); status != "approved" || version != "listed" {
		t.Error(status, version)
	}
}

func TestAPlanOfAClosedAccountEndsAndAnotherFailureDoesNotDelayIt(t *testing.T) {
	w := newWorld(t, time.Hour)
	w.at(time.Hour)
	if _, err := w.DB.Pool.Exec(t.Context(), `delete from identity.accounts where id = $1`, owner); err != nil {
		t.Fatal(err)
	}
	w.log.next = true // the answer to the first is lost
	if err := w.releaser.Run(t.Context()); !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	if status, version, plans := w.row(); status != "private" || version != "draft" || plans != 0 {
		t.Error(status, version, plans)
	}
}

func TestRunsOfManyProcessesReleaseOnce(t *testing.T) {
	w := newWorld(t, time.Hour)
	w.at(time.Hour)
	before := w.head()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if err := w.releaser.Run(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := w.head() - before; n != 2 {
		t.Errorf("%d events", n)
	}
}

func TestTheQueueOfJobsRunsTheSearch(t *testing.T) {
	w := newWorld(t, 0)
	w.at(time.Hour)
	runner, err := jobs.New(jobs.Options{Pool: w.DB.Pool, Logger: slog.New(slog.DiscardHandler)}, w.releaser.Jobs())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- runner.Run(ctx) }()
	defer func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}()
	until.Until(t, "the release", func() error {
		if status, version, _ := w.row(); status != "approved" || version != "listed" {
			return fmt.Errorf("the project is %s and the version %s", status, version)
		}
		return nil
	})
}

func TestWithoutAReadModelNothingIsDue(t *testing.T) {
	db := pgtest.Database(t)
	r := &release.Releaser{Pool: db.Pool}
	if err := r.Run(t.Context()); err != nil {
		t.Error(err)
	}
	for _, statement := range []string{"create schema catalog", "create table catalog.projects (id text)", "create table catalog.versions (id text)"} {
		if _, err := db.Pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Run(t.Context()); err != nil { // of an older version
		t.Error(err)
	}
}

func TestTheSearchUsesTheIndexesOfPlans(t *testing.T) {
	w := newWorld(t, time.Hour)
	plan := explain(t, w.DB)
	for _, index := range []string{"projects_due", "versions_due"} {
		if !strings.Contains(plan, index) {
			t.Errorf("the plan does not use %s:\n%s", index, plan)
		}
	}
}

// explain is the plan of the search where a sequential scan costs more than any index.
func explain(t *testing.T, db *database.DB) string {
	t.Helper()
	tx, err := db.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(context.Background()) //nolint:errcheck // only read
	if _, err := tx.Exec(t.Context(), "set local enable_seqscan = off"); err != nil {
		t.Fatal(err)
	}
	rows, err := tx.Query(t.Context(), "explain "+release.Due, time.Now(), 500)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}
