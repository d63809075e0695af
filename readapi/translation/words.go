package translation

import (
	"github.com/modyard/modyard/contract"
	projected "github.com/modyard/modyard/projections/translation"
	"github.com/modyard/modyard/readapi/notification"
)

// Kinds are the notifications about links.
func Kinds() []notification.Kind {
	kind := func(name, title, before, after string) notification.Kind {
		return notification.Kind{
			Type: name, Link: settings,
			Words: func(n contract.Notification) (string, string) {
				text := before + notification.ProjectTitle(n) + after
				if n.Message != nil {
					text += "：" + *n.Message
				}
				return title, text
			},
		}
	}
	return []notification.Kind{
		{
			Type: projected.NotificationAsked, Link: settings,
			Words: func(n contract.Notification) (title, text string) {
				return "有汉化等待审核", notification.ActorName(n) + " 提交了 " + notification.ProjectTitle(n) + " 的汉化"
			},
		},
		{
			Type: projected.NotificationMessage, Link: settings,
			Words: func(n contract.Notification) (title, text string) {
				text = notification.ProjectTitle(n) + " 的汉化会话里有新消息"
				if n.Message != nil {
					text = notification.ProjectTitle(n) + "：" + *n.Message
				}
				return "汉化的会话有新消息", text
			},
		},
		kind(projected.NotificationAccepted, "你的汉化已通过", "", " 现在显示在原资源的页面上"),
		kind(projected.NotificationRejected, "你的汉化未通过", "", " 的汉化申请被拒绝"),
		kind(projected.NotificationRevoked, "你的汉化被撤销", "", " 不再显示在原资源的页面上"),
	}
}

// settings is the page on which the links of the project are decided or asked for.
func settings(n contract.Notification) string {
	if n.Project == nil {
		return "/dashboard/notifications"
	}
	return "/" + n.Project.URLType + "/" + n.Project.Slug + "/settings/translations"
}
