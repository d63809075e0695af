package claim

import (
	"github.com/modyard/modyard/domain/claim"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/projections/runtime"
)

// The types of notifications about claims.
const (
	ToldFiled      = "claim_filed"    // to the staff
	ToldAccepted   = "claim_accepted" // to the claimant, as all that follow
	ToldRejected   = "claim_rejected"
	ToldSuperseded = "claim_superseded" // another claim was accepted
)

// Tells is what people are told of claims.
func Tells() notification.Area {
	return notification.Area{Version: 1, Categories: []string{"claim"}, Handlers: []runtime.Handler[*notification.Batch]{
		runtime.On(func(b *notification.Batch, e runtime.Event, p claim.Filed) {
			b.TellStaff(e, notification.Notification{Type: ToldFiled, Project: p.Project})
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p claim.Accepted) {
			tell(b, e, p.Account, p.Project, ToldAccepted, p.Reason)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p claim.Rejected) {
			tell(b, e, p.Account, p.Project, ToldRejected, p.Reason)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p claim.Superseded) {
			tell(b, e, p.Account, p.Project, ToldSuperseded, nil)
		}),
	}}
}

func tell(b *notification.Batch, e runtime.Event, account, project, kind string, why *reason.Addressed) {
	n := notification.Notification{Type: kind, Project: project}
	if why != nil && why.Text != nil {
		n.Message = why.Text.String()
	}
	b.Tell(e, notification.Accounts{account: true}, n)
}
