// Package letter tells by mail what the review decided about a project and what was written in the conversations about it and its
// translations, and tells an account that it can be paid somewhere else, that the staff suspended or restored it, or that an authorization
// ended because a refresh token was used twice: the accounts that the same event notifies on the site. The reactors only queue the letters;
// identity addresses, writes and sends them.
package letter

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/application"
	domaindecision "github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/domain/review"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/markdown"
	"github.com/modyard/modyard/reactors"
)

// name of the reactor; permanent, its place in the log is stored under it.
const name = "decision-letters"

// told are the events that are told by mail.
func told() []string {
	return slices.Concat(domaindecision.Names(project.EventTypes(), project.Approved{}, project.Rejected{}, project.Withheld{}), destinationAdded(),
		domaindecision.Names(account.EventTypes(), account.Suspended{}, account.Restored{}), domaindecision.Names(application.EventTypes(), application.Revoked{}))
}

// Options are the dependencies of the reactor. All must be set.
type Options struct {
	Pool *pgxpool.Pool
	// Wait returns once the notifications of the event at a position are stored.
	Wait func(ctx context.Context, position uint64) error
	// Tell queues a letter to an account about one of its notifications, and TellFormer to the addresses that the account had
	// lately; both may be called again for the same one.
	Tell, TellFormer func(ctx context.Context, account, notification string) error
}

// Reactor queues a letter for each notification of a decision, of a new destination, of a suspension, or of an
// authorization that ended by a reused refresh token.
func Reactor(o Options) reactors.Reactor {
	return reactors.Reactor{
		Name: name, Filter: eventlog.Filter{Types: told()},
		Event: func(ctx context.Context, e eventlog.Recorded) error { return o.tell(ctx, e) },
	}
}

const (
	// destination is the type of the notification of a new destination, whose event is destinationAdded.
	destination = "payout_destination"

	notified = `select account, id from notification.notifications where project = $1 and position = $2 and type = 'status_change' order by account`

	notifiedOwner = `select account, id from notification.notifications where account = $1 and position = $2 and type in ('` + destination + `', '` + suspended + `', '` + restored + `', '` + reused + `')`
)

func destinationAdded() []string {
	return domaindecision.Names(revenue.EventTypes(), revenue.DestinationAdded{})
}

func (o Options) tell(ctx context.Context, e eventlog.Recorded) error {
	if err := o.Wait(ctx, uint64(e.Position)); err != nil {
		return fmt.Errorf("wait for the notifications of an event: %w", err)
	}
	category, subject, _ := strings.Cut(e.Stream, "-")
	query := notified
	switch category {
	case "authorization":
		subject, _, _ = strings.Cut(subject, "-") // the account
		fallthrough
	case "wallet", "account":
		query = notifiedOwner
	}
	rows, err := o.Pool.Query(ctx, query, subject, int64(e.Position))
	if err != nil {
		return fmt.Errorf("find whom an event notifies: %w", err)
	}
	list, err := pgx.CollectRows(rows, scanAddressed)
	if err != nil {
		return fmt.Errorf("find whom an event notifies: %w", err)
	}
	for _, one := range list {
		if err := o.Tell(ctx, one.account, one.id); err != nil {
			return err
		}
		if !slices.Contains(destinationAdded(), e.Type) {
			continue
		}
		if err := o.TellFormer(ctx, one.account, one.id); err != nil {
			return err
		}
	}
	return nil
}

const typeOf = `select type from notification.notifications where account = $1 and id = $2`

// addressed is a notification and the account that it notifies.
type addressed struct{ account, id string }

func scanAddressed(row pgx.CollectableRow) (t addressed, err error) {
	err = row.Scan(&t.account, &t.id)
	return t, err
}

const about = `
select coalesce(convert_from(p.doc_page, 'UTF8')::json ->> 'title_zh', p.title), '/' || p.url_type || '/' || p.slug, n.type, n.to_status, n.message, n.reason_code, n.reason_text, n.points
from notification.notifications n join catalog.projects p on p.id = n.project
where n.account = $1 and n.id = $2`

// Notice is the text of a letter about a decision, with the whole message of the staff, about a message, a new
// destination, a suspension or the end of an authorization; false if the notification or its project is gone, or tells of something else.
func Notice(ctx context.Context, pool *pgxpool.Pool, account, notification string) (identity.Notice, bool, error) {
	var kind, title, path string
	err := pool.QueryRow(ctx, typeOf, account, notification).Scan(&kind)
	if found, err := found(err); !found {
		return identity.Notice{}, false, err
	}
	switch kind {
	case destination:
		return newDestination(), true, nil
	case suspended, restored:
		return aboutSuspension(ctx, pool, account, notification)
	case reused:
		return aboutReuse(ctx, pool, account, notification)
	}
	var d decision
	err = pool.QueryRow(ctx, about, account, notification).Scan(&title, &path, &kind, &d.status, &d.message, &d.reason, &d.why, &d.points)
	if found, err := found(err); !found {
		return identity.Notice{}, false, err
	}
	d.message = markdown.Plain(d.message)
	if kind == fromStaff || kind == fromTeam || kind == aboutLink {
		return messageWords(title, path, kind, d.message), true, nil
	}
	n, ok := words(title, path, d)
	return n, ok, nil
}

// found is false for the error of a notification that is gone, or of one that cannot be read.
func found(err error) (bool, error) {
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read a notification: %w", err)
	}
	return true, nil
}

// newDestination is a letter about a new destination. It names none of its details.
func newDestination() identity.Notice {
	return identity.Notice{
		Subject: "你的账户添加了新的收款账户", Paragraphs: []string{
			"你的账户刚刚添加了一个新的收款账户。它至少 24 小时之后才能用于提现。",
			"如果不是你本人操作，请立即删除它，并修改密码、检查已登录的设备。",
		}, Button: "查看收款账户", Path: "/dashboard/revenue/destinations",
	}
}

// decision is what the staff decided: the message, the code and the text of the reason, and the ids of what the checklist
// found wrong. Each but the status may be empty.
type decision struct {
	status, message, reason, why string
	points                       []string
}

// grounds are the lines about why a project was refused.
func (d decision) grounds() (list []string) {
	if d.reason != "" {
		line := "原因：" + reason.Code(d.reason).Name()
		if d.why != "" {
			line += "（" + d.why + "）"
		}
		list = append(list, line+"。")
	}
	if len(d.points) == 0 {
		return list
	}
	list = append(list, "需要修改：")
	for _, id := range d.points {
		list = append(list, "- "+review.OptionName(id))
	}
	return list
}

func words(title, path string, d decision) (n identity.Notice, ok bool) {
	said := func(intro string) []string { return quoted(intro, d.message) }
	const next = "接下来：按审核意见修改；有疑问时，在审核页的对话里回复审核人员；改好后在同一页重新提交审核。"
	switch d.status {
	case "rejected":
		n.Subject = "「" + title + "」没有通过审核"
		n.Paragraphs = append([]string{"你的项目「" + title + "」没有通过审核，现在只有成员和审核人员能看到。"}, d.grounds()...)
		n.Paragraphs = append(n.Paragraphs, said("审核意见：")...)
		n.Paragraphs = append(n.Paragraphs, next)
		n.Button, n.Path = "查看审核意见", path+"/moderation"
	case "withheld":
		n.Subject = "「" + title + "」已被保留"
		n.Paragraphs = append([]string{"你的项目「" + title + "」已被保留：知道链接的人仍能打开，但它不出现在搜索和列表里。"}, d.grounds()...)
		n.Paragraphs = append(n.Paragraphs, said("审核意见：")...)
		n.Paragraphs = append(n.Paragraphs, next)
		n.Button, n.Path = "查看审核意见", path+"/moderation"
	case "approved", "archived", "unlisted", "private", "scheduled":
		n.Subject = "「" + title + "」已通过审核"
		n.Paragraphs = append([]string{"你的项目「" + title + "」已通过审核。"}, said("审核人员的话：")...)
		n.Button, n.Path = "查看项目", path
	default:
		return identity.Notice{}, false
	}
	return n, true
}

// quoted are the lines of a message after an intro; nothing without a message.
func quoted(intro, message string) (list []string) {
	for _, line := range strings.Split(message, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	if len(list) > 0 {
		list = append([]string{intro}, list...)
	}
	return list
}
