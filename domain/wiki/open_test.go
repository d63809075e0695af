package wiki

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/erasable"
)

func TestBeginningADraft(t *testing.T) {
	drafts := func(n int) OpenDrafts {
		o := OpenDrafts{}
		for i := range n {
			o[fmt.Sprint(i)] = DraftBegun{}
		}
		return o
	}
	ended := func(event any, days int) Draft {
		d := draft(addedPage("n", "n", "n", ""), event)
		d.ChangedAt = noon.Add(-time.Duration(days) * 24 * time.Hour)
		return d
	}
	banned := Place{Until: noon.Add(time.Minute)}
	for name, c := range map[string]struct {
		given  Draft
		change func(*OpenDraft)
		want   string
	}{
		"a member":                              {Draft{}, func(*OpenDraft) {}, "DraftOpened"},
		"nobody":                                {Draft{}, func(c *OpenDraft) { c.By = Caller{} }, errSignIn},
		"with an id that is taken":              {draft(), func(*OpenDraft) {}, "conflict conflict -: 该草稿已存在。"},
		"with an open draft":                    {Draft{}, func(c *OpenDraft) { c.Place.Draft = "d0" }, "invalid is_conflict -: 你在此百科已有未完成的草稿，请先提交或放弃它。"},
		"with four open drafts":                 {Draft{}, func(c *OpenDraft) { c.OfAccount = drafts(4) }, "DraftOpened"},
		"with five open drafts":                 {Draft{}, func(c *OpenDraft) { c.OfAccount = drafts(5) }, "invalid invalid_input id: 你同时最多有 5 份未完成的百科草稿，请先提交或放弃其中一份。"},
		"with 49 open drafts of the project":    {Draft{}, func(c *OpenDraft) { c.OfProject = drafts(49) }, "DraftOpened"},
		"with 50 open drafts of the project":    {Draft{}, func(c *OpenDraft) { c.OfProject = drafts(50) }, "invalid invalid_input id: 此百科未完成的草稿太多，请等待其中一些审核完毕。"},
		"banned":                                {Draft{}, func(c *OpenDraft) { c.Place = banned }, "invalid wiki_ban until: 你在 2026-05-01 20:01（UTC+8）之前不能在此百科开始新的草稿。"},
		"at the end of a ban":                   {Draft{}, func(c *OpenDraft) { c.Place, c.Now = banned, banned.Until }, "DraftOpened"},
		"banned, but a holder of WIKI_EDIT":     {Draft{}, func(c *OpenDraft) { c.Place, c.By = banned, editor(alice) }, "DraftOpened"},
		"locked":                                {Draft{}, func(c *OpenDraft) { c.Wiki = lockedWiki() }, errLocked},
		"from a draft that was given up":        {Draft{}, func(c *OpenDraft) { c.From = ended(DraftGivenUp{}, 0) }, "DraftOpened DraftPageAdded"},
		"from one that timed out":               {Draft{}, func(c *OpenDraft) { c.From = ended(DraftTimedOut{}, 0) }, "DraftOpened DraftPageAdded"},
		"from one of 30 days ago":               {Draft{}, func(c *OpenDraft) { c.From = ended(DraftTimedOut{}, 30) }, "DraftOpened DraftPageAdded"},
		"from one of 31 days ago":               {Draft{}, func(c *OpenDraft) { c.From = ended(DraftTimedOut{}, 31) }, "conflict conflict -: 该草稿不能继续。"},
		"from one that was published":           {Draft{}, func(c *OpenDraft) { c.From = ended(DraftAccepted{}, 0) }, "conflict conflict -: 该草稿不能继续。"},
		"from one that is open":                 {Draft{}, func(c *OpenDraft) { c.From = ended(submission(), 0) }, "conflict conflict -: 该草稿不能继续。"},
		"from another account's":                {Draft{}, func(c *OpenDraft) { c.From = ended(DraftTimedOut{}, 0); c.From.Account = bob }, errNoDraft},
		"from one of another project":           {Draft{}, func(c *OpenDraft) { c.From = ended(DraftTimedOut{}, 0); c.From.Project = "Proj0002" }, errNoDraft},
		"with the inverse of a change":          {Draft{}, func(c *OpenDraft) { c.From = Draft{Edits: map[string]Edit{"a": {Removed: true}}}; c.Reverts = "c1" }, "DraftOpened DraftPageRemoved"},
		"an account outside, of a members' one": {Draft{}, func(c *OpenDraft) { c.By = account(alice) }, "forbidden unauthorized -: 此百科只允许成员编辑。"},
	} {
		t.Run(name, func(t *testing.T) {
			open := OpenDraft{Writer: Writer{member(alice), wikiOf(branchOf("a")...)}, ID: "d1", Project: project, Now: noon}
			c.change(&open)
			same(t, outcome(DecideDraft(c.given, open)), c.want)
		})
	}
}

func TestADraftTimesOutUnlessItsAuthorHoldsTheRight(t *testing.T) {
	for by, timed := range map[*Caller]bool{ptr(member(alice)): true, ptr(editor(alice)): false} {
		events, err := DecideDraft(Draft{}, OpenDraft{Writer: Writer{*by, State{}}, ID: "d1", Project: project, Now: noon})
		if o := events[0].Payload.(DraftOpened); err != nil || o.Timed != timed {
			t.Errorf("%+v, %v", o, err)
		}
	}
}

func TestEveryEditOfAnEndedDraftIsContinued(t *testing.T) {
	s := change(wikiOf(append(branchOf("a", "b"), Page{ID: "g", Title: "Tg", Slug: "sg"}, Page{ID: "r", Title: "Tr", Slug: "sr"})...), "c2", Done{Page: "g", Op: OpRemoved})
	old := draft(
		addedPage("n", "新", "new", ""), addedPage("m", "下", "below", "n"), written("n", "", "文"), retitled("a", "Ta", "甲"),
		DraftPageReaddressed{Page: "a", Was: "sa", Slug: erasable.Of(alice, "jia")}, DraftPageMoved{Page: "b", Was: "a", Parent: "n"},
		DraftPageReweighted{Page: "b", Was: 0, Weight: 7}, DraftPageRestored{Page: "g", Parent: "n"}, retitled("g", "Tg", "乙"),
		DraftPageFeatured{Page: "n", Was: "a"}, DraftPageRemoved{Page: "r", Was: s.seen("r")}, written("a", "c1", "改"), DraftTimedOut{},
	)
	events, err := DecideDraft(Draft{}, OpenDraft{Writer: Writer{member(alice), s}, ID: "d2", Project: project, From: old, Now: noon.Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	var d Draft
	for _, e := range events {
		d = EvolveDraft(d, e.Payload, noon)
	}
	if !reflect.DeepEqual(d.Edits, old.Edits) || !reflect.DeepEqual(d.Order, old.Order) || !reflect.DeepEqual(d.Featured, old.Featured) {
		t.Errorf("%+v\nwant %+v", d, old)
	}
	if events[0].Payload.(DraftOpened).From != "d1" || d.Status != Editable || d.Base != "c2" {
		t.Errorf("%+v", events[0])
	}
}
