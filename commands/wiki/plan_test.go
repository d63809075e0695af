package wiki_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	commands "github.com/modyard/modyard/commands/wiki"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/eventlog"
)

func (w *world) planned() commands.Planned {
	at := w.now.Add(-30 * 24 * time.Hour)
	day := func(n int) time.Time { return at.Add(time.Duration(n) * 24 * time.Hour) }
	text := func(s string) func(string) (string, error) { return func(string) (string, error) { return s, nil } }
	add := func(title, slug, parent string) commands.PlannedEdit {
		return commands.PlannedEdit{Page: slug, Add: &commands.PlannedPage{Title: title, Parent: parent}, Text: text(title + "。\n")}
	}
	moved := ""
	address := "setup"
	who := func(account string, as role.Role, editor bool) wiki.Caller {
		return wiki.Caller{Actor: actor.Actor{Account: account}, Role: as, Member: as != role.Self, Editor: editor, Visible: true}
	}
	return commands.Planned{
		Command: "plan of a wiki", Project: lantern, Owner: owner, Opened: at, Editing: wiki.Named, Named: []string{named, stranger},
		Authors: []wiki.Caller{who(owner, role.Owner, true), who(member, role.Member, false), who(named, role.Self, false), who(stranger, role.Self, false)},
		Drafts: []commands.PlannedDraft{
			{By: owner, At: day(1), Msg: "开始", Edits: []commands.PlannedEdit{add("首页", "home", ""), add("安装", "install", "home")}},
			{By: member, At: day(2), Msg: "换链接", Edits: []commands.PlannedEdit{{Page: "install", Slug: &address, Parent: &moved}},
				Verdict: &commands.PlannedReview{By: owner, At: day(3)}},
			{By: owner, At: day(4), Msg: "删掉", Edits: []commands.PlannedEdit{{Page: "setup", Remove: true}}},
			{By: owner, At: day(5), Msg: "还有人看", Reverts: 3},
			{By: stranger, At: day(6), Msg: "广告", Edits: []commands.PlannedEdit{add("广告", "ad", "")},
				Verdict: &commands.PlannedReview{By: owner, At: day(7), Rejection: "与资源无关"}},
			{By: named, At: day(8), Msg: "写清楚", Edits: []commands.PlannedEdit{{Page: "home", Text: text("从这里开始。\n")}}},
		},
	}
}

func (w *world) plan(of commands.Planned) []eventlog.Write {
	w.Helper()
	writes, err := commands.PlanWiki(w.Context(), w.Codec, w.Texts, of)
	if err != nil {
		w.Fatal(err)
	}
	return writes
}

func TestPeopleGoOnEditingAPlannedWiki(t *testing.T) {
	w := newWorld(t)
	w.Append(w.plan(w.planned())...)
	state := w.wiki(lantern)
	if state.Number != 4 || state.Count() != 2 || state.Who() != wiki.Named || state.Ordered()[0].Slug != "setup" {
		t.Fatalf("%+v", state)
	}
	var list []string
	for _, e := range w.Events("wikidrafts-" + lantern) {
		switch e := e.(type) {
		case wiki.DraftBegun:
			list = append(list, e.Draft)
		case wiki.DraftEnded:
			list = list[:len(list)-1]
		}
	}
	if len(list) != 2 {
		t.Fatalf("%d drafts are open", len(list))
	}
	waiting := base + "wiki/drafts/" + list[1]
	p := w.preview(owner, waiting)
	if p.Problem != nil || len(p.Groups.Bodies) != 1 || p.Msg != "写清楚" {
		t.Fatalf("%+v", p)
	}
	w.refused(400, "is_conflict", named, "POST", base+"wiki/drafts", `{}`)
	var out contract.WikiSubmitted
	w.Want(200, owner, "POST", waiting+"/accept", in(map[string]any{"seen": p.Seen})).Decode(t, &out)
	if out.Change == "" || w.wiki(lantern).Number != 5 {
		t.Fatalf("%+v", out)
	}
	draft := w.begin(named)
	page := w.add(named, draft, "配置", "config", "两行。\n")
	if w.submit(named, draft).Status != "review" || page == "" {
		t.Error("a draft after the plan is not submitted")
	}
	w.Want(204, stranger, "POST", base+"wiki/drafts/"+list[0]+"/reopen", `{}`)
}

func TestAPlannedWikiIsAppendedOnce(t *testing.T) {
	w := newWorld(t)
	first, second := w.plan(w.planned()), w.plan(w.planned())
	one, err := w.EventLog.Append(t.Context(), first...)
	if err != nil {
		t.Fatal(err)
	}
	two, err := w.EventLog.Append(t.Context(), second...)
	if err != nil || two.Position != one.Position {
		t.Errorf("the second append: %+v %v", two, err)
	}
	if head, err := w.EventLog.Head(t.Context()); err != nil || head != one.Position {
		t.Errorf("the log ends at %d, not %d: %v", head, one.Position, err)
	}
	for _, write := range first {
		for _, e := range write.Events {
			if bytes.Contains(e.Data, []byte("从这里开始")) || bytes.Contains(e.Data, []byte("写清楚")) {
				t.Errorf("%s of %s contains a readable text", e.Type, write.Stream)
			}
		}
	}
}

func TestAPlanThatBreaksARuleIsRefused(t *testing.T) {
	w := newWorld(t)
	for words, change := range map[string]func(*commands.Planned){
		"已存在相同slug": func(p *commands.Planned) { p.Drafts[0].Edits[1].Page = "HOME" },
		"此百科只允许成员和指定的编辑者编辑":               func(p *commands.Planned) { p.Named = p.Named[:1] },
		"不能审核自己的草稿":                       func(p *commands.Planned) { p.Drafts[1].Verdict.By = member },
		"is before the step of":           func(p *commands.Planned) { p.Drafts[2].At = p.Drafts[0].At },
		"no page has the slug ad":         func(p *commands.Planned) { p.Drafts[5].Edits[0].Page = "ad" },
		"there is no such change":         func(p *commands.Planned) { p.Drafts[3].Reverts = 4 },
		"Nobody01 is none of the authors": func(p *commands.Planned) { p.Drafts[5].By = "Nobody01" },
	} {
		p := w.planned()
		change(&p)
		if _, err := commands.PlanWiki(t.Context(), w.Codec, w.Texts, p); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%v, want %s", err, words)
		}
	}
}
