package revenue_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/revenue"
)

// evidence stores a file and returns its hash.
func (w *world) evidence() string {
	w.Helper()
	hash, err := w.service.KeepEvidence(w.Context(), []byte("a statement"))
	if err != nil {
		w.Fatal(err)
	}
	return hash
}

// income enters income of a day and confirms it a day later.
func (w *world) income(day, amount string) string {
	w.Helper()
	var made struct{ ID string }
	w.Want(200, admin, "POST", "/_internal/revenue/days/"+day+"/income", `{"source":"ads","amount":`+amount+`,"evidence":"`+w.evidence()+`"}`).Decode(w, &made)
	w.now = w.now.Add(25 * time.Hour)
	w.Want(204, admin, "POST", "/_internal/revenue/days/"+day+"/income/"+made.ID+"/confirm", "")
	return made.ID
}

func TestIncomeIsSharedAndSettledAndCanBeWithdrawnLater(t *testing.T) {
	w := newWorld(t)
	w.income("2026-10-05", "100")
	w.Want(204, admin, "POST", "/_internal/revenue/days/2026-10-05/share", "")
	if e := w.last("revenueday-2026-10-05").(revenue.SharingFinished); e.Sums[0].Creators != 75*revenue.Unit || e.Sums[0].Platform != 25*revenue.Unit {
		t.Errorf("%+v", e)
	}
	w.Want(204, admin, "POST", "/_internal/revenue/months/2026-10/ask", "")
	w.now = w.now.Add(25 * time.Hour)
	w.Want(204, admin, "POST", "/_internal/revenue/months/2026-10/settle", "")
	for range 2 { // a second run changes nothing
		if err := w.service.SettleMonth(t.Context(), "2026-10"); err != nil {
			t.Fatal(err)
		}
	}
	earned := w.Events("wallet-" + maker)
	if len(earned) != 1 || earned[0].(revenue.Earned).ValueDate != "2026-12-29" {
		t.Errorf("%+v", earned)
	}
	// 3 of 4 views are of the first project, and the second one is shared by two.
	if got := earned[0].(revenue.Earned).Lines; len(got) != 2 || got[0].Amount != 56_250_000 || got[1].Amount != 9_375_000 {
		t.Errorf("%+v", got)
	}
	w.agrees()
	w.Want(409, admin, "POST", "/_internal/revenue/days/2026-10-05/income", `{"source":"ads","amount":1,"evidence":"`+w.evidence()+`"}`)
}

func TestARuleWithAConditionSharesByTheHitsThatMeetIt(t *testing.T) {
	const day, where = "2026-11-19", `country == "DE"`
	w := newWorld(t)
	w.chosen = map[string]map[string]revenue.Hits{where: {"Project2": {Views: 2}}}
	file := func(where string) string {
		rule, err := json.Marshal(revenue.Rule{Name: "german", Version: 1, Creators: 5000, Weights: revenue.Weights{View: 1}, Where: where})
		if err != nil {
			t.Fatal(err)
		}
		body, err := json.Marshal(map[string]string{"file": string(rule)})
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	w.income(day, "100")
	w.Want(400, admin, "POST", "/_internal/revenue/rules", file("country ="))
	if n := len(w.Events("revenuerule-german")); n != 0 {
		t.Fatalf("%d events of a rule that was refused", n)
	}
	w.Want(204, admin, "POST", "/_internal/revenue/days/"+day+"/share", "")
	w.Want(204, admin, "POST", "/_internal/revenue/rules", file(where))
	w.Want(204, admin, "POST", "/_internal/revenue/rules/german/enforce", `{"version":1,"from":"2026-11-21"}`)
	w.now = w.now.AddDate(0, 0, 2)
	w.income("2026-11-21", "100")
	w.Want(204, admin, "POST", "/_internal/revenue/days/2026-11-21/share", "")
	if got := w.shares(day); got["Project1/"+maker] != 56_250_000 {
		t.Errorf("the day before the rule: %v", got)
	}
	if got := w.shares("2026-11-21"); len(got) != 2 || got["Project2/"+maker] != 25_000_000 || got["Project2/"+other] != 25_000_000 {
		t.Errorf("under the rule: %v", got)
	}
	w.agrees()
}

func TestALaterEntrySharesTheDayAgain(t *testing.T) {
	w := newWorld(t)
	first := w.income("2026-10-05", "100")
	share := func() {
		if err := w.service.ShareDay(t.Context(), "2026-10-05"); err != nil {
			t.Fatal(err)
		}
	}
	share()
	share()
	w.Want(204, admin, "POST", "/_internal/revenue/days/2026-10-05/income/"+first+"/reverse", `{"reason":{"code":"correction"}}`)
	share()
	runs := 0
	for _, e := range w.Events("revenueday-2026-10-05") {
		if _, is := e.(revenue.SharingFinished); is {
			runs++
		}
	}
	if runs != 2 {
		t.Errorf("%d runs", runs)
	}
	w.agrees()
}

func TestAProjectThatIsLeftOutGetsNothing(t *testing.T) {
	w := newWorld(t)
	w.Happen("project-Project1", project.Created{Project: "Project1", Slug: "one", Type: project.TypeMod, Title: "一", Owner: maker}, project.ListedByImport{Status: project.Listed})
	w.income("2026-10-05", "100")
	w.Want(204, admin, "POST", "/_internal/revenue/exclusions", `{"project":"Project1","from":"2026-10-01","to":"2026-10-31","reason":{"code":"rules"}}`)
	if err := w.service.ShareDay(t.Context(), "2026-10-05"); err != nil {
		t.Fatal(err)
	}
	for _, e := range w.Events("revenueday-2026-10-05") {
		if noted, is := e.(revenue.SharesNoted); is {
			for _, s := range noted.Shares {
				if s.Project == "Project1" {
					t.Errorf("%+v", s)
				}
			}
		}
	}
}

func TestBadIncomeIsRefusedWithItsField(t *testing.T) {
	w := newWorld(t)
	hash := w.evidence()
	for name, c := range map[string]struct {
		day, body string
		status    int
		field     string
	}{
		"a future day":        {"2026-12-01", `{"source":"ads","amount":1,"evidence":"` + hash + `"}`, 400, "day"},
		"no day":              {"2026-13-01", `{"source":"ads","amount":1,"evidence":"` + hash + `"}`, 400, "day"},
		"an unknown source":   {"2026-10-05", `{"source":"luck","amount":1,"evidence":"` + hash + `"}`, 400, "source"},
		"nothing":             {"2026-10-05", `{"source":"ads","amount":0,"evidence":"` + hash + `"}`, 400, "amount"},
		"no evidence":         {"2026-10-05", `{"source":"ads","amount":1,"evidence":""}`, 400, "evidence"},
		"evidence of nothing": {"2026-10-05", `{"source":"ads","amount":1,"evidence":"` + strings.Repeat("0", 64) + `"}`, 400, "evidence"},
	} {
		a := w.Ask(admin, "POST", "/_internal/revenue/days/"+c.day+"/income", c.body)
		if a.Status != c.status || !strings.Contains(string(a.Body), `"field":"`+c.field+`"`) {
			t.Errorf("%s: %d %.200s", name, a.Status, a.Body)
		}
	}
	ok := `{"source":"ads","amount":7,"evidence":"` + hash + `"}`
	w.Want(200, admin, "POST", "/_internal/revenue/days/2026-10-05/income", ok)
	w.Want(409, admin, "POST", "/_internal/revenue/days/2026-10-05/income", ok)
	w.Want(401, maker, "POST", "/_internal/revenue/days/2026-10-05/income", ok)
	w.Want(400, admin, "POST", "/_internal/revenue/rules", `{"file":"{\"name\":\"x\",\"version\":1,\"creators\":1,\"weights\":{}}"}`)
}

func TestACorrectionTakesEffectWhenSomebodyElseConfirmsIt(t *testing.T) {
	w := newWorld(t)
	w.earns(maker, 10)
	var made struct{ ID string }
	body := `{"user":"` + maker + `","amount":12.50,"negative":true,"evidence":"` + w.evidence() + `","reason":{"code":"correction"}}`
	w.Want(200, admin, "POST", "/_internal/revenue/corrections", body).Decode(w, &made)
	w.alone = false
	w.Want(401, admin, "POST", "/_internal/revenue/corrections/"+made.ID+"/confirm", "")
	w.alone, w.now = true, w.now.Add(25*time.Hour)
	w.Want(204, admin, "POST", "/_internal/revenue/corrections/"+made.ID+"/confirm", "")
	w.Want(409, admin, "POST", "/_internal/revenue/corrections/"+made.ID+"/confirm", "")
	if left, _, err := w.service.Leaving(t.Context(), maker); err != nil || left != "" {
		t.Errorf("%q %v", left, err)
	}
}

func TestNobodyDecidesAboutAProjectTheyArePaidForAndEveryDecisionHasAReason(t *testing.T) {
	w := newWorld(t)
	w.Happen("project-Project2", project.Created{Project: "Project2", Slug: "two", Type: project.TypeMod, Title: "二", Owner: maker}, project.ListedByImport{Status: project.Listed})
	const path, span = "/_internal/revenue/exclusions", `{"project":"Project2","from":"2026-10-01","to":"2026-10-03"`
	w.Want(400, admin, "POST", path, span+`}`)
	w.people["Project2"] = append(w.people["Project2"], revenue.Person{Account: admin})
	for _, takeIn := range []string{"", `,"take_in":true`} {
		w.Want(401, admin, "POST", path, span+takeIn+`,"reason":{"code":"rules"}}`)
	}
	if n := len(w.Events("revenueday-2026-10-01")); n != 0 {
		t.Errorf("%d events", n)
	}
	w.people["Project2"] = w.people["Project2"][:2]
	w.Want(204, admin, "POST", path, span+`,"reason":{"code":"rules"}}`)
	w.Want(400, admin, "POST", path, span+`,"take_in":true}`)
}
