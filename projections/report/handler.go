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
	ID         string      `db:"id,key"`
	Kind       thread.Kind `db:"kind"`
	Subject    string      `db:"subject"`
	Owner      string      `db:"owner"`
	Position   uint64      `db:"position"`
	Told       uint64      `db:"told"`
	Answered   uint64      `db:"answered"`
	Unanswered int         `db:"unanswered"`
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
	threads.Put(h.rows, conversation{ID: p.Thread, Kind: p.Kind, Subject: p.Subject, Owner: p.Owner, Position: uint64(e.Position), Told: uint64(e.Position)})
}
