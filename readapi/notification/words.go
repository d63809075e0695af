package notification

import "github.com/modyard/modyard/contract"

// Refuses says whether a status is the staff's refusal, which the team can answer with changes.
func Refuses(status string) bool { return status == "rejected" || status == "withheld" }

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

// Invitation is the title and the text of an invitation to the team of a project or an organization.
func Invitation(n contract.Notification) (title, text string) {
	to := ProjectTitle(n)
	if n.Organization != nil {
		to = n.Organization.Name
	}
	text = ActorName(n) + " 邀请你加入 " + to
	if n.Role != nil {
		text += "，担任" + *n.Role
	}
	return "你收到了一个团队邀请", text
}

// SubjectPage is the path of the page of the notification's subject.
func SubjectPage(n contract.Notification) string {
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

// ReviewPage is the path of a project's review page; a report has its own page.
func ReviewPage(n contract.Notification) string {
	if n.Project != nil && n.ReportID == nil {
		return SubjectPage(n) + "/moderation"
	}
	return SubjectPage(n)
}
