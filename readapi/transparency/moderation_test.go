package transparency_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/readapi/review"
	"github.com/modyard/modyard/readapi/transparency"
)

const (
	overview = "/_internal/moderation/overview"
	work     = "/_internal/moderation/work"
)

func at(days, hours int) time.Time {
	return Now().AddDate(0, 0, -days).Add(-time.Duration(hours) * time.Hour)
}

func TestTheOverviewCountsWhatWaitsAndTheWorkOfEachModerator(t *testing.T) {
	w := New(t)
	now := time.Now().UTC().Truncate(time.Second)
	for i, waited := range []int{1, 30, 60} {
		id := fmt.Sprintf("ProjWai%d", i)
		w.Create(id, project.TypeMod)
		w.Submit(id, now.Add(-time.Duration(waited)*time.Hour))
	}
	for i, by := range []string{Ann, Ann, Bob} {
		id := fmt.Sprintf("ProjDec%d", i)
		w.Create(id, project.TypeMod)
		w.Submit(id, now.Add(-3*time.Hour))
		w.Approve(id, by, now.Add(-time.Minute))
	}
	staff := eventlog.Metadata{Actor: Bob, Role: "moderator"}
	for _, id := range []string{"ReportA1", "ReportB2"} {
		w.At(now.Add(-time.Hour), eventlog.Metadata{Actor: Maker}, "report-"+id, report.Opened{Report: id, ItemType: report.Project, Item: "ProjWai0", Reporter: Maker})
	}
	w.At(now.Add(-time.Minute), staff, "report-ReportA1", report.Closed{Report: "ReportA1"})
	demo := eventlog.Metadata{Actor: Ann, Role: "moderator", Command: "demo 1"}
	w.At(now.Add(-time.Minute), demo, "report-ReportB2", report.Closed{Report: "ReportB2"})
	w.At(now.Add(-time.Second), staff, "report-ReportB2", report.Reopened{Report: "ReportB2"})

	// A status that is changed outside of a round is work, and no decision.
	w.At(now.Add(-time.Minute), eventlog.Metadata{Actor: Ann, Role: "moderator"}, "project-ProjDec2", project.Rejected{From: project.Listed, Message: "请看说明"})

	since := "?since=" + now.Add(-time.Hour).Format(time.RFC3339)
	o := Get[review.Overview](w, Ann, overview+since)
	if o.Queue.Waiting != 3 || o.Queue.Day != 2 || o.Queue.TwoDays != 1 {
		t.Errorf("the queue is %+v", o.Queue)
	}
	if len(o.Oldest) != 3 || o.Oldest[0].ID != "ProjWai2" || o.Oldest[0].Round != 1 || o.Oldest[0].URLType != "mod" {
		t.Errorf("the oldest are %+v", o.Oldest)
	}
	if o.Reports.Open != 1 || o.Reports.Oldest == nil || o.Claims.Open != 0 || o.Claims.Oldest != nil {
		t.Errorf("reports %+v, claims %+v", o.Reports, o.Claims)
	}
	if len(o.Work) != 2 || o.Work[0].Moderator.ID != Ann || o.Work[0].Outcomes != (transparency.Outcomes{Approved: 2}) || o.Work[0].Reports != 0 || o.Work[0].Forced != 1 ||
		o.Work[1].Moderator.ID != Bob || o.Work[1].Outcomes.Approved != 1 || o.Work[1].Reports != 1 || o.Work[1].Forced != 0 {
		t.Errorf("the work is %+v", o.Work)
	}
	if later := Get[review.Overview](w, Ann, overview+"?since="+now.Add(time.Hour).Format(time.RFC3339)); len(later.Work) != 0 {
		t.Errorf("the work since later is %+v", later.Work)
	}
}

func TestOnlyTheStaffSeesTheOverviewAndTheWork(t *testing.T) {
	w := New(t)
	for _, path := range []string{overview, work} {
		w.Ask(401, Maker, path)
		w.Ask(200, Ann, path)
	}
	for _, since := range []string{"today", "2020-01-01T00:00:00Z"} {
		w.Ask(400, Ann, overview+"?since="+since)
	}
	w.Ask(404, Ann, work+"?moderator=Nobody00")
}

func TestAModeratorsOwnPageComparesWithTheOthers(t *testing.T) {
	w := New(t)
	decide := func(id, by string, days, wait int, approve bool, options ...string) string {
		w.Create(id, project.TypeMod)
		w.Submit(id, at(days, wait))
		if approve {
			return w.Approve(id, by, at(days, 0), options...)
		}
		return w.Reject(id, by, at(days, 0), options...)
	}
	decide("ProjOne1", Ann, 40, 2, false, "title-long")
	decide("ProjTwo2", Ann, 5, 4, false, "title-long", "summary-short")
	undone := decide("ProjThr3", Ann, 4, 6, false, "title-long")
	decide("ProjFou4", Bob, 3, 20, true, "title-long")
	decide("ProjFiv5", Bob, 2, 30, false, "title-long")
	w.Undo("ProjThr3", undone, at(1, 0), at(4, 6))

	m := Get[review.Moderation](w, Ann, work)
	if m.Moderator.Username != "石榴" {
		t.Errorf("%+v", m.Moderator)
	}
	own, all := m.Recent.Own, m.Recent.All
	if own.Rejected != 1 || own.Overturned != 1 || *own.MedianSeconds != 4*3600 || all.Approved != 1 || all.Rejected != 2 || *all.MedianSeconds != 20*3600 {
		t.Errorf("own %+v, all %+v", own, all)
	}
	if last := m.Months[len(m.Months)-1]; last.Month != "2026-11" || last.Own.Rejected != 1 || m.Months[len(m.Months)-2].Own.Rejected != 1 {
		t.Errorf("months are %+v", m.Months)
	}
	if len(m.Agreed) != 2 || m.Agreed[0] != (transparency.Agreed{
		Option: "title-long", Step: "标题", Name: "过长", Own: transparency.Outcomes{Rejected: 2}, Others: transparency.Outcomes{Approved: 1, Rejected: 1},
	}) || m.Agreed[1].Others != (transparency.Outcomes{}) {
		t.Errorf("options are %+v", m.Agreed)
	}
	if len(m.Decisions) != 3 || m.Decisions[0].Project != "ProjThr3" || m.Decisions[0].Undone == nil || *m.Decisions[1].Wait != 4*3600 || m.Decisions[1].Title == nil {
		t.Errorf("decisions are %+v", m.Decisions)
	}
	others := Get[review.Moderation](w, Ann, work+"?moderator="+Bob)
	if others.Moderator.ID != Bob || others.Recent.Own.Approved != 1 || len(others.Decisions) != 2 {
		t.Errorf("the other's are %+v", others)
	}
}

func TestAnAuthorSeesTheEstimateForTheType(t *testing.T) {
	w := New(t)
	for i := range 10 {
		id := fmt.Sprintf("ProjNo%02d", i)
		w.Create(id, project.TypeShader)
		w.Submit(id, at(2, i+1))
		w.Approve(id, Ann, at(2, 0))
	}
	w.Create("ProjWait", project.TypeShader)
	w.Submit("ProjWait", at(0, 1))
	h := Get[review.History](w, Maker, "/_internal/project/ProjWait/history")
	if h.Queue == nil || h.Queue.Estimate == nil || *h.Queue.Estimate != (transparency.Estimate{Scope: "type", Rounds: 10, MedianSeconds: 5 * 3600, Seconds: 9 * 3600}) {
		t.Errorf("the place is %+v", h.Queue)
	}
}
