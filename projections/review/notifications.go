package review

import (
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/review"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/projections/runtime"
)

// The types of notifications between moderators.
const (
	NotificationHandedOver = "review_handed_over"
	NotificationTakenOver  = "review_taken_over"

	NotificationUndoProposed = "undo_proposed"
	NotificationUndoOfYours  = "undo_of_yours"
	NotificationUndoDeclined = "undo_declined"
)

// Notifications tell a moderator of a review that was handed over, and of one that somebody else took over; the staff of a
// proposal to undo a decision, whose moderator may not confirm it and is told in other words; and its proposer of the answer. An undone decision is the project's notification.
func Notifications() notification.Area {
	return notification.Area{Version: 2, Categories: []string{"assignment", "undo"}, Needs: needs, Handlers: []runtime.Handler[*notification.Batch]{
		runtime.On(func(b *notification.Batch, e runtime.Event, p review.HandedOver) {
			b.Reviews(p.Project, p.To)
			b.Notify(e, notification.Accounts{p.To: true}, notification.Notification{Type: NotificationHandedOver, Project: p.Project, Message: p.Note.String()})
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p review.TakenOver) {
			b.Reviews(p.Project, p.By)
			b.Notify(e, notification.Accounts{p.From: true}, notification.Notification{Type: NotificationTakenOver, Project: p.Project})
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p review.UndoProposed) {
			n := notification.Notification{Type: NotificationUndoProposed, Project: p.Project, Message: reasonText(p.Reason)}
			b.NotifyStaffBut(e, p.Moderator, n)
			n.Type = NotificationUndoOfYours
			b.Notify(e, notification.Accounts{p.Moderator: true}, n)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p review.UndoDeclined) {
			b.Notify(e, notification.Accounts{p.Proposer: true}, notification.Notification{Type: NotificationUndoDeclined, Project: p.Project, Message: reasonText(p.Reason)})
		}),
	}}
}

func needs(n *notification.Needs, e runtime.Event) {
	switch p := e.Payload.(type) {
	case review.HandedOver:
		n.Project(p.Project)
	case review.TakenOver:
		n.Project(p.Project)
	}
}

func reasonText(r *reason.Reason) string {
	if r == nil {
		return ""
	}
	return r.Text
}
