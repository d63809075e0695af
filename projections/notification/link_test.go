package notification_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/domain/translation"
	"github.com/modyard/modyard/projections/notification"
	projectedthread "github.com/modyard/modyard/projections/thread"
	links "github.com/modyard/modyard/projections/translation"
)

// linked is a world with a language pack of helper, and an original of owner with another member, fan, who may upload versions.
func linked(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	w.project(one, owner)
	w.project(two, helper)
	w.happen("project-"+one, owner, project.MemberInvited{Account: fan, Role: "x", Permissions: project.UploadVersion}, project.MemberInvited{Account: boss, Role: "y", Permissions: project.EditBody})
	w.happen("project-"+one, fan, project.MemberJoined{Account: fan})
	w.happen("project-"+one, boss, project.MemberJoined{Account: boss})
	return w
}

// ask is what one command appends: the link, and its message in the thread.
func (w *world) ask(command, version string) {
	w.t.Helper()
	w.command = command
	talk := "Thread" + version
	w.happen("translation-"+version, helper, translation.Asked{Version: version, Project: two, Target: "V1", TargetProject: one, Language: translation.Simplified, Thread: talk, By: helper})
	w.happen("thread-"+talk, helper, thread.Opened{Thread: talk, Kind: thread.AboutLink, Subject: translation.Subject(version, "V1"), Owner: helper},
		thread.MessagePosted{Thread: talk, Message: "Asked" + command, Author: helper, Body: erasable.Of(helper, "申请标为汉化。")})
	w.command = ""
}

const (
	asksFor = "translation_asked " + one
	says    = links.NotificationMessage + " "
)

// links are the lines of an inbox about links.
func (w *world) links(account string) (list []string) {
	w.t.Helper()
	for _, line := range w.inbox(account) {
		if line[:11] == "translation" {
			list = append(list, line)
		}
	}
	return list
}

func (w *world) wantLinks(account string, lines ...string) {
	w.t.Helper()
	if got := w.links(account); fmt.Sprint(got) != fmt.Sprint(lines) {
		w.t.Errorf("%s reads %q, want %q", account, got, lines)
	}
}

func TestAskingAndWithdrawingInTurnLeavesOneNotificationOfALink(t *testing.T) {
	w := linked(t)
	for n := range 5 {
		w.ask(fmt.Sprint("ask", n), "P1")
		w.happen("translation-P1", helper, translation.Withdrawn{Version: "P1", Project: two, Target: "V1", TargetProject: one})
	}
	w.ask("other", "P2")
	w.ask("again", "P1")
	w.wantLinks(owner, asksFor, asksFor) // of each of the two links
	w.wantLinks(fan, asksFor, asksFor)
	w.wantLinks(boss)
	for range 3 {
		w.happen("translation-P1", owner, translation.Rejected{Version: "P1", Project: two, Target: "V1", TargetProject: one, By: helper})
		w.happen("translation-P1", helper, translation.AskedAgain{Version: "P1", Project: two, Target: "V1", TargetProject: one, By: helper})
	}
	w.wantLinks(helper, "translation_rejected "+two)
	w.wantLinks(owner, asksFor, asksFor)
	if found, err := w.runner.Verify(t.Context(), notification.Name); err != nil || len(found) > 0 {
		t.Fatal(found, err)
	}
}

func TestAMessageAboutALinkNotifiesTheOtherTeamOnceAndOneOfTheStaffBoth(t *testing.T) {
	w := linked(t)
	w.ask("ask", "P1")
	post := func(by, body string, p thread.MessagePosted) {
		p.Thread, p.Message, p.Author, p.Body, p.Staff = "ThreadP1", "M"+body, by, erasable.Of(by, body), by == staff
		w.command = "say " + body
		w.happen("thread-ThreadP1", by, p)
		w.command = ""
	}
	w.wantLinks(owner, asksFor) // the message of the asking notifies nobody besides
	w.wantLinks(helper)
	post(helper, "一", thread.MessagePosted{})
	post(helper, "二", thread.MessagePosted{})
	w.wantLinks(owner, asksFor, says+one+" 二")
	w.wantLinks(fan, asksFor, says+one+" 二")
	w.wantLinks(boss)
	post(fan, "三", thread.MessagePosted{})
	w.wantLinks(helper, says+two+" 三")
	w.wantLinks(owner, asksFor, says+one+" 二") // a colleague's answer is no news
	post(staff, "内部", thread.MessagePosted{Private: true})
	post(staff, "四", thread.MessagePosted{})
	w.wantLinks(helper, says+two+" 四")
	w.wantLinks(owner, asksFor, says+one+" 四")
	w.wantLinks(staff)
	w.happen("thread-ThreadP1", staff, thread.MessageDeleted{Thread: "ThreadP1", Message: "M四"})
	w.wantLinks(helper)
	if found, err := w.runner.Verify(t.Context(), notification.Name); err != nil || len(found) > 0 {
		t.Fatal(found, err)
	}
}

func TestAMessageInTheThreadOfALinkIsOfNoReport(t *testing.T) {
	w := newWorld(t)
	w.happen("thread-T1", fan, thread.Opened{Thread: "T1", Kind: thread.AboutLink, Subject: "VersPac1/VersMod1", Owner: fan})
	w.happen("thread-T1", staff, thread.MessagePosted{Thread: "T1", Message: "M1", Author: staff, Staff: true, Body: erasable.Of(staff, "看过了。")})
	w.settle()
	for _, account := range []string{fan, staff} {
		for _, line := range w.inbox(account) {
			if strings.HasPrefix(line, projectedthread.NotificationOfStaff) {
				t.Errorf("%s reads %s", account, line)
			}
		}
	}
	var n int
	if err := w.db.Pool.QueryRow(t.Context(), `select count(*) from notification.notifications where report <> ''`).Scan(&n); err != nil || n != 0 {
		t.Errorf("%d notifications of reports: %v", n, err)
	}
}
