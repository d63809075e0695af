package server

import (
	"github.com/modyard/modyard/contract"
	projected "github.com/modyard/modyard/projections/server"
	"github.com/modyard/modyard/readapi/notification"
)

// Kinds are the notifications about servers.
func Kinds() []notification.Kind {
	return []notification.Kind{{
		Type: projected.NotificationInvited,
		Words: func(n contract.Notification) (title, text string) {
			who := "有人"
			if n.Actor != nil {
				who = n.Actor.Username
			}
			return "你被邀请管理服务器", who + " 邀请你作为" + roleName(n.Role) + "加入一台服务器，邀请 14 天内有效"
		},
		Link: func(contract.Notification) string { return "/servers/manage" },
	}}
}

func roleName(role *string) string {
	if role != nil && *role == "viewer" {
		return "旁观者"
	}
	return "管理者"
}
