package report_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	deciding "github.com/modyard/modyard/commands"
	commandproject "github.com/modyard/modyard/commands/project"
	commands "github.com/modyard/modyard/commands/report"
	commandtranslation "github.com/modyard/modyard/commands/translation"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/readapi/report"
)

const (
	talk    = "Threada1"
	invited = "UserInv6"
	former  = "UserFor7"
	ofOrg   = "UserOrg8"
	member  = "UserMem9"
	orga    = "OrgaOne1"
)

// talking is a world with a conversation about the project, and the routes of what is seen of it.
func talking(t *testing.T) (*world, *commands.Seen) {
	t.Helper()
	w := newWorld(t)
	for id, name := range map[string]string{invited: "受邀者", former: "离开者", ofOrg: "组织成员", member: "成员"} {
		w.Account(id, name, "user")
	}
	w.Account(colleague, "青梧", "moderator")
	w.Happen("organization-"+orga, ofOrg, organization.Created{Organization: orga, Slug: "o", Name: "组织", Owner: ofOrg})
	w.Project(quay, owner, project.EnteredOrganization{Organization: orga},
		project.MemberInvited{Account: invited, Role: "a"},
		project.MemberInvited{Account: former, Role: "b"}, project.MemberJoined{Account: former}, project.MemberLeft{Account: former},
		project.MemberInvited{Account: member, Role: "c"}, project.MemberJoined{Account: member},
		project.MemberInvited{Account: colleague, Role: "d"}, project.MemberJoined{Account: colleague})
	w.Happen("thread-"+talk, owner, thread.Opened{Thread: talk, Kind: thread.AboutProject, Subject: quay, Owner: owner})
	seen, err := commands.NewSeen(commands.SeenOptions{
		Handler: &deciding.Handler{Log: w.Log, Codec: w.Codec, Texts: w.Texts, Keys: deciding.Keys{IDs: []byte("a key of tests for ids, 32 bytes")}},
		Pool:    w.DB.Pool, Team: commandproject.Team, Link: commandtranslation.Writes,
		Requests: idempotency.NewGuard(idempotency.NewStore(w.DB.Pool, nil), []byte("a key"), func(r *http.Request) string { return identity.FromContext(r.Context()).Account }),
	})
	if err != nil {
		t.Fatal(err)
	}
	w.also = func(api *httpkit.API) { seen.Routes(api) }
	w.serve()
	return w, seen
}

// act appends an event with the role in which it was decided.
func (w *world) act(stream, by, role string, at time.Time, payload any) {
	w.t.Helper()
	id := eventlog.NewEventID()
	sealed, err := w.Texts.(*erasure.Vault).Seal(w.t.Context(), stream, id, payload)
	if err != nil {
		w.t.Fatal(err)
	}
	typ, data, err := w.Codec.Encode(sealed)
	if err != nil {
		w.t.Fatal(err)
	}
	if _, err := w.Log.Append(w.t.Context(), eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: []eventlog.Event{
		{ID: id, Type: typ, Data: data, Meta: eventlog.Metadata{Actor: by, Role: role, At: at}},
	}}); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) write(as, body string) {
	w.t.Helper()
	w.ask(204, as, "POST", "/v3/thread/"+talk, `{"body":{"type":"text","body":"`+body+`"}}`)
}

func (w *world) unread(as string) int64 {
	w.t.Helper()
	return read[report.Unread](w, as, "/_internal/thread/"+talk+"/unread").Unread
}

func TestWhoReadsTheThreadOfAProject(t *testing.T) {
	w, _ := talking(t)
	w.write(owner, "你好")
	w.ask(204, staff, "POST", "/v3/thread/"+talk, `{"body":{"type":"text","body":"内部","private":true}}`)
	for who, c := range map[string]struct{ status, lines int }{
		owner: {200, 1}, member: {200, 1}, ofOrg: {200, 1}, invited: {404, 0}, former: {404, 0}, stranger: {404, 0}, "": {401, 0},
		staff: {200, 2}, colleague: {200, 1}, // a moderator who is a member reads no notes about the own team
	} {
		for _, path := range []string{"/v2/thread/" + talk, "/_internal/thread/" + talk, "/_internal/thread/" + talk + "/unread"} {
			w.ask(c.status, who, "GET", path, "")
		}
		if c.status != 200 {
			continue
		}
		if got := read[contract.Thread](w, who, "/v3/thread/"+talk); len(got.Messages) != c.lines || got.ProjectID == nil || *got.ProjectID != quay {
			t.Errorf("%s reads %+v", who, got)
		}
	}
	if got := read[[]contract.Thread](w, stranger, "/v3/threads?ids="+url.QueryEscape(`["`+talk+`"]`)); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestChangedStatusesAreLinesOfTheThreadAndHideTheStaff(t *testing.T) {
	w, _ := talking(t)
	at := time.Date(2026, 7, 1, 8, 0, 0, 0, time.UTC)
	w.act("project-"+quay, owner, "owner", at, project.StatusChanged{From: project.Listed, To: project.Archived})
	w.act("project-"+quay, staff, "moderator", at, project.Rejected{From: project.Archived, Message: "缺"})
	w.act("thread-"+talk, staff, "moderator", at, thread.MessagePosted{Thread: talk, Message: "Message1", Author: staff, Staff: true, Decision: true, Body: erasable.Of(staff, "缺")})
	w.act("project-"+quay, staff, "moderator", at, project.Rejected{From: project.Refused, Message: "还缺"}) // changes no status
	w.act("project-"+quay, owner, "owner", at, project.Submitted{From: project.Refused})
	w.act("project-"+quay, "", "import", at, project.ListedByImport{Status: project.Listed}) // decides nothing
	w.act("project-"+quay, staff, "moderator", at, project.Approved{From: project.Processing, Status: project.Listed})
	w.act("project-"+quay, staff, "moderator", at, project.DecisionUndone{From: project.Listed, To: project.Processing})
	want := []string{"approved archived", "archived rejected", "text", "rejected processing", "processing approved", "approved processing"}
	for _, who := range []string{owner, staff} {
		lines := read[contract.Thread](w, who, "/v3/thread/"+talk).Messages
		if len(lines) != len(want) {
			t.Fatalf("%+v", lines)
		}
		for i, l := range lines {
			got := l.Body.Type
			if l.Body.Type == "status_change" {
				got = *l.Body.OldStatus + " " + *l.Body.NewStatus
			}
			byStaff := i != 0 && i != 3
			if got != want[i] || (l.AuthorID == nil) != (byStaff && who == owner) || l.HideIdentity != (byStaff && who == owner) || l.Body.Decision != (i == 2) {
				t.Errorf("%s, line %d: %+v", who, i, l)
			}
		}
	}
}

func TestUnreadMessagesAreThoseOfTheOtherSideSinceTheLastOneSeen(t *testing.T) {
	w, seen := talking(t)
	w.write(owner, "一")
	w.write(owner, "二")
	for who, want := range map[string]int64{owner: 0, member: 2, ofOrg: 2, staff: 2} {
		if got := w.unread(who); got != want {
			t.Errorf("%s has %d unread messages, want %d", who, got, want)
		}
	}
	lines := read[contract.Thread](w, member, "/v3/thread/"+talk).Messages
	mark := func(status int, who, message string) {
		t.Helper()
		w.ask(status, who, "PUT", "/v3/thread/"+talk+"/seen", `{"message":"`+message+`"}`)
	}
	mark(204, member, lines[1].ID)
	mark(204, member, lines[0].ID) // what was read stays read
	mark(204, staff, lines[0].ID)
	if got := w.unread(member); got != 0 {
		t.Error(got)
	}
	if got := w.unread(staff); got != 1 {
		t.Error(got)
	}
	w.ask(204, staff, "POST", "/v3/thread/"+talk, `{"body":{"type":"text","body":"内部","private":true}}`)
	w.write(owner, "三")
	if got := w.unread(staff); got != 1 { // a note answers nothing, but its author has seen what is above it
		t.Error(got)
	}
	w.write(staff, "收到")
	for who, want := range map[string]int64{staff: 0, owner: 1, member: 2} {
		if got := w.unread(who); got != want {
			t.Errorf("after the answer %s has %d unread messages, want %d", who, got, want)
		}
	}
	page := read[report.Talk](w, member, "/_internal/thread/"+talk)
	if page.Seen == nil || *page.Seen != lines[1].ID || page.Unread.Unread != 2 || len(page.Thread.Messages) != 4 {
		t.Errorf("%+v", page)
	}
	private := read[contract.Thread](w, staff, "/v3/thread/"+talk).Messages[2].ID
	mark(400, owner, private)
	mark(400, owner, "nothing")
	mark(400, owner, "")
	mark(400, owner, strings.Repeat("x", 65))
	w.ask(400, owner, "PUT", "/v3/thread/"+talk+"/seen", `{"message":"\u0000"}`)
	mark(404, stranger, lines[0].ID)
	mark(404, invited, lines[0].ID)
	mark(401, "", lines[0].ID)
	w.ask(404, owner, "PUT", "/v3/thread/Nothing1/seen", `{"message":"x"}`)
	for range 2 {
		if err := seen.Forget(t.Context(), member); err != nil {
			t.Fatal(err)
		}
	}
	if got := w.unread(member); got != 4 {
		t.Error("what a closed account has read is still stored", got)
	}
}

func TestTheMessagesOfAnErasedAuthorReadAsDeleted(t *testing.T) {
	w, _ := talking(t)
	w.write(member, "秘密")
	if err := w.Texts.(*erasure.Vault).Erase(t.Context(), member); err != nil {
		t.Fatal(err)
	}
	w.Happen("account-"+member, member, account.Erased{Account: member})
	got := read[contract.Thread](w, owner, "/v3/thread/"+talk).Messages
	if len(got) != 1 || *got[0].Body.Body != erasable.Erased || strings.Contains(*got[0].Body.BodyHTML, "秘密") {
		t.Errorf("%+v", got)
	}
}

func TestADeletedProjectsThreadIsTheStaffs(t *testing.T) {
	w, _ := talking(t)
	w.write(owner, "你好")
	w.Project(quay, owner, project.Deleted{Slug: "lanternquay"})
	w.ask(404, owner, "GET", "/v3/thread/"+talk, "")
	w.ask(404, ofOrg, "GET", "/v3/thread/"+talk, "")
	w.ask(200, staff, "GET", "/v3/thread/"+talk, "")
	w.ask(404, owner, "POST", "/v3/thread/"+talk, `{"body":{"type":"text","body":"x"}}`)
}
