package demo

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/eventlog"
)

// owning loads the projects of the set that have wikis, as the whole set has them.
func owning(t *testing.T, d Deps) Catalogue {
	t.Helper()
	c := whole(t)
	b := newBook(c)
	var projects []Project
	writes := map[string]string{}
	for _, w := range c.Wikis {
		p := b.projects[w.Project]
		if p.Moods = nil; b.stories[p.Slug].status != "approved" {
			t.Fatalf("%s, which has a wiki, is not public", w.Project)
		}
		for _, name := range w.people() {
			if name != CreatorName && !slices.Contains(names(c), name) {
				t.Errorf("%s is none of the people", name)
			}
			if other := writes[name]; other != "" {
				t.Errorf("%s writes in the wikis of %s and %s", name, other, w.Project)
			}
			writes[name] = w.Project
		}
		projects = append(projects, p)
	}
	if n, err := load(t.Context(), &planner{deps: d, book: b, pictures: pictures{ctx: t.Context(), blobs: d.Blobs}}, projects); err != nil || n != 3 {
		t.Fatal(n, err)
	}
	return c
}

// withWikis loads these projects and their wikis.
func withWikis(t *testing.T, d Deps) Catalogue {
	t.Helper()
	c := owning(t, d)
	if err := Wikis(t.Context(), d, c); err != nil {
		t.Fatal(err)
	}
	return c
}

// wikiWorld is what the events of wikis say, opened.
type wikiWorld struct {
	wikis   map[string]wiki.State
	drafts  map[string]wiki.Draft
	texts   map[string]string          // newest, by page
	ops     map[string]map[wiki.Op]int // by project
	reverts int
	authors map[string]map[string]bool
}

func read(t *testing.T, d Deps, list []eventlog.Recorded) wikiWorld {
	t.Helper()
	w := wikiWorld{
		wikis: map[string]wiki.State{}, drafts: map[string]wiki.Draft{}, texts: map[string]string{}, ops: map[string]map[wiki.Op]int{},
		authors: map[string]map[string]bool{},
	}
	for _, e := range list {
		kind, id, _ := strings.Cut(e.Stream, "-")
		if !strings.HasPrefix(kind, "wiki") {
			continue
		}
		payload := opened(t, d, e)
		switch kind {
		case "wiki":
			w.wikis[id] = wiki.Evolve(w.wikis[id], payload)
			w.changed(id, payload)
		case "wikidraft":
			w.drafts[id] = wiki.EvolveDraft(w.drafts[id], payload, e.Meta.At)
		case "wikipage":
			if p, ok := payload.(wiki.PageWritten); ok {
				w.texts[id] = p.Text.String()
			}
		}
	}
	return w
}

func (w *wikiWorld) changed(id string, event any) {
	c, ok := event.(wiki.ChangePublished)
	if !ok {
		return
	}
	if w.ops[id] == nil {
		w.ops[id], w.authors[id] = map[wiki.Op]int{}, map[string]bool{}
	}
	w.authors[id][c.Account] = true
	if c.Reverts != "" {
		w.reverts++
	}
	for _, part := range c.Done {
		w.ops[id][part.Op]++
	}
}

func TestTheSetHasWikis(t *testing.T) {
	d, _ := deps(t)
	c := withWikis(t, d)
	list := events(t, d)
	projects, _ := states(t, d, list)
	w := read(t, d, list)
	id := projectID("mushroom-rent")
	state, ops := w.wikis[id], w.ops[id]
	if p := projects[id]; p.Owner != accountID(CreatorName) || p.Status != project.Listed {
		t.Errorf("the wiki belongs to %s: %s", p.Owner, p.Status)
	}
	if state.Count() != 12 || state.Number != 40 || len(w.authors[id]) != 5 {
		t.Errorf("%d pages, %d changes by %d people", state.Count(), state.Number, len(w.authors[id]))
	}
	if w.reverts != 1 || ops[wiki.OpRemoved] != 1 || ops[wiki.OpReaddressed] != 1 || ops[wiki.OpMoved] != 1 {
		t.Errorf("%d reverts, %v", w.reverts, ops)
	}
	for _, small := range []string{"ink-guide", "everything-drawer"} {
		if n := w.wikis[projectID(small)].Count(); n != 3 && n != 4 {
			t.Errorf("the wiki of %s has %d pages", small, n)
		}
	}
	for id, s := range w.wikis {
		for _, p := range s.Ordered() {
			if len([]rune(w.texts[p.ID])) < 40 {
				t.Errorf("page %s of %s says only %q", p.Slug, id, w.texts[p.ID])
			}
			checkLinks(t, c, w, w.texts[p.ID])
		}
	}
	for _, p := range projects[id].Members {
		if p.Accepted != p.Permissions.Has(project.WikiEdit) {
			t.Errorf("%+v", p)
		}
	}
	deepest := 0
	for _, p := range state.Ordered() {
		n := 1
		for above := p.Parent; above != ""; above = state.Pages[above].Parent {
			n++
		}
		deepest = max(deepest, n)
	}
	if deepest != 3 {
		t.Errorf("the pages have %d levels", deepest)
	}
	checkDrafts(t, w, state)
}

// checkLinks checks that links to pages of wikis lead somewhere.
func checkLinks(t *testing.T, c Catalogue, w wikiWorld, text string) {
	t.Helper()
	for _, link := range strings.Split(text, "](/")[1:] {
		address, _, _ := strings.Cut(link, ")")
		parts := strings.Split(address, "/")
		if len(parts) != 4 || parts[2] != "wiki" {
			t.Errorf("%s is no page of a wiki", address)
			continue
		}
		state := w.wikis[projectID(parts[1])]
		if !slices.ContainsFunc(state.Ordered(), func(p wiki.Page) bool { return p.Slug == parts[3] }) ||
			!slices.ContainsFunc(c.Projects, func(p Project) bool { return p.Slug == parts[1] && p.Type == parts[0] }) {
			t.Errorf("nothing is at %s", address)
		}
	}
}

func checkDrafts(t *testing.T, w wikiWorld, state wiki.State) {
	t.Helper()
	count := map[wiki.Status]int{}
	for _, draft := range w.drafts {
		count[draft.Status]++
		if draft.Status != wiki.Review {
			continue
		}
		m := wiki.Merge(state.Tree, draft, func(page string) string { return w.texts[page] })
		if len(m.Conflicts) != 1 || m.Conflicts[0].Field != wiki.FieldBody || state.Pages[m.Conflicts[0].Page].Slug != "rent" || len(draft.Edits) != 2 {
			t.Errorf("%+v", m.Conflicts)
		}
	}
	if count[wiki.Review] != 1 || count[wiki.Rejected] != 1 || count[wiki.Editable] != 0 {
		t.Errorf("%v", count)
	}
}

func TestTheWikisAreTheSameInEveryLoad(t *testing.T) {
	var loads [2][]string
	for i := range loads {
		d, _ := deps(t)
		c := withWikis(t, d)
		list := events(t, d)
		if err := Wikis(t.Context(), d, c); err != nil || len(events(t, d)) != len(list) {
			t.Fatalf("the second load appended something: %v", err)
		}
		for _, e := range list {
			if !strings.HasPrefix(e.Stream, "wiki") {
				continue
			}
			loads[i] = append(loads[i], fmt.Sprintf("%s %s %s %+v %+v", e.Stream, e.ID, e.Type, e.Meta, opened(t, d, e)))
		}
	}
	if len(loads[0]) < 300 || !slices.Equal(loads[0], loads[1]) {
		t.Fatalf("%d and %d events", len(loads[0]), len(loads[1]))
	}
}

// opened is the payload of an event with readable texts.
func opened(t *testing.T, d Deps, e eventlog.Recorded) any {
	t.Helper()
	payload, err := d.Codec.Decode(e.Type, e.Data)
	if err != nil {
		t.Fatal(err)
	}
	list := []any{payload}
	if err := d.Texts.Open(t.Context(), []eventlog.Recorded{e}, list); err != nil {
		t.Fatal(err)
	}
	return list[0]
}

func TestNoWikiIsWrittenThatARunningProcessDoesNotSupport(t *testing.T) {
	d, _ := deps(t)
	c := owning(t, d)
	before := len(events(t, d))
	d.Types = deployment{"wiki.change-published.v1"}
	if err := Wikis(t.Context(), d.asking(), c); !held(err) || len(events(t, d)) != before {
		t.Errorf("the load = %v", err)
	}
}
