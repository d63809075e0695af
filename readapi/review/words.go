package review

import (
	"strings"

	"github.com/modyard/modyard/contract"
	projected "github.com/modyard/modyard/projections/review"
	"github.com/modyard/modyard/readapi/notification"
)

// Kinds are the notifications between moderators.
func Kinds() []notification.Kind {
	who := func(n contract.Notification) string {
		if n.Actor != nil {
			return n.Actor.Username
		}
		return "其他审核人员"
	}
	queue := func(contract.Notification) string { return "/moderation/review" }
	return []notification.Kind{
		{
			Type: projected.NotificationHandedOver,
			Words: func(n contract.Notification) (title, text string) {
				text = who(n) + " 把 " + notification.ProjectTitle(n) + " 的审核交给了你"
				if n.Message != nil {
					text += "：" + *n.Message
				}
				return "有审核交给你", text
			},
			Link: queue,
		},
		{
			Type: projected.NotificationTakenOver,
			Words: func(n contract.Notification) (title, text string) {
				return "你的审核被接手", who(n) + " 接手了 " + notification.ProjectTitle(n) + " 的审核"
			},
			Link: queue,
		},
		{
			Type: projected.NotificationUndoProposed,
			Words: func(n contract.Notification) (title, text string) {
				return "有撤销提议等待确认", who(n) + " 提议撤销对 " + notification.ProjectTitle(n) + " 的审核决定" + because(n) + "。24 小时内由另一位审核人员确认"
			},
			Link: notification.ReviewPage,
		},
		{
			Type: projected.NotificationUndoOfYours,
			Words: func(n contract.Notification) (title, text string) {
				return "有人提议撤销你的决定", who(n) + " 提议撤销你对 " + notification.ProjectTitle(n) + " 的审核决定" + because(n) + "。你可以直接撤销；确认由另一位审核人员作出"
			},
			Link: notification.ReviewPage,
		},
		{
			Type: projected.NotificationUndoDeclined,
			Words: func(n contract.Notification) (title, text string) {
				return "撤销提议被驳回", who(n) + " 驳回了你对 " + notification.ProjectTitle(n) + " 的撤销提议" + because(n)
			},
			Link: notification.ReviewPage,
		},
	}
}

func because(n contract.Notification) string {
	if n.Message == nil {
		return ""
	}
	return "：" + strings.TrimRight(*n.Message, "。．. \n") // a sentence may follow
}
