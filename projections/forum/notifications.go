package forum

import (
	"github.com/modyard/modyard/domain/forum"
	domainpost "github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/projections/runtime"
)

// NotificationForum is the type of the notifications about the forum, named as clients of this API family expect. The
// thread is the discussion, the message the answer, the detail one of the following.
const NotificationForum = "forum"

// Why an account is notified.
const (
	Answered  = "answer"  // its discussion was answered
	RepliedTo = "reply"   // its answer was answered
	Mentioned = "mention" // a text names it
)

// Notifications are the notifications about the forum: one an account and text.
func Notifications() notification.Area {
	return notification.Area{Version: 1, Categories: []string{"discussion", "post"}, Handlers: []runtime.Handler[*notification.Batch]{
		runtime.On(func(b *notification.Batch, e runtime.Event, p domainpost.Written) {
			if p.Kind != domainpost.InDiscussion {
				return
			}
			why := map[string]string{}
			for _, account := range p.Mentions {
				why[account] = Mentioned
			}
			why[p.Starter], why[p.Answered] = Answered, RepliedTo
			tell(b, e, p.Project, p.Thing, p.Post, why)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p domainpost.Edited) {
			if p.Kind == domainpost.InDiscussion {
				named(b, e, p.Project, p.Thing, p.Post, p.Named)
			}
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p domainpost.Hidden) { b.ForgetMessage(e, p.Post) }),
		runtime.On(func(b *notification.Batch, e runtime.Event, p domainpost.Deleted) { b.ForgetMessage(e, p.Post) }),
		runtime.On(func(b *notification.Batch, e runtime.Event, p forum.Opened) {
			named(b, e, p.Project, p.Discussion, p.Discussion, p.Mentions)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p forum.Edited) {
			named(b, e, p.Project, p.Discussion, p.Discussion, p.Named)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p forum.Hidden) { b.ForgetMessage(e, p.Discussion) }),
		runtime.On(func(b *notification.Batch, e runtime.Event, p forum.Cleared) { b.ForgetMessage(e, p.Discussion) }),
		runtime.On(func(b *notification.Batch, e runtime.Event, p forum.Deleted) { b.ForgetMessage(e, p.Discussion) }),
	}}
}

// named notifies accounts that a text names.
func named(b *notification.Batch, e runtime.Event, project, discussion, message string, accounts []string) {
	why := map[string]string{}
	for _, account := range accounts {
		why[account] = Mentioned
	}
	tell(b, e, project, discussion, message, why)
}

// tell notifies accounts, each for one reason.
func tell(b *notification.Batch, e runtime.Event, project, discussion, message string, why map[string]string) {
	for _, reason := range []string{Answered, RepliedTo, Mentioned} {
		to := notification.Accounts{}
		for account, its := range why {
			to[account] = its == reason
		}
		b.Notify(e, to, notification.Notification{
			Type: NotificationForum, Project: project, Thread: discussion, ThreadMessage: message, Detail: reason,
		})
	}
}
