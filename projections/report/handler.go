package report

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/projections/runtime"
)

// handler queues the statements of each event as it comes: reports are few.
type handler struct{ markdown func(string) string }

// The kinds of what stands in a thread, as the API names them.
const (
	kindText   = "text"
	kindClosed = "thread_closure"
	kindOpened = "thread_reopen"
)

const (
	insertReport = `
insert into reports (id, type, item_type, item, reporter, body, body_html, thread, created, position)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`
	editReport   = `update reports set body = $2, body_html = $3, position = $4 where id = $1`
	closeReport  = `update reports set closed = $2, position = $3 where id = $1`
	deleteReport = `
with t as (delete from threads where subject = $1 and kind = 'report' returning id),
     m as (delete from messages where thread in (select id from t))
delete from reports where id = $1`
	insertThread  = `insert into threads (id, kind, subject, owner, position) values ($1, $2, $3, $4, $5)`
	insertMessage = `
with t as (update threads set position = $3 where id = $2 returning id),
     r as (update reports set position = $3 where thread = $2)
insert into messages (id, thread, position, at, kind, author, staff, private, replying_to, body, body_html)
select $1, t.id, $3, $4, $5, $6, $7, $8, $9, $10, $11 from t`
	deleteMessage = `
with t as (update threads set position = $3 where id = $2),
     r as (update reports set position = $3 where thread = $2)
update messages set kind = 'deleted', body = '', body_html = '' where id = $1`
)

// Load reads nothing: every statement stands for itself.
func (handler) Load(context.Context, pgx.Tx, []runtime.Event) error { return nil }

// Flush has nothing left to do.
func (handler) Flush(context.Context, pgx.Tx, *pgx.Batch) error { return nil }

// Apply queues what follows from one event.
func (h handler) Apply(_ context.Context, e runtime.Event, q *pgx.Batch) error {
	position, when := int64(e.Position), at(e)
	switch p := e.Payload.(type) {
	case report.Opened:
		q.Queue(insertReport, p.Report, string(p.Type), string(p.ItemType), p.Item, p.Reporter, clean(p.Body.String()), h.render(p.Body.String()), p.Thread, when, position)
	case report.BodyRewritten:
		q.Queue(editReport, p.Report, clean(p.Body.String()), h.render(p.Body.String()), position)
	case report.Closed:
		q.Queue(closeReport, p.Report, when, position)
	case report.Reopened:
		q.Queue(closeReport, p.Report, nil, position)
	case report.Deleted:
		q.Queue(deleteReport, p.Report)
	case thread.Opened:
		q.Queue(insertThread, p.Thread, string(p.Kind), p.Subject, p.Owner, position)
	case thread.MessagePosted:
		q.Queue(insertMessage, p.Message, p.Thread, position, when, kindText, p.Author, p.Staff, p.Private, p.ReplyingTo, clean(p.Body.String()), h.render(p.Body.String()))
	case thread.MessageDeleted:
		q.Queue(deleteMessage, p.Message, p.Thread, position)
	case account.Erased:
		h.erase(p.Account, position, q)
	case thread.Closed:
		h.turn(e, q, p.Thread, kindClosed)
	case thread.Reopened:
		h.turn(e, q, p.Thread, kindOpened)
	default:
		return fmt.Errorf("apply %s: payload %T is unknown", e.Type, e.Payload)
	}
	return nil
}

// turn is a line of the thread that nobody wrote; the event's own id names it.
func (h handler) turn(e runtime.Event, q *pgx.Batch, threadID, kind string) {
	q.Queue(insertMessage, e.ID.String(), threadID, int64(e.Position), at(e), kind, e.Meta.Actor, true, false, "", "", "")
}

func (h handler) render(text string) string { return clean(h.markdown(text)) }

// clean leaves out what Postgres cannot store in a text.
func clean(text string) string { return strings.ReplaceAll(text, "\x00", "") }

// at is when an event was decided, as its writer said; else when the log made it durable.
func at(e runtime.Event) time.Time {
	if e.Meta.At.IsZero() {
		return e.RecordedAt.UTC().Truncate(time.Microsecond)
	}
	return e.Meta.At.UTC().Truncate(time.Microsecond)
}
