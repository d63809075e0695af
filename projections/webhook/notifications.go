// Package webhook projects the notifications about webhooks. Webhooks have no other read model: at most ten belong to a
// project or an organization, and its team reads them from the log (commands/webhook).
package webhook

import (
	"github.com/modyard/modyard/domain/webhook"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/projections/runtime"
)

// NotificationDisabled is the type of the notification of a team that its webhook is disabled because of the receiver.
const NotificationDisabled = "webhook_disabled"

// Notifications are the notifications about webhooks.
func Notifications() notification.Area {
	return notification.Area{
		Version: 1, Categories: []string{"webhook"},
		Needs: func(n *notification.Needs, e runtime.Event) {
			if p, is := e.Payload.(webhook.Disabled); is && p.Cause != webhook.ByTeam {
				n.Project(p.Project)
				n.Team(p.Organization)
			}
		},
		Handlers: []runtime.Handler[*notification.Batch]{
			runtime.On(func(b *notification.Batch, e runtime.Event, p webhook.Disabled) {
				if p.Cause != webhook.ByTeam {
					b.NotifyTeam(e, p.Project+p.Organization, notification.Notification{
						Type: NotificationDisabled, Project: p.Project, Organization: p.Organization,
					})
				}
			}),
		},
	}
}
