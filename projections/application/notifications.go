package application

import (
	"github.com/modyard/modyard/domain/application"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/projections/runtime"
)

// NotificationReused is the type of the notification that a refresh token was used twice, which ended an authorization. Its message is
// the id of the authorization.
const NotificationReused = "authorization_reused"

// Notifications are the notifications about authorizations, to the account that gave them.
func Notifications() notification.Area {
	return notification.Area{Version: 1, Categories: []string{"authorization"}, Handlers: []runtime.Handler[*notification.Batch]{
		runtime.On(func(b *notification.Batch, e runtime.Event, p application.Revoked) {
			if p.Cause == application.ByReuse {
				id := application.AuthorizationID(p.Account, p.Application)
				b.Notify(e, notification.Accounts{p.Account: true}, notification.Notification{Type: NotificationReused, Message: id})
			}
		}),
	}}
}
