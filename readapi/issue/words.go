package issue

import (
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	projected "github.com/modyard/modyard/projections/issue"
	"github.com/modyard/modyard/readapi/notification"
)

// Kinds are the notifications about issues.
func Kinds() []notification.Kind {
	return []notification.Kind{{
		Type: projected.NotificationIssue, Public: spoke, Things: things(), Words: worded,
		Link: func(n contract.Notification) string {
			if n.Issue == nil || n.Project == nil || n.Issue.Number == 0 {
				return "/dashboard/notifications"
			}
			link := "/" + n.Project.URLType + "/" + n.Project.Slug + "/issues/" + strconv.Itoa(n.Issue.Number)
			if n.Issue.Floor > 0 {
				link += "#floor-" + strconv.Itoa(n.Issue.Floor)
			}
			return link
		},
		Body: func(n contract.Notification, b *contract.NotificationBody) {
			b.ThreadID, b.MessageID = nil, nil
			if n.Actor != nil {
				b.Sender = &n.Actor.Username
			}
		},
	}}
}

// spoke is true where the actor wrote something, and did not manage the issue.
func spoke(n contract.Notification) bool {
	return n.Issue == nil || !slices.Contains([]string{projected.Assigned, projected.Closed, projected.Reopened, projected.WasHidden, projected.Shown}, n.Issue.Why)
}

// worded are the title and the text of a notification.
func worded(n contract.Notification) (title, text string) {
	who, why, in := notification.ActorName(n), "", "反馈"
	if n.Issue != nil {
		why = n.Issue.Why
		if n.Issue.Title != "" {
			in = "反馈「" + n.Issue.Title + "」"
		}
	}
	switch why {
	case projected.Opened:
		return "资源有了新的反馈", who + " 提交了" + in
	case projected.RepliedTo:
		return "你的评论有了新的回复", who + " 在" + in + "中回复了你"
	case projected.Mentioned:
		return "有人提到了你", who + " 在" + in + "中提到了你"
	case projected.Assigned:
		return "有反馈指派给你", who + " 把" + in + "指派给了你"
	case projected.Closed:
		return "反馈已关闭", who + " 关闭了" + in
	case projected.Reopened:
		return "反馈已重新打开", who + " 重新打开了" + in
	case projected.WasHidden:
		return "你的内容已被隐藏", "你在" + in + "中的内容已被隐藏，打开页面可查看原因"
	case projected.Shown:
		return "你的内容已公开显示", "你在" + in + "中的内容已公开显示"
	case projected.Fixed:
		return "反馈已修复", in + "已在新版本中修复"
	}
	return "反馈有了新的评论", who + " 评论了" + in
}

var names = `
select t.message, i.number, i.title, coalesce(q.floor, 0)
from unnest($3::text[], $4::text[]) t (message, issue)
join issue.issues i on i.id = t.issue
left join issue.posts q on q.id = t.message
where ` + readable

// things complete notifications with their issues.
func things() *notification.Things {
	return notification.Posts(names, func(row pgx.CollectableRow) (message string, of contract.NotificationIssue, err error) {
		err = row.Scan(&message, &of.Number, &of.Title, &of.Floor)
		return message, of, err
	}, func(n *notification.Line, id string, of contract.NotificationIssue) {
		of.ID, of.Why = id, n.Detail
		n.Issue = &of
	})
}
