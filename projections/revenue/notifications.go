package revenue

import (
	"strings"

	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/projections/runtime"
)

// The types of notifications about money, all to the account. The parts of a message are separated by spaces: an
// amount as 12.34, then what the type adds.
const (
	NotificationSuccess     = "payout_success"     // amount
	NotificationFailed      = "payout_failed"      // code
	NotificationHeld        = "payout_held"        // reason
	NotificationCancelled   = "payout_cancelled"   // nothing
	NotificationReturned    = "payout_returned"    // amount
	NotificationDestination = "payout_destination" // nothing
	NotificationSettled     = "revenue_settled"    // amount, month, value date
	NotificationCorrected   = "revenue_corrected"  // amount, reason
	NotificationFrozen      = "wallet_frozen"      // reason
	NotificationUnfrozen    = "wallet_unfrozen"    // nothing
)

// Notifications are the notifications about money.
func Notifications() notification.Area {
	return notification.Area{Version: 1, Categories: []string{"payout", "wallet"}, Handlers: []runtime.Handler[*notification.Batch]{
		runtime.On(func(b *notification.Batch, e runtime.Event, p revenue.PayoutSucceeded) {
			notify(b, e, p.Account, NotificationSuccess, p.Amount.String())
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p revenue.PayoutFailed) {
			notify(b, e, p.Account, NotificationFailed, p.Code)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p revenue.PayoutHeld) {
			notify(b, e, p.Account, NotificationHeld, words(p.Reason))
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p revenue.PayoutCancelled) {
			notify(b, e, p.Account, NotificationCancelled)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p revenue.PayoutCameBack) {
			notify(b, e, p.Account, NotificationReturned, p.Amount.String())
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p revenue.DestinationAdded) {
			notify(b, e, p.Account, NotificationDestination)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p revenue.Earned) {
			if p.Unclaimed {
				return
			}
			var sum revenue.Amount
			for _, l := range p.Lines {
				sum += l.Amount
			}
			notify(b, e, p.Account, NotificationSettled, sum.String(), p.Month, p.ValueDate)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p revenue.Corrected) {
			if !p.Unclaimed {
				notify(b, e, p.Account, NotificationCorrected, p.Amount.String(), words(p.Reason))
			}
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p revenue.WalletFrozen) {
			notify(b, e, p.Account, NotificationFrozen, words(p.Reason))
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p revenue.WalletUnfrozen) {
			notify(b, e, p.Account, NotificationUnfrozen)
		}),
	}}
}

// notify notifies an account, also of what it did itself, because somebody else may have done it in its name. It does not
// learn which treasurer acted.
func notify(b *notification.Batch, e runtime.Event, account, kind string, message ...string) {
	e.Meta.Actor = ""
	b.Notify(e, notification.Accounts{account: true}, notification.Notification{Type: kind, Message: strings.TrimSpace(strings.Join(message, " "))})
}
