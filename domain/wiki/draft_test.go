package wiki

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/decision/decisiontest"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

func TestASubmissionFitsIntoOneAppend(t *testing.T) {
	parts := func(n int) (m Merged) {
		for i := range n {
			m.Done = append(m.Done, Done{Page: fmt.Sprint(i), Op: OpRetitled}, Done{Page: fmt.Sprint(i), Op: OpMoved})
		}
		return m
	}
	texts := func(size int) Merged {
		m := parts(2)
		m.Texts = map[string]string{"0": strings.Repeat("x", MaxText/2), "1": strings.Repeat("x", size-MaxText/2)}
		return m
	}
	pages := func(n int) Merged {
		m := parts(1)
		m.Tree.Pages = map[string]Page{}
		for i := range n {
			m.Tree.Pages[fmt.Sprint(i)] = Page{}
		}
		return m
	}
	for name, c := range map[string]struct {
		m    Merged
		want string
	}{
		"200 pages":                 {parts(200), ""},
		"201 pages":                 {parts(201), "invalid invalid_input id: 一次最多提交 200 个页面的修改，请分几次提交。"},
		"2 MiB of text":             {texts(MaxText), ""},
		"a byte more":               {texts(MaxText + 1), "too_large too_large body: 一次提交的正文总共最多 2 MiB，请分几次提交。"},
		"2000 pages in the wiki":    {pages(MaxPages), ""},
		"a page more":               {pages(MaxPages + 1), "invalid invalid_input id: 每个百科最多 2000 个页面。"},
		"nothing":                   {Merged{}, "invalid invalid_input id: 没有任何修改"},
		"conflicts before anything": {Merged{Conflicts: []Conflict{{}}}, errConflict},
	} {
		got := ""
		if err := c.m.Publishable(""); err != nil {
			got = refusal(err)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestADraftIsEditedAgainFiveTimes(t *testing.T) {
	by := Writer{member(alice), wikiOf(branchOf("a")...)}
	d, p := draft(retitled("a", "Ta", "新")), Place{Draft: "d1"}
	for n := 1; n <= MaxAgain; n++ {
		d = EvolveDraft(d, submission(), noon)
		var again DraftCommand = TakeBack{by}
		if n%2 == 0 {
			d, again = EvolveDraft(d, rejection(), noon), Reopen{by}
		}
		events, err := DecideDraft(d, again)
		if err != nil {
			t.Fatal(n, err)
		}
		d = EvolveDraft(d, events[0].Payload, noon)
		bans := by.Repeated(d, p, noon)
		if d.Again != n || d.Status != Editable || d.AgainAt != noon || len(bans) != map[bool]int{true: 1}[n == MaxAgain] {
			t.Fatalf("%d: %+v, %+v", n, d, bans)
		}
		if n == MaxAgain {
			want := Banned{Project: project, Account: alice, Until: noon.Add(3 * time.Hour), Cause: CauseRepeats}
			if bans[0] != want {
				t.Errorf("%+v", bans[0])
			}
			if bans := (Writer{editor(alice), by.Wiki}).Repeated(d, p, noon); bans != nil {
				t.Errorf("a holder of WIKI_EDIT is banned: %+v", bans)
			}
		}
	}
	full := "invalid invalid_input again_count: 此草稿已重新编辑 5 次，只能等待审核或放弃。"
	same(t, outcome(DecideDraft(d, Submit{Writer: by, Submission: "s2", Merged: merged(), Msg: "更新"})), "DraftSubmitted")
	d = EvolveDraft(d, submission(), noon)
	same(t, outcome(DecideDraft(d, TakeBack{by})), full)
	same(t, outcome(DecideDraft(EvolveDraft(d.clone(), rejection(), noon), Reopen{by})), full)
	same(t, outcome(DecideDraft(d, GiveUp{by})), "DraftGivenUp")
}

func TestADraftTimesOutFiveHoursAfterTheLastSave(t *testing.T) {
	d := draft(retitled("a", "Ta", "新")) // changed a minute after noon
	end := noon.Add(time.Minute + 5*time.Hour)
	saved := noon.Add(time.Hour)
	held := draft()
	held.Timed = false
	for name, c := range map[string]struct {
		given Draft
		when  DraftCommand
		want  string
	}{
		"not before":                           {d, TimeOut{Now: end.Add(-1)}, ""},
		"then":                                 {d, TimeOut{Now: end}, "DraftTimedOut"},
		"an automatic save counts":             {d, TimeOut{Now: end, Saved: saved}, ""},
		"until five hours after it":            {d, TimeOut{Now: saved.Add(Window), Saved: saved}, "DraftTimedOut"},
		"not in review":                        {draft(submission()), TimeOut{Now: end.Add(time.Hour)}, ""},
		"not after a rejection":                {draft(submission(), rejection()), TimeOut{Now: end.Add(time.Hour)}, ""},
		"not twice":                            {draft(DraftTimedOut{}), TimeOut{Now: end.Add(time.Hour)}, ""},
		"not of a holder of WIKI_EDIT":         {held, TimeOut{Now: end.Add(time.Hour)}, ""},
		"no draft":                             {Draft{}, TimeOut{Now: end}, ""},
		"announced half an hour before":        {d, Announce{Now: end.Add(-Notice)}, "DraftTimeOutAnnounced"},
		"not earlier":                          {d, Announce{Now: end.Add(-Notice - 1)}, ""},
		"not after a save":                     {d, Announce{Now: end.Add(-Notice), Saved: saved}, ""},
		"once":                                 {draft(DraftTimeOutAnnounced{}), Announce{Now: end}, ""},
		"again after a change":                 {draft(DraftTimeOutAnnounced{}, retitled("a", "Ta", "新")), Announce{Now: end.Add(time.Hour)}, "DraftTimeOutAnnounced"},
		"not announced to a holder":            {held, Announce{Now: end}, ""},
		"the announcement is no change itself": {draft(retitled("a", "Ta", "新"), DraftTimeOutAnnounced{}), TimeOut{Now: end}, "DraftTimedOut"},
	} {
		t.Run(name, func(t *testing.T) {
			events, err := DecideDraft(c.given, c.when)
			same(t, outcome(events, err), c.want)
			for _, e := range events {
				if e.Role != role.System {
					t.Errorf("in the role %s", e.Role)
				}
				if a, ok := e.Payload.(DraftTimeOutAnnounced); ok && !a.Until.After(noon) {
					t.Errorf("%+v", a)
				}
			}
		})
	}
}

func TestAMessageNamesWhoWroteIt(t *testing.T) {
	d := draft(submission(), rejection())
	want := []Message{{Account: alice, At: noon.Add(time.Minute), Text: "更新"}, {At: noon.Add(2 * time.Minute), Text: "不行"}}
	if !reflect.DeepEqual(d.Messages, want) || d.Rejection != "不行" || d.Msg != "更新" {
		t.Errorf("%+v", d)
	}
	if m, ok := MessageOf(rejection(), reviewer, noon); !ok || m != (Message{reviewer, noon, "不行"}) {
		t.Errorf("%+v", m)
	}
	if m, ok := MessageOf(submission(), "System00", noon); !ok || m.Account != alice {
		t.Errorf("%+v", m)
	}
	if m, ok := MessageOf(DraftTakenBack{}, alice, noon); ok {
		t.Errorf("%+v", m)
	}
}

func TestASubmissionNamesTheChangeThatFollowsAtOnce(t *testing.T) {
	for by, want := range map[*Caller]string{ptr(member(alice)): "", ptr(editor(alice)): "c2"} {
		events, err := DecideDraft(draft(), Submit{Writer: Writer{*by, State{}}, Submission: "s1", Change: "c2", Merged: merged(), Msg: "更新"})
		if err != nil || events[0].Payload.(DraftSubmitted).Publishes != want {
			t.Errorf("%+v, %v", events, err)
		}
	}
}

func TestThePublishedChangeNamesTheDraftAndItsAuthor(t *testing.T) {
	d := draft(retitled("a", "Ta", "新"), submission())
	d.Reverts = "c0"
	c := Published(d, merged(), "c2", because())
	want := ChangePublished{
		Project: project, Change: "c2", Draft: "d1", Submission: "s1", Account: alice, Base: "c1", Reverts: "c0", Done: merged().Done,
		Msg: erasable.Of(alice, "更新"), Reason: because(),
	}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("%+v", c)
	}
	if w := Written(project, "c2", alice, "a", "文"); w.Text != erasable.Of("edition-c2-a", "文") || w.Change != "c2" || w.Page != "a" {
		t.Errorf("%+v", w)
	}
	for event, want := range map[*ChangePublished]string{&c: "ChangePublished", {}: "forbidden unauthorized -: 你没有编辑此百科的权限。"} {
		events, err := Decide(State{}, PublishDraft{Role: role.Member, Event: *event})
		same(t, outcome(events, err), want)
	}
	begun := OpenDraft{Writer: Writer{By: member(alice)}, ID: "d1", Project: project}.Begun()
	if begun != (DraftBegun{"d1", project, alice}) {
		t.Errorf("%+v", begun)
	}
}

func TestADecisionIsMadeInTheRoleOfTheCaller(t *testing.T) {
	review := draft(retitled("a", "Ta", "新"), submission())
	open := moderator(bob)
	open.NoEditor = true
	for name, c := range map[string]struct {
		when DraftCommand
		want role.Role
	}{
		"a member rejects":    {Reject{By: editor(bob), Msg: "不行"}, role.Member},
		"a moderator rejects": {Reject{By: moderator(bob), Msg: "不行", Reason: because()}, role.Moderator},
		"a moderator accepts": {Accept{By: open, Change: "c2", Merged: merged(), Reason: because()}, role.Moderator},
		"the author":          {TakeBack{Writer{By: member(alice)}}, role.Member},
		"the author outside":  {GiveUp{Writer{By: account(alice)}}, role.Self},
	} {
		events, err := DecideDraft(review, c.when)
		if err != nil || len(events) != 1 || events[0].Role != c.want {
			t.Errorf("%s: %+v, %v", name, events, err)
		}
	}
	events, err := DecideDraft(review, Reject{By: moderator(bob), Msg: " 不行 ", Reason: &reason.Reason{Code: reason.Spam, Text: "广告"}})
	e, ok := decisiontest.Payloads(events)[0].(DraftRejected)
	if err != nil || !ok || e.Reason == nil || *e.Reason.Text != erasable.Of(alice, "广告") || e.Msg != erasable.Of(alice, "不行") || e.Submission != "s1" {
		t.Errorf("%+v, %v", e, err)
	}
}
