package revenue_test

import (
	"testing"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/revenue"
)

// shares are the shares of the newest run of a day, by project and account.
func (w *world) shares(day string) map[string]revenue.Amount {
	w.Helper()
	shares := map[string]revenue.Amount{}
	for _, e := range w.Events("revenueday-" + day) {
		switch e := e.(type) {
		case revenue.SharingBegun:
			clear(shares)
		case revenue.SharesNoted:
			for _, s := range e.Shares {
				shares[s.Project+"/"+s.Account] += s.Amount
			}
		}
	}
	return shares
}

func TestADayIsSharedAgainByTheHitsAndPeopleOfItsFirstSharing(t *testing.T) {
	const day = "2026-10-05"
	w := newWorld(t)
	w.Happen("project-Project1", project.Created{Project: "Project1", Slug: "one", Type: project.TypeMod, Title: "一", Owner: maker}, project.ListedByImport{Status: project.Listed})
	share := func() map[string]revenue.Amount {
		w.Want(204, admin, "POST", "/_internal/revenue/days/"+day+"/share", "")
		return w.shares(day)
	}
	exclude := func(more string) {
		w.Want(204, admin, "POST", "/_internal/revenue/exclusions", `{"project":"Project1","from":"`+day+`","to":"`+day+`","reason":{"code":"rules"}`+more+`}`)
	}
	w.income(day, "100")
	first := share()
	if len(first) != 3 || first["Project1/"+maker] != 56_250_000 {
		t.Fatalf("%v", first)
	}
	// The log of hits has lost the day, and other people are there.
	w.hits, w.people = map[string]revenue.Hits{}, map[string][]revenue.Person{"Project1": {{Account: other, Weight: 100}}}
	extra := w.income(day, "200")
	for key, amount := range share() {
		if amount != 3*first[key] {
			t.Errorf("%s: %d of three times the income, first %d", key, amount, first[key])
		}
	}
	w.Want(204, admin, "POST", "/_internal/revenue/days/"+day+"/income/"+extra+"/reverse", `{"reason":{"code":"correction"}}`)
	exclude("")
	if got := share(); got["Project1/"+maker] != 0 || len(got) != 2 {
		t.Errorf("%v", got)
	}
	exclude(`,"take_in":true`)
	for key, amount := range share() {
		if amount != first[key] {
			t.Errorf("%s: %d after it was taken in again, first %d", key, amount, first[key])
		}
	}
	w.agrees()
}

func TestADayWhoseInputsAreLostIsNotSharedAgain(t *testing.T) {
	const day = "2026-10-05"
	w := newWorld(t)
	w.Happen("revenueday-"+day, revenue.SharingBegun{Day: day, Run: "lost", Rule: "net-75", Version: 1, Inputs: "lost"},
		revenue.SharingFinished{Day: day, Run: "lost", Sums: []revenue.Sum{{Source: "ads", Creators: 75 * revenue.Unit, Platform: 25 * revenue.Unit}}})
	w.income(day, "100")
	w.income(day, "7")
	counted := w.hits
	w.hits = map[string]revenue.Hits{}
	before := len(w.Events("revenueday-" + day))
	w.Want(409, admin, "POST", "/_internal/revenue/days/"+day+"/share", "")
	w.Want(409, admin, "GET", "/_internal/revenue/days/"+day+"/preview", "")
	if n := len(w.Events("revenueday-" + day)); n != before {
		t.Errorf("%d events", n-before)
	}
	w.hits = counted // the log of hits has the day
	w.Want(204, admin, "POST", "/_internal/revenue/days/"+day+"/share", "")
	if got := w.shares(day); len(got) != 3 {
		t.Errorf("%v", got)
	}
}
