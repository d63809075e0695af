package report

import (
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// The kinds of lines of a thread, as the API names them.
const (
	kindText   = "text"
	kindStatus = "status_change"
	kindClosed = "thread_closure"
	kindOpened = "thread_reopen"
)

// Each line is written with its thread, and the number of unanswered messages is counted again after the lines that change
// it: the staff answers with a message to the others, or with a decision.
const (
	line = `insert into messages (id, thread, position, at, kind, author, staff, private, replying_to, body, body_html, decision, images, old_status, new_status)`

	insertLine = `
with t as (
    update threads set position = $3, told = case when $8::boolean then told else $3 end,
        answered = case when $5 = 'text' and $7::boolean and not $8::boolean then $3 else answered end
    where id = $2 returning id),
r as (update reports set position = $3 where thread = $2)
` + line + ` select $1, t.id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, '', '' from t`

	insertStatus = `
with t as (
    update threads set position = $3, told = $3, answered = case when $6::boolean then $3 else answered end
    where kind = 'project' and subject = $2 returning id)
` + line + ` select $1, t.id, $3, $4, '` + kindStatus + `', $5, $6, false, '', '', '', false, '{}', $7, $8 from t`

	deleteMessage = `
with m as (update messages set kind = 'deleted', body = '', body_html = '', images = '{}' where id = $1 returning private),
     t as (update threads set position = $3, told = case when (select private from m) then told else $3 end where id = $2)
update reports set position = $3 where thread = $2`

	unanswered = `
update threads t set unanswered = (
    select count(*) from messages m where m.thread = t.id and m.position > t.answered and m.kind = '` + kindText + `' and not m.staff)`
	countInThread  = unanswered + ` where t.id = $1`
	countInProject = unanswered + ` where t.kind = 'project' and t.subject = $1`
)

func (h handler) posted(e runtime.Event, p thread.MessagePosted) {
	body, images := p.Body.String(), p.Images
	if images == nil {
		images = []string{} // the column has no nulls
	}
	h.rows.Exec(insertLine, p.Message, p.Thread, int64(e.Position), e.At(), kindText, p.Author, p.Staff, p.Private, p.ReplyingTo,
		rows.Clean(body), rows.Clean(h.markdown(body)), p.Decision, images)
	h.rows.Exec(countInThread, p.Thread)
}

func (h handler) messageDeleted(e runtime.Event, p thread.MessageDeleted) {
	h.rows.Exec(deleteMessage, p.Message, p.Thread, int64(e.Position))
	h.rows.Exec(countInThread, p.Thread)
}

// A closed or reopened thread is a line without a text; the event's id is its id.
func (h handler) threadClosed(e runtime.Event, p thread.Closed) { h.turned(e, p.Thread, kindClosed) }

func (h handler) threadReopened(e runtime.Event, p thread.Reopened) {
	h.turned(e, p.Thread, kindOpened)
}

func (h handler) turned(e runtime.Event, in, kind string) {
	h.rows.Exec(insertLine, e.ID.String(), in, int64(e.Position), e.At(), kind, e.Meta.Actor, true, false, "", "", "", false, []string{})
}

// A changed status is a line of the project's thread; the event's id is its id. Imports decide nothing, and have none.

func (h handler) submitted(e runtime.Event, p project.Submitted) {
	h.status(e, p.From, project.Processing)
}

func (h handler) approved(e runtime.Event, p project.Approved) { h.status(e, p.From, p.Status) }

func (h handler) rejected(e runtime.Event, p project.Rejected) { h.status(e, p.From, project.Refused) }

func (h handler) withheld(e runtime.Event, p project.Withheld) { h.status(e, p.From, project.Held) }

func (h handler) undone(e runtime.Event, p project.DecisionUndone) { h.status(e, p.From, p.To) }

func (h handler) statusChanged(e runtime.Event, p project.StatusChanged) { h.status(e, p.From, p.To) }

func (h handler) planEnded(e runtime.Event, p project.ReleasePlanEnded) {
	h.status(e, project.Scheduled, p.Status)
}

func (h handler) status(e runtime.Event, from, to project.Status) {
	if from == to {
		return
	}
	staff := role.Role(e.Meta.Role).Staff()
	h.rows.Exec(insertStatus, e.ID.String(), e.Subject(), int64(e.Position), e.At(), e.Meta.Actor, staff, string(from), string(to))
	if staff {
		h.rows.Exec(countInProject, e.Subject())
	}
}
