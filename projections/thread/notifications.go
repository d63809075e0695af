// Package thread has the notifications of messages in the conversations with the staff.
package thread

import (
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/projections/runtime"
)

// The types of notifications of messages.
const (
	NotificationOfStaff  = "moderator_message" // named as clients of this API family expect
	NotificationOfAuthor = "author_message"    // of a project's team, to who reviewed it last
)

// Notifications are the notifications of messages about projects and reports. Those about a link are its area's.
func Notifications() notification.Area {
	return notification.Area{
		Categories: []string{"thread"}, Needs: needs, Quoting: []string{NotificationOfStaff, NotificationOfAuthor},
		Handlers: []runtime.Handler[*notification.Batch]{
			runtime.On(opened), runtime.On(posted),
			runtime.On(func(b *notification.Batch, e runtime.Event, p thread.MessageDeleted) { b.ForgetMessage(e, p.Message) }),
		},
	}
}

func needs(n *notification.Needs, e runtime.Event) {
	switch p := e.Payload.(type) {
	case thread.Opened:
		switch p.Kind {
		case thread.AboutProject:
			n.Project(p.Subject)
		case thread.AboutLink:
			n.Link(p.Subject)
		}
	case thread.MessagePosted:
		n.Conversation(p.Thread)
	}
}

func opened(b *notification.Batch, _ runtime.Event, p thread.Opened) {
	c := notification.Conversation{ID: p.Thread, Owner: p.Owner}
	switch p.Kind {
	case thread.AboutProject:
		c.Project = p.Subject
	case thread.AboutReport:
		c.Subject = p.Subject
	case thread.AboutLink:
		c.Link = p.Subject
	}
	b.Converse(c)
}

// posted notifies the other side of a message: the owner of a report's thread; the team of a project, or who of the staff
// reviewed it last. A decision has a notification of its own.
func posted(b *notification.Batch, e runtime.Event, p thread.MessagePosted) {
	about := b.Conversation(p.Thread)
	if p.Private || p.Decision || about.Link != "" {
		return
	}
	n := notification.Notification{
		Type: NotificationOfStaff, Thread: p.Thread, ThreadMessage: p.Message, Message: notification.Excerpt(p.Body.String()), Project: about.Project,
	}
	switch {
	case about.Project == "":
		if p.Staff {
			b.Notify(e, notification.Accounts{about.Owner: true}, n)
		}
	case p.Staff:
		b.SupersedeThread(e, p.Thread, n.Type)
		b.Notify(e, b.Team(about.Project), n)
		b.Reviews(about.Project, p.Author)
	default:
		n.Type = NotificationOfAuthor
		b.SupersedeThread(e, p.Thread, n.Type)
		b.NotifyReviewer(e, about.Project, n)
	}
}
