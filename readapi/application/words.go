package application

import (
	"net/url"

	"github.com/modyard/modyard/contract"
	projected "github.com/modyard/modyard/projections/application"
	"github.com/modyard/modyard/readapi/notification"
)

// Kinds are the notifications about authorizations. The page that they lead to shows the application, and what it did.
func Kinds() []notification.Kind {
	return []notification.Kind{{
		Type: projected.NotificationReused,
		Words: func(contract.Notification) (title, text string) {
			return "一个应用的授权已自动撤销", "它的刷新令牌被使用了两次，可能有另一个人拿到了副本。它的令牌已全部失效；可以查看它做过什么，需要时重新授权"
		},
		Link: func(n contract.Notification) string {
			if n.Message == nil {
				return "/settings/activity"
			}
			return "/settings/activity?key=" + url.QueryEscape(*n.Message)
		},
	}}
}
