// Package answer projects the answers below the things of an area, as rows of its tables posts and revisions, which every such
// area has in the same form. The area counts the answers of its things and gives them their floors.
package answer

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Post is a row of the table posts. Thing is what is answered.
type Post struct {
	ID            string      `db:"id,key"`
	Thing         string      `db:"discussion"`
	Floor         int         `db:"floor"`
	Author        string      `db:"author"`
	Body          string      `db:"body"`
	Revision      int         `db:"revision"`
	Created       time.Time   `db:"created"`
	Updated       time.Time   `db:"updated"`
	ReplyTo       string      `db:"reply_to"`
	ReplyRevision int         `db:"reply_revision"`
	Hidden        bool        `db:"hidden"`
	ByTeam        bool        `db:"by_team"`
	ReasonCode    reason.Code `db:"reason_code"`
	ReasonText    string      `db:"reason_text"`
	Deleted       bool        `db:"deleted"`
	Position      uint64      `db:"position"`
}

// stands is true for an answer that counts.
func (p Post) stands() bool { return !p.Hidden && !p.Deleted }

// Revision is a row of the table revisions: a wording of a thing or of an answer.
type Revision struct {
	Text      string    `db:"text,key"`
	Revision  int       `db:"revision,key"`
	Author    string    `db:"author"`
	By        string    `db:"by"`
	At        time.Time `db:"at"`
	Title     string    `db:"title"`
	Body      string    `db:"body"`
	Retitled  bool      `db:"retitled"`
	Rewritten bool      `db:"rewritten"`
}

var (
	posts     = rows.Of[Post]("posts")
	revisions = rows.Of[Revision]("revisions")
)

// Book has the answers that one batch of events needs.
type Book struct {
	rows  *rows.Set
	known map[string]*Post // nil: there is none
}

// NewBook makes the book of a batch.
func NewBook(s *rows.Set) *Book { return &Book{rows: s, known: map[string]*Post{}} }

// Load reads answers.
func (b *Book) Load(ctx context.Context, tx pgx.Tx, ids map[string]bool) error {
	return posts.Find(ctx, tx, "id", posts.May(b.rows, Unknown(ids, b.known)), func(r Post) { b.known[r.ID] = &r })
}

// Unknown are the ids whose rows are not known, sorted. From now on they are.
func Unknown[R any](ids map[string]bool, known map[string]*R) []string {
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

// Word stores a wording.
func (b *Book) Word(r Revision) { revisions.Put(b.rows, r) }

// Written adds an answer with its floor.
func (b *Book) Written(e runtime.Event, p post.Written, floor int) {
	r := Post{
		ID: p.Post, Thing: p.Thing, Floor: floor, Author: p.Author, Body: p.Body.String(), Created: e.At(), Updated: e.At(),
		ReplyTo: p.ReplyTo, ReplyRevision: p.ReplyRevision, Position: uint64(e.Position),
	}
	b.known[r.ID] = &r
	posts.Put(b.rows, r)
	b.Word(Revision{Text: r.ID, Author: r.Author, By: r.Author, At: r.Created, Body: r.Body, Rewritten: true})
}

// Moved is what became of an answer: its thing, empty where there is no such answer with a text, and by how much the thing's number
// of standing answers changes.
type Moved struct {
	Thing string
	By    int
}

// change changes an answer that has a text.
func (b *Book) change(e runtime.Event, id string, how func(*Post)) Moved {
	p := b.known[id]
	if p == nil || p.Deleted {
		return Moved{}
	}
	m, stood := Moved{Thing: p.Thing}, p.stands()
	how(p)
	p.Position = uint64(e.Position)
	posts.Put(b.rows, *p)
	switch {
	case stood && !p.stands():
		m.By = -1
	case !stood && p.stands():
		m.By = 1
	}
	return m
}

// Edited replaces the text of an answer.
func (b *Book) Edited(e runtime.Event, p post.Edited) Moved {
	return b.change(e, p.Post, func(r *Post) {
		r.Body, r.Revision, r.Updated = p.Body.String(), r.Revision+1, e.At()
		b.Word(Revision{Text: r.ID, Revision: r.Revision, Author: r.Author, By: e.Meta.Actor, At: e.At(), Body: r.Body, Rewritten: true})
	})
}

// Hidden hides an answer.
func (b *Book) Hidden(e runtime.Event, p post.Hidden) Moved {
	return b.change(e, p.Post, func(r *Post) {
		r.Hidden, r.ByTeam = true, p.Team
		r.ReasonCode, r.ReasonText = p.Reason.Words()
	})
}

// Restored shows a hidden answer again.
func (b *Book) Restored(e runtime.Event, p post.Restored) Moved {
	return b.change(e, p.Post, func(r *Post) { r.Hidden, r.ByTeam, r.ReasonCode, r.ReasonText = false, false, "", "" })
}

// Deleted takes the text of an answer away, with its earlier wordings.
func (b *Book) Deleted(e runtime.Event, p post.Deleted) Moved {
	return b.change(e, p.Post, func(r *Post) {
		r.Deleted, r.Body = true, ""
		r.ReasonCode, r.ReasonText = p.Reason.Words()
		for n := 0; n <= r.Revision; n++ {
			revisions.Delete(b.rows, Revision{Text: r.ID, Revision: n})
		}
	})
}

// Gone forgets the answers of a thing that is gone, whose rows a statement of the area deletes.
func (b *Book) Gone(thing string) {
	for id, p := range b.known {
		if p != nil && p.Thing == thing {
			b.known[id] = nil
		}
	}
}

const (
	erasePosts = `
update posts set body = case when deleted then '' else $2 end, reason_text = case reason_text when '' then '' else $2 end, position = $3
where author = $1`
	eraseRevisions = `
update revisions set title = case when retitled then $2 else '' end, body = case when rewritten then $2 else '' end where author = $1`
)

// Erased blanks an account's answers and wordings, and returns the things of those answers that the batch has. A rebuild gives the
// same rows: texts without a key are shown as erased.
func (b *Book) Erased(e runtime.Event, account string) (touched map[string]bool) {
	b.rows.Exec(erasePosts, account, erasable.Erased, int64(e.Position))
	b.rows.Exec(eraseRevisions, account, erasable.Erased)
	touched = map[string]bool{}
	for _, r := range b.known {
		if r != nil && r.Author == account {
			Blank(&r.Body)
			Blank(&r.ReasonText)
			r.Position, touched[r.Thing] = uint64(e.Position), true
		}
	}
	return touched
}

// Blank replaces a text of an erased account.
func Blank(text *string) {
	if *text != "" {
		*text = erasable.Erased
	}
}

// Of are the project, the thing and the answer that an event of an answer is about, if it answers a thing of the kind; empty
// otherwise.
func Of(payload any, kind post.Kind) (project, thing, id string) {
	var of post.Kind
	switch p := payload.(type) {
	case post.Written:
		project, thing, id, of = p.Project, p.Thing, p.Post, p.Kind
	case post.Edited:
		project, thing, id, of = p.Project, p.Thing, p.Post, p.Kind
	case post.Hidden:
		project, thing, id, of = p.Project, p.Thing, p.Post, p.Kind
	case post.Restored:
		project, thing, id, of = p.Project, p.Thing, p.Post, p.Kind
	case post.Deleted:
		project, thing, id, of = p.Project, p.Thing, p.Post, p.Kind
	}
	if of != kind {
		return "", "", ""
	}
	return project, thing, id
}
