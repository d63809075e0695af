// Package project has the notifications of projects: decisions about them, invitations to their teams, and new versions.
package project

import (
	"slices"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/projections/runtime"
)

// The types of notifications about projects, named as clients of this API family expect.
const (
	NotificationUpdate    = "project_update" // to those who follow the project
	NotificationInvite    = "team_invite"
	NotificationStatus    = "status_change"       // to the team, like the following
	NotificationUndone    = "decision_undone"     // who of the staff undid it is not shown
	NotificationOwnUndone = "own_decision_undone" // to the moderator who decided, and to the one who proposed
)

// Notifications are the notifications about projects and their versions.
func Notifications() notification.Area {
	return notification.Area{Categories: []string{"project", "version"}, Needs: needs, Handlers: slices.Concat([]runtime.Handler[*notification.Batch]{
		runtime.On(func(b *notification.Batch, e runtime.Event, p project.Created) {
			b.Created(e.Subject(), p.Organization)
			if p.Owner != "" {
				b.Own(e.Subject(), p.Owner)
			}
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, _ project.Submitted) { takes(b, e, project.Processing) }),
		// An import notifies nobody, because no moderator decided it.
		runtime.On(func(b *notification.Batch, e runtime.Event, p project.ListedByImport) { takes(b, e, p.Status) }),
		runtime.On(func(b *notification.Batch, e runtime.Event, p project.Approved) {
			decided(b, e, p.From, p.Status, p.Message, p.Reason, p.Options)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p project.Rejected) {
			decided(b, e, p.From, project.Refused, p.Message, p.Reason, p.Options)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p project.Withheld) {
			decided(b, e, p.From, project.Held, p.Message, p.Reason, p.Options)
		}),
		runtime.On(undone),
		runtime.On(func(b *notification.Batch, e runtime.Event, p project.StatusChanged) {
			decided(b, e, p.From, p.To, "", p.Reason, nil)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p project.ReleasePlanEnded) {
			decided(b, e, project.Scheduled, p.Status, whyEnded(p.Cause, p.Obstacle), nil, nil)
		}),
		// The statuses of versions have the names of a project's.
		runtime.On(func(b *notification.Batch, e runtime.Event, p project.VersionReleasePlanEnded) {
			b.NotifyTeam(e, p.Project, notification.Notification{
				Type: NotificationStatus, Project: p.Project, Version: p.Version, From: project.Scheduled, To: project.Status(p.Status),
				Message: whyEnded(p.Cause, p.Obstacle),
			})
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p project.EnteredOrganization) {
			b.Belongs(e.Subject(), p.Organization)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p project.LeftOrganization) {
			b.Belongs(e.Subject(), "")
			b.Own(e.Subject(), p.Owner)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, _ project.Deleted) { b.Deleted(e) }),
		runtime.On(func(b *notification.Batch, e runtime.Event, p project.MemberInvited) {
			b.Invite(e.Subject(), p.Account, p.Permissions)
			b.Notify(e, notification.Accounts{p.Account: true}, notification.Notification{Type: NotificationInvite, Project: e.Subject(), Role: p.Role, Open: true})
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p project.RightsGranted) {
			b.Entitle(e.Subject(), p.Account, p.Permissions)
		}),

		// A version is announced once, when visitors can find it.
		runtime.On(func(b *notification.Batch, e runtime.Event, p project.VersionCreated) {
			if p.Status == project.VersionListed {
				announce(b, e, p.Project, p.Version)
			} else {
				b.HideVersion(p.Version, p.Project)
			}
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p project.VersionStatusChanged) {
			if p.Status == project.VersionListed && b.ShowVersion(p.Version) {
				announce(b, e, p.Project, p.Version)
			}
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p project.VersionDeleted) { b.ForgetVersion(e, p.Version) }),
	}, notification.Members[project.Permissions]())}
}

func needs(n *notification.Needs, e runtime.Event) {
	if eventlog.Category(e.Stream) == "project" {
		n.Project(e.Subject())
	}
	switch p := e.Payload.(type) {
	case project.Created:
		n.Team(p.Organization)
	case project.EnteredOrganization:
		n.Team(p.Organization)
	case project.VersionCreated:
		n.Followers(p.Project)
	case project.VersionStatusChanged:
		n.Followers(p.Project)
		n.Version(p.Version)
	case project.VersionReleasePlanEnded:
		n.Project(p.Project)
	}
}

// undone notifies the team and the moderator who had decided.
func undone(b *notification.Batch, e runtime.Event, p project.DecisionUndone) {
	takes(b, e, p.To)
	n := notification.Notification{Type: NotificationUndone, Project: e.Subject(), From: p.From, To: p.To}
	if p.Reason != nil {
		n.Message = p.Reason.Text
	}
	b.NotifyTeam(e, e.Subject(), n)
	n.Type = NotificationOwnUndone
	b.Notify(e, notification.Accounts{p.Moderator: true, p.Proposer: true}, n)
}

func takes(b *notification.Batch, e runtime.Event, s project.Status) {
	b.Shown(e.Subject(), !s.Hidden())
}

// decided notifies a project's team of a status that an account outside of it has set.
func decided(b *notification.Batch, e runtime.Event, from, to project.Status, message string, why *reason.Reason, points []string) {
	takes(b, e, to)
	if role.Role(e.Meta.Role).Staff() {
		b.Reviews(e.Subject(), e.Meta.Actor)
	}
	if from == to && message == "" {
		return
	}
	n := notification.Notification{Type: NotificationStatus, Project: e.Subject(), From: from, To: to, Message: message, Points: points}
	if why != nil {
		n.ReasonCode, n.ReasonText = string(why.Code), why.Text
	}
	b.NotifyTeam(e, e.Subject(), n)
}

// whyEnded tells a team that its release will not happen.
func whyEnded(cause project.PlanEnd, obstacle project.Obstacle) string {
	switch {
	case cause == project.PlanCancelled:
		return "定时发布已取消。"
	case obstacle == project.AuthorGone:
		return "定时发布没有进行：设定发布时间的账户已经注销。"
	}
	return "定时发布没有进行：设定发布时间的成员已没有相应的权限。"
}

func announce(b *notification.Batch, e runtime.Event, id, version string) {
	b.NotifyFollowers(e, id, notification.Notification{Type: NotificationUpdate, Project: id, Version: version})
}
