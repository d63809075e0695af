package translation

import (
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/domain/translation"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/projections/runtime"
)

// The types of notifications about links.
const (
	NotificationAsked    = "translation_asked"    // to the members of the original who may decide
	NotificationAccepted = "translation_accepted" // to the team of the language pack, like the following
	NotificationRejected = "translation_rejected"
	NotificationRevoked  = "translation_revoked"
	NotificationMessage  = "translation_message" // in the thread of a link, to the other team; of the staff, to both
)

// Notifications are the notifications about links. Of each kind an account has that of the newest event of a link.
func Notifications() notification.Area {
	asked := func(b *notification.Batch, e runtime.Event, l ends) {
		b.Linked(e, l.id, l.project, l.target)
		b.SupersedeLink(e, l.id, NotificationAsked)
		b.NotifyHolders(e, l.target, project.UploadVersion, notification.Notification{Type: NotificationAsked, Project: l.target, Link: l.id})
	}
	return notification.Area{Version: 2, Categories: []string{"translation"}, Needs: needs, Quoting: []string{NotificationMessage}, Handlers: []runtime.Handler[*notification.Batch]{
		runtime.On(func(b *notification.Batch, e runtime.Event, p translation.Asked) { asked(b, e, endsOf(p)) }),
		runtime.On(func(b *notification.Batch, e runtime.Event, p translation.AskedAgain) { asked(b, e, endsOf(p)) }),
		runtime.On(func(b *notification.Batch, e runtime.Event, p translation.Accepted) {
			decided(b, e, endsOf(p), p.By, NotificationAccepted, p.Reason)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p translation.Rejected) {
			decided(b, e, endsOf(p), p.By, NotificationRejected, p.Reason)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p translation.Revoked) {
			decided(b, e, endsOf(p), p.By, NotificationRevoked, p.Reason)
		}),
		// What was accepted waits again.
		runtime.On(func(b *notification.Batch, e runtime.Event, p translation.Described) { asked(b, e, endsOf(p)) }),
		runtime.On(withdrawnBy), runtime.On(posted),
	}}
}

func withdrawnBy(b *notification.Batch, e runtime.Event, p translation.Withdrawn) {
	l := endsOf(p)
	b.Linked(e, l.id, l.project, l.target)
	if !role.Role(e.Meta.Role).Staff() {
		return
	}
	n := notification.Notification{Type: NotificationRevoked, Project: p.Project, Link: l.id}
	if p.Reason != nil {
		n.ReasonCode = string(p.Reason.Code)
	}
	b.SupersedeLink(e, l.id, n.Type)
	b.NotifyTeam(e, p.Project, n)
}

// ends is a link with its two projects.
type ends struct{ id, project, target string }

// endsOf is the link that an event is about; empty for other events.
func endsOf(payload any) ends {
	of := func(version, project, target, original string) ends {
		return ends{translation.Subject(version, target), project, original}
	}
	switch p := payload.(type) {
	case translation.Asked:
		return of(p.Version, p.Project, p.Target, p.TargetProject)
	case translation.AskedAgain:
		return of(p.Version, p.Project, p.Target, p.TargetProject)
	case translation.Described:
		return of(p.Version, p.Project, p.Target, p.TargetProject)
	case translation.Withdrawn:
		return of(p.Version, p.Project, p.Target, p.TargetProject)
	case translation.Accepted:
		return of(p.Version, p.Project, p.Target, p.TargetProject)
	case translation.Rejected:
		return of(p.Version, p.Project, p.Target, p.TargetProject)
	case translation.Revoked:
		return of(p.Version, p.Project, p.Target, p.TargetProject)
	}
	return ends{}
}

func needs(n *notification.Needs, e runtime.Event) {
	l := endsOf(e.Payload)
	n.Link(l.id)
	n.Project(l.project, l.target)
}

// posted notifies the other team of a message about a link, and both teams of one of the staff: those who may upload
// versions, who alone read the thread. Who belongs to both teams writes for the language pack. What happens to a link has a
// notification of its own.
func posted(b *notification.Batch, e runtime.Event, p thread.MessagePosted) {
	l := b.LinkOf(e, p.Thread)
	if p.Private || p.Decision || l.ID == "" {
		return
	}
	n := notification.Notification{
		Type: NotificationMessage, Thread: p.Thread, ThreadMessage: p.Message, Message: notification.Excerpt(p.Body.String()), Link: l.ID,
	}
	translators, authors := b.Holders(l.Project, project.UploadVersion), b.Holders(l.Target, project.UploadVersion)
	if p.Staff || !translators[p.Author] {
		b.NotifySide(e, l.Project, translators, n)
	}
	if p.Staff || translators[p.Author] {
		for account := range translators {
			delete(authors, account) // one notification of an event for each account
		}
		b.NotifySide(e, l.Target, authors, n)
	}
}

// decided notifies the team. The text of a reason goes to the account that it is addressed to alone, with whose texts it is
// erased.
func decided(b *notification.Batch, e runtime.Event, l ends, asker, kind string, why *reason.Addressed) {
	n := notification.Notification{Type: kind, Project: l.project, Link: l.id}
	b.Linked(e, l.id, l.project, l.target)
	b.SupersedeLink(e, l.id, kind)
	if why != nil {
		n.ReasonCode = string(why.Code)
	}
	b.NotifyTeam(e, l.project, n)
	if why != nil && why.Text != nil {
		n.Message = why.Text.String()
	}
	b.Notify(e, notification.Accounts{asker: true}, n)
}
