package wiki

import (
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/projections/runtime"
)

// The types of notifications about drafts.
const (
	NotificationReview   = "wiki_review" // to the holders of WIKI_EDIT
	NotificationAccept   = "wiki_accept" // to the author, like the following
	NotificationReject   = "wiki_reject"
	NotificationExpiring = "wiki_expiring" // the draft is about to time out
	NotificationTimeOut  = "wiki_time_out"
)

// Notifications are the notifications about drafts.
func Notifications() notification.Area {
	return notification.Area{
		Version: 1, Categories: []string{"wikidraft"},
		Quoting: []string{NotificationReview},
		Needs: func(n *notification.Needs, e runtime.Event) {
			if p, is := e.Payload.(wiki.DraftSubmitted); is && p.Publishes == "" {
				n.Project(p.Project)
			}
		},
		Handlers: []runtime.Handler[*notification.Batch]{
			runtime.On(func(b *notification.Batch, e runtime.Event, p wiki.DraftSubmitted) {
				if p.Publishes != "" {
					return
				}
				b.NotifyHolders(e, p.Project, project.WikiEdit, notification.Notification{
					Type: NotificationReview, Project: p.Project, WikiDraft: p.Draft, Message: p.Msg.String(),
				})
			}),
			runtime.On(func(b *notification.Batch, e runtime.Event, p wiki.DraftAccepted) {
				if e.Meta.Actor == p.Account { // published without a review
					return
				}
				notify(b, e, p.Account, notification.Notification{Type: NotificationAccept, Project: p.Project, WikiDraft: p.Draft})
			}),
			runtime.On(func(b *notification.Batch, e runtime.Event, p wiki.DraftRejected) {
				notify(b, e, p.Account, notification.Notification{Type: NotificationReject, Project: p.Project, WikiDraft: p.Draft, Message: p.Msg.String()})
			}),
			runtime.On(func(b *notification.Batch, e runtime.Event, p wiki.DraftTimeOutAnnounced) {
				notify(b, e, p.Account, notification.Notification{
					Type: NotificationExpiring, Project: p.Project, WikiDraft: p.Draft, Message: wiki.InWords(p.Until),
				})
			}),
			runtime.On(func(b *notification.Batch, e runtime.Event, p wiki.DraftTimedOut) {
				notify(b, e, p.Account, notification.Notification{Type: NotificationTimeOut, Project: p.Project, WikiDraft: p.Draft})
			}),
		},
	}
}

// notify notifies the author of a draft.
func notify(b *notification.Batch, e runtime.Event, author string, n notification.Notification) {
	b.Notify(e, notification.Accounts{author: true}, n)
}
