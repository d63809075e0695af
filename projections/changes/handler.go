package changes

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/translation"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// handler applies one batch in memory.
type handler struct {
	rows     *rows.Set
	objects  map[string]*object         // nil: deleted in this batch
	children map[string]map[string]bool // versions and discussions by project
	links    map[link]bool              // false: removed in this batch
	of, in   map[string]map[string]bool // items by container, containers by item
	lines    []line
}

func newHandler(s *rows.Set) *handler {
	return &handler{
		rows: s, objects: map[string]*object{}, children: map[string]map[string]bool{}, links: map[link]bool{},
		of: map[string]map[string]bool{}, in: map[string]map[string]bool{},
	}
}

// Load reads what the events of a batch touch. State of the batch is newer than the rows.
func (h *handler) Load(ctx context.Context, tx pgx.Tx, events []runtime.Event) error {
	ids, items, parents, containers := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, e := range events {
		id := e.Subject()
		if discussion := discussionOf(e.Payload); discussion != "" {
			ids[discussion] = true
		}
		switch p := e.Payload.(type) {
		case forum.Opened:
			if p.Project != "" {
				ids[p.Project] = true
			}
		case project.VersionCreated:
			ids[p.Project] = true
		case collection.FollowAdded:
			ids[p.Project] = true
		case collection.FollowRemoved:
			ids[p.Project] = true
		case translation.Accepted:
			ids[p.Version], ids[p.Target] = true, true
		case translation.Revoked:
			ids[p.Version], ids[p.Target] = true, true
		case translation.Described:
			ids[p.Version], ids[p.Target] = true, true
		case translation.Withdrawn:
			ids[p.Version], ids[p.Target] = true, true
		}
		switch eventlog.Category(e.Stream) {
		case "project":
			ids[id] = true
			if shows(e.Payload) {
				items[id], parents[id] = true, true
			}
		case "version", "collection":
			ids[id] = true
		case "organization":
			ids[id], containers[id] = true, true
		case "account":
			items[id] = true
		}
	}
	if err := links.Find(ctx, tx, "item", keys(items), h.keepLink); err != nil {
		return fmt.Errorf("load links: %w", err)
	}
	for item := range items {
		for container := range h.in[item] {
			ids[container] = true
		}
	}
	more := map[string]bool{}
	keep := func(o object) {
		if h.keep(o); o.below() {
			more[o.Parent] = true
		}
	}
	for _, load := range []func() error{
		func() error { return links.Find(ctx, tx, "container", keys(containers), h.keepLink) },
		func() error { return objects.Find(ctx, tx, "id", objects.May(h.rows, keys(ids)), keep) },
		func() error { return h.loadChildren(ctx, tx, keys(parents)) },
		func() error { return objects.Find(ctx, tx, "id", objects.May(h.rows, keys(more)), h.keep) },
	} {
		if err := load(); err != nil {
			return fmt.Errorf("load objects: %w", err)
		}
	}
	return nil
}

const childrenOf = `select id, type, open, listed, parent from objects where type in ('version', 'discussion') and parent = any($1)`

func (h *handler) loadChildren(ctx context.Context, tx pgx.Tx, projects []string) error {
	if len(projects) == 0 {
		return nil
	}
	found, err := tx.Query(ctx, childrenOf, projects)
	if err != nil {
		return err
	}
	var o object
	_, err = pgx.ForEachRow(found, []any{&o.ID, &o.Type, &o.Open, &o.Listed, &o.Parent}, func() error {
		h.keep(o)
		return nil
	})
	return err
}

// shows is true for the events that can change which versions and collections show a project.
func shows(payload any) bool {
	switch payload.(type) {
	case project.Submitted, project.Approved, project.Rejected, project.Withheld, project.DecisionUndone, project.StatusChanged, project.ListedByImport, project.Deleted:
		return true
	}
	return false
}

func (h *handler) keep(o object) {
	if _, known := h.objects[o.ID]; !known {
		h.objects[o.ID] = &o
		h.index(&o)
	}
}

func (h *handler) keepLink(l link) {
	if _, known := h.links[l]; !known {
		h.note(l, true)
	}
}

func (h *handler) index(o *object) {
	if o.below() {
		set(h.children, o.Parent, o.ID, true)
	}
}

func (h *handler) note(l link, there bool) {
	h.links[l] = there
	set(h.of, l.Container, l.Item, there)
	set(h.in, l.Item, l.Container, there)
}

func (h *handler) put(o object) *object {
	h.objects[o.ID] = &o
	h.index(&o)
	objects.Put(h.rows, o)
	return &o
}

func (h *handler) drop(o *object) {
	h.objects[o.ID] = nil
	set(h.children, o.Parent, o.ID, false)
	objects.Delete(h.rows, *o)
	for item := range maps.Clone(h.of[o.ID]) {
		h.unlink(link{o.ID, item})
	}
	for container := range maps.Clone(h.in[o.ID]) {
		h.unlink(link{container, o.ID})
	}
}

func (h *handler) link(l link) {
	h.note(l, true)
	links.Put(h.rows, l)
}

func (h *handler) unlink(l link) {
	h.note(l, false)
	links.Delete(h.rows, l)
}

// open says whether everybody may see an object.
func (h *handler) open(o *object) bool {
	if o == nil || !o.Open {
		return false
	}
	if o.below() {
		return h.open(h.objects[o.Parent])
	}
	return true
}

// emit adds a line of an event.
func (h *handler) emit(e runtime.Event, o object, change string, public bool) {
	if !public && (o.Type == contract.ObjectDiscussion || o.Type == contract.ObjectPost) {
		return
	}
	l := line{
		Position: uint64(e.Position), Of: 1, Event: e.ID.String(), At: e.At(), Kind: o.Type + "." + change, Type: o.Type, Object: o.ID, Public: public,
	}
	switch o.Type {
	case contract.ObjectProject:
		l.Project = o.ID
	case contract.ObjectVersion, contract.ObjectDiscussion:
		l.Project = o.Parent
	case contract.ObjectPost:
		if d := h.objects[o.Parent]; d != nil {
			l.Project = d.Parent
		}
	case contract.ObjectCollection:
		l.Owner = o.Parent
	}
	if n := len(h.lines); n > 0 && h.lines[n-1].Position == l.Position {
		l.N = h.lines[n-1].N + 1
	}
	h.lines = append(h.lines, l)
}

// changed adds the line of an object that was open before the event or not.
func (h *handler) changed(e runtime.Event, o *object, before bool) {
	after := h.open(o)
	change := contract.ChangeUpdated
	switch {
	case after && !before:
		change = contract.ChangeCreated
	case before && !after:
		change = contract.ChangeRemoved
	}
	h.emit(e, *o, change, before || after)
}

// Flush writes the lines of the batch.
func (h *handler) Flush(context.Context, pgx.Tx) error {
	of := 0
	for _, l := range slices.Backward(h.lines) {
		of = max(of, l.N+1)
		l.Of = of
		lines.Put(h.rows, l)
		if l.N == 0 {
			of = 0
		}
	}
	return nil
}

func set(m map[string]map[string]bool, key, value string, there bool) {
	if !there {
		delete(m[key], value)
		return
	}
	if m[key] == nil {
		m[key] = map[string]bool{}
	}
	m[key][value] = true
}

func keys(m map[string]bool) []string { return slices.Sorted(maps.Keys(m)) }
