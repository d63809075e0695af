package server_test

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/reason"
	domain "github.com/modyard/modyard/domain/server"
	projectednotification "github.com/modyard/modyard/projections/notification"
)

const (
	editor = "UserEdi5"
	viewer = "UserVie6"
)

// inbox is an account's notifications, newest first: type, text and link.
func (w *world) inbox(as string) (lines []string) {
	w.t.Helper()
	w.Settle() // the names come from another read model
	for _, n := range ask[contract.NotificationPage](w, 200, as, "/_internal/notifications").Notifications {
		lines = append(lines, n.Type+" "+n.Text+" "+n.Link)
	}
	return lines
}

// people gives the first server an editor and a viewer.
func (w *world) people() {
	for account, role := range map[string]domain.MemberRole{editor: domain.EditorRole, viewer: domain.ViewerRole} {
		w.Happen("server-"+one, owner, domain.MemberInvited{Server: one, Account: account, Role: role, Until: w.now})
		w.Happen("server-"+one, account, domain.MemberJoined{Server: one, Account: account})
	}
}

func (w *world) givesUp() {
	w.Happen("serverrun-"+one, "", domain.RunGivenUp{Seen: domain.Seen{Server: one, Node: host, At: w.now}, Attempt: 5})
}

func (w *world) tells(as string, words ...string) {
	w.t.Helper()
	lines := w.inbox(as)
	if len(lines) == 0 {
		w.t.Fatalf("%s has no notification", as)
	}
	for _, word := range words {
		if !strings.Contains(lines[0], word) {
			w.t.Errorf("%s: %q lacks %q", as, lines[0], word)
		}
	}
}

func TestAnInvitationNamesItsServer(t *testing.T) {
	w := newWorld(t)
	w.people()
	w.tells(editor, "server_invite 晚风 邀请你作为管理者加入服务器「服 ServOne1」", " /servers/manage")
	w.tells(viewer, "作为旁观者")
}

func TestWhoCanDoSomethingLearnsThatAServerIsGivenUp(t *testing.T) {
	w := newWorld(t)
	w.people()
	w.givesUp()
	for _, as := range []string{owner, editor} {
		w.tells(as, "server_given_up 服务器「服 ServOne1」连续崩溃 5 次", "/servers/manage/"+one)
	}
	if lines := w.inbox(viewer); len(lines) != 1 {
		t.Errorf("a viewer: %v", lines)
	}
	// A promoted viewer learns of the next time, a removed editor does not, and no longer reads the server's name.
	w.Happen("server-"+one, owner, domain.MemberRoleSet{Server: one, Account: viewer, From: domain.ViewerRole, Role: domain.EditorRole},
		domain.MemberRemoved{Server: one, Account: editor})
	w.givesUp()
	w.tells(viewer, "server_given_up")
	if lines := w.inbox(editor); len(lines) != 2 || strings.Contains(strings.Join(lines, ""), "ServOne1") {
		t.Errorf("a removed editor: %v", lines)
	}
	if found, err := w.runner.Verify(t.Context(), projectednotification.Name); err != nil || len(found) > 0 {
		t.Error(found, err)
	}
}

func TestAHandedOverServerTellsItsNewOwner(t *testing.T) {
	w := newWorld(t)
	w.people()
	w.Happen("server-"+one, owner, domain.HandedOver{Server: one, Owner: owner, Account: viewer})
	w.givesUp()
	for _, as := range []string{owner, viewer, editor} {
		w.tells(as, "server_given_up")
	}
}

func TestADecisionOfTheAdministratorsIsToldWithItsReasonToTheOwnerAlone(t *testing.T) {
	w := newWorld(t)
	w.people()
	text := erasable.Of(owner, "三次催款未付")
	why := &reason.Addressed{Code: reason.Other, Text: &text}
	w.Happen("server-"+one, admin, domain.Suspended{Server: one, Owner: owner, Suspension: domain.PaymentFailed, Reason: why})
	w.tells(owner, "server_suspended 服务器「服 ServOne1」已被管理员暂停（付款失败）", "原因：〔other〕（三次催款未付）")
	w.tells(editor, "server_suspended", "原因：〔other〕 ")
	w.Happen("server-"+one, admin, domain.Unsuspended{Server: one, Owner: owner})
	w.tells(owner, "server_unsuspended")
	w.Happen("server-"+one, admin, domain.Deleted{Server: one, Owner: owner})
	w.tells(owner, "server_deleted", "7 天")
	w.Happen("server-"+one, admin, domain.Returned{Server: one, Owner: owner})
	w.tells(owner, "server_returned")
	if lines := w.inbox(viewer); len(lines) != 1 {
		t.Errorf("a viewer: %v", lines)
	}
}

func TestAnAbsenceOfANodeIsToldToTheStaffAndOnceToThoseWhoCanDoSomething(t *testing.T) {
	w := newWorld(t)
	w.people()
	w.Account(staff, "版主", "moderator")
	w.Happen("account-"+staff, staff, account.RoleGranted{Account: staff, Role: account.Moderator})
	w.Happen("node-"+host, "", domain.NodeAway{Node: host, Name: "华东一号", Since: w.now, Servers: []string{one, two}})
	w.tells(owner, "server_away 服务器「服 ServOne1」等 2 台服务器所在的节点已离线超过 5 分钟", " /servers/manage/"+one)
	w.tells(editor, "server_away 服务器「服 ServOne1」所在的节点已离线", " /servers/manage/"+one)
	w.tells(staff, "node_away 节点「华东一号」已离线超过 5 分钟", " /moderation/nodes")
	if lines := w.inbox(viewer); len(lines) != 1 {
		t.Errorf("a viewer: %v", lines)
	}
	if lines := w.inbox(owner); len(lines) != 1 {
		t.Errorf("the owner of two servers: %v", lines)
	}
	if found, err := w.runner.Verify(t.Context(), projectednotification.Name); err != nil || len(found) > 0 {
		t.Error(found, err)
	}
}

func TestANameThatCannotBeWrittenIsToldToThoseWhoManageTheNetwork(t *testing.T) {
	w := newWorld(t)
	w.people()
	w.Happen("server-"+one, "", domain.SubdomainFailed{Server: one, Subdomain: "mengwu", Since: w.now})
	for _, as := range []string{owner, editor} {
		w.tells(as, "server_name_failed 服务器「服 ServOne1」的子域名 mengwu 一直没能写入解析", " /servers/manage/"+one+"/network")
	}
	if lines := w.inbox(viewer); len(lines) != 1 {
		t.Errorf("a viewer: %v", lines)
	}
	if found, err := w.runner.Verify(t.Context(), projectednotification.Name); err != nil || len(found) > 0 {
		t.Error(found, err)
	}
}
