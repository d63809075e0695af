package organization

import (
	projected "github.com/modyard/modyard/projections/organization"
	"github.com/modyard/modyard/readapi/notification"
)

// Kinds are the notifications about organizations.
func Kinds() []notification.Kind {
	return []notification.Kind{{Type: projected.NotificationInvite, Filter: notification.Invitations, Words: notification.Invitation, Invites: true}}
}
