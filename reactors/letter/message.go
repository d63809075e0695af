package letter

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/reactors"
)

// messages is the name of the reactor of messages; permanent as that of decisions.
const messages = "message-letters"

// The types of notifications about messages.
const (
	fromStaff = "moderator_message"
	fromTeam  = "author_message"
)

// Messages queues a letter for each notification of a message in the conversation about a project. Who has not seen the last
// one that was told of is not written to again.
func Messages(o Options) reactors.Reactor {
	return reactors.Reactor{
		Name: messages, Filter: eventlog.Filter{Types: []string{"thread.message-posted.v1"}},
		Event: func(ctx context.Context, e eventlog.Recorded) error { return o.tellMessage(ctx, e) },
	}
}

// toldFirst are the notifications of the message at the position $2 in the thread $1 whose accounts have seen, or answered,
// everything that the other side had written before: since then, this message is the first.
const toldFirst = `
select n.account, n.id from notification.notifications n
where n.thread = $1 and n.position = $2 and n.project <> '' and n.type in ('` + fromStaff + `', '` + fromTeam + `')
  and not exists (
    select from report.messages m where m.thread = n.thread and m.position < $2 and m.kind = 'text' and not m.private and not m.decision
      and m.author <> n.account and m.staff = (n.type = '` + fromStaff + `')
      and m.position > coalesce(greatest(
        (select coalesce(l.position, s.position) from threads.seen s left join report.messages l on l.id = s.message where s.account = n.account and s.thread = n.thread),
        (select max(o.position) from report.messages o where o.thread = n.thread and o.position < $2 and (o.author = n.account or o.staff <> m.staff and not o.private))), 0))
order by n.account`

func (o Options) tellMessage(ctx context.Context, e eventlog.Recorded) error {
	if err := o.Wait(ctx, uint64(e.Position)); err != nil {
		return fmt.Errorf("wait for the notifications of a message: %w", err)
	}
	_, thread, _ := strings.Cut(e.Stream, "-")
	rows, err := o.Pool.Query(ctx, toldFirst, thread, int64(e.Position))
	if err != nil {
		return fmt.Errorf("find whom a message notifies: %w", err)
	}
	list, err := pgx.CollectRows(rows, scanAddressed)
	if err != nil {
		return fmt.Errorf("find whom a message notifies: %w", err)
	}
	for _, one := range list {
		if err := o.Tell(ctx, one.account, one.id); err != nil {
			return err
		}
	}
	return nil
}

// messageWords is a letter about a message.
func messageWords(title, path, kind, message string) identity.Notice {
	n := identity.Notice{Topic: identity.ReviewMessages, Path: path + "/moderation#thread"}
	if kind == fromStaff {
		n.Subject = "审核人员在「" + title + "」的对话里给你留言"
		n.Paragraphs = append([]string{"审核人员在你的项目「" + title + "」的审核对话里写了新消息。"}, quoted("消息：", message)...)
		n.Button = "查看并回复"
		return n
	}
	n.Subject = "「" + title + "」的作者回复了"
	n.Paragraphs = append([]string{"「" + title + "」的成员在审核对话里写了新消息。你是最近审核它的人。"}, quoted("消息：", message)...)
	n.Button = "查看对话"
	return n
}
