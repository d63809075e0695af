package claim

import (
	"github.com/modyard/modyard/domain/claim"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/projections/runtime"
)

// The types of notifications about claims.
const (
	NotificationFiled      = "claim_filed"    // to the staff
	NotificationAccepted   = "claim_accepted" // to the claimant, like the following
	NotificationRejected   = "claim_rejected"
	NotificationSuperseded = "claim_superseded" // another claim was accepted
)

// Notifications are the notifications about claims.
func Notifications() notification.Area {
	return notification.Area{Version: 1, Categories: []string{"claim"}, Handlers: []runtime.Handler[*notification.Batch]{
		runtime.On(func(b *notification.Batch, e runtime.Event, p claim.Filed) {
			b.NotifyStaff(e, notification.Notification{Type: NotificationFiled, Project: p.Project})
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p claim.Accepted) {
			notify(b, e, p.Account, p.Project, NotificationAccepted, p.Reason)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p claim.Rejected) {
			notify(b, e, p.Account, p.Project, NotificationRejected, p.Reason)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p claim.Superseded) {
			notify(b, e, p.Account, p.Project, NotificationSuperseded, nil)
		}),
	}}
}

func notify(b *notification.Batch, e runtime.Event, account, project, kind string, why *reason.Addressed) {
	n := notification.Notification{Type: kind, Project: project}
	_, n.Message = why.Words()
	b.Notify(e, notification.Accounts{account: true}, n)
}
