package changes

import (
	"maps"
	"slices"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/projections/runtime"
)

func (h *handler) organizationCreated(e runtime.Event, p organization.Created) {
	o := h.put(object{ID: p.Organization, Type: contract.ObjectOrganization, Open: true})
	h.link(link{o.ID, p.Owner})
	h.emit(e, *o, contract.ChangeCreated, true)
}

func (h *handler) organizationChanged(e runtime.Event) {
	if o := h.objects[e.Subject()]; o != nil {
		h.changed(e, o, true)
	}
}

func (h *handler) organizationDeleted(e runtime.Event, _ organization.Deleted) {
	if o := h.objects[e.Subject()]; o != nil {
		h.emit(e, *o, contract.ChangeRemoved, true)
		h.drop(o)
	}
}

func (h *handler) joined(e runtime.Event, p organization.MemberJoined) {
	h.link(link{e.Subject(), p.Account})
	h.organizationChanged(e)
}

func (h *handler) left(e runtime.Event, p organization.MemberLeft)       { h.leave(e, p.Account) }
func (h *handler) removed(e runtime.Event, p organization.MemberRemoved) { h.leave(e, p.Account) }

// leave ends a membership. Nobody sees the invitation of an account that has not accepted it.
func (h *handler) leave(e runtime.Event, account string) {
	h.ofMember(e, account)
	h.unlink(link{e.Subject(), account})
}

func (h *handler) titled(e runtime.Event, p organization.MemberTitled) { h.ofMember(e, p.Account) }
func (h *handler) reordered(e runtime.Event, p organization.MemberReordered) {
	h.ofMember(e, p.Account)
}

func (h *handler) ofMember(e runtime.Event, account string) {
	if h.links[link{e.Subject(), account}] {
		h.organizationChanged(e)
	}
}

func (h *handler) collectionCreated(e runtime.Event, p collection.Created) {
	o := h.put(object{ID: p.Collection, Type: contract.ObjectCollection, Parent: p.Owner, Open: !p.Status.Hidden()})
	h.emit(e, *o, contract.ChangeCreated, o.Open)
}

func (h *handler) collectionRenamed(e runtime.Event, _ collection.Renamed) { h.collectionChanged(e) }
func (h *handler) collectionDescribed(e runtime.Event, _ collection.Described) {
	h.collectionChanged(e)
}
func (h *handler) collectionIcon(e runtime.Event, _ collection.IconChanged) { h.collectionChanged(e) }

func (h *handler) collectionShown(e runtime.Event, p collection.VisibilityChanged) {
	h.collectionStatus(e, p.Status)
}

func (h *handler) collectionRejected(e runtime.Event, _ collection.Rejected) {
	h.collectionStatus(e, collection.Barred)
}

func (h *handler) collectionRestored(e runtime.Event, p collection.RejectionLifted) {
	h.collectionStatus(e, p.Status)
}

func (h *handler) collectionStatus(e runtime.Event, status collection.Status) {
	o := h.objects[e.Subject()]
	if o == nil {
		return
	}
	before, next := o.Open, *o
	next.Open = !status.Hidden()
	h.changed(e, h.put(next), before)
}

func (h *handler) projectAdded(e runtime.Event, p collection.ProjectAdded) {
	h.link(link{e.Subject(), p.Project})
	h.collectionChanged(e)
}

func (h *handler) projectRemoved(e runtime.Event, p collection.ProjectRemoved) {
	h.unlink(link{e.Subject(), p.Project})
	h.collectionChanged(e)
}

func (h *handler) collectionChanged(e runtime.Event) {
	if o := h.objects[e.Subject()]; o != nil {
		h.changed(e, o, o.Open)
	}
}

func (h *handler) collectionDeleted(e runtime.Event, _ collection.Deleted) {
	if o := h.objects[e.Subject()]; o != nil {
		h.emit(e, *o, contract.ChangeRemoved, o.Open)
		h.drop(o)
	}
}

func (h *handler) profileChanged(e runtime.Event, _ account.ProfileChanged) {
	h.user(e, contract.ChangeUpdated)
}

func (h *handler) usernameChanged(e runtime.Event, _ account.UsernameChanged) {
	h.user(e, contract.ChangeUpdated)
}

func (h *handler) accountClosed(e runtime.Event, _ account.Closed) {
	h.user(e, contract.ChangeRemoved)
}

// user adds the line of an account, and those of the organizations whose documents show its profile.
func (h *handler) user(e runtime.Event, change string) {
	id := e.Subject()
	h.emit(e, object{ID: id, Type: contract.ObjectUser}, change, true)
	for _, container := range slices.Sorted(maps.Keys(h.in[id])) {
		if o := h.objects[container]; o != nil && o.Type == contract.ObjectOrganization {
			h.changed(e, o, true)
		}
	}
}
