package changes

import (
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/projections/runtime"
)

// Discussions are objects. Answers are not: nobody but their discussion decides who sees them, and there are many. Lines
// that are not public are left out, because no reader of the feed gets them.

func (h *handler) discussionOpened(e runtime.Event, p forum.Opened) {
	o := h.put(object{ID: p.Discussion, Type: contract.ObjectDiscussion, Parent: p.Project, Open: true})
	h.emit(e, *o, contract.ChangeCreated, h.open(o))
}

// discussionEdited adds lines of an event that changes the document of its discussion.
func discussionEdited[P any]() runtime.Handler[*handler] {
	return runtime.On(func(h *handler, e runtime.Event, p P) { h.touch(e, discussionOf(p)) })
}

func (h *handler) discussionHidden(e runtime.Event, p forum.Hidden) {
	h.showDiscussion(e, p.Discussion, false)
}

func (h *handler) discussionRestored(e runtime.Event, p forum.Restored) {
	h.showDiscussion(e, p.Discussion, true)
}

func (h *handler) showDiscussion(e runtime.Event, id string, shown bool) {
	o := h.objects[id]
	if o == nil {
		return
	}
	before, next := h.open(o), *o
	next.Open = shown
	h.changed(e, h.put(next), before)
}

func (h *handler) discussionDeleted(e runtime.Event, p forum.Deleted) {
	if o := h.objects[p.Discussion]; o != nil {
		h.emit(e, *o, contract.ChangeRemoved, h.open(o))
		h.drop(o)
	}
}

func (h *handler) postWritten(e runtime.Event, p post.Written) {
	h.answered(e, p.Post, p.Thing, contract.ChangeCreated)
}

func (h *handler) postEdited(e runtime.Event, p post.Edited) {
	h.answered(e, p.Post, p.Thing, contract.ChangeUpdated)
}

func (h *handler) postHidden(e runtime.Event, p post.Hidden) {
	h.answered(e, p.Post, p.Thing, contract.ChangeRemoved)
}

func (h *handler) postRestored(e runtime.Event, p post.Restored) {
	h.answered(e, p.Post, p.Thing, contract.ChangeCreated)
}

func (h *handler) postDeleted(e runtime.Event, p post.Deleted) {
	h.answered(e, p.Post, p.Thing, contract.ChangeRemoved)
}

// answered adds the lines of an answer, and of its discussion where that counts it.
func (h *handler) answered(e runtime.Event, id, discussion, change string) {
	d := h.objects[discussion]
	if !h.open(d) || d.Type != contract.ObjectDiscussion {
		return
	}
	h.emit(e, object{ID: id, Type: contract.ObjectPost, Parent: discussion}, change, true)
	if change != contract.ChangeUpdated {
		h.touch(e, discussion)
	}
}

// discussionOf is the discussion of an event about one or its answers; empty for others.
func discussionOf(payload any) string {
	switch p := payload.(type) {
	case forum.Opened:
		return p.Discussion
	case forum.Retitled:
		return p.Discussion
	case forum.Edited:
		return p.Discussion
	case forum.Locked:
		return p.Discussion
	case forum.Unlocked:
		return p.Discussion
	case forum.Hidden:
		return p.Discussion
	case forum.Restored:
		return p.Discussion
	case forum.Cleared:
		return p.Discussion
	case forum.Deleted:
		return p.Discussion
	case forum.Pinned:
		return p.Discussion
	case forum.Unpinned:
		return p.Discussion
	case post.Written:
		return p.Thing
	case post.Edited:
		return p.Thing
	case post.Hidden:
		return p.Thing
	case post.Restored:
		return p.Thing
	case post.Deleted:
		return p.Thing
	}
	return ""
}
