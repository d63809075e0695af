// Package account has the notifications of accounts about what the staff decided about them, and who belongs to the staff.
package account

import (
	"time"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/projections/runtime"
)

// The types of notifications about accounts, to the account itself.
const (
	NotificationSuspended = "account_suspended" // its message is the act, and after a space the end, if there is one
	NotificationRestored  = "account_restored"  // its message is the act
	NotificationGiven     = "account_given"     // its message is the role or right
	NotificationTaken     = "account_taken"     // its message is the former role or right
)

// Notifications are the notifications about accounts.
func Notifications() notification.Area {
	return notification.Area{Version: 2, Categories: []string{"account"}, Handlers: []runtime.Handler[*notification.Batch]{
		runtime.On(func(b *notification.Batch, e runtime.Event, p account.Erased) { b.Erase(e, p.Account) }),
		runtime.On(func(b *notification.Batch, _ runtime.Event, p account.Closed) { b.Staff(p.Account, false) }),
		runtime.On(func(b *notification.Batch, e runtime.Event, p account.Suspended) {
			message := string(p.Act)
			if p.Until != nil {
				message += " " + p.Until.UTC().Format(time.RFC3339)
			}
			notify(b, e, p.Account, NotificationSuspended, message, p.Reason)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p account.Restored) {
			notify(b, e, p.Account, NotificationRestored, string(p.Act), p.Reason)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p account.RoleGranted) {
			b.Staff(p.Account, true)
			notify(b, e, p.Account, NotificationGiven, string(p.Role), p.Reason)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p account.RoleRevoked) {
			b.Staff(p.Account, false)
			notify(b, e, p.Account, NotificationTaken, string(p.Role), p.Reason)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p account.RightGranted) {
			notify(b, e, p.Account, NotificationGiven, string(p.Right), p.Reason)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p account.RightRevoked) {
			notify(b, e, p.Account, NotificationTaken, string(p.Right), p.Reason)
		}),
	}}
}

func notify(b *notification.Batch, e runtime.Event, to, kind, message string, why *reason.Addressed) {
	b.Notify(e, notification.Accounts{to: true}, notification.Notification{Type: kind, Message: message}.Because(why))
}
