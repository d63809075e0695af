package revenue_test

import (
	"testing"
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/revenue"
)

// jobs is how many jobs of a kind wait or run for a subject, and run marks those that wait as running.
func (w *world) jobs(kind, subject string) (n int) {
	w.Helper()
	const count = `SELECT count(*) FROM jobs.river_job WHERE kind = $1 AND $2 IN (args ->> 'day', args ->> 'month', args ->> 'payout')`
	if err := w.pool.QueryRow(w.Context(), count, kind, subject).Scan(&n); err != nil {
		w.Fatal(err)
	}
	return n
}

func (w *world) run(kind string) {
	w.Helper()
	const start = `UPDATE jobs.river_job SET state = 'running', attempted_at = now(), attempt = 1 WHERE kind = $1`
	if _, err := w.pool.Exec(w.Context(), start, kind); err != nil {
		w.Fatal(err)
	}
}

func TestAChangeHasAJobOfItsOwnWhileAnotherOneRuns(t *testing.T) {
	const day = "2026-10-05"
	w := newWorld(t)
	w.Happen("project-Project1", project.Created{Project: "Project1", Slug: "one", Type: project.TypeMod, Title: "一", Owner: maker}, project.ListedByImport{Status: project.Listed})
	entry := w.income(day, "100")
	if n := w.jobs("revenue.share", day); n != 1 {
		t.Fatalf("%d jobs after the first confirmation", n)
	}
	w.run("revenue.share")
	w.income(day, "7")
	if n := w.jobs("revenue.share", day); n != 2 {
		t.Errorf("%d jobs: the second confirmation, while a job runs, has none", n)
	}
	w.run("revenue.share")
	w.Want(204, admin, "POST", "/_internal/revenue/exclusions", `{"project":"Project1","from":"2026-10-04","to":"2026-10-06","reason":{"code":"rules"}}`)
	if n, other := w.jobs("revenue.share", day), w.jobs("revenue.share", "2026-10-04"); n != 3 || other != 0 {
		t.Errorf("%d jobs after a project was left out, %d for a day without income", n, other)
	}
	w.run("revenue.share")
	w.Want(204, admin, "POST", "/_internal/revenue/days/"+day+"/income/"+entry+"/reverse", `{"reason":{"code":"correction"}}`)
	if n := w.jobs("revenue.share", day); n != 4 {
		t.Errorf("%d jobs after an entry was reversed", n)
	}
	w.earns(maker, 100)
	p := w.withdraw(maker, w.destination(maker, "bank"), "50")
	w.approve(p.ID)
	w.run("revenue.payout")
	w.Want(204, maker, "DELETE", "/v3/payout/"+p.ID, "")
	if n := w.jobs("revenue.payout", p.ID); n != 2 {
		t.Errorf("%d jobs after a cancellation, while a job runs", n)
	}
}

func TestADayThatChangesWhileItIsSharedIsSharedAgainBeforeTheAnswer(t *testing.T) {
	const day = "2026-10-05"
	w := newWorld(t)
	w.income(day, "100")
	var made struct{ ID string }
	w.Want(200, admin, "POST", "/_internal/revenue/days/"+day+"/income", `{"source":"ads","amount":20,"evidence":"`+w.evidence()+`"}`).Decode(w, &made)
	w.now = w.now.Add(25 * time.Hour)
	w.looked = func() {
		w.looked = nil
		w.Want(204, admin, "POST", "/_internal/revenue/days/"+day+"/income/"+made.ID+"/confirm", "")
	}
	w.Want(204, admin, "POST", "/_internal/revenue/days/"+day+"/share", "")
	e, is := w.last("revenueday-" + day).(revenue.SharingFinished)
	if !is || e.Sums[0].Creators+e.Sums[0].Platform != 120*revenue.Unit {
		t.Errorf("%+v", w.last("revenueday-"+day))
	}
	w.agrees()
}

func TestADayThatNeverStopsChangingIsNotSaidToBeShared(t *testing.T) {
	const day = "2026-10-05"
	w := newWorld(t)
	w.income(day, "100")
	n := 0
	w.looked = func() {
		n++
		w.Happen("revenueday-"+day, revenue.ProjectLeftOut{Day: day, Project: string(rune('a' + n))})
	}
	w.Want(409, admin, "POST", "/_internal/revenue/days/"+day+"/share", "")
}
