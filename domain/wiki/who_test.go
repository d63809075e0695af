package wiki

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// combination is one row of the table of rights.
type combination struct {
	who, project, editing, status, command string
}

const locking = "locked" // stands beside the values of Editing

func dimensions() (who, projects, editing, statuses, commands []string) {
	return []string{
			"visitor", "account", "verified", "named", "suspended", "member", "organization member", "editor", "suspended editor", "owner",
			"moderator", "moderator where no editor is", "moderator of the team", "admin",
		},
		[]string{"public", "archived", "hidden"},
		[]string{"members", "named", "open", "closed", locking},
		[]string{"draft", "review", "success", "reject", "timeout", "given_up"},
		[]string{
			"begin", "edit", "rebase", "submit", "take back", "reopen", "give up", "edit another's", "reject", "accept", "reject own", "accept own",
			"revert", "ban", "lift", "set editing", "name", "lock",
		}
}

// subject is the caller that a row names.
func subject(who, project string) Caller {
	c := Caller{Actor: actor.Actor{Account: bob}, Role: role.Self, Hidden: project == "hidden", Archived: project == "archived"}
	switch who {
	case "visitor":
		c.Actor = actor.Actor{}
	case "verified":
		c.Verified = true
	case "suspended":
		c.Verified, c.Suspended = true, true
	case "member", "moderator of the team":
		c.Member, c.Role = true, role.Member
	case "organization member":
		c.Member, c.Role = true, role.OrganizationMember
	case "editor", "suspended editor":
		c.Member, c.Editor, c.Role = true, true, role.Member
		c.Suspended = who == "suspended editor"
	case "owner":
		c.Member, c.Editor, c.Role = true, true, role.Owner
	}
	if strings.HasPrefix(who, "moderator") {
		c.Rank, c.Verified = actor.Moderator, true
		c.NoEditor = strings.HasSuffix(who, "no editor is")
	}
	if who == "admin" {
		c.Rank, c.Verified = actor.Admin, true
	}
	c.Visible = !c.Hidden || c.Member || c.Staff()
	return c
}

// send sends the command of a row; the draft is the caller's own where the command is one of an author.
func send(c combination) error {
	by := subject(c.who, c.project)
	s := wikiOf(branchOf("a")...)
	if c.editing == locking {
		s = Evolve(s, Locked{})
	} else {
		s = Evolve(s, EditingSet{Editing: Editing(c.editing)})
	}
	s.Named = []string{alice}
	if c.who == "named" {
		s.Named = []string{bob}
	}
	w := Writer{by, s}
	own := draft(retitled("a", "Ta", "新"))
	own.Account, own.Status = by.Account, Status(c.status)
	other := own
	other.Account = visitor
	reject := Reject{By: by, Wiki: s, Msg: "不行", Reason: because()}
	accept := Accept{By: by, Wiki: s, Change: "c2", Merged: merged(), Reason: because()}
	decide := func(_ []decision.Event, err error) error { return err }
	switch c.command {
	case "begin":
		return decide(DecideDraft(Draft{}, OpenDraft{Writer: w, ID: "d2", Project: project, Now: noon}))
	case "edit":
		return decide(DecideDraft(own, EditPage{Writer: w, Page: "a", Title: ptr("二")}))
	case "rebase":
		return decide(DecideDraft(own, Rebase{w}))
	case "submit":
		return decide(DecideDraft(own, Submit{Writer: w, Submission: "s1", Merged: merged(), Msg: "更新"}))
	case "take back":
		return decide(DecideDraft(own, TakeBack{w}))
	case "reopen":
		return decide(DecideDraft(own, Reopen{w}))
	case "give up":
		return decide(DecideDraft(own, GiveUp{w}))
	case "edit another's":
		return decide(DecideDraft(other, EditPage{Writer: w, Page: "a", Title: ptr("二")}))
	case "reject":
		return decide(DecideDraft(other, reject))
	case "accept":
		return decide(DecideDraft(other, accept))
	case "reject own":
		return decide(DecideDraft(own, reject))
	case "accept own":
		return decide(DecideDraft(own, accept))
	case "revert":
		return decide(Decide(s, Revert{By: by, Project: project, Change: "c2", Reverts: "c1", Merged: merged(), Msg: "有误", Reason: because()}))
	case "ban":
		return decide(DecidePlace(Place{}, SetBan{By: by, Project: project, Account: alice, Until: noon.Add(1), Now: noon, Msg: "破坏", Reason: because()}))
	case "lift":
		return decide(DecidePlace(Place{Until: noon.Add(1)}, LiftBan{By: by, Project: project, Account: alice, Now: noon, Msg: "误会", Reason: because()}))
	case "set editing":
		return decide(Decide(s, SetEditing{by, project, Open}))
	case "name":
		return decide(Decide(s, NameEditor{by, project, visitor}))
	case "lock":
		return decide(Decide(s, SetLock{by, project, true, because()}))
	}
	return errors.New("unknown command " + c.command)
}

// letter is a result in the table: + allowed, 1 sign in first, F no right, 4 not found, C not in this status.
func letter(err error) string {
	var f *fault.Error
	switch {
	case err == nil:
		return "+"
	case !errors.As(err, &f):
		return err.Error()
	}
	return map[fault.Kind]string{
		fault.KindUnauthorized: "1", fault.KindForbidden: "F", fault.KindNotFound: "4", fault.KindConflict: "C", fault.KindInvalid: "C",
	}[f.Kind]
}

func TestWhoMayDoWhat(t *testing.T) {
	who, projects, editing, statuses, commands := dimensions()
	var table strings.Builder
	table.WriteString("# command | who | results in the statuses " + strings.Join(statuses, ", ") + " | projects and who may edit\n")
	table.WriteString("# + allowed, 1 sign in first, F no right, 4 not found, C not in this status\n")
	n := 0
	for _, command := range commands {
		for _, w := range who {
			var rows []string
			classes := map[string][]string{}
			for _, p := range projects {
				for _, e := range editing {
					row := ""
					for _, s := range statuses {
						c := combination{w, p, e, s, command}
						got := letter(send(c))
						if want := expected(c); got != want {
							t.Errorf("%+v: %s, want %s", c, got, want)
						}
						row += got
						n++
					}
					if classes[row] == nil {
						rows = append(rows, row)
					}
					classes[row] = append(classes[row], p+"/"+e)
				}
			}
			for _, row := range rows {
				where := strings.Join(classes[row], " ")
				if len(rows) == 1 {
					where = "everywhere"
				}
				fmt.Fprintf(&table, "%s | %s | %s | %s\n", command, w, row, where)
			}
		}
	}
	if want := len(who) * len(projects) * len(editing) * len(statuses) * len(commands); n != want {
		t.Errorf("%d of %d combinations", n, want)
	}
	const file = "testdata/who.txt"
	if os.Getenv("UPDATE_GOLDEN") == "1" {
		if err := os.WriteFile(file, []byte(table.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	stored, err := os.ReadFile(file)
	if err != nil || string(stored) != table.String() {
		t.Errorf("%s differs (UPDATE_GOLDEN=1 writes it): %v", file, err)
	}
}

func TestTheWordsForWhoeverMayNotDraft(t *testing.T) {
	with := func(e Editing) State { return Evolve(State{}, EditingSet{Editing: e}) }
	hidden := member(alice)
	hidden.Visible = false
	suspended := editor(alice)
	suspended.Suspended = true
	archived := account(alice)
	archived.Archived, archived.Verified = true, true
	for name, c := range map[string]struct {
		by   Caller
		wiki State
		want string
	}{
		"nobody":                {Caller{Visible: true}, State{}, errSignIn},
		"a project not seen":    {hidden, State{}, "not_found not_found -: 资源不存在"},
		"a suspended account":   {suspended, State{}, "forbidden unauthorized -: 账号已被停用，不能编辑百科。"},
		"a locked wiki":         {editor(alice), lockedWiki(), errLocked},
		"a closed one":          {member(alice), with(Closed), "forbidden unauthorized -: 此百科只允许拥有百科编辑权限的成员编辑。"},
		"an archived project":   {archived, with(Open), "forbidden unauthorized -: 此资源的百科只允许成员编辑。"},
		"one of members":        {account(alice), with(Members), "forbidden unauthorized -: 此百科只允许成员编辑。"},
		"one of named accounts": {account(alice), with(Named), "forbidden unauthorized -: 此百科只允许成员和指定的编辑者编辑。"},
		"without an address":    {account(alice), with(Open), "forbidden unauthorized -: 请先验证邮箱，再编辑百科。"},
		"a member":              {member(alice), State{}, "<nil>"},
	} {
		t.Run(name, func(t *testing.T) { same(t, refusal(c.by.MayDraft(c.wiki)), c.want) })
	}
	team := moderator(bob)
	team.Member = true
	for accept, want := range map[bool]string{true: "forbidden unauthorized -: 不能审核自己参与的项目，请交给其他审核人员。", false: "forbidden unauthorized -: 不能审核自己参与的项目，请交给其他审核人员。"} {
		_, err := team.MayReview(alice, accept)
		same(t, refusal(err), want)
		_, err = member(bob).MayReview(alice, accept)
		same(t, refusal(err), "forbidden unauthorized -: 只有拥有百科编辑权限的成员可以审核。")
		_, err = suspended.MayReview(bob, accept)
		same(t, refusal(err), "forbidden unauthorized -: 账号已被停用，不能编辑百科。")
		_, err = Caller{}.MayReview(alice, accept)
		same(t, refusal(err), errSignIn)
	}
}
