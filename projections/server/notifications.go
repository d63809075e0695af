package server

import (
	"strconv"

	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/projections/runtime"
)

// The types of notifications about servers. All but the first and the last go to the owner and the editors.
const (
	NotificationInvited       = "server_invite"    // to the invited account
	NotificationGivenUp       = "server_given_up"  // Detail: the number of crashes
	NotificationSuspended     = "server_suspended" // Detail: the suspension
	NotificationUnsuspended   = "server_unsuspended"
	NotificationDeleted       = "server_deleted"
	NotificationReturned      = "server_returned"
	NotificationInstalled     = "server_installed"      // by an archive that somebody else uploaded
	NotificationInstallFailed = "server_install_failed" // Detail: the reason
	NotificationAway          = "server_away"           // of the first of an account's servers; Detail: the number of them on the node
	NotificationNameFailed    = "server_name_failed"    // Detail: the subdomain that could not be written
	NotificationNodeAway      = "node_away"             // to the staff; Message: the name of the node
)

// Notifications are the notifications about servers.
func Notifications() notification.Area {
	return notification.Area{Version: 5, Categories: []string{"node", "server", "serverrun"}, Needs: needs, Handlers: []runtime.Handler[*notification.Batch]{
		runtime.On(func(b *notification.Batch, _ runtime.Event, p server.Provisioned) {
			b.Member(p.Server, p.Owner, true, true)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p server.MemberInvited) {
			b.Member(p.Server, p.Account, false, informed(p.Role))
			b.Notify(e, notification.Accounts{p.Account: true}, notification.Notification{Type: NotificationInvited, Server: p.Server, Role: string(p.Role)})
		}),
		runtime.On(func(b *notification.Batch, _ runtime.Event, p server.MemberJoined) { b.Accept(p.Server, p.Account) }),
		runtime.On(func(b *notification.Batch, e runtime.Event, p server.MemberLeft) { b.Dismiss(e, p.Account) }),
		runtime.On(func(b *notification.Batch, e runtime.Event, p server.MemberRemoved) { b.Dismiss(e, p.Account) }),
		runtime.On(func(b *notification.Batch, _ runtime.Event, p server.MemberRoleSet) {
			b.Member(p.Server, p.Account, false, informed(p.Role))
		}),
		runtime.On(func(b *notification.Batch, _ runtime.Event, p server.HandedOver) {
			b.Member(p.Server, p.Account, true, true)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p server.RunGivenUp) {
			b.NotifyInformed(e, p.Server, notification.Notification{Type: NotificationGivenUp, Server: p.Server, Detail: strconv.Itoa(p.Attempt)})
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p server.Installed) {
			if p.Account != "" {
				e.Meta.Actor = p.Account
				b.NotifyInformed(e, p.Server, notification.Notification{Type: NotificationInstalled, Server: p.Server})
			}
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p server.InstallFailed) {
			if p.Cause != cancelled {
				b.NotifyInformed(e, p.Server, notification.Notification{Type: NotificationInstallFailed, Server: p.Server, Detail: p.Cause})
			}
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p server.SubdomainFailed) {
			b.NotifyInformed(e, p.Server, notification.Notification{Type: NotificationNameFailed, Server: p.Server, Detail: p.Subdomain})
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p server.Suspended) {
			overseen(b, e, p.Server, p.Owner, p.Reason, notification.Notification{Type: NotificationSuspended, Detail: string(p.Suspension)})
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p server.Unsuspended) {
			overseen(b, e, p.Server, p.Owner, p.Reason, notification.Notification{Type: NotificationUnsuspended})
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p server.Deleted) {
			overseen(b, e, p.Server, p.Owner, p.Reason, notification.Notification{Type: NotificationDeleted})
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p server.Returned) {
			overseen(b, e, p.Server, p.Owner, p.Reason, notification.Notification{Type: NotificationReturned})
		}),
		runtime.On(nodeAway),
	}}
}

// nodeAway tells the staff, and those who can do something about the node's servers: who is both, of the servers.
func nodeAway(b *notification.Batch, e runtime.Event, p server.NodeAway) {
	b.NotifyStaff(e, notification.Notification{Type: NotificationNodeAway, Message: p.Name})
	b.NotifyInformedOnce(e, p.Servers, func(mine []string) notification.Notification {
		return notification.Notification{Type: NotificationAway, Server: mine[0], Detail: strconv.Itoa(len(mine))}
	})
}

// cancelled is the reason of an installation that somebody has ended.
const cancelled = "cancelled"

// informed says who learns of what happens to a server: those who can do something about it.
func informed(role server.MemberRole) bool { return role != server.ViewerRole }

// overseen tells of a decision of the administrators, with the code of its reason. The reason's text is sealed with the owner's key
// and goes to the owner alone: the notifications of an erased account are deleted, those of the editors stay.
func overseen(b *notification.Batch, e runtime.Event, id, owner string, why *reason.Addressed, n notification.Notification) {
	n.Server = id
	if why != nil {
		n.ReasonCode = string(why.Code)
	}
	b.NotifyInformed(e, id, n)
	if why != nil && why.Text != nil {
		n.ReasonText = why.Text.String()
		b.Notify(e, notification.Accounts{owner: true}, n)
	}
}

// needs are the servers whose members an event changes or notifies.
func needs(n *notification.Needs, e runtime.Event) {
	if eventlog.Category(e.Stream) == "server" {
		n.Team(e.Subject())
	}
	switch p := e.Payload.(type) {
	case server.RunGivenUp:
		n.Team(p.Server)
	case server.NodeAway:
		n.Team(p.Servers...)
	}
}
