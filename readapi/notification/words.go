package notification

import "github.com/modyard/modyard/projections/notification"

// words are the title and the text of a notification for clients that show them as they are.
func (n Notification) words() (title, text string) {
	project := ""
	if n.Project != nil {
		project = n.Project.Title
	}
	switch n.Type {
	case notification.ProjectUpdate:
		number := ""
		if n.Version != nil {
			number = n.Version.Number
		}
		return "您关注的资源已更新", project + " 发布了新版本 " + number
	case notification.TeamInvite:
		return "您收到了一个团队邀请", n.invitation(project)
	case notification.OrganizationInvite:
		return "您收到了一个团队邀请", n.invitation(n.Organization.Name)
	case notification.StatusChange:
		return "资源状态已变更", "您的资源 " + project + " 的状态变为" + statusName(n.ToStatus)
	case notification.ModeratorMessage:
		if n.Message != nil {
			return "收到管理人员的消息", *n.Message
		}
		return "收到管理人员的消息", "管理人员留下了新消息"
	}
	return n.Type, ""
}

func (n Notification) invitation(to string) string {
	who := "有人"
	if n.Actor != nil {
		who = n.Actor.Username
	}
	s := who + " 邀请您加入 " + to
	if n.Role != nil {
		s += "，担任" + *n.Role
	}
	return s
}

// link is the path of the page that a notification leads to.
func (n Notification) link() string {
	if n.Organization != nil {
		return "/organization/" + n.Organization.Slug
	}
	if n.ReportID != nil {
		return "/dashboard/report/" + *n.ReportID
	}
	if n.Project == nil {
		return "/dashboard/notifications"
	}
	path := "/" + n.Project.URLType + "/" + n.Project.Slug
	switch n.Type {
	case notification.ProjectUpdate:
		if n.Version != nil {
			return path + "/version/" + n.Version.ID
		}
	case notification.StatusChange, notification.ModeratorMessage:
		return path + "/moderation"
	}
	return path
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
		return "已归档"
	case "unlisted":
		return "未列出"
	case "private":
		return "私有"
	case "processing":
		return "审核中"
	case "draft":
		return "草稿"
	}
	return *status
}
