package talksearch

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/answer"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

type doc struct {
	ID      string    `db:"id,key"`
	Kind    string    `db:"kind"`
	Thing   string    `db:"thing"`
	Section string    `db:"section"`
	Project string    `db:"project"`
	Author  string    `db:"author"`
	At      time.Time `db:"at"`
	Title   []int64   `db:"title"`
	Words   []int64   `db:"words"`
	Hidden  bool      `db:"hidden"`
	Shown   bool      `db:"shown"`
}

type thing struct {
	ID      string `db:"id,key"`
	Section string `db:"section"`
	Project string `db:"project"`
	Hidden  bool   `db:"hidden"`
}

type listedProject struct {
	Project string `db:"project,key"`
}

var (
	docs   = rows.Of[doc]("docs")
	things = rows.Of[thing]("things")
	listed = rows.Of[listedProject]("listed")
)

// batch applies one batch of events. It has the rows that they need, as of the events before the current one.
type batch struct {
	rows   *rows.Set
	things map[string]*thing // nil: there is none
	docs   map[string]*doc
	listed map[string]*listedProject
}

// Load reads the rows of the events' things, texts and projects.
func (b *batch) Load(ctx context.Context, tx pgx.Tx, events []runtime.Event) error {
	talked, texts, projects := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, e := range events {
		thing, id := about(e.Payload)
		talked[thing], texts[thing], texts[id] = true, true, true
		projects[projectOf(e.Payload)] = true
		if eventlog.Category(e.Stream) == "project" {
			projects[e.Subject()] = true
		}
	}
	err := errors.Join(
		things.Find(ctx, tx, "id", things.May(b.rows, answer.Unknown(talked, b.things)), func(r thing) { b.things[r.ID] = &r }),
		docs.Find(ctx, tx, "id", docs.May(b.rows, answer.Unknown(texts, b.docs)), func(r doc) { b.docs[r.ID] = &r }),
	)
	for id := range talked {
		if t := b.things[id]; t != nil {
			projects[t.Project] = true
		}
	}
	return errors.Join(err, listed.Find(ctx, tx, "project", listed.May(b.rows, answer.Unknown(projects, b.listed)), func(r listedProject) {
		b.listed[r.Project] = &r
	}))
}

// open is true for a thing that everybody may read.
func (b *batch) open(t *thing) bool {
	return t != nil && !t.Hidden && (t.Project == "" || b.listed[t.Project] != nil)
}

// put stores a text.
func (b *batch) put(d doc) {
	d.Shown = !d.Hidden && b.open(b.things[d.Thing])
	b.docs[d.ID] = &d
	docs.Put(b.rows, d)
}

// change changes a text that is indexed.
func (b *batch) change(id string, how func(*doc)) {
	if d := b.docs[id]; d != nil {
		changed := *d
		how(&changed)
		b.put(changed)
	}
}

// begin adds a thing with its opening text.
func (b *batch) begin(t thing, d doc, erased bool) {
	b.things[t.ID] = &t
	things.Put(b.rows, t)
	if !erased {
		d.ID, d.Thing, d.Section, d.Project = t.ID, t.ID, t.Section, t.Project
		b.put(d)
	}
}

const (
	showThing   = `update docs set shown = $2::boolean and not hidden where thing = $1`
	showProject = `
update docs set shown = $2::boolean and not docs.hidden and not t.hidden from things t where t.id = docs.thing and docs.project = $1`
	forgetThing  = `delete from docs where thing = $1`
	forgetAuthor = `delete from docs where author = $1`
)

// setHidden hides a thing with its texts, or shows it again.
func (b *batch) setHidden(id string, hidden bool) {
	t := b.things[id]
	if t == nil || t.Hidden == hidden {
		return
	}
	changed := *t
	changed.Hidden = hidden
	b.things[id] = &changed
	things.Put(b.rows, changed)
	b.rows.Exec(showThing, id, b.open(&changed))
	b.refresh()
}

// refresh corrects the texts that the batch has, after a statement has changed the stored ones.
func (b *batch) refresh() {
	for id, d := range b.docs {
		if d != nil {
			changed := *d
			changed.Shown = !d.Hidden && b.open(b.things[d.Thing])
			b.docs[id] = &changed
		}
	}
}

// takes records the status of a project.
func (b *batch) takes(e runtime.Event, s project.Status) {
	id := e.Subject()
	switch known := b.listed[id] != nil; {
	case known == s.Searchable():
		return
	case known:
		b.listed[id] = nil
		listed.Delete(b.rows, listedProject{id})
	default:
		b.listed[id] = &listedProject{id}
		listed.Put(b.rows, listedProject{id})
	}
	b.rows.Exec(showProject, id, s.Searchable())
	b.refresh()
}

// forget drops the texts of the batch for which the function holds, after a statement has deleted the stored ones.
func (b *batch) forget(which func(*doc) bool) {
	for id, d := range b.docs {
		if d != nil && which(d) {
			b.docs[id] = nil
		}
	}
}

// erased removes the texts of an account. A rebuild gives the same rows: texts without a key are not indexed.
func (b *batch) erased(_ runtime.Event, p account.Erased) {
	b.rows.Exec(forgetAuthor, p.Account)
	b.forget(func(d *doc) bool { return d.Author == p.Account })
}
