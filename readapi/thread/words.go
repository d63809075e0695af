// Package thread has the words of notifications of messages.
package thread

import (
	"github.com/modyard/modyard/contract"
	projected "github.com/modyard/modyard/projections/thread"
	"github.com/modyard/modyard/readapi/notification"
)

// Kinds are the notifications of messages in the conversations with the staff.
func Kinds() []notification.Kind {
	return []notification.Kind{
		{Type: projected.NotificationOfStaff, Filter: notification.Messages, Words: answered, Link: conversation, OfStaff: true},
		{Type: projected.NotificationOfAuthor, Filter: notification.Messages, Words: replied, Link: conversation},
	}
}

func answered(n contract.Notification) (title, text string) {
	title, text = "收到管理人员的消息", "管理人员留下了新消息"
	if n.Project != nil {
		title, text = "收到审核人员的消息", "审核人员在 "+notification.ProjectTitle(n)+" 的对话里留下了新消息"
	}
	if n.Message != nil {
		text = *n.Message
		if n.Project != nil {
			text = notification.ProjectTitle(n) + "：" + text
		}
	}
	return title, text
}

// replied is for who of the staff reviewed the project last.
func replied(n contract.Notification) (title, text string) {
	text = "作者在 " + notification.ProjectTitle(n) + " 的对话里回复了你"
	if n.Message != nil {
		text = notification.ProjectTitle(n) + "：" + *n.Message
	}
	return "作者回复了审核意见", text
}

// conversation is the path of the conversation on a project's review page; a report has its own page.
func conversation(n contract.Notification) string {
	if n.Project != nil && n.ReportID == nil {
		return notification.ReviewPage(n) + "#thread"
	}
	return notification.SubjectPage(n)
}
