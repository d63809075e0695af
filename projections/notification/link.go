package notification

import (
	"maps"
	"slices"

	"github.com/modyard/modyard/projections/runtime"
)

// Linked records the projects of a link, the language pack and the original, and that the event changed it. The message that the
// same command writes in the link's thread notifies nobody: the change does.
func (h *Batch) Linked(e runtime.Event, id, of, target string) {
	l := Link{ID: id, Project: of, Target: target, Command: e.Meta.Command}
	h.links[id] = l
	links.Put(h.rows, l)
}

// LinkOf is the link that a thread is about, unless the command of the event has changed it; without an id where there is none.
func (h *Batch) LinkOf(e runtime.Event, thread string) Link {
	l := h.links[h.threads[thread].Link]
	if l.Command != "" && l.Command == e.Meta.Command {
		return Link{}
	}
	return l
}

// SupersedeLink deletes the older notifications of a kind about a link: who asks and withdraws in turn fills no inbox.
func (h *Batch) SupersedeLink(e runtime.Event, id, kind string) {
	h.rows.After(supersedeLink, int64(e.Position), id, kind)
}

// NotifySide notifies accounts of one project of a link, whose older notifications of this kind about it end.
func (h *Batch) NotifySide(e runtime.Event, of string, team Accounts, n Notification) {
	n.Project = of
	delete(team, e.Meta.Actor)
	h.rows.After(supersedeWords, int64(e.Position), n.Link, n.Type, slices.Sorted(maps.Keys(team)))
	h.Notify(e, team, n)
}
