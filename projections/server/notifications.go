package server

import (
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/projections/runtime"
)

// NotificationInvited tells an account that it is invited to the members of a server.
const NotificationInvited = "server_invite"

// Notifications are the notifications about servers.
func Notifications() notification.Area {
	return notification.Area{Version: 1, Categories: []string{"server"}, Handlers: []runtime.Handler[*notification.Batch]{
		runtime.On(func(b *notification.Batch, e runtime.Event, p server.MemberInvited) {
			b.Notify(e, notification.Accounts{p.Account: true}, notification.Notification{Type: NotificationInvited, Role: string(p.Role)})
		}),
	}}
}
