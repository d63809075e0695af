package audit

import (
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/projections/runtime"
)

// talk are the acts of the staff, and of teams on their boards, about discussions and answers. What authors do with their
// own is left out. Titles are texts of their authors: readers take them from the forum.
func talk() []handler {
	return []handler{
		runtime.Each(forum.EventTypes(), "discussion.", staffEdit, forum.Opened{}, forum.Answered{}),
		runtime.Each(post.EventTypes(), "post.", staffEdit, post.Written{}),
		on(TalkHidden, func(r *entry, p forum.Hidden) { r.About = p.Author }),
		on(TalkRestored, func(r *entry, p forum.Restored) { r.About = p.Author }),
		on(TalkLocked, func(r *entry, p forum.Locked) { r.About = p.Author }),
		on(TalkUnlocked, func(r *entry, p forum.Unlocked) { r.About = p.Author }),
		on(TalkPinned, func(r *entry, p forum.Pinned) { r.aboutDiscussion(p.Discussion, p.Section) }),
		on(TalkUnpinned, func(r *entry, p forum.Unpinned) { r.aboutDiscussion(p.Discussion, p.Section) }),
		on(TalkHidden, func(r *entry, p post.Hidden) { r.aboutPost(p.Author, p.Kind, p.Thing) }),
		on(TalkRestored, func(r *entry, p post.Restored) { r.aboutPost(p.Author, p.Kind, p.Thing) }),
		byStaff(TalkDeleted, func(r *entry, p forum.Deleted) { r.About = p.Author }),
		byStaff(TalkDeleted, func(r *entry, p post.Deleted) { r.aboutPost(p.Author, p.Kind, p.Thing) }),
	}
}

// byStaff is on for the events of the staff.
func byStaff[P any](kind string, fill func(r *entry, p P)) handler {
	return runtime.On(func(b *batch, e runtime.Event, p P) {
		if role.Role(e.Meta.Role).Staff() {
			r := b.begin(e, kind)
			fill(&r, p)
			b.add(r)
		}
	})
}

// aboutDiscussion makes a discussion the subject, because the stream is that of its section.
func (r *entry) aboutDiscussion(id string, in forum.Section) {
	r.SubjectKind, r.Subject, r.Value = SubjectDiscussion, id, string(in)
}

// aboutPost says where an answer stands.
func (r *entry) aboutPost(author string, kind post.Kind, thing string) {
	r.About, r.ItemKind, r.Item = author, string(kind), thing
}
