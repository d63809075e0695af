package claim

import (
	"github.com/modyard/modyard/contract"
	projected "github.com/modyard/modyard/projections/claim"
	"github.com/modyard/modyard/readapi/notification"
)

// Kinds are the notifications about claims.
func Kinds() []notification.Kind {
	mine := func(contract.Notification) string { return "/dashboard/claims" }
	return []notification.Kind{
		{
			Type: projected.NotificationFiled,
			Words: func(n contract.Notification) (title, text string) {
				return "有资源被认领", notification.ActorName(n) + " 认领了 " + notification.ProjectTitle(n) + "，等待核实"
			},
			Link: func(contract.Notification) string { return "/moderation/claims" },
		},
		{
			Type: projected.NotificationAccepted,
			Words: func(n contract.Notification) (title, text string) {
				return "你的认领已通过", notification.ProjectTitle(n) + " 现在由你管理" + reasonText(n)
			},
		},
		{
			Type: projected.NotificationRejected,
			Words: func(n contract.Notification) (title, text string) {
				return "你的认领未通过", "对 " + notification.ProjectTitle(n) + " 的认领未通过核实" + reasonText(n)
			},
			Link: mine,
		},
		{
			Type: projected.NotificationSuperseded,
			Words: func(n contract.Notification) (title, text string) {
				return "你的认领已结束", notification.ProjectTitle(n) + " 已由其他人认领"
			},
			Link: mine,
		},
	}
}

func reasonText(n contract.Notification) string {
	if n.Message == nil {
		return ""
	}
	return "：" + *n.Message
}
