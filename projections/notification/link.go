package notification

import (
	"maps"
	"slices"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/projections/runtime"
)

// Linked records the projects of a link, the language pack and the original, and that the event changed it. The message that the
// same command writes in the link's thread notifies nobody: the change does.
func (h *Batch) Linked(e runtime.Event, id, of, target string) {
	l := link{ID: id, Project: of, Target: target, Command: e.Meta.Command}
	h.links[id] = l
	links.Put(h.rows, l)
}

// SupersedeLink deletes the older notifications of a kind about a link: who asks and withdraws in turn fills no inbox.
func (h *Batch) SupersedeLink(e runtime.Event, id, kind string) {
	h.rows.After(supersedeLink, int64(e.Position), id, kind)
}

// postedOnLink notifies the other team of a message about a link, and both teams of one of the staff: those who may upload
// versions, who alone read the thread. Who belongs to both teams writes for the language pack.
func (h *Batch) postedOnLink(e runtime.Event, p thread.MessagePosted, l link) {
	if l.ID == "" || l.Command != "" && l.Command == e.Meta.Command {
		return
	}
	n := Notification{Type: LinkMessage, Thread: p.Thread, ThreadMessage: p.Message, Message: excerpt(p.Body.String()), Link: l.ID}
	translators, authors := h.holders(l.Project, project.UploadVersion), h.holders(l.Target, project.UploadVersion)
	if p.Staff || !translators[p.Author] {
		h.notifySide(e, l.Project, translators, n)
	}
	if p.Staff || translators[p.Author] {
		for account := range translators {
			delete(authors, account) // one notification of an event for each account
		}
		h.notifySide(e, l.Target, authors, n)
	}
}

// notifySide notifies one team of a link, whose older notifications of messages about it end.
func (h *Batch) notifySide(e runtime.Event, of string, team Accounts, n Notification) {
	n.Project = of
	delete(team, e.Meta.Actor)
	h.rows.After(supersedeWords, int64(e.Position), n.Link, n.Type, slices.Sorted(maps.Keys(team)))
	h.Notify(e, team, n)
}
