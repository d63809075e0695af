package forum

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/answer"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// batch applies one batch of events. It has the rows that they need, as of the events before the current one.
type batch struct {
	rows        *rows.Set
	discussions map[string]*discussion // nil: there is none
	posts       *answer.Book
	boards      map[string]*board
}

func newBatch(s *rows.Set) *batch {
	return &batch{rows: s, discussions: map[string]*discussion{}, posts: answer.NewBook(s), boards: map[string]*board{}}
}

// Load reads the rows of the events' discussions, answers and projects.
func (b *batch) Load(ctx context.Context, tx pgx.Tx, events []runtime.Event) error {
	talks, answers, projects := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, e := range events {
		talk, post := about(e)
		talks[talk], answers[post] = true, true
		if eventlog.Category(e.Stream) == "project" {
			projects[e.Subject()] = true
		}
		switch p := e.Payload.(type) {
		case forum.Opened:
			projects[p.Project] = true
		case forum.Begun:
			projects[p.Project] = true
		case forum.Ended:
			projects[p.Project] = true
		}
	}
	err := errors.Join(
		boards.Find(ctx, tx, "project", boards.May(b.rows, answer.Unknown(projects, b.boards)), func(r board) { b.boards[r.Project] = &r }),
		b.posts.Load(ctx, tx, answers),
	)
	for project := range projects {
		if r := b.boards[project]; r != nil {
			talks[r.Discussion] = true
		}
	}
	return errors.Join(err, discussions.Find(ctx, tx, "id", discussions.May(b.rows, answer.Unknown(talks, b.discussions)), func(r discussion) {
		b.discussions[r.ID] = &r
	}))
}

// change changes a discussion that exists, and the counts of its section.
func (b *batch) change(e runtime.Event, id string, how func(*discussion)) {
	d := b.discussions[id]
	if d == nil || d.Gone != nil {
		return
	}
	before := *d
	how(d)
	d.Shown = d.Listed && !d.Hidden && d.Gone == nil
	d.Position = uint64(e.Position)
	discussions.Put(b.rows, *d)
	b.count(before, -1)
	b.count(*d, 1)
}

// count adds a discussion to what its section shows, or subtracts it.
func (b *batch) count(d discussion, n int64) {
	if d.Shown {
		sections.Add(b.rows, section{Section: d.Section, Discussions: n, Answers: n * int64(d.Answers)})
	}
}

// moved counts what became of an answer.
func (b *batch) moved(e runtime.Event, m answer.Moved) {
	b.change(e, m.Thing, func(d *discussion) { d.Answers += m.By })
}

// board changes the row of a project.
func (b *batch) board(project string, how func(*board)) *board {
	r := b.boards[project]
	if r == nil {
		r = &board{Project: project}
		b.boards[project] = r
	}
	how(r)
	boards.Put(b.rows, *r)
	return r
}
