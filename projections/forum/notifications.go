package forum

import (
	"github.com/modyard/modyard/domain/forum"
	domainpost "github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/watch"
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
	Watched   = "watched" // a discussion that it watches was answered
	Opened    = "opened"  // a discussion was opened where it watches
	WasHidden = "hidden"  // its text was hidden
	Shown     = "shown"   // its text is shown again, or was looked at
)

// Notifications are the notifications about the forum: one an account and text. Who writes in a discussion, or is named there,
// watches it.
func Notifications() notification.Area {
	return notification.Area{Version: 3, Categories: []string{"discussion", "post", "watch"}, Needs: needs, Handlers: []runtime.Handler[*notification.Batch]{
		runtime.On(func(b *notification.Batch, _ runtime.Event, p watch.Chosen) {
			b.Choose(watch.Place{Kind: p.Kind, ID: p.Place}.Group(), p.Account, p.Watching, p.Never)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p domainpost.Written) {
			if p.Kind != domainpost.InDiscussion {
				return
			}
			here, why := discussionGroup(p.Thing), map[string]string{}
			for _, account := range b.Watchers(here, p.Project) {
				why[account] = Watched
			}
			for _, account := range p.Mentions {
				why[account] = Mentioned
			}
			if !b.Stopped(here, p.Starter) {
				why[p.Starter] = Answered
			}
			why[p.Answered] = RepliedTo
			notify(b, e, p, p.Project, p.Thing, p.Post, why)
			b.Watch(here, append([]string{p.Author}, p.Mentions...)...)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p domainpost.Edited) {
			if p.Kind == domainpost.InDiscussion {
				named(b, e, p, p.Project, p.Thing, p.Post, p.Named)
			}
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p domainpost.Hidden) {
			b.ForgetMessage(e, p.Post)
			if p.Kind == domainpost.InDiscussion {
				moderated(b, e, p.Project, p.Thing, p.Post, p.Author, WasHidden, p.Reason)
			}
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p domainpost.Restored) {
			if p.Kind == domainpost.InDiscussion {
				moderated(b, e, p.Project, p.Thing, p.Post, p.Author, Shown, p.Reason)
			}
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p domainpost.Deleted) { b.ForgetMessage(e, p.Post) }),
		runtime.On(func(b *notification.Batch, e runtime.Event, p forum.Opened) {
			why := map[string]string{}
			for _, group := range watched(p)[1:] {
				for _, account := range b.Watchers(group, p.Project) {
					why[account] = Opened
				}
			}
			for _, account := range p.Mentions {
				why[account] = Mentioned
			}
			notify(b, e, p, p.Project, p.Discussion, p.Discussion, why)
			b.Watch(discussionGroup(p.Discussion), append([]string{p.Author}, p.Mentions...)...)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p forum.Edited) {
			named(b, e, p, p.Project, p.Discussion, p.Discussion, p.Named)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p forum.Hidden) {
			b.ForgetMessage(e, p.Discussion)
			moderated(b, e, "", p.Discussion, p.Discussion, p.Author, WasHidden, p.Reason)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p forum.Restored) {
			moderated(b, e, "", p.Discussion, p.Discussion, p.Author, Shown, p.Reason)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p forum.Cleared) { b.ForgetMessage(e, p.Discussion) }),
		runtime.On(func(b *notification.Batch, e runtime.Event, p forum.Deleted) { b.ForgetMessage(e, p.Discussion) }),
	}}
}

func discussionGroup(id string) string { return watch.Place{Kind: watch.Discussion, ID: id}.Group() }

// groupsOf are the groups of a discussion and of the board on which it stands, if it stands on one.
func groupsOf(discussion, project string) []string {
	groups := []string{discussionGroup(discussion)}
	if project != "" {
		groups = append(groups, watch.Place{Kind: watch.Board, ID: project}.Group())
	}
	return groups
}

// needs are the project whose team sees what an event is about while others do not, and the groups of those who may hear of it.
func needs(n *notification.Needs, e runtime.Event) {
	n.Team(watched(e.Payload)...)
	switch p := e.Payload.(type) {
	case forum.Opened:
		n.Project(p.Project)
	case domainpost.Written:
		if p.Kind == domainpost.InDiscussion {
			n.Project(p.Project)
		}
	}
}

// watched are the groups of those who may hear of an event.
func watched(payload any) []string {
	switch p := payload.(type) {
	case forum.Opened:
		return append(groupsOf(p.Discussion, p.Project), watch.Place{Kind: watch.Section, ID: string(p.Section)}.Group())
	case forum.Edited:
		return groupsOf(p.Discussion, p.Project)
	case domainpost.Written:
		if p.Kind == domainpost.InDiscussion {
			return groupsOf(p.Thing, p.Project)
		}
	case domainpost.Edited:
		if p.Kind == domainpost.InDiscussion {
			return groupsOf(p.Thing, p.Project)
		}
	case watch.Chosen:
		return []string{watch.Place{Kind: p.Kind, ID: p.Place}.Group()}
	}
	return nil
}

// named notifies accounts that a text names, who watch the discussion from now on.
func named(b *notification.Batch, e runtime.Event, payload any, project, discussion, message string, accounts []string) {
	why := map[string]string{}
	for _, account := range accounts {
		why[account] = Mentioned
	}
	notify(b, e, payload, project, discussion, message, why)
	b.Watch(discussionGroup(discussion), accounts...)
}

// moderated tells an author that their text was hidden, or is shown again.
func moderated(b *notification.Batch, e runtime.Event, project, discussion, message, author, detail string, why *reason.Addressed) {
	b.Notify(e, notification.Accounts{author: true}, notification.Notification{
		Type: NotificationForum, Project: project, Thread: discussion, ThreadMessage: message, Detail: detail,
	}.Because(why))
}

// notify notifies accounts of a text, each for one reason: those who hear of anything where it stands.
func notify(b *notification.Batch, e runtime.Event, payload any, project, discussion, message string, why map[string]string) {
	places := watched(payload)
	for _, its := range []string{Opened, Watched, Answered, RepliedTo, Mentioned} {
		to := notification.Accounts{}
		for account, of := range why {
			to[account] = of == its && !b.Muted(account, places...)
		}
		b.Notify(e, to, notification.Notification{
			Type: NotificationForum, Project: project, Thread: discussion, ThreadMessage: message, Detail: its,
		})
	}
}
