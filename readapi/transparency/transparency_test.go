package transparency_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/readapi/review"
	"github.com/modyard/modyard/readapi/transparency"
)

const (
	path = "/_internal/transparency"
)

func ago(days, hours int) time.Time {
	return Now().AddDate(0, 0, -days).Add(-time.Duration(hours) * time.Hour)
}

func figures(w *World) transparency.Answer {
	return Get[transparency.Answer](w, "", path)
}

func month(t *testing.T, a transparency.Answer, name string) transparency.Counts {
	t.Helper()
	for _, m := range a.Months {
		if m.Month == name {
			return m.Counts
		}
	}
	t.Fatalf("%s is not listed: %+v", name, a.Months)
	return transparency.Counts{}
}

// said are counts and waits in hours.
func said(c transparency.Counts) string {
	hours := func(s *int) string {
		if s == nil {
			return "-"
		}
		return fmt.Sprint(*s / 3600)
	}
	return fmt.Sprintf("%d/%d/%d, %d undone, %s..%s", c.Approved, c.Rejected, c.Withheld, c.Overturned, hours(c.MedianSeconds), hours(c.P95Seconds))
}

func TestDecisionsAreCountedByMonthTypeAndReasonWithTheirWaits(t *testing.T) {
	w := New(t)
	for i, p := range []struct {
		kind    project.Type
		days    int // since the decision
		wait    int // hours
		options []string
	}{
		{project.TypeMod, 1, 2, []string{"title-long", "title-useless"}}, {project.TypeMod, 2, 4, []string{"title-long", "summary-short"}},
		{project.TypeShader, 3, 6, nil}, {project.TypeMod, 60, 8, []string{"unknown-option"}},
	} {
		id := fmt.Sprintf("ProjNo%02d", i)
		w.Create(id, p.kind)
		w.Submit(id, ago(p.days, p.wait))
		w.Reject(id, Ann, ago(p.days, 0), p.options...)
	}
	w.Create("ProjAppr", project.TypeMod)
	w.Submit("ProjAppr", ago(4, 1))
	w.Approve("ProjAppr", Bob, ago(4, 0))
	w.Create("ProjWait", project.TypeMod)
	w.Submit("ProjWait", ago(0, 5))
	a := figures(w)
	if got := said(a.Recent); got != "1/3/0, 0 undone, 2..6" {
		t.Errorf("the last 30 days: %s", got)
	}
	if len(a.Months) != 12 || a.Months[11].Month != "2026-11" {
		t.Errorf("months are %+v", a.Months)
	}
	if got := said(month(t, a, "2026-09")); got != "0/1/0, 0 undone, 8..8" {
		t.Errorf("2026-09: %s", got)
	}
	if got := said(month(t, a, "2026-10")); got != "0/0/0, 0 undone, -..-" {
		t.Errorf("2026-10: %s", got)
	}
	if len(a.Types) != 2 || a.Types[0].Type != "mod" || said(a.Types[0].Counts) != "1/2/0, 0 undone, 2..4" || a.Types[1].Rejected != 1 {
		t.Errorf("types are %+v", a.Types)
	}
	var reasons []string
	for _, s := range a.Reasons {
		reasons = append(reasons, fmt.Sprintf("%s %d %v", s.Title, s.Count, s.Options))
	}
	if got, want := strings.Join(reasons, "; "), "标题 2 [{title-long 过长 2} {title-useless 包含无用信息 1}]; 未注明 2 []; 简介 1 [{summary-short 不足 1}]"; got != want {
		t.Errorf("reasons are %s, want %s", got, want)
	}
	if a.Waiting.Projects != 1 || a.Waiting.MedianSeconds == nil || *a.Waiting.MedianSeconds != 5*3600 {
		t.Errorf("waiting are %+v", a.Waiting)
	}
	if a.LeftOut || a.All != nil {
		t.Errorf("left out %v, estimate %+v", a.LeftOut, a.All)
	}
	w.Rebuilt()
}

func TestNobodyLearnsWhoDecided(t *testing.T) {
	w := New(t)
	w.Create("ProjOne1", project.TypeMod)
	w.Submit("ProjOne1", ago(1, 2))
	w.Reject("ProjOne1", Ann, ago(1, 0))
	if body := string(w.Ask(200, "", path)); strings.Contains(body, Ann) || strings.Contains(body, "石榴") {
		t.Error(body)
	}
}

func TestImportsDemonstrationDataAndForcedChangesAreNoDecisions(t *testing.T) {
	demo := eventlog.Metadata{Actor: Ann, Role: "moderator", Command: "demo try-out 7"}
	for name, happen := range map[string]func(w *World){
		"an import": func(w *World) {
			w.At(ago(1, 0), eventlog.Metadata{Role: "import"}, "project-ProjOne1", project.ListedByImport{Source: "catalogue", Status: project.Listed})
		},
		"a decision of the demonstration": func(w *World) {
			w.Submit("ProjOne1", ago(2, 0), demo)
			w.At(ago(1, 0), demo, "project-ProjOne1", project.Approved{Submission: "SProjOne1", From: project.Processing, Status: project.Listed})
		},
		"a change of status outside of a round": func(w *World) {
			w.At(ago(1, 0), eventlog.Metadata{Actor: Ann, Role: "moderator"}, "project-ProjOne1", project.Withheld{From: project.Listed, Message: "权利人来信"})
		},
		"a return to draft": func(w *World) {
			w.Submit("ProjOne1", ago(2, 0))
			w.At(ago(1, 0), eventlog.Metadata{Actor: Maker}, "project-ProjOne1", project.StatusChanged{From: project.Processing, To: project.Draft})
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := New(t)
			w.Create("ProjOne1", project.TypeMod)
			happen(w)
			a := figures(w)
			if said(a.Recent) != "0/0/0, 0 undone, -..-" || len(a.Types) != 0 || a.Waiting.Projects != 0 {
				t.Errorf("%+v", a)
			}
			if a.LeftOut != strings.Contains(name, "demonstration") {
				t.Errorf("left out: %v", a.LeftOut)
			}
			w.Rebuilt()
		})
	}
}

func TestADecisionOfAPersonOnADemonstrationProjectCountsWithoutAWait(t *testing.T) {
	w := New(t)
	w.Create("ProjOne1", project.TypeMod)
	w.Submit("ProjOne1", ago(300, 0), eventlog.Metadata{Command: "demo project 1"})
	if a := figures(w); a.Waiting.Projects != 0 {
		t.Errorf("waiting are %+v", a.Waiting)
	}
	w.Approve("ProjOne1", Ann, ago(1, 0))
	if got := said(figures(w).Recent); got != "1/0/0, 0 undone, -..-" {
		t.Error(got)
	}
}

func TestTheMedianWaitIsThatOfTheRoundsDecidedInTheLastThirtyDaysEachFromItsOwnSubmission(t *testing.T) {
	w := New(t)
	expect := func(what string, decisions, measured int64, hours int) {
		t.Helper()
		recent := figures(w).Recent
		overview := Get[review.Overview](w, Ann, overview).Recent
		for place, got := range map[string]transparency.Counts{"the figures": recent, "the overview": overview} {
			n := got.Approved + got.Rejected + got.Withheld
			if n != decisions || got.Measured != measured || (got.MedianSeconds == nil) != (hours == 0) || hours > 0 && *got.MedianSeconds != hours*3600 {
				t.Errorf("%s, %s: %+v, want %d decisions of which %d measured, %d hours", what, place, got, decisions, measured, hours)
			}
		}
	}
	expect("nothing", 0, 0, 0)
	w.Create("ProjOld0", project.TypeMod)
	w.Submit("ProjOld0", ago(60, 0))
	w.Approve("ProjOld0", Ann, ago(31, 0)) // before the thirty days
	expect("an old round", 0, 0, 0)
	w.Create("ProjDem1", project.TypeMod)
	w.Submit("ProjDem1", ago(29, 0), eventlog.Metadata{Command: "demo project 1"})
	w.Reject("ProjDem1", Ann, ago(20, 0))
	expect("a decision on a submission of the demonstration", 1, 0, 0)
	w.Submit("ProjDem1", ago(19, 0))
	expect("its resubmission, which waits", 1, 0, 0)
	w.Approve("ProjDem1", Ann, ago(19, -1))
	expect("the decision on it", 2, 1, 1)
	w.Create("ProjNew2", project.TypeMod)
	w.Submit("ProjNew2", ago(40, 0)) // submitted before the thirty days, decided within
	w.Reject("ProjNew2", Ann, ago(30, -1))
	expect("a round that waited long", 3, 2, 1)
	w.Submit("ProjNew2", ago(10, 0))
	w.Reject("ProjNew2", Ann, ago(10, -5))
	expect("its second round", 4, 3, 5)
	w.Rebuilt()
}

func TestAnUndoneDecisionIsOverturnedInItsMonthAndNoLongerTheRoundsDecision(t *testing.T) {
	w := New(t)
	w.Create("ProjOne1", project.TypeMod)
	w.Submit("ProjOne1", ago(40, 0))
	first := w.Reject("ProjOne1", Ann, ago(35, 0), "title-long")
	if got := said(month(t, figures(w), "2026-10")); got != "0/1/0, 0 undone, 120..120" {
		t.Errorf("before the undo: %s", got)
	}
	w.Undo("ProjOne1", first, ago(2, 0), ago(40, 0))
	a := figures(w)
	if got := said(month(t, a, "2026-10")); got != "0/0/0, 0 undone, -..-" {
		t.Errorf("the month of the decision after the undo: %s", got)
	}
	if got := said(month(t, a, "2026-11")); got != "0/0/0, 1 undone, -..-" || len(a.Reasons) != 0 || a.Waiting.Projects != 1 {
		t.Errorf("the month of the undo: %s, %+v", got, a)
	}
	w.Approve("ProjOne1", Bob, ago(1, 0))
	a = figures(w)
	if got := said(month(t, a, "2026-11")); got != "1/0/0, 1 undone, 936..936" || a.Types[0].Overturned != 1 {
		t.Errorf("the round decided again: %s", got)
	}
	w.Rebuilt()
}

func TestAResubmissionAfterARejectionOverturnsNothing(t *testing.T) {
	w := New(t)
	w.Create("ProjOne1", project.TypeMod)
	w.Submit("ProjOne1", ago(5, 0))
	w.Reject("ProjOne1", Ann, ago(4, 0))
	w.Submit("ProjOne1", ago(3, 0))
	w.Approve("ProjOne1", Bob, ago(2, 0))
	if got := said(figures(w).Recent); got != "1/1/0, 0 undone, 24..24" {
		t.Error(got)
	}
}

func TestDecisionsStayCountedWhenTheirProjectIsDeleted(t *testing.T) {
	w := New(t)
	w.Create("ProjOne1", project.TypeMod)
	w.Submit("ProjOne1", ago(5, 0))
	w.Reject("ProjOne1", Ann, ago(4, 0))
	w.Submit("ProjOne1", ago(3, 0))
	w.At(ago(2, 0), eventlog.Metadata{Actor: Maker}, "project-ProjOne1", project.Deleted{Slug: "slug-ProjOne1"})
	if a := figures(w); a.Recent.Rejected != 1 || a.Waiting.Projects != 0 {
		t.Errorf("%+v", a)
	}
	w.Rebuilt()
}
