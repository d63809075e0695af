package issue

import (
	"github.com/modyard/modyard/domain/issue"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/watch"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/projections/runtime"
)

// NotificationIssue is the type of the notifications about issues. The thread is the issue, the message the comment or the issue, the
// detail one of the following.
const NotificationIssue = "issue"

// Why an account is notified.
const (
	Opened    = "opened"   // somebody opened an issue of its project
	Commented = "comment"  // somebody commented on an issue in which it takes part
	RepliedTo = "reply"    // its comment was answered
	Mentioned = "mention"  // a text names it
	Assigned  = "assigned" // an issue is its task
	Closed    = "closed"   // an issue in which it takes part was closed
	Reopened  = "reopened"
	Fixed     = "fixed"  // a version that fixes the issue was published
	WasHidden = "hidden" // its issue or comment was hidden
	Shown     = "shown"  // its issue or comment is shown again, or was looked at
)

// Notifications are the notifications about issues: one an account and event. Who opens, comments, is
// assigned or named watches the issue.
func Notifications() notification.Area {
	return notification.Area{Version: 3, Categories: []string{"issue"}, Needs: needs, Handlers: []runtime.Handler[*notification.Batch]{
		runtime.On(func(b *notification.Batch, e runtime.Event, p issue.Opened) {
			board, why := watch.Place{Kind: watch.Board, ID: p.Project}.Group(), reasons{}
			for account := range b.Team(p.Project) {
				if !b.Stopped(board, account) {
					why[account] = Opened
				}
			}
			why.add(Opened, b.Watchers(board, p.Project)...).add(Mentioned, p.Mentions...).notify(b, e, p.Project, p.Issue, p.Issue)
			b.Watch(group(p.Issue), append([]string{p.Author}, p.Mentions...)...)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p issue.Edited) {
			reasons{}.add(Mentioned, p.Named...).notify(b, e, p.Project, p.Issue, p.Issue)
			b.Watch(group(p.Issue), p.Named...)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p issue.Assigned) {
			b.Watch(group(p.Issue), p.Assignee)
			reasons{}.add(Assigned, p.Assignee).notify(b, e, p.Project, p.Issue, p.Issue)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p issue.Closed) {
			why := Closed
			if p.Version != "" {
				why = Fixed
			}
			reasons{}.add(why, b.Watchers(group(p.Issue), p.Project)...).notify(b, e, p.Project, p.Issue, p.Issue)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p issue.Reopened) {
			reasons{}.add(Reopened, b.Watchers(group(p.Issue), p.Project)...).notify(b, e, p.Project, p.Issue, p.Issue)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p issue.Hidden) {
			b.ForgetMessage(e, p.Issue)
			moderated(b, e, p.Project, p.Issue, p.Issue, p.Author, WasHidden, p.Reason)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p issue.Restored) {
			moderated(b, e, p.Project, p.Issue, p.Issue, p.Author, Shown, p.Reason)
		}),

		// The notifications of hidden and deleted comments are forgotten by the forum's handlers, as those of its answers are.
		runtime.On(func(b *notification.Batch, e runtime.Event, p post.Hidden) {
			if p.Kind == post.InIssue {
				moderated(b, e, p.Project, p.Thing, p.Post, p.Author, WasHidden, p.Reason)
			}
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p post.Restored) {
			if p.Kind == post.InIssue {
				moderated(b, e, p.Project, p.Thing, p.Post, p.Author, Shown, p.Reason)
			}
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p post.Written) {
			if p.Kind != post.InIssue {
				return
			}
			reasons{}.add(Commented, b.Watchers(group(p.Thing), p.Project)...).add(Mentioned, p.Mentions...).add(RepliedTo, p.Answered).
				notify(b, e, p.Project, p.Thing, p.Post)
			b.Watch(group(p.Thing), append([]string{p.Author}, p.Mentions...)...)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p post.Edited) {
			if p.Kind == post.InIssue {
				reasons{}.add(Mentioned, p.Named...).notify(b, e, p.Project, p.Thing, p.Post)
				b.Watch(group(p.Thing), p.Named...)
			}
		}),
	}}
}

// group is the group of those who watch an issue.
func group(id string) string { return watch.Place{Kind: watch.Issue, ID: id}.Group() }

// places are the groups of those who may hear of an issue.
func places(project, id string) []string {
	return []string{group(id), watch.Place{Kind: watch.Board, ID: project}.Group()}
}

// needs are the project whose team an event may notify, and the groups of those who may hear of it.
func needs(n *notification.Needs, e runtime.Event) {
	project, id, _ := about(e.Payload)
	n.Project(project)
	if id != "" {
		n.Team(places(project, id)...)
	}
}

// moderated tells an author that their text was hidden, or is shown again. Events of earlier releases do not name them.
func moderated(b *notification.Batch, e runtime.Event, project, id, message, author, detail string, why *reason.Addressed) {
	b.Notify(e, notification.Accounts{author: true}, notification.Notification{
		Type: NotificationIssue, Project: project, Thread: id, ThreadMessage: message, Detail: detail,
	}.Because(why))
}

// reasons are why accounts are notified of one event, each for one reason.
type reasons map[string]string

// add notifies accounts for a reason, in place of an earlier one.
func (r reasons) add(why string, accounts ...string) reasons {
	for _, account := range accounts {
		r[account] = why
	}
	return r
}

// notify notifies those who hear of anything on the board and in the issue.
func (r reasons) notify(b *notification.Batch, e runtime.Event, project, id, message string) {
	for _, why := range []string{Opened, Commented, RepliedTo, Mentioned, Assigned, Closed, Reopened, Fixed} {
		to := notification.Accounts{}
		for account, its := range r {
			to[account] = its == why && !b.Muted(account, places(project, id)...)
		}
		b.Notify(e, to, notification.Notification{Type: NotificationIssue, Project: project, Thread: id, ThreadMessage: message, Detail: why})
	}
}
