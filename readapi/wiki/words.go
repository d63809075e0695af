package wiki

import (
	"github.com/modyard/modyard/contract"
	projected "github.com/modyard/modyard/projections/wiki"
	"github.com/modyard/modyard/readapi/notification"
)

// Kinds are the notifications about drafts.
func Kinds() []notification.Kind {
	return []notification.Kind{
		{
			Type: projected.NotificationReview, Body: body("review"),
			Words: func(n contract.Notification) (title, text string) {
				return "百科有修改等待审核", notification.ActorName(n) + " 提交了 " + notification.ProjectTitle(n) + " 的百科修改" + said(n)
			},
			Link: func(n contract.Notification) string {
				if n.Project == nil || n.WikiDraftID == nil {
					return "/dashboard/wikis"
				}
				return "/project/" + n.Project.ID + "/wikis/review/" + *n.WikiDraftID
			},
		},
		{
			Type: projected.NotificationAccept, Body: body("accept"), Link: wikis,
			Words: func(n contract.Notification) (title, text string) {
				return "你的百科修改已通过", "对 " + notification.ProjectTitle(n) + " 的百科的修改已发布"
			},
		},
		{
			Type: projected.NotificationReject, Body: body("reject"), Link: wikis,
			Words: func(n contract.Notification) (title, text string) {
				return "你的百科修改未通过", "对 " + notification.ProjectTitle(n) + " 的百科的修改未通过审核" + said(n)
			},
		},
		{
			Type: projected.NotificationExpiring, Body: body("time_out"), Link: wikis,
			Words: func(n contract.Notification) (title, text string) {
				until := "不久后"
				if n.Message != nil {
					until = " " + *n.Message + " "
				}
				return "你的百科草稿即将超时", notification.ProjectTitle(n) + " 的百科草稿将在" + until + "超时，请保存或提交"
			},
		},
		{
			Type: projected.NotificationTimeOut, Body: body("time_out"), Link: wikis,
			Words: func(n contract.Notification) (title, text string) {
				return "你的百科草稿已超时", notification.ProjectTitle(n) + " 的百科草稿已超时，30 天内可以从它继续"
			},
		},
	}
}

func wikis(n contract.Notification) string {
	if n.Project == nil {
		return "/dashboard/wikis"
	}
	return "/project/" + n.Project.ID + "/wikis"
}

func said(n contract.Notification) string {
	if n.Message == nil {
		return ""
	}
	return "：" + *n.Message
}

// body is a notification as clients of the family read it: one type for all, and the kind in a member.
func body(kind string) func(contract.Notification, *contract.NotificationBody) {
	return func(n contract.Notification, b *contract.NotificationBody) {
		b.Type, b.Kind, b.Msg, b.WikiCacheID = "wiki_cache", kind, n.Message, n.WikiDraftID
		if n.Project != nil {
			title := notification.ProjectTitle(n)
			b.ProjectTitle = &title
		}
	}
}
