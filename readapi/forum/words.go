package forum

import (
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	projected "github.com/modyard/modyard/projections/forum"
	"github.com/modyard/modyard/readapi/notification"
	"github.com/modyard/modyard/readapi/view"
)

// Kinds are the notifications about the forum.
func Kinds() []notification.Kind {
	return []notification.Kind{{
		Type: projected.NotificationForum, Public: spoke, Things: things(),
		Words: func(n contract.Notification) (title, text string) {
			who := notification.ActorName(n)
			in := "讨论"
			if n.Forum != nil && n.Forum.Title != "" {
				in = "「" + n.Forum.Title + "」"
			}
			switch {
			case !spoke(n):
				if n.Forum.Why == projected.WasHidden {
					return "你的内容已被隐藏", "你在" + in + "中的内容已被隐藏，打开页面可查看原因"
				}
				return "你的内容已公开显示", "你在" + in + "中的内容已公开显示"
			case n.Forum != nil && n.Forum.Why == projected.Mentioned:
				return "有人提到了你", who + " 在" + in + "中提到了你"
			case n.Forum != nil && n.Forum.Why == projected.Opened:
				return "你关注的版块有了新的讨论", who + " 发起了讨论" + in
			case n.Forum != nil && n.Forum.Why == projected.Watched:
				return "你关注的讨论有了新的回复", who + " 回复了" + in
			case n.Forum != nil && n.Forum.Why == projected.RepliedTo:
				return "你的回复有了新的回复", who + " 在" + in + "中回复了你"
			}
			return "你的讨论有了新的回复", who + " 回复了" + in
		},
		Link: func(n contract.Notification) string {
			if n.Forum == nil {
				return "/forums/all"
			}
			link := "/d/" + n.Forum.ID
			if n.Forum.Floor > 0 {
				link += "#floor-" + strconv.Itoa(n.Forum.Floor)
			}
			return link
		},
		Body: func(n contract.Notification, b *contract.NotificationBody) {
			b.ThreadID, b.MessageID = nil, nil
			if f := n.Forum; f != nil {
				b.ForumID, b.ForumTitle, b.ForumType, b.NumberOfPosts = &f.ID, &f.Title, view.Present(&f.Type), &f.Floor
			}
			if n.Actor != nil {
				b.Sender = &n.Actor.Username
			}
		},
	}}
}

// spoke is true where the actor wrote something, and did not hide it or show it again.
func spoke(n contract.Notification) bool {
	return n.Forum == nil || n.Forum.Why != projected.WasHidden && n.Forum.Why != projected.Shown
}

var names = `
select t.message, d.section, d.title, coalesce(q.floor, 0)
from unnest($3::text[], $4::text[]) t (message, discussion)
join forum.discussions d on d.id = t.discussion
left join forum.posts q on q.id = t.message
where ` + readable

// things complete notifications with their discussions.
func things() *notification.Things {
	return notification.Posts(names, func(row pgx.CollectableRow) (message string, of contract.NotificationForum, err error) {
		err = row.Scan(&message, &of.Type, &of.Title, &of.Floor)
		return message, of, err
	}, func(n *notification.Line, id string, of contract.NotificationForum) {
		of.ID, of.Why = id, n.Detail
		n.Forum = &of
	})
}
