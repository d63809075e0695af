package account

import (
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	projected "github.com/modyard/modyard/projections/account"
	"github.com/modyard/modyard/readapi/notification"
)

// Kinds are the notifications about suspensions.
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
	}
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
