package report_test

import (
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/readapi/report"
)

func TestWhoReadsThePrivateNotesAboutAProject(t *testing.T) {
	const who = staff
	w, _ := talking(t)
	w.Account(chief, "院长", "admin")
	w.Happen("thread-"+talk, colleague, thread.MessagePosted{Thread: talk, Message: "Private1", Author: "UserMod7", Staff: true, Private: true, Body: erasable.Of("UserMod7", "内部")})
	w.Happen("thread-"+talk, owner, thread.MessagePosted{Thread: talk, Message: "Public01", Author: owner, Body: erasable.Of(owner, "公开")})
	shown := func(as string, notes bool) {
		t.Helper()
		page := read[report.Talk](w, as, "/_internal/thread/"+talk)
		want := 1
		if notes {
			want = 2
		}
		if got := read[contract.Thread](w, as, "/v3/thread/"+talk); len(got.Messages) != want || len(page.Thread.Messages) != want || page.Unread.Unread > int64(want) {
			t.Errorf("%s reads %d and %d messages, %d unread, want %d", as, len(got.Messages), len(page.Thread.Messages), page.Unread.Unread, want)
		}
		status := 400
		if notes {
			status = 204
		}
		w.ask(status, as, "PUT", "/v3/thread/"+talk+"/seen", `{"message":"Private1"}`)
	}
	invited, joined := project.MemberInvited{Account: who, Role: "x"}, project.MemberJoined{Account: who}
	shown(who, true)
	w.Project(quay, owner, invited)
	shown(who, true)
	w.Project(quay, who, joined)
	shown(who, false)
	w.Project(quay, who, project.MemberLeft{Account: who})
	shown(who, true)
	w.Happen("organization-"+orga, ofOrg, organization.MemberInvited{Account: who})
	shown(who, true)
	w.Happen("organization-"+orga, who, organization.MemberJoined{Account: who})
	shown(who, false)
	w.Happen("organization-"+orga, who, organization.MemberLeft{Account: who})
	shown(who, true)
	shown(chief, true)
	w.Project(quay, owner, project.MemberInvited{Account: chief, Role: "y"}, project.MemberJoined{Account: chief})
	shown(chief, true)
	shown(owner, false)
	shown(colleague, false)
	if got := read[report.Unread](w, colleague, "/_internal/thread/"+talk+"/unread").Unread; got != 1 {
		t.Errorf("a moderator of the team has %d unread messages, want that of the owner", got)
	}
}

func TestAModeratorOfEitherTeamReadsNoPrivateNotesAboutALink(t *testing.T) {
	w := linking(t)
	w.Happen("thread-"+linked, staff, thread.MessagePosted{Thread: linked, Message: "Private1", Author: staff, Staff: true, Private: true, Body: erasable.Of(staff, "内部")})
	lines := func(as string) int { return len(read[contract.Thread](w, as, "/v3/thread/"+linked).Messages) }
	if got := lines(colleague); got != 1 { // a member of the original who may not upload versions
		t.Error(got)
	}
	w.Project(pack, translator, project.MemberInvited{Account: colleague, Role: "x", Permissions: project.UploadVersion}, project.MemberJoined{Account: colleague})
	if got := lines(colleague); got != 0 {
		t.Error(got)
	}
}
