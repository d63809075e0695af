package revenue_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/team"
	"github.com/modyard/modyard/readapi/revenue"
)

// people are the people of a project at the end of a day of May 2026, as "a:100 b:0".
func (w *world) people(of string, day int) string {
	w.t.Helper()
	w.Settle()
	first := time.Date(2026, 5, day, 0, 0, 0, 0, time.UTC)
	found, err := revenue.People(w.t.Context(), w.DB.Pool, first, []string{of, "Nothing1"})
	if err != nil {
		w.t.Fatal(err)
	}
	var list []string
	for _, p := range found[of] {
		list = append(list, fmt.Sprintf("%s:%d", p.Account, p.Weight))
	}
	return strings.Join(list, " ")
}

func (w *world) expect(of string, byDay map[int]string) {
	w.t.Helper()
	for day, want := range byDay {
		if got := w.people(of, day); got != want {
			w.t.Errorf("the people of %s on the %dth are %q, want %q", of, day, got, want)
		}
	}
}

func set(account string, weight team.Weight, from string) project.PayoutWeightSet {
	return project.PayoutWeightSet{Account: account, Weight: weight, Effective: from}
}

func TestPeopleAreTheAcceptedMembersAtTheEndOfTheDay(t *testing.T) {
	w := newWorld(t)
	const stream = "project-ProjAAA1"
	w.at(on(5, 1), stream, "a", project.Created{Project: "ProjAAA1", Slug: "aaa", Type: project.TypeMod, Title: "A", Owner: "a"})
	w.at(on(5, 2), stream, "a", project.MemberInvited{Account: "b", Role: "b", Weight: 300})
	w.at(on(5, 4), stream, "b", project.MemberJoined{Account: "b"})
	midnight := time.Date(2026, 5, 6, 0, 0, 0, 0, time.UTC) // the end of the 5th
	w.at(midnight, stream, "a", project.MemberRemoved{Account: "b"})
	w.at(on(5, 8), stream, "a", project.Deleted{Slug: "aaa"})
	w.expect("ProjAAA1", map[int]string{1: "a:0", 3: "a:0", 4: "a:0 b:300", 5: "a:0 b:300", 6: "a:0", 9: "a:0", 20: "a:0"})
}

func TestTheLastStatementOfAWeightHoldsWhenItsDayHasCome(t *testing.T) {
	w := newWorld(t)
	const stream = "project-ProjAAA1"
	w.at(on(5, 1), stream, "a", project.Created{Project: "ProjAAA1", Slug: "aaa", Type: project.TypeMod, Title: "A", Owner: "a"})
	w.at(on(5, 2), stream, "a", set("a", 100, "2026-05-02"))
	w.at(on(5, 3), stream, "a", set("a", 200, "2026-05-06"))
	w.at(on(5, 4), stream, "a", set("a", 400, "2026-05-08"), set("a", 300, "2026-05-07"))
	w.expect("ProjAAA1", map[int]string{1: "a:0", 2: "a:100", 5: "a:100", 6: "a:200", 7: "a:300", 8: "a:300"})
}

func TestWhoComesBackHasTheWeightOfTheLastInvitation(t *testing.T) {
	w := newWorld(t)
	const stream = "project-ProjAAA1"
	w.at(on(5, 1), stream, "a", project.Created{Project: "ProjAAA1", Slug: "aaa", Type: project.TypeMod, Title: "A", Owner: "a"},
		project.MemberInvited{Account: "b", Role: "b", Weight: 100}, project.MemberJoined{Account: "b"}, set("b", 700, "2026-05-09"))
	w.at(on(5, 3), stream, "b", project.MemberLeft{Account: "b"})
	w.at(on(5, 5), stream, "a", project.MemberInvited{Account: "b", Role: "b", Weight: 50})
	w.at(on(5, 6), stream, "b", project.MemberJoined{Account: "b"})
	w.expect("ProjAAA1", map[int]string{2: "a:0 b:100", 3: "a:0", 5: "a:0", 6: "a:0 b:50", 12: "a:0 b:50"})
}

func TestAProjectTakesThePeopleOfItsOrganizationUnlessItHasItsOwn(t *testing.T) {
	w := newWorld(t)
	const stream, org = "project-ProjAAA1", "organization-OrgaAAA1"
	w.at(on(5, 1), org, "o", organized("OrgaAAA1", "o", false),
		organization.MemberInvited{Account: "b", Role: "b", Weight: 500}, organization.MemberJoined{Account: "b"},
		organization.MemberInvited{Account: "c", Role: "c", Weight: 600})
	w.at(on(5, 1), stream, "a", project.Created{Project: "ProjAAA1", Slug: "aaa", Type: project.TypeMod, Title: "A", Owner: "a"},
		project.MemberInvited{Account: "b", Role: "b", Weight: 10}, project.MemberJoined{Account: "b"})
	w.at(on(5, 3), stream, "a", project.EnteredOrganization{Organization: "OrgaAAA1"})
	w.at(on(5, 4), org, "o", organization.PayoutWeightSet{Account: "o", Weight: 70, Effective: "2026-05-06"}, organization.MemberJoined{Account: "c"})
	w.at(on(5, 5), stream, "a", project.MemberRemoved{Account: "b"})
	w.at(on(5, 8), stream, "o", project.LeftOrganization{Organization: "OrgaAAA1", Owner: "c"})
	w.expect("ProjAAA1", map[int]string{
		2: "a:0 b:10", 3: "a:0 b:10 o:0", 4: "a:0 b:10 c:600 o:0", 5: "a:0 b:500 c:600 o:0", 6: "a:0 b:500 c:600 o:70", 8: "a:0 c:0",
	})
}

func TestProjectsOfRepostTeamsHaveNobodyUntilTheyAreClaimed(t *testing.T) {
	w := newWorld(t)
	w.at(on(5, 1), "organization-OrgaRep1", "o", organized("OrgaRep1", "o", true))
	w.at(on(5, 1), "project-ProjAAA1", "o", project.Created{Project: "ProjAAA1", Slug: "aaa", Type: project.TypeMod, Title: "A", Organization: "OrgaRep1"})
	w.at(on(5, 4), "project-ProjAAA1", "m", project.LeftOrganization{Organization: "OrgaRep1", Owner: "a", Claim: "Claim001"})
	w.expect("ProjAAA1", map[int]string{3: "", 4: "a:0"})
}
