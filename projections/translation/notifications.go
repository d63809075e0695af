package translation

import (
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
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
)

// Notifications are the notifications about links.
func Notifications() notification.Area {
	asked := func(b *notification.Batch, e runtime.Event, original string) {
		b.NotifyHolders(e, original, project.UploadVersion, notification.Notification{Type: NotificationAsked, Project: original})
	}
	return notification.Area{Version: 1, Categories: []string{"translation"}, About: about, Handlers: []runtime.Handler[*notification.Batch]{
		runtime.On(func(b *notification.Batch, e runtime.Event, p translation.Asked) { asked(b, e, p.TargetProject) }),
		runtime.On(func(b *notification.Batch, e runtime.Event, p translation.AskedAgain) { asked(b, e, p.TargetProject) }),
		runtime.On(func(b *notification.Batch, e runtime.Event, p translation.Accepted) {
			decided(b, e, p.Project, p.By, NotificationAccepted, p.Reason)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p translation.Rejected) {
			decided(b, e, p.Project, p.By, NotificationRejected, p.Reason)
		}),
		runtime.On(func(b *notification.Batch, e runtime.Event, p translation.Revoked) {
			decided(b, e, p.Project, p.By, NotificationRevoked, p.Reason)
		}),
		// What was accepted waits again.
		runtime.On(func(b *notification.Batch, e runtime.Event, p translation.Described) { asked(b, e, p.TargetProject) }),
		runtime.On(func(b *notification.Batch, e runtime.Event, p translation.Withdrawn) {
			if !role.Role(e.Meta.Role).Staff() {
				return
			}
			n := notification.Notification{Type: NotificationRevoked, Project: p.Project}
			if p.Reason != nil {
				n.ReasonCode = string(p.Reason.Code)
			}
			b.NotifyTeam(e, p.Project, n)
		}),
	}}
}

// about is the project whose team an event notifies.
func about(payload any) (of, organization string) {
	switch p := payload.(type) {
	case translation.Asked:
		return p.TargetProject, ""
	case translation.AskedAgain:
		return p.TargetProject, ""
	case translation.Described:
		return p.TargetProject, ""
	case translation.Withdrawn:
		return p.Project, ""
	case translation.Accepted:
		return p.Project, ""
	case translation.Rejected:
		return p.Project, ""
	case translation.Revoked:
		return p.Project, ""
	}
	return "", ""
}

// decided notifies the team. The text of a reason goes to the account that it is addressed to alone, with whose texts it is
// erased.
func decided(b *notification.Batch, e runtime.Event, of, asker, kind string, why *reason.Addressed) {
	n := notification.Notification{Type: kind, Project: of}
	if why != nil {
		n.ReasonCode = string(why.Code)
	}
	b.NotifyTeam(e, of, n)
	if why != nil && why.Text != nil {
		n.Message = why.Text.String()
	}
	b.Notify(e, notification.Accounts{asker: true}, n)
}
