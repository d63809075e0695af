package forum

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// batch applies one batch of events. It has the rows that they need, as of the events before the current one.
type batch struct {
	rows        *rows.Set
	discussions map[string]*discussion // nil: there is none
	posts       map[string]*post
	boards      map[string]*board
}

func newBatch(s *rows.Set) *batch {
	return &batch{rows: s, discussions: map[string]*discussion{}, posts: map[string]*post{}, boards: map[string]*board{}}
}

// Load reads the rows of the events' discussions, answers and projects.
func (b *batch) Load(ctx context.Context, tx pgx.Tx, events []runtime.Event) error {
	talks, answers, projects := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, e := range events {
		talk, answer := about(e.Payload)
		talks[talk], answers[answer] = true, true
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
		boards.Find(ctx, tx, "project", boards.May(b.rows, unknown(projects, b.boards)), func(r board) { b.boards[r.Project] = &r }),
		posts.Find(ctx, tx, "id", posts.May(b.rows, unknown(answers, b.posts)), func(r post) { b.posts[r.ID] = &r }),
	)
	for project := range projects {
		if r := b.boards[project]; r != nil {
			talks[r.Discussion] = true
		}
	}
	return errors.Join(err, discussions.Find(ctx, tx, "id", discussions.May(b.rows, unknown(talks, b.discussions)), func(r discussion) {
		b.discussions[r.ID] = &r
	}))
}

// unknown are the ids whose rows are not known, sorted. From now on they are.
func unknown[R any](ids map[string]bool, known map[string]*R) []string {
	delete(ids, "")
	var list []string
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		if _, is := known[id]; !is {
			known[id] = nil
			list = append(list, id)
		}
	}
	return list
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

// changePost changes an answer that has a text, and the count of its discussion.
func (b *batch) changePost(e runtime.Event, id string, how func(*post)) {
	p := b.posts[id]
	if p == nil || p.Deleted {
		return
	}
	stood := p.stands()
	how(p)
	p.Position = uint64(e.Position)
	posts.Put(b.rows, *p)
	b.change(e, p.Discussion, func(d *discussion) {
		switch {
		case stood && !p.stands():
			d.Answers--
		case !stood && p.stands():
			d.Answers++
		}
	})
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

// why is a reason as rows store it.
func why(given *reason.Addressed) (code reason.Code, text string) {
	if given == nil {
		return "", ""
	}
	if given.Text != nil {
		text = given.Text.String()
	}
	return given.Code, text
}
