package account

import (
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	projected "github.com/modyard/modyard/projections/account"
	"github.com/modyard/modyard/readapi/notification"
)

// Kinds are the notifications about suspensions, roles and rights.
func Kinds() []notification.Kind {
	settings := func(contract.Notification) string { return "/settings/account" }
	return []notification.Kind{
		{
			Type: projected.NotificationSuspended, Link: settings,
			Words: func(n contract.Notification) (title, text string) {
				s := suspensionOf(n)
				return "你的账户已被暂停" + s.What(), s.Words()
			},
		},
		{
			Type: projected.NotificationRestored, Link: settings,
			Words: func(n contract.Notification) (title, text string) {
				s := suspensionOf(n)
				return "你的账户已恢复" + s.What(), "管理人员解除了对你的账户的限制。" + s.Why()
			},
		},
		{
			Type: projected.NotificationGiven, Link: settings,
			Words: func(n contract.Notification) (title, text string) {
				return "你现在有" + standingOf(n), "从下一次打开页面起有效。" + suspensionOf(n).Why()
			},
		},
		{
			Type: projected.NotificationTaken, Link: settings,
			Words: func(n contract.Notification) (title, text string) {
				return "你不再有" + standingOf(n), suspensionOf(n).Why()
			},
		},
	}
}

// standingOf names the role or the right of a notification.
func standingOf(n contract.Notification) string {
	if n.Message == nil {
		return "一项权限"
	}
	switch *n.Message {
	case string(identity.RoleModerator):
		return "版主的角色"
	case string(identity.RoleAdmin):
		return "管理员的角色"
	case "analyst":
		return "分析员的权限"
	case "treasurer":
		return "财务的权限"
	}
	return "一项权限"
}

func suspensionOf(n contract.Notification) (s identity.Suspension) {
	if n.Message != nil {
		s.Act, s.Until = identity.ParseSuspended(*n.Message)
	}
	if n.Reason != nil {
		s.Code = n.Reason.Code
		if n.Reason.Text != nil {
			s.Text = *n.Reason.Text
		}
	}
	return s
}
