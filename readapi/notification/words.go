package notification

func released(n Notification) (title, text string) {
	number := ""
	if n.Version != nil {
		number = n.Version.Number
	}
	return "您关注的资源已更新", n.ProjectTitle() + " 发布了新版本 " + number
}

func invited(n Notification) (title, text string) {
	to := n.ProjectTitle()
	if n.Organization != nil {
		to = n.Organization.Name
	}
	return "您收到了一个团队邀请", n.invitation(to)
}

func statusChanged(n Notification) (title, text string) {
	return "资源状态已变更", "您的资源 " + n.ProjectTitle() + " 的状态变为" + statusName(n.ToStatus)
}

func answered(n Notification) (title, text string) {
	if n.Message != nil {
		return "收到管理人员的消息", *n.Message
	}
	return "收到管理人员的消息", "管理人员留下了新消息"
}

// ProjectTitle is the title of the notification's project; empty without one.
func (n Notification) ProjectTitle() string {
	if n.Project == nil {
		return ""
	}
	return n.Project.Title
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

// page is the path of the page of the notification's subject.
func (n Notification) page() string {
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

func (n Notification) versionPage() string {
	if n.Project != nil && n.Version != nil {
		return n.page() + "/version/" + n.Version.ID
	}
	return n.page()
}

// reviewPage is the path of a project's review page; a report has its own page.
func (n Notification) reviewPage() string {
	if n.Project != nil && n.ReportID == nil {
		return n.page() + "/moderation"
	}
	return n.page()
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
