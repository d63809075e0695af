package letter

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	domaindecision "github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/thread"
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
	aboutLink = "translation_message"
)

// Messages queues a letter for each notification of a message in the conversation about a project or a translation. Who has not
// seen the last one that was told of is not written to again.
func Messages(o Options) reactors.Reactor {
	return reactors.Reactor{
		Name: messages, Filter: eventlog.Filter{Types: domaindecision.Names(thread.EventTypes(), thread.MessagePosted{})},
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
        (select max(o.position) from report.messages o where o.thread = n.thread and o.position < $2 and (o.author = n.account or o.staff <> m.staff and not o.private))), 0))`

// toldFirstOfLink are the same of the thread of a translation: the other side is the staff and who does not belong to the
// project of the notification. What a change of the link writes there is told by the change, which begins anew: only messages since
// the last one count.
const toldFirstOfLink = `
select n.account, n.id from notification.notifications n left join translation.links l on l.thread = n.thread
where n.thread = $1 and n.position = $2 and n.project <> '' and n.type = '` + aboutLink + `'
  and not exists (
    select from report.messages m where m.thread = n.thread and m.position < $2 and m.kind = 'text' and not m.private and m.author <> n.account
      and m.position > coalesce(l.position, 0) and m.at is distinct from l.asked and m.at is distinct from l.decided
      and (m.staff or not exists (
        select from catalog.projects p where p.id = n.project and (
          exists (select from catalog.members t where t.project = p.id and t.account = m.author and t.accepted)
          or exists (select from catalog.organization_members o where o.organization = p.organization and o.account = m.author and o.accepted))))
      and m.position > coalesce(greatest(
        (select coalesce(r.position, s.position) from threads.seen s left join report.messages r on r.id = s.message where s.account = n.account and s.thread = n.thread),
        (select max(o.position) from report.messages o where o.thread = n.thread and o.position < $2 and o.author = n.account)), 0))`

const tellsOf = toldFirst + ` union all ` + toldFirstOfLink + ` order by account`

func (o Options) tellMessage(ctx context.Context, e eventlog.Recorded) error {
	if err := o.Wait(ctx, uint64(e.Position)); err != nil {
		return fmt.Errorf("wait for the notifications of a message: %w", err)
	}
	_, thread, _ := strings.Cut(e.Stream, "-")
	rows, err := o.Pool.Query(ctx, tellsOf, thread, int64(e.Position))
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
	switch kind {
	case aboutLink:
		n.Path = path + "/settings/translations"
		n.Subject = "「" + title + "」的汉化会话有新消息"
		n.Paragraphs = append([]string{"「" + title + "」的汉化审核会话里有人写了新消息。"}, quoted("消息：", message)...)
		n.Button = "查看并回复"
		return n
	case fromStaff:
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
