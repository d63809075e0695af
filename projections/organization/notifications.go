// Package organization has the notifications of organizations.
package organization

import (
	"slices"

	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/projections/runtime"
)

// NotificationInvite is the type of the notification of an invitation, named as clients of this API family expect.
const NotificationInvite = "organization_invite"

// Notifications are the notifications about organizations.
func Notifications() notification.Area {
	return notification.Area{
		Categories: []string{"organization"},
		Needs: func(n *notification.Needs, e runtime.Event) {
			if eventlog.Category(e.Stream) == "organization" {
				n.Team(e.Subject())
			}
		},
		Handlers: slices.Concat([]runtime.Handler[*notification.Batch]{
			runtime.On(func(b *notification.Batch, e runtime.Event, p organization.Created) { b.Own(e.Subject(), p.Owner) }),
			runtime.On(func(b *notification.Batch, e runtime.Event, p organization.MemberInvited) {
				b.Invite(e.Subject(), p.Account, p.ProjectPermissions)
				b.Notify(e, notification.Accounts{p.Account: true}, notification.Notification{Type: NotificationInvite, Organization: e.Subject(), Role: p.Role, Open: true})
			}),
			runtime.On(func(b *notification.Batch, e runtime.Event, p organization.RightsGranted) {
				b.Entitle(e.Subject(), p.Account, p.ProjectPermissions)
			}),
			runtime.On(func(b *notification.Batch, e runtime.Event, _ organization.Deleted) { b.Disband(e) }),
		}, notification.Members[organization.Rights]()),
	}
}
