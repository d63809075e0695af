package catalog_test

import (
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
)

func TestADocumentSaysWhetherTheProjectTakesPartInTheRevenue(t *testing.T) {
	w := listed(t)
	is := func(when, want string, monetized bool) {
		t.Helper()
		w.Settle()
		v2, v3 := doc[contract.Project](t, w, "doc_v2", alpha), doc[contract.ProjectV3](t, w, "doc_v3", alpha)
		if v2.MonetizationStatus != want || v3.MonetizationStatus != want {
			t.Errorf("%s it is %q in v2, %q in v3; want %q", when, v2.MonetizationStatus, v3.MonetizationStatus, want)
		}
		if got := read[bool](t, w, `select monetized from catalog.projects where id = $1`, alpha); got != monetized {
			t.Errorf("%s its hits are paid: %v", when, got)
		}
	}
	is("at first", "monetized", true)
	w.Project(alpha, owner, project.MonetizationSet{Status: project.Demonetized})
	is("left by its team", "demonetized", false)
	w.Project(alpha, owner, project.Renamed{Title: "Other"})
	is("after another edit", "demonetized", false)
	w.Project(alpha, moderator, project.MonetizationSet{Status: project.ForceDemonetized})
	is("excluded by the staff", "force-demonetized", false)
	w.Project(alpha, moderator, project.MonetizationSet{Status: project.Monetized})
	is("readmitted", "monetized", true)
	rebuiltAlike(t, w)
}
