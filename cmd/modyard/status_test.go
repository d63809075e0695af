package main

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"
)

func TestEverybodySeesWhetherTheSiteWorksAndWhatDidNot(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	type answer struct {
		State     string
		Synced    *time.Time
		Incidents []struct {
			Part         string
			Began, Ended *time.Time
		}
		Parts []struct {
			Name, State string
			Up          *float64
			Days        []struct {
				Day  string
				Up   *float64
				Down int
			}
		}
	}
	// The recorder begins within a moment of the start.
	until := func(what string, good func(answer) bool) (a answer) {
		t.Helper()
		s.until(what, func() bool {
			res := s.ask("", http.MethodGet, "/_internal/status", nil)
			a = answer{}
			if err := json.Unmarshal(res.Body, &a); err != nil || res.Status != http.StatusOK {
				t.Fatalf("%d %s", res.Status, res.Body)
			}
			return good(a)
		})
		return a
	}
	a := until("everything works", func(a answer) bool { return a.State == "ok" && a.Synced != nil })
	var names []string
	for _, p := range a.Parts {
		names = append(names, p.Name)
		if p.State != "ok" || len(p.Days) != 90 || p.Days[89].Day != time.Now().UTC().Format(time.DateOnly) || p.Days[0].Up != nil {
			t.Errorf("%+v", p)
		}
	}
	if len(names) != 5 || names[0] != "site" || len(a.Incidents) != 0 {
		t.Errorf("%v, %+v", names, a.Incidents)
	}
	if _, err := s.DB.Pool.Exec(t.Context(), `insert into uptime.days (part, day, up, down) values ('search', current_date - 1, 3000, 1000);
		insert into uptime.incidents (part, began) values ('unknown', now() - interval '1 hour')`); err != nil {
		t.Fatal(err)
	}
	a = until("the day before is shown", func(a answer) bool { return len(a.Incidents) == 1 })
	if p := a.Parts[3]; p.Name != "search" || p.Days[88].Up == nil || *p.Days[88].Up != 0.75 || p.Days[88].Down != 1000 || p.Up == nil || *p.Up > 0.8 {
		t.Errorf("%+v", p)
	}
	if a.Incidents[0].Ended != nil || a.State != "ok" {
		t.Errorf("an incident of a part that is not known any more decides: %+v", a)
	}
}
