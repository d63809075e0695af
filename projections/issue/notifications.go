package issue

import (
	"github.com/modyard/modyard/domain/issue"
	"github.com/modyard/modyard/domain/post"
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
	Fixed     = "fixed" // a version that fixes the issue was published
)

// Notifications are the notifications about issues: one an account and event. Who opens, comments or is assigned takes part: the
// issue is a team of the notifications' read model, of these accounts.
func Notifications() notification.Area {
	return notification.Area{Version: 1, Categories: []string{"issue"}, About: concerned, Handlers: []runtime.Handler[*notification.Batch]{
		runtime.On(func(b *notification.Batch, e runtime.Event, p issue.Opened) {
			b.Member(p.Issue, p.Author, true, true)
			why := reasons{}
			for _, account := range b.Team(p.Project) {
				why[account] = Opened
			}
			why.add(Mentioned, p.Mentions...)
			why.tell(b, e, p.Project, p.Issue, p.Issue)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p issue.Edited) {
			reasons{}.add(Mentioned, p.Named...).tell(b, e, p.Project, p.Issue, p.Issue)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p issue.Assigned) {
			b.Member(p.Issue, p.Assignee, true, true)
			reasons{}.add(Assigned, p.Assignee).tell(b, e, p.Project, p.Issue, p.Issue)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p issue.Closed) {
			why := Closed
			if p.Version != "" {
				why = Fixed
			}
			reasons{}.add(why, b.Informed(p.Issue)...).tell(b, e, p.Project, p.Issue, p.Issue)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p issue.Reopened) {
			reasons{}.add(Reopened, b.Informed(p.Issue)...).tell(b, e, p.Project, p.Issue, p.Issue)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p issue.Hidden) { b.ForgetMessage(e, p.Issue) }),

		// Hidden and deleted comments are forgotten by the forum's handlers, as its answers are.
		runtime.On(func(b *notification.Batch, e runtime.Event, p post.Written) {
			if p.Kind != post.InIssue {
				return
			}
			b.Member(p.Thing, p.Author, true, true)
			reasons{}.add(Commented, b.Informed(p.Thing)...).add(Mentioned, p.Mentions...).add(RepliedTo, p.Answered).
				tell(b, e, p.Project, p.Thing, p.Post)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p post.Edited) {
			if p.Kind == post.InIssue {
				reasons{}.add(Mentioned, p.Named...).tell(b, e, p.Project, p.Thing, p.Post)
			}
		}),
	}}
}

// concerned are the project whose team an event may notify, and the issue as a team.
func concerned(payload any) (project, team string) {
	project, team, _ = about(payload)
	return project, team
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

func (r reasons) tell(b *notification.Batch, e runtime.Event, project, id, message string) {
	for _, why := range []string{Opened, Commented, RepliedTo, Mentioned, Assigned, Closed, Reopened, Fixed} {
		to := notification.Accounts{}
		for account, its := range r {
			to[account] = its == why
		}
		b.Notify(e, to, notification.Notification{Type: NotificationIssue, Project: project, Thread: id, ThreadMessage: message, Detail: why})
	}
}
