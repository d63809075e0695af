package claim

import (
	projected "github.com/modyard/modyard/projections/claim"
	"github.com/modyard/modyard/readapi/notification"
)

// Kinds are the notifications about claims.
func Kinds() []notification.Kind {
	mine := func(notification.Notification) string { return "/dashboard/claims" }
	return []notification.Kind{
		{
			Type: projected.NotificationFiled,
			Words: func(n notification.Notification) (title, text string) {
				who := "有人"
				if n.Actor != nil {
					who = n.Actor.Username
				}
				return "有资源被认领", who + " 认领了 " + n.ProjectTitle() + "，等待核实"
			},
			Link: func(notification.Notification) string { return "/moderation/claims" },
		},
		{
			Type: projected.NotificationAccepted,
			Words: func(n notification.Notification) (title, text string) {
				return "您的认领已通过", n.ProjectTitle() + " 现在由您管理" + reasonText(n)
			},
		},
		{
			Type: projected.NotificationRejected,
			Words: func(n notification.Notification) (title, text string) {
				return "您的认领未通过", "对 " + n.ProjectTitle() + " 的认领未通过核实" + reasonText(n)
			},
			Link: mine,
		},
		{
			Type: projected.NotificationSuperseded,
			Words: func(n notification.Notification) (title, text string) {
				return "您的认领已结束", n.ProjectTitle() + " 已由其他人认领"
			},
			Link: mine,
		},
	}
}

func reasonText(n notification.Notification) string {
	if n.Message == nil {
		return ""
	}
	return "：" + *n.Message
}
