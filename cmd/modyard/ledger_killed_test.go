package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"github.com/modyard/modyard/cmd/modyard/app"
	commandrevenue "github.com/modyard/modyard/commands/revenue"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/jobs"
	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/platform/pgtest"
)

// TestAMonthIsSharedAndSettledOnceThroughKills enters the income of a month while two processes share its days, and then
// lets both settle it; they are killed at any moment. At the end each day is shared and each wallet credited exactly once,
// with the amounts of a run that nothing has disturbed.
func TestAMonthIsSharedAndSettledOnceThroughKills(t *testing.T) {
	long(t, "kills programs")
	kills := numberOf(envKills, 3)
	ctx, stop := context.WithTimeout(context.Background(), hangs)
	defer stop()
	w := newLedgerWorld(ctx, t)
	if err := w.found(ctx); err != nil {
		t.Fatal(err)
	}
	w.starts()
	if err := w.site.Revenue.OpenLedger(ctx); err != nil {
		t.Fatal(err)
	}
	entries, entering := w.entries(), make(chan error, 1)
	shared, settled, entered := 0, 0, 0 // kills meanwhile
	for n := range kills {              // each kill comes while days are entered and shared
		until := len(entries) * (n + 1) / kills
		go func(some []ledgerEntry) { entering <- w.enter(ctx, w.plan, some) }(entries[entered:until])
		if w.killed(ctx, n%3 == 2, 3*(until-entered), w.shareAgain, w.allShared) {
			shared++
		}
		if err := <-entering; err != nil {
			t.Fatal(err)
		}
		entered = until
	}
	w.waits(ctx, "every day is shared", w.shareAgain, w.allShared)
	if err := w.plan.BeginSettlement(ctx, w.month()); err != nil {
		t.Fatal(err)
	}
	for range kills {
		if w.killed(ctx, true, ledgerPeople/(kills+1), w.settleAgain, w.settled) {
			settled++
		}
	}
	w.waits(ctx, "the month is settled", w.settleAgain, w.settled)
	for _, s := range w.running {
		s.stop(t)
	}
	if shared == 0 || settled == 0 {
		t.Errorf("processes were killed %d times while they shared and %d times while they settled", shared, settled)
	}
	got := w.amounts(ctx, w.core.Log)
	if want := w.undisturbed(ctx); got.String() != want.String() {
		t.Errorf("the amounts are %s, those of a run that nothing disturbs %s", got, want)
	}
	report, err := w.core.VerifyLedger(ctx)
	if err != nil || len(report.Findings) > 0 || report.Wallets != ledgerPeople {
		t.Errorf("%+v %v", report, err)
	}
	t.Logf("%d kills while sharing and %d while settling, %d events, %d replaced runs", shared, settled, report.Events, got.replaced)
}

// ledgerWorld is a site with projects, whose past month has hits, and two processes that serve it.
type ledgerWorld struct {
	t       *testing.T
	core    *app.Core
	site    *app.Site
	plan    commandrevenue.Planned
	jobs    *jobs.Client
	days    []string
	args    []string // of the processes
	dirs    []string
	running []*served
}

func newLedgerWorld(ctx context.Context, t *testing.T) *ledgerWorld {
	t.Helper()
	logins, keys := pgtest.Logins(t, pgtest.Migrated(t)), filepath.Join(t.TempDir(), "keys.json")
	files := "file://" + t.TempDir() // of all processes
	w := &ledgerWorld{t: t, dirs: []string{t.TempDir(), t.TempDir()}, args: []string{
		"--database-url", logins.App, "--database-owner-url", logins.Owner, "--keys-file", keys, "--blob-url", files, "--rate-limit", "0",
	}}
	now := time.Now().UTC()
	first := time.Date(now.Year(), now.Month()-2, 1, 0, 0, 0, 0, time.UTC) // long enough ago to be settled
	for day := first; day.Month() == first.Month(); day = day.AddDate(0, 0, 1) {
		w.days = append(w.days, day.Format(time.DateOnly))
	}
	c := config.Config{DataDir: t.TempDir(), DatabaseURL: logins.App, DatabaseOwnerURL: logins.Owner, KeysFile: keys, BlobURL: files, Game: "Minecraft", Brand: "Modyard"}
	var err error
	if w.core, err = app.Open(ctx, c, slog.New(slog.NewTextHandler(io.Discard, nil)), app.Share); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.core.Close() })
	if w.site, err = app.NewSite(ctx, w.core, app.SiteOptions{}); err != nil {
		t.Fatal(err)
	}
	if w.jobs, err = jobs.NewClient(w.core.DB.Pool, nil); err != nil {
		t.Fatal(err)
	}
	keeps := func(id string) revenue.Caller {
		return revenue.Caller{Actor: actor.Actor{Account: id}, Treasurer: true}
	}
	w.plan = commandrevenue.Planned{Service: w.site.Revenue, By: keeps("Treasur1"), Second: keeps("Treasur2")}
	return w
}

func (w *ledgerWorld) month() string { return revenue.MonthOf(w.days[0]) }

func (w *ledgerWorld) starts() {
	for _, dir := range w.dirs {
		w.running = append(w.running, serve(w.t, dir, w.args...))
	}
}

// ledgerEntry is income of a day.
type ledgerEntry struct {
	day, source string
	amount      revenue.Amount
}

// entries are income of every day, and then more of some days, which may be shared already.
func (w *ledgerWorld) entries() (list []ledgerEntry) {
	for round, source := range []string{"ads", "sponsors"} {
		for n, day := range w.days {
			if round == 0 || n%3 == 0 {
				list = append(list, ledgerEntry{day, source, revenue.Amount(40_000_000 + n*1_234_567)})
			}
		}
	}
	return list
}

// enter enters and confirms income, and queues the sharing of its days as the command does.
func (w *ledgerWorld) enter(ctx context.Context, p commandrevenue.Planned, list []ledgerEntry) error {
	for _, e := range list {
		if err := p.Income(ctx, e.day, e.source, e.amount, "evidence"); err != nil {
			return err
		}
		if p.Service != w.plan.Service { // nobody else follows it
			continue
		}
		if err := w.queue(ctx, ledgerJob{kind: "revenue.share", Day: e.day}); err != nil {
			return err
		}
	}
	return nil
}

// ledgerJob is a job as the commands queue it, which may be there any number of times.
type ledgerJob struct {
	kind  string
	Day   string `json:"day,omitempty"`
	Month string `json:"month,omitempty"`
}

// Kind implements river.JobArgs.
func (j ledgerJob) Kind() string { return j.kind }

func (w *ledgerWorld) queue(ctx context.Context, j ledgerJob) error {
	if _, err := w.jobs.Insert(ctx, j, &river.InsertOpts{Queue: "revenue", MaxAttempts: 20}); err != nil {
		return fmt.Errorf("queue a job: %w", err)
	}
	return nil
}

// shareAgain queues what is due, which the sweep would find later.
func (w *ledgerWorld) shareAgain(ctx context.Context) error {
	rows, err := w.core.DB.Pool.Query(ctx, `select to_char(day, 'YYYY-MM-DD') from revenue.days where due or finished is null`)
	if err != nil {
		return err
	}
	var due []string
	for rows.Next() {
		var day string
		if err := rows.Scan(&day); err != nil {
			return err
		}
		due = append(due, day)
	}
	for _, day := range due {
		if err := w.queue(ctx, ledgerJob{kind: "revenue.share", Day: day}); err != nil {
			return err
		}
	}
	return rows.Err()
}

// settleAgain queues the settlement for both processes.
func (w *ledgerWorld) settleAgain(ctx context.Context) error {
	for range w.dirs {
		if err := w.queue(ctx, ledgerJob{kind: "revenue.settle", Month: w.month()}); err != nil {
			return err
		}
	}
	return nil
}

func (w *ledgerWorld) is(ctx context.Context, query string, args ...any) bool {
	w.t.Helper()
	var is bool
	if err := w.core.DB.Pool.QueryRow(ctx, query, args...).Scan(&is); err != nil {
		w.t.Fatal(err)
	}
	return is
}

// allShared is true when each day is shared, and some with income of both sources.
func (w *ledgerWorld) allShared(ctx context.Context) bool {
	return w.is(ctx, `select count(*) filter (where finished is not null and not due) = $1
    and (select count(*) from revenue.entries where state = 'confirmed') = $2 from revenue.days`, len(w.days), len(w.entries()))
}

func (w *ledgerWorld) settled(ctx context.Context) bool {
	return w.is(ctx, `select exists (select from revenue.months where month = $1 and state = 'settled')`, w.month())
}

// killed kills one or both processes after a random number of events, at most so many, and starts them again. It returns
// false if all is done before.
func (w *ledgerWorld) killed(ctx context.Context, both bool, most int, again func(context.Context) error, done func(context.Context) bool) bool {
	w.t.Helper()
	if err := again(ctx); err != nil {
		w.t.Fatal(err)
	}
	if !w.grows(ctx, 1+rand.IntN(most), again, done) {
		return false
	}
	dying := []int{rand.IntN(len(w.running))}
	if both {
		dying = []int{0, 1}
	}
	for _, i := range dying {
		if err := w.running[i].Process.Kill(); err != nil {
			w.t.Fatal(err)
		}
		_ = w.running[i].Wait()
	}
	for _, i := range dying {
		w.running[i] = serve(w.t, w.dirs[i], w.args...)
	}
	return true
}

// grows waits until the log has more events; it returns false if all is done before.
func (w *ledgerWorld) grows(ctx context.Context, by int, again func(context.Context) error, done func(context.Context) bool) bool {
	w.t.Helper()
	from, err := w.core.Log.Head(ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	for n := 1; ctx.Err() == nil; n++ {
		head, err := w.core.Log.Head(ctx)
		if err != nil {
			w.t.Fatal(err)
		}
		if int(head-from) >= by { //nolint:gosec // a small difference
			return true
		}
		if n%50 == 0 && done(ctx) {
			return false
		}
		if n%1000 == 0 { // what a killed process had begun is queued again
			if err := again(ctx); err != nil {
				w.t.Fatal(err)
			}
		}
		pause.For(ctx, 2*time.Millisecond)
	}
	w.t.Fatal(ctx.Err())
	return false
}

func (w *ledgerWorld) waits(ctx context.Context, what string, again func(context.Context) error, done func(context.Context) bool) {
	w.t.Helper()
	for n := 0; !done(ctx); n++ {
		if n%40 == 0 {
			if err := again(ctx); err != nil {
				w.t.Fatal(err)
			}
		}
		if !pause.For(ctx, 50*time.Millisecond) {
			w.t.Fatalf("%s: %v", what, ctx.Err())
		}
	}
}
