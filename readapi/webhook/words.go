// Package webhook declares the texts of the notifications about webhooks.
package webhook

import (
	"github.com/modyard/modyard/contract"
	projected "github.com/modyard/modyard/projections/webhook"
	"github.com/modyard/modyard/readapi/notification"
)

// Kinds are the notifications about webhooks.
func Kinds() []notification.Kind {
	return []notification.Kind{{
		Type: projected.NotificationDisabled,
		Words: func(n contract.Notification) (title, text string) {
			of := notification.ProjectTitle(n)
			if n.Organization != nil {
				of = n.Organization.Name
			}
			return "Webhook 已停用", of + " 的一个 Webhook 因接收方持续失败或已不存在而停用"
		},
		Link: func(n contract.Notification) string {
			switch {
			case n.Organization != nil:
				return "/organization/" + n.Organization.Slug + "/settings/webhooks"
			case n.Project != nil:
				return "/" + n.Project.URLType + "/" + n.Project.Slug + "/settings/webhooks"
			}
			return "/dashboard/notifications"
		},
	}}
}
