package notification

import (
	"strings"

	"github.com/modyard/modyard/contract"
)

func released(n contract.Notification) (title, text string) {
	number := ""
	if n.Version != nil {
		number = n.Version.Number
	}
	return "你关注的资源已更新", ProjectTitle(n) + " 发布了新版本 " + number
}

func invited(n contract.Notification) (title, text string) {
	to := ProjectTitle(n)
	if n.Organization != nil {
		to = n.Organization.Name
	}
	return "你收到了一个团队邀请", invitation(n, to)
}

func (w Words) statusChanged(n contract.Notification) (title, text string) {
	subject, of := "资源", ""
	if n.Version != nil {
		subject, of = "版本", " 的版本 "+n.Version.Number
	}
	text = "你的资源 " + ProjectTitle(n) + of + " 的状态变为" + statusName(n.ToStatus)
	if n.Reason != nil {
		text += "。原因：" + w.Reason(n.Reason.Code)
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
	if n.Version == nil && n.ToStatus != nil && refuses(*n.ToStatus) {
		text = strings.TrimRight(text, "。 \n") + "。修改后可以重新提交审核。"
	}
	return subject + "状态已变更", text
}

// refuses says whether a status is the staff's refusal, which the team can answer with changes.
func refuses(status string) bool { return status == "rejected" || status == "withheld" }

// pointName is what the checklist found wrong, with the question it belongs to.
func pointName(p contract.DecisionPoint) string {
	if p.Title == "" {
		return p.Name
	}
	return p.Title + " · " + p.Name
}

// undone is for the team, undoneOwn for the moderators who decided or proposed.
func undone(n contract.Notification) (title, text string) {
	text = "对 " + ProjectTitle(n) + " 的审核决定已撤销，状态恢复为" + statusName(n.ToStatus)
	if n.Message != nil {
		text += "。原因：" + *n.Message
	}
	if n.ToStatus != nil && *n.ToStatus == "processing" {
		text = strings.TrimRight(text, "。") + "。项目回到审核队列中原来的位置，无需重新提交。"
	}
	return "审核决定已撤销", text
}

func undoneOwn(n contract.Notification) (title, text string) {
	text = "对 " + ProjectTitle(n) + " 的「" + statusName(n.FromStatus) + "」决定已撤销，状态恢复为" + statusName(n.ToStatus)
	if n.Message != nil {
		text += "。原因：" + *n.Message
	}
	return "审核决定被撤销", text
}

func answered(n contract.Notification) (title, text string) {
	title, text = "收到管理人员的消息", "管理人员留下了新消息"
	if n.Project != nil {
		title, text = "收到审核人员的消息", "审核人员在 "+ProjectTitle(n)+" 的对话里留下了新消息"
	}
	if n.Message != nil {
		text = *n.Message
		if n.Project != nil {
			text = ProjectTitle(n) + "：" + text
		}
	}
	return title, text
}

// replied is for who of the staff reviewed the project last.
func replied(n contract.Notification) (title, text string) {
	text = "作者在 " + ProjectTitle(n) + " 的对话里回复了你"
	if n.Message != nil {
		text = ProjectTitle(n) + "：" + *n.Message
	}
	return "作者回复了审核意见", text
}

// conversation is the path of the conversation on a project's review page; a report has its own page.
func conversation(n contract.Notification) string {
	if n.Project != nil && n.ReportID == nil {
		return ReviewPage(n) + "#thread"
	}
	return subjectPage(n)
}

// ProjectTitle is the title of the notification's project; empty without one.
func ProjectTitle(n contract.Notification) string {
	if n.Project == nil {
		return ""
	}
	return n.Project.Title
}

// ActorName is the name of who caused the notification.
func ActorName(n contract.Notification) string {
	if n.Actor == nil {
		return "有人"
	}
	return n.Actor.Username
}

func invitation(n contract.Notification, to string) string {
	s := ActorName(n) + " 邀请你加入 " + to
	if n.Role != nil {
		s += "，担任" + *n.Role
	}
	return s
}

// subjectPage is the path of the page of the notification's subject.
func subjectPage(n contract.Notification) string {
	switch {
	case n.Organization != nil:
		return "/organization/" + n.Organization.Slug
	case n.ReportID != nil:
		return "/dashboard/report/" + *n.ReportID
	case n.Project != nil:
		return "/" + n.Project.URLType + "/" + n.Project.Slug
	}
	return "/dashboard/notifications"
}

func versionPage(n contract.Notification) string {
	if n.Project != nil && n.Version != nil {
		return subjectPage(n) + "/version/" + n.Version.ID
	}
	return subjectPage(n)
}

// ReviewPage is the path of a project's review page; a report has its own page.
func ReviewPage(n contract.Notification) string {
	if n.Project != nil && n.ReportID == nil {
		return subjectPage(n) + "/moderation"
	}
	return subjectPage(n)
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
