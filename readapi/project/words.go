package project

import (
	"strings"

	"github.com/modyard/modyard/contract"
	projected "github.com/modyard/modyard/projections/project"
	"github.com/modyard/modyard/readapi/notification"
)

// Kinds are the notifications about projects. reason names the code of a reason.
func Kinds(reason func(code string) string) []notification.Kind {
	return []notification.Kind{
		{Type: projected.NotificationUpdate, Filter: notification.Updates, Words: released, Link: versionPage},
		{Type: projected.NotificationInvite, Filter: notification.Invitations, Words: notification.Invitation, Invites: true},
		{
			Type: projected.NotificationStatus, Filter: notification.Decisions, OfStaff: true, Link: notification.ReviewPage,
			Words: func(n contract.Notification) (title, text string) { return statusChanged(n, reason) },
		},
		{Type: projected.NotificationUndone, Filter: notification.Decisions, Words: undone, Link: notification.ReviewPage, Unsigned: true},
		{Type: projected.NotificationOwnUndone, Filter: notification.Decisions, Words: undoneOwn, Link: notification.ReviewPage},
	}
}

func released(n contract.Notification) (title, text string) {
	number := ""
	if n.Version != nil {
		number = n.Version.Number
	}
	return "你关注的资源已更新", notification.ProjectTitle(n) + " 发布了新版本 " + number
}

func versionPage(n contract.Notification) string {
	if n.Project != nil && n.Version != nil {
		return notification.SubjectPage(n) + "/version/" + n.Version.ID
	}
	return notification.SubjectPage(n)
}

// statusChanged says what became of a project or a version. reason names the code of a reason.
func statusChanged(n contract.Notification, reason func(code string) string) (title, text string) {
	subject, of := "资源", ""
	if n.Version != nil {
		subject, of = "版本", " 的版本 "+n.Version.Number
	}
	text = "你的资源 " + notification.ProjectTitle(n) + of + " 的状态变为" + statusName(n.ToStatus)
	if n.Reason != nil {
		text += "。原因：" + reason(n.Reason.Code)
		if n.Reason.Text != nil {
			text += "（" + *n.Reason.Text + "）"
		}
	}
	if len(n.Points) > 0 {
		names := make([]string, len(n.Points))
		for i, p := range n.Points {
			names[i] = pointName(p)
		}
		text += "。需要修改：" + strings.Join(names, "；")
	}
	if n.Message != nil {
		text = strings.TrimRight(text, "。") + "。" + *n.Message
	}
	if n.Version == nil && n.ToStatus != nil && notification.Refuses(*n.ToStatus) {
		text = strings.TrimRight(text, "。 \n") + "。修改后可以重新提交审核。"
	}
	return subject + "状态已变更", text
}

// pointName is what the checklist found wrong, with the question it belongs to.
func pointName(p contract.DecisionPoint) string {
	if p.Title == "" {
		return p.Name
	}
	return p.Title + " · " + p.Name
}

// undone is for the team, undoneOwn for the moderators who decided or proposed.
func undone(n contract.Notification) (title, text string) {
	text = "对 " + notification.ProjectTitle(n) + " 的审核决定已撤销，状态恢复为" + statusName(n.ToStatus)
	if n.Message != nil {
		text += "。原因：" + *n.Message
	}
	if n.ToStatus != nil && *n.ToStatus == "processing" {
		text = strings.TrimRight(text, "。") + "。项目回到审核队列中原来的位置，无需重新提交。"
	}
	return "审核决定已撤销", text
}

func undoneOwn(n contract.Notification) (title, text string) {
	text = "对 " + notification.ProjectTitle(n) + " 的「" + statusName(n.FromStatus) + "」决定已撤销，状态恢复为" + statusName(n.ToStatus)
	if n.Message != nil {
		text += "。原因：" + *n.Message
	}
	return "审核决定被撤销", text
}

func statusName(status *string) string {
	if status == nil {
		return "未知"
	}
	switch *status {
	case "approved":
		return "已通过"
	case "rejected":
		return "已拒绝"
	case "withheld":
		return "已保留"
	case "archived":
		return "已停更"
	case "unlisted":
		return "不公开列出"
	case "private":
		return "私有"
	case "processing":
		return "审核中"
	case "draft":
		return "草稿"
	case "scheduled":
		return "定时发布"
	}
	return *status
}
