package wiki

import (
	"fmt"
	"testing"

	"github.com/modyard/modyard/domain/decision/decisiontest"
	"github.com/modyard/modyard/domain/role"
)

func TestTheResultOfEachSetting(t *testing.T) {
	by := editor(reviewer)
	hidden := by
	hidden.Visible = false
	named := func(n int) (s State) {
		for i := range n {
			s = Evolve(s, EditorNamed{project, fmt.Sprint("account", i)})
		}
		return s
	}
	const onlyEditors = "forbidden unauthorized -: 只有拥有百科编辑权限的成员可以执行此操作。"
	const onlyStaff = "forbidden unauthorized -: 只有管理人员可以锁定百科。"
	const missing = "not_found not_found -: 资源不存在"
	for name, c := range map[string]struct {
		given State
		when  Command
		want  string
	}{
		"named":                         {State{}, SetEditing{by, project, Named}, "EditingSet"},
		"open":                          {State{}, SetEditing{by, project, Open}, "EditingSet"},
		"closed":                        {State{}, SetEditing{by, project, Closed}, "EditingSet"},
		"members, which is the default": {State{}, SetEditing{by, project, Members}, ""},
		"members again":                 {Evolve(State{}, EditingSet{Editing: Open}), SetEditing{by, project, Members}, "EditingSet"},
		"something else":                {State{}, SetEditing{by, project, "all"}, "invalid invalid_input editing: 编辑权限须为 members、named、open 或 closed。"},
		"nothing":                       {State{}, SetEditing{by, project, ""}, "invalid invalid_input editing: 编辑权限须为 members、named、open 或 closed。"},
		"by a member":                   {State{}, SetEditing{member(bob), project, Open}, onlyEditors},
		"by a moderator":                {State{}, SetEditing{moderator(bob), project, Open}, onlyEditors},
		"signed out":                    {State{}, SetEditing{Caller{}, project, Open}, errSignIn},
		"of a project that is not seen": {State{}, SetEditing{hidden, project, Open}, missing},
		"open by the project":           {State{}, SetOpen{by, project, true}, "EditingSet"},
		"open what is named":            {Evolve(State{}, EditingSet{Editing: Named}), SetOpen{by, project, true}, "EditingSet"},
		"open what is open":             {Evolve(State{}, EditingSet{Editing: Open}), SetOpen{by, project, true}, ""},
		"end openness":                  {Evolve(State{}, EditingSet{Editing: Open}), SetOpen{by, project, false}, "EditingSet"},
		"end it where members edit":     {State{}, SetOpen{by, project, false}, ""},
		"end it where named edit":       {Evolve(State{}, EditingSet{Editing: Named}), SetOpen{by, project, false}, ""},
		"end it where it is closed":     {Evolve(State{}, EditingSet{Editing: Closed}), SetOpen{by, project, false}, ""},
		"open as a member":              {State{}, SetOpen{member(bob), project, true}, onlyEditors},
		"open what is open as a member": {Evolve(State{}, EditingSet{Editing: Open}), SetOpen{member(bob), project, true}, onlyEditors},
		"open as a moderator":           {State{}, SetOpen{moderator(bob), project, true}, onlyEditors},
		"open signed out":               {State{}, SetOpen{Caller{}, project, true}, errSignIn},
		"name":                          {State{}, NameEditor{by, project, alice}, "EditorNamed"},
		"name twice":                    {Evolve(State{}, EditorNamed{project, alice}), NameEditor{by, project, alice}, ""},
		"name the 100th":                {named(99), NameEditor{by, project, alice}, "EditorNamed"},
		"name the 101st":                {named(100), NameEditor{by, project, alice}, "invalid invalid_input account: 最多指定 100 位编辑者。"},
		"name as a member":              {State{}, NameEditor{member(bob), project, alice}, onlyEditors},
		"unname":                        {Evolve(State{}, EditorNamed{project, alice}), UnnameEditor{by, project, alice}, "EditorUnnamed"},
		"unname somebody else":          {Evolve(State{}, EditorNamed{project, alice}), UnnameEditor{by, project, bob}, "not_found not_found -: 该用户不是指定的编辑者。"},
		"unname as a member":            {Evolve(State{}, EditorNamed{project, alice}), UnnameEditor{member(bob), project, alice}, onlyEditors},
		"lock":                          {State{}, SetLock{moderator(bob), project, true, because()}, "Locked"},
		"lock twice":                    {lockedWiki(), SetLock{moderator(bob), project, true, because()}, ""},
		"lock without a reason":         {State{}, SetLock{moderator(bob), project, true, nil}, errNoReason},
		"unlock":                        {lockedWiki(), SetLock{moderator(bob), project, false, because()}, "Unlocked"},
		"unlock what is not locked":     {State{}, SetLock{moderator(bob), project, false, because()}, ""},
		"lock as a holder of WIKI_EDIT": {State{}, SetLock{by, project, true, because()}, onlyStaff},
		"lock signed out":               {State{}, SetLock{Caller{}, project, true, because()}, errSignIn},
	} {
		t.Run(name, func(t *testing.T) { same(t, outcome(Decide(c.given, c.when)), c.want) })
	}
}

func TestAnOpenWikiThatIsClosedToTheRestIsForMembers(t *testing.T) {
	for open, want := range map[bool]Editing{true: Open, false: Members} {
		was := Named
		if !open {
			was = Open
		}
		events, err := Decide(Evolve(State{}, EditingSet{Editing: was}), SetOpen{editor(reviewer), project, open})
		if err != nil {
			t.Fatal(err)
		}
		if got := decisiontest.Payloads(events)[0]; got != (EditingSet{Project: project, Editing: want}) {
			t.Errorf("%v gives %+v", open, got)
		}
	}
}

func TestTheStateOfAWikiIsFolded(t *testing.T) {
	var s State
	if s.Who() != Members {
		t.Error(s.Who())
	}
	for _, e := range []any{
		EditingSet{Editing: Named}, EditorNamed{Account: alice}, EditorNamed{Account: bob}, EditorUnnamed{Account: alice}, Locked{},
		ChangePublished{Change: "c1", Done: []Done{{Page: "a", Op: OpAdded, Title: "T", Slug: "s", Weight: 2}, {Page: "a", Op: OpWritten}, {Page: "a", Op: OpFeatured}}},
		ChangePublished{Change: "c2", Done: []Done{{Page: "a", Op: OpReweighted, Weight: 3}}},
	} {
		s = Evolve(s, e)
	}
	if s.Who() != Named || len(s.Named) != 1 || s.Named[0] != bob || !s.Locked || s.Head != "c2" || s.Number != 2 || s.Home() != "a" {
		t.Errorf("%+v", s)
	}
	if p := s.Pages["a"]; p != (Page{ID: "a", Title: "T", Slug: "s", Weight: 3, Edition: "c1", Touched: "c2"}) {
		t.Errorf("%+v", p)
	}
	if s = Evolve(s, Unlocked{}); s.Locked {
		t.Error("still locked")
	}
}

func TestTheResultOfRevertingAtOnce(t *testing.T) {
	revert := func(change func(*Revert)) Revert {
		c := Revert{By: editor(reviewer), Project: project, Change: "c3", Reverts: "c2", Base: "c2", Merged: merged(), Msg: "有误"}
		change(&c)
		return c
	}
	team := moderator(bob)
	team.Member = true
	for name, c := range map[string]struct {
		given State
		when  Revert
		want  string
	}{
		"a holder of WIKI_EDIT":        {State{}, revert(func(*Revert) {}), "ChangePublished"},
		"a member":                     {State{}, revert(func(c *Revert) { c.By = member(bob) }), "forbidden unauthorized -: 只有拥有百科编辑权限的成员可以直接撤销更改。"},
		"nobody":                       {State{}, revert(func(c *Revert) { c.By = Caller{} }), errSignIn},
		"a moderator":                  {State{}, revert(func(c *Revert) { c.By, c.Reason = moderator(bob), because() }), "ChangePublished"},
		"a moderator without a reason": {State{}, revert(func(c *Revert) { c.By = moderator(bob) }), errNoReason},
		"a moderator of the team":      {State{}, revert(func(c *Revert) { c.By, c.Reason = team, because() }), "forbidden unauthorized -: 不能处理自己参与的项目，请交给其他审核人员。"},
		"locked":                       {lockedWiki(), revert(func(*Revert) {}), errLocked},
		"without words":                {State{}, revert(func(c *Revert) { c.Msg = "" }), "invalid invalid_input msg: 请填写撤销原因。"},
		"with conflicts":               {State{}, revert(func(c *Revert) { c.Merged.Conflicts = []Conflict{{}} }), errConflict},
		"what is undone already":       {State{}, revert(func(c *Revert) { c.Merged = Merged{} }), "invalid invalid_input id: 没有任何修改"},
	} {
		t.Run(name, func(t *testing.T) { same(t, outcome(Decide(c.given, c.when)), c.want) })
	}
	events, err := Decide(State{}, revert(func(c *Revert) { c.By, c.Reason = moderator(bob), because() }))
	if err != nil {
		t.Fatal(err)
	}
	c := decisiontest.Payloads(events)[0].(ChangePublished)
	if c.Reverts != "c2" || c.Base != "c2" || c.Draft != "" || c.Account != bob || c.Msg.String() != "有误" || c.Reason == nil || events[0].Role != role.Moderator {
		t.Errorf("%+v", c)
	}
}
