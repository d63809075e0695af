package changes

import (
	"maps"
	"slices"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/runtime"
)

func (h *handler) projectCreated(e runtime.Event, _ project.Created) {
	o := h.put(object{ID: e.Subject(), Type: contract.ObjectProject})
	h.emit(e, *o, contract.ChangeCreated, false)
}

func (h *handler) submitted(e runtime.Event, _ project.Submitted) { h.show(e, project.Processing) }
func (h *handler) approved(e runtime.Event, p project.Approved)   { h.show(e, p.Status) }
func (h *handler) rejected(e runtime.Event, _ project.Rejected)   { h.show(e, project.Refused) }
func (h *handler) withheld(e runtime.Event, _ project.Withheld)   { h.show(e, project.Held) }
func (h *handler) undone(e runtime.Event, p project.DecisionUndone) {
	h.show(e, p.To)
}
func (h *handler) statusChosen(e runtime.Event, p project.StatusChanged) {
	h.show(e, p.To)
}
func (h *handler) imported(e runtime.Event, p project.ListedByImport) { h.show(e, p.Status) }

// show applies a status. Versions and collections appear and disappear with the project.
func (h *handler) show(e runtime.Event, status project.Status) {
	o := h.objects[e.Subject()]
	if o == nil {
		return
	}
	before, listed := o.Open, o.Listed
	next := *o
	next.Open, next.Listed = !status.Hidden(), status.Searchable()
	o = h.put(next)
	h.changed(e, o, before)
	if o.Open != before {
		for _, id := range slices.Sorted(maps.Keys(h.children[o.ID])) {
			if v := h.objects[id]; v.Open {
				h.changed(e, v, before)
			}
		}
	}
	if o.Listed != listed {
		h.showCollections(e, o.ID)
	}
}

// showCollections adds lines for the collections whose documents contain a project.
func (h *handler) showCollections(e runtime.Event, id string) {
	for _, container := range slices.Sorted(maps.Keys(h.in[id])) {
		if c := h.objects[container]; c != nil {
			h.changed(e, c, c.Open)
		}
	}
}

func (h *handler) projectEdited(e runtime.Event) {
	if o := h.objects[e.Subject()]; o != nil {
		h.changed(e, o, o.Open)
	}
}

func (h *handler) projectDeleted(e runtime.Event, _ project.Deleted) {
	o := h.objects[e.Subject()]
	if o == nil {
		return
	}
	h.emit(e, *o, contract.ChangeRemoved, o.Open)
	for _, id := range slices.Sorted(maps.Keys(h.children[o.ID])) {
		v := h.objects[id]
		h.emit(e, *v, contract.ChangeRemoved, h.open(v))
		h.drop(v)
	}
	if o.Listed {
		h.showCollections(e, o.ID)
	}
	h.drop(o)
}

func (h *handler) followed(e runtime.Event, p collection.FollowAdded)     { h.touch(e, p.Project) }
func (h *handler) unfollowed(e runtime.Event, p collection.FollowRemoved) { h.touch(e, p.Project) }

// touch adds a line for a project whose document an event of another stream changes. Lines of follows do not say who follows.
func (h *handler) touch(e runtime.Event, id string) {
	if o := h.objects[id]; o != nil {
		h.changed(e, o, h.open(o))
	}
}

func (h *handler) versionCreated(e runtime.Event, p project.VersionCreated) {
	v := h.put(object{ID: p.Version, Type: contract.ObjectVersion, Parent: p.Project, Open: !p.Status.Hidden(), Listed: p.Status.Listed()})
	h.emit(e, *v, contract.ChangeCreated, h.open(v))
	h.touch(e, p.Project) // the project's date of update
}

func (h *handler) versionStatus(e runtime.Event, p project.VersionStatusChanged) {
	h.versionChanged(e, &p.Status)
}

// versionChanged handles an event of a version. A listed version is also part of its project's document.
func (h *handler) versionChanged(e runtime.Event, status *project.VersionStatus) {
	v := h.objects[e.Subject()]
	if v == nil {
		return
	}
	before, listed := h.open(v), v.Listed
	if status != nil {
		next := *v
		next.Open, next.Listed = !status.Hidden(), status.Listed()
		v = h.put(next)
	}
	h.changed(e, v, before)
	if listed || v.Listed {
		h.touch(e, v.Parent)
	}
}

func (h *handler) versionDeleted(e runtime.Event, _ project.VersionDeleted) {
	v := h.objects[e.Subject()]
	if v == nil {
		return
	}
	h.emit(e, *v, contract.ChangeRemoved, h.open(v))
	if v.Listed {
		h.touch(e, v.Parent)
	}
	h.drop(v)
}
