package wiki

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// batch applies one batch of events. It keeps the trees of the wikis that its events change.
type batch struct {
	rows  *rows.Set
	trees map[string]*tree // by project
}

// tree is the published pages of a wiki that a batch needs: as rows, and as the rules fold them.
type tree struct {
	state wiki.State
	pages map[string]pageRow
	home  string
	whole bool // all pages are here; else those whose texts change, and home stays
}

// Load reads the trees of the wikis that the events change. Of a wiki of which they change texts alone, as most do, it reads
// those pages. What the batch has already is newer than what is stored.
func (b *batch) Load(ctx context.Context, tx pgx.Tx, events []runtime.Event) error {
	var begun, whole, some []string
	for _, e := range events {
		p, ok := e.Payload.(wiki.ChangePublished)
		if !ok {
			continue
		}
		t := b.trees[p.Project]
		if t == nil {
			t = &tree{state: wiki.State{Tree: wiki.Tree{Pages: map[string]wiki.Page{}}}, pages: map[string]pageRow{}}
			b.trees[p.Project] = t
			begun = append(begun, p.Project)
		}
		for _, d := range p.Done {
			if _, here := t.pages[d.Page]; !here {
				some = append(some, d.Page)
			}
			if d.Op != wiki.OpWritten && !t.whole {
				t.whole = true
				whole = append(whole, p.Project)
			}
		}
	}
	found := func(r pageRow) {
		t := b.trees[r.Project]
		if _, here := t.pages[r.ID]; here {
			return
		}
		t.pages[r.ID] = r
		t.state.Pages[r.ID] = wiki.Page{
			ID: r.ID, Title: r.Title, Slug: r.Slug, Parent: r.Parent, Weight: r.Weight, Edition: r.Edition, Touched: r.Touched, Gone: r.Gone,
		}
	}
	return errors.Join(
		wikis.Find(ctx, tx, "project", wikis.May(b.rows, begun), func(r wikiRow) {
			t := b.trees[r.Project]
			t.home, t.state.Head, t.state.Number, t.state.Featured = r.Home, r.Head, int(r.Number), r.Featured
		}),
		pages.Find(ctx, tx, "project", wikis.May(b.rows, whole), found),
		pages.Find(ctx, tx, "id", pages.May(b.rows, some), found),
	)
}

func (b *batch) published(e runtime.Event, p wiki.ChangePublished) {
	t := b.trees[p.Project]
	was := t.home
	t.state = wiki.Evolve(t.state, p)
	if t.whole {
		t.home = t.state.Home()
	}
	now := t.home
	number := int64(t.state.Number)
	touched := t.touched(p)
	for n, id := range touched {
		before, after := t.pages[id], t.row(e, p, id)
		t.pages[id] = after
		pages.Put(b.rows, after)
		if before.ID != "" && before.Gone == "" && (after.Gone != "" || after.SlugKey != before.SlugKey) {
			slugs.Put(b.rows, slugRow{p.Project, before.SlugKey, id})
		}
		part := partOf(before, after, ops(p, before, after))
		part.Number, part.N, part.WasFeatured, part.NowFeatured = number, n, was == id && part.Was, now == id && part.Now
		parts.Put(b.rows, part)
	}
	wikis.Put(b.rows, wikiRow{
		Project: p.Project, Head: p.Change, Number: number, Featured: t.state.Featured, Home: now, Changed: e.At(), Position: uint64(e.Position),
	})
	moves.Put(b.rows, moveRow{p.Project, uint64(e.Position)})
	changes.Put(b.rows, changeRow{
		ID: p.Change, Project: p.Project, Number: number, Account: p.Account, PublishedBy: e.Meta.Actor, Draft: p.Draft, Submission: p.Submission,
		Base: p.Base, Reverts: p.Reverts, Msg: p.Msg.String(), Parts: int64(len(touched)), At: e.At(), Position: uint64(e.Position),
	})
}

// touched lists the pages of a change: those that it names in its order, then those that went or came back with them.
func (t *tree) touched(p wiki.ChangePublished) []string {
	var named, rest []string
	for _, d := range p.Done {
		if !slices.Contains(named, d.Page) {
			named = append(named, d.Page)
		}
	}
	for id, page := range t.state.Pages {
		if page.Touched == p.Change && !slices.Contains(named, id) {
			rest = append(rest, id)
		}
	}
	slices.Sort(rest)
	return append(named, rest...)
}

// row is a page after a change that touched it.
func (t *tree) row(e runtime.Event, p wiki.ChangePublished, id string) pageRow {
	page, r := t.state.Pages[id], t.pages[id]
	if r.ID == "" {
		r = pageRow{ID: id, Project: p.Project, Created: e.At()}
	}
	if r.Title != page.Title {
		r.Title, r.TitleKey = page.Title, Fold(page.Title)
	}
	r.Slug, r.SlugKey = page.Slug, strings.ToLower(page.Slug)
	r.Parent, r.Weight, r.Edition, r.Touched, r.Gone, r.Updated = page.Parent, page.Weight, page.Edition, p.Change, page.Gone, e.At()
	return r
}

// ops are what a change did to a page. A page below a removed or restored one is removed or restored with it.
func ops(p wiki.ChangePublished, before, after pageRow) []string {
	var list []string
	for _, d := range p.Done {
		if d.Page == after.ID && !slices.Contains(list, string(d.Op)) {
			list = append(list, string(d.Op))
		}
	}
	for op, implied := range map[wiki.Op]bool{
		wiki.OpRemoved: before.Gone == "" && after.Gone != "", wiki.OpRestored: before.Gone != "" && after.Gone == "",
	} {
		if implied && !slices.Contains(list, string(op)) {
			list = append(list, string(op))
		}
	}
	return list
}

func partOf(before, after pageRow, ops []string) partRow {
	part := partRow{Change: after.Touched, Page: after.ID, Project: after.Project, Ops: ops, Title: after.Title, Slug: after.Slug}
	if before.ID != "" && before.Gone == "" {
		part.Was, part.WasTitle, part.WasSlug, part.WasParent = true, before.Title, before.Slug, before.Parent
		part.WasWeight, part.WasEdition = before.Weight, before.Edition
	}
	if after.Gone == "" {
		part.Now, part.NowTitle, part.NowSlug, part.NowParent = true, after.Title, after.Slug, after.Parent
		part.NowWeight, part.NowEdition = after.Weight, after.Edition
	}
	return part
}

// written stores an edition, and its text for the search. Its change is in the same append, before or after it.
func (b *batch) written(e runtime.Event, p wiki.PageWritten) {
	body := rows.Clean(p.Text.String())
	editions.Put(b.rows, editionRow{
		Page: p.Page, Change: p.Change, Project: p.Project, Account: p.Account, Body: body, Size: int64(utf8.RuneCountInString(body)),
		Erased: p.Text.Gone, At: e.At(), Position: uint64(e.Position),
	})
	if p.Text.Gone {
		body = ""
	}
	bodies.Put(b.rows, bodyRow{Page: p.Page, Project: p.Project, Body: Fold(body)})
}
