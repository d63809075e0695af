package issue

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/projections/answer"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// batch applies one batch of events. It has the rows that they need, as of the events before the current one.
type batch struct {
	rows   *rows.Set
	issues map[string]*row // nil: there is none
	boards map[string]*board
	posts  *answer.Book
}

func newBatch(s *rows.Set) *batch {
	return &batch{rows: s, issues: map[string]*row{}, boards: map[string]*board{}, posts: answer.NewBook(s)}
}

// Load reads the rows of the events' issues, comments and projects.
func (b *batch) Load(ctx context.Context, tx pgx.Tx, events []runtime.Event) error {
	projects, ids, comments := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, e := range events {
		project, id, comment := about(e.Payload)
		projects[project], ids[id], comments[comment] = true, true, true
	}
	err := errors.Join(
		issues.Find(ctx, tx, "id", issues.May(b.rows, answer.Unknown(ids, b.issues)), func(r row) { b.issues[r.ID] = &r }),
		b.posts.Load(ctx, tx, comments),
	)
	for id := range ids {
		if r := b.issues[id]; r != nil {
			projects[r.Project] = true
		}
	}
	return errors.Join(err, boards.Find(ctx, tx, "project", boards.May(b.rows, answer.Unknown(projects, b.boards)), func(r board) { b.boards[r.Project] = &r }))
}

// board changes the row of a project.
func (b *batch) board(project string, how func(*board)) {
	r := b.boards[project]
	if r == nil {
		r = &board{Project: project}
		b.boards[project] = r
	}
	how(r)
	boards.Put(b.rows, *r)
}

// change changes an issue that exists, and the counts of its project.
func (b *batch) change(e runtime.Event, id string, how func(*row)) {
	r := b.issues[id]
	if r == nil {
		return
	}
	before := *r
	how(r)
	r.Position = uint64(e.Position)
	issues.Put(b.rows, *r)
	if before.Hidden != r.Hidden || (before.Closed == nil) != (r.Closed == nil) {
		b.count(before, -1)
		b.count(*r, 1)
	}
}

// count adds an issue to the counts of its project, or subtracts it.
func (b *batch) count(r row, n int) {
	if r.Hidden {
		return
	}
	b.board(r.Project, func(p *board) {
		if r.Closed == nil {
			p.Open += n
		} else {
			p.Closed += n
		}
	})
}

// happen is change for what stands between the comments.
func (b *batch) happen(e runtime.Event, id, kind string, why *reason.Addressed, how func(*row, *happening)) {
	b.change(e, id, func(r *row) {
		r.Updated, r.Happened = e.At(), r.Happened+1
		h := happening{
			Issue: r.ID, N: r.Happened, AfterFloor: r.LastFloor, Kind: kind, At: e.At(), Actor: e.Meta.Actor, Staff: role.Role(e.Meta.Role).Staff(), Author: r.Author,
		}
		h.ReasonCode, h.ReasonText = why.Words()
		how(r, &h)
		happenings.Put(b.rows, h)
	})
}

func (b *batch) commented(e runtime.Event, p post.Written) {
	if p.Kind != post.InIssue {
		return
	}
	b.change(e, p.Thing, func(r *row) {
		r.LastFloor, r.Comments, r.Updated = r.LastFloor+1, r.Comments+1, e.At()
		b.posts.Written(e, p, r.LastFloor)
	})
}

// moved counts what became of a comment.
func (b *batch) moved(e runtime.Event, m answer.Moved) {
	b.change(e, m.Thing, func(r *row) { r.Comments += m.By })
}

func (b *batch) commentEdited(e runtime.Event, p post.Edited) { b.moved(e, b.posts.Edited(e, p)) }

func (b *batch) commentHidden(e runtime.Event, p post.Hidden) { b.moved(e, b.posts.Hidden(e, p)) }

func (b *batch) commentRestored(e runtime.Event, p post.Restored) { b.moved(e, b.posts.Restored(e, p)) }

func (b *batch) commentDeleted(e runtime.Event, p post.Deleted) { b.moved(e, b.posts.Deleted(e, p)) }

const (
	eraseIssues = `
with o as (update openings set body = $2 where issue in (select id from issues where author = $1)),
     e as (update events set title = case title when '' then '' else $2 end, reason_text = case reason_text when '' then '' else $2 end where author = $1)
update issues set title = $2, lock_text = case lock_text when '' then '' else $2 end, reason_text = case reason_text when '' then '' else $2 end, position = $3
where author = $1`
	touchIssues = `update issues set position = $2 where id in (select discussion from posts where author = $1)`
)

// erased blanks an account's texts, and the reasons that were given to it. A rebuild gives the same rows: texts without a key are
// shown as erased.
func (b *batch) erased(e runtime.Event, p account.Erased) {
	b.rows.Exec(eraseIssues, p.Account, erasable.Erased, int64(e.Position))
	b.rows.Exec(touchIssues, p.Account, int64(e.Position))
	touched := b.posts.Erased(e, p.Account)
	for _, r := range b.issues {
		if r == nil {
			continue
		}
		if touched[r.ID] || r.Author == p.Account {
			r.Position = uint64(e.Position)
		}
		if r.Author == p.Account {
			r.Title = erasable.Erased
			answer.Blank(&r.LockText)
			answer.Blank(&r.ReasonText)
		}
	}
}
