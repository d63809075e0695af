package report

import (
	"time"

	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// handler writes the rows of each event.
type handler struct {
	rows     *rows.Set
	markdown func(string) string
}

// The kinds of thread messages, as the API names them.
const (
	kindText   = "text"
	kindClosed = "thread_closure"
	kindOpened = "thread_reopen"
)

type filed struct {
	ID       string          `db:"id,key"`
	Type     report.Type     `db:"type"`
	ItemType report.ItemType `db:"item_type"`
	Item     string          `db:"item"`
	Reporter string          `db:"reporter"`
	Body     string          `db:"body"`
	BodyHTML string          `db:"body_html"`
	Thread   string          `db:"thread"`
	Created  time.Time       `db:"created"`
	Closed   *time.Time      `db:"closed"`
	Result   report.Result   `db:"result"`
	Position uint64          `db:"position"`
}

type conversation struct {
	ID       string      `db:"id,key"`
	Kind     thread.Kind `db:"kind"`
	Subject  string      `db:"subject"`
	Owner    string      `db:"owner"`
	Position uint64      `db:"position"`
}

var (
	reports = rows.Of[filed]("reports")
	threads = rows.Of[conversation]("threads")
)

const (
	deleteReport = `
with t as (delete from threads where subject = $1 and kind = 'report' returning id),
     m as (delete from messages where thread in (select id from t))
delete from reports where id = $1`
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

func (h handler) opened(e runtime.Event, p report.Opened) {
	reports.Put(h.rows, filed{
		ID: p.Report, Type: p.Type, ItemType: p.ItemType, Item: p.Item, Reporter: p.Reporter, Body: p.Body.String(),
		BodyHTML: h.markdown(p.Body.String()), Thread: p.Thread, Created: e.At(), Position: uint64(e.Position),
	})
}

// change changes an existing report.
func (h handler) change(e runtime.Event, id string, how func(*filed)) {
	reports.Update(h.rows, filed{ID: id}, func(r *filed) {
		how(r)
		r.Position = uint64(e.Position)
	})
}

func (h handler) rewritten(e runtime.Event, p report.BodyRewritten) {
	h.change(e, p.Report, func(r *filed) { r.Body, r.BodyHTML = p.Body.String(), h.markdown(p.Body.String()) })
}

func (h handler) closed(e runtime.Event, p report.Closed) {
	when := e.At()
	h.change(e, p.Report, func(r *filed) { r.Closed, r.Result = &when, p.Result })
}

func (h handler) reopened(e runtime.Event, p report.Reopened) {
	h.change(e, p.Report, func(r *filed) { r.Closed, r.Result = nil, "" })
}

func (h handler) deleted(_ runtime.Event, p report.Deleted) { h.rows.Exec(deleteReport, p.Report) }

func (h handler) threadOpened(e runtime.Event, p thread.Opened) {
	threads.Put(h.rows, conversation{ID: p.Thread, Kind: p.Kind, Subject: p.Subject, Owner: p.Owner, Position: uint64(e.Position)})
}

func (h handler) posted(e runtime.Event, p thread.MessagePosted) {
	h.message(e, p.Message, p.Thread, kindText, p.Author, p.Staff, p.Private, p.ReplyingTo, p.Body.String())
}

func (h handler) messageDeleted(e runtime.Event, p thread.MessageDeleted) {
	h.rows.Exec(deleteMessage, p.Message, p.Thread, int64(e.Position))
}

// A closed or reopened thread is a message without an author; the event's id is its id.
func (h handler) threadClosed(e runtime.Event, p thread.Closed) {
	h.message(e, e.ID.String(), p.Thread, kindClosed, e.Meta.Actor, true, false, "", "")
}

func (h handler) threadReopened(e runtime.Event, p thread.Reopened) {
	h.message(e, e.ID.String(), p.Thread, kindOpened, e.Meta.Actor, true, false, "", "")
}

func (h handler) message(e runtime.Event, id, in, kind, author string, staff, private bool, replyingTo, body string) {
	html := ""
	if body != "" {
		html = h.markdown(body)
	}
	h.rows.Exec(insertMessage, id, in, int64(e.Position), e.At(), kind, author, staff, private, replyingTo, rows.Clean(body), rows.Clean(html))
}
