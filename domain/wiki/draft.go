package wiki

import (
	"maps"
	"slices"
	"strconv"
	"time"
)

// Status is what became of a draft, in the words of the API.
type Status string

// The statuses.
const (
	Editable Status = "draft"
	Review   Status = "review"
	Success  Status = "success"
	Rejected Status = "reject"
	TimedOut Status = "timeout"
	GivenUp  Status = "given_up"
)

// Open is true for a draft that takes its author's place.
func (s Status) Open() bool { return s == Editable || s == Review || s == Rejected }

// Limits of a draft.
const (
	MaxEvents = 2000    // of a draft
	MaxParts  = 200     // pages that a submission touches; a removed branch is one
	MaxText   = 2 << 20 // bytes of text of a submission
	MaxMsg    = 500     // characters
	MaxAgain  = 5       // times that a draft is edited again
	// Window is how long a draft stays without a save; Notice is how long before its end its author is told.
	Window = 5 * time.Hour
	Notice = 30 * time.Minute
	// Kept is how long an ended draft can be continued.
	Kept = 30 * 24 * time.Hour
)

// Value is a field that a draft changes: the published value that its author saw, and the new one.
type Value struct{ Was, Now string }

// Text is a text that a draft changes: the change with the text that its author saw, and the new text.
type Text struct{ Edition, Body string }

// Edit is what a draft does to one page. Weights are digits.
type Edit struct {
	Added    bool
	Removed  bool
	Restored bool
	Seen     []Seen // removed: the published pages that go
	Title    *Value
	Slug     *Value
	Parent   *Value
	Weight   *Value
	Text     *Text
}

// empty is true for an edit that does nothing.
func (e Edit) empty() bool {
	return !e.Added && !e.Removed && !e.Restored && e.Title == nil && e.Slug == nil && e.Parent == nil && e.Weight == nil && e.Text == nil
}

// Draft is one account's draft of a wiki, folded from its stream. The zero Draft does not exist.
type Draft struct {
	ID, Project, Account string
	Base                 string // the change that its author has seen; empty before the first
	Reverts              string
	Timed                bool // it times out
	Status               Status
	Submission           string // the last one
	Msg                  string // of the last submission
	Rejection            string // of the last rejection
	Again                int    // times that it was edited again
	AgainAt              time.Time
	OpenedAt             time.Time
	ChangedAt            time.Time // when its author last did anything to it
	SubmittedAt          time.Time
	Announced            bool // that it is about to time out
	Events               int
	Edits                map[string]Edit
	Order                []string // the added pages, in the order in which they were added
	Featured             *Value
	WrittenAt            map[string]time.Time // when the text of a page was last changed
	Wrote                bool                 // anything was ever saved, even if it was taken back
	Messages             []Message
}

// Message is a reason that author or reviewer gave. Account is empty for a rejection that was folded without its event's
// metadata: see MessageOf.
type Message struct {
	Account string
	At      time.Time
	Text    string
}

// Saved is true for a draft that changes anything.
func (d Draft) Saved() bool { return len(d.Edits) > 0 || d.Featured != nil }

// MessageOf returns the message of an event of a draft. Actor is the account of the event's metadata, which names who
// rejected: the event itself does not.
func MessageOf(event any, actor string, at time.Time) (Message, bool) {
	switch e := event.(type) {
	case DraftSubmitted:
		return Message{Account: e.Account, At: at, Text: e.Msg.String()}, true
	case DraftRejected:
		return Message{Account: actor, At: at, Text: e.Msg.String()}, true
	}
	return Message{}, false
}

// EvolveDraft applies one event to a draft. It takes over its argument, which must not be used afterwards.
func EvolveDraft(d Draft, event any, at time.Time) Draft {
	d.Events++
	if m, ok := MessageOf(event, "", at); ok {
		d.Messages = append(d.Messages, m)
	}
	switch e := event.(type) {
	case DraftOpened:
		d = Draft{
			ID: e.Draft, Project: e.Project, Account: e.Account, Base: e.Base, Timed: e.Timed, Reverts: e.Reverts, Status: Editable,
			AgainAt: at, OpenedAt: at, ChangedAt: at, Events: 1, Edits: map[string]Edit{},
			WrittenAt: map[string]time.Time{},
		}
	case DraftSubmitted:
		d.Status, d.Submission, d.Msg, d.SubmittedAt, d.Rejection = Review, e.Submission, e.Msg.String(), at, ""
		d.touch(at)
	case DraftTakenBack, DraftReopened:
		d.Status, d.Again, d.AgainAt = Editable, d.Again+1, at
		d.touch(at)
	case DraftRejected:
		d.Status, d.Rejection = Rejected, e.Msg.String()
	case DraftAccepted:
		d.Status = Success
	case DraftGivenUp:
		d.Status = GivenUp
	case DraftTimedOut:
		d.Status = TimedOut
	case DraftTimeOutAnnounced:
		d.Announced = true
	case DraftRebased:
		d.Base = e.Onto
		d.touch(at)
	default:
		if d.edit(event) {
			d.touch(at)
			d.wrote(event, at)
		}
	}
	return d
}

func (d *Draft) touch(at time.Time) { d.ChangedAt, d.Announced = at, false }

// wrote records when a text changed: automatic saves from before are no longer wanted.
func (d *Draft) wrote(event any, at time.Time) {
	d.Wrote = true
	switch e := event.(type) {
	case DraftPageWritten:
		d.WrittenAt[e.Page] = at
	case DraftConflictResolved:
		if e.Field == FieldBody {
			d.WrittenAt[e.Page] = at
		}
	}
}

// edit applies an event that changes a page, and is false for every other event.
func (d *Draft) edit(event any) bool {
	switch e := event.(type) {
	case DraftPageAdded:
		d.Edits[e.Page] = Edit{
			Added: true, Title: &Value{Now: e.Title.String()}, Slug: &Value{Now: e.Slug.String()}, Parent: &Value{Now: e.Parent},
			Weight: &Value{Now: strconv.Itoa(e.Weight)},
		}
		d.Order = append(d.Order, e.Page)
	case DraftPageRetitled:
		d.change(e.Page, func(p *Edit) { p.Title = changed(p, p.Title, e.Was, e.Title.String()) })
	case DraftPageReaddressed:
		d.change(e.Page, func(p *Edit) { p.Slug = changed(p, p.Slug, e.Was, e.Slug.String()) })
	case DraftPageMoved:
		d.change(e.Page, func(p *Edit) { p.Parent = changed(p, p.Parent, e.Was, e.Parent) })
	case DraftPageReweighted:
		d.change(e.Page, func(p *Edit) { p.Weight = changed(p, p.Weight, strconv.Itoa(e.Was), strconv.Itoa(e.Weight)) })
	case DraftPageFeatured:
		d.Featured = changed(&Edit{}, d.Featured, e.Was, e.Page)
	case DraftPageRemoved:
		d.remove(e)
	case DraftPageRestored:
		d.change(e.Page, func(p *Edit) {
			if p.Removed {
				p.Removed, p.Seen = false, nil
				return
			}
			p.Restored, p.Parent = true, &Value{Now: e.Parent}
		})
	case DraftPageWritten:
		d.change(e.Page, func(p *Edit) {
			edition := e.Edition
			if p.Text != nil {
				edition = p.Text.Edition
			}
			p.Text = &Text{Edition: edition, Body: e.Text.String()}
		})
	case DraftConflictResolved:
		d.resolve(e)
	default:
		return false
	}
	return true
}

// changed is a value after another edit. It keeps what was published when the author first changed it; it is nil where the
// author restores that.
func changed(p *Edit, v *Value, was, now string) *Value {
	if v != nil {
		was = v.Was
	}
	if was == now && !p.Added && !p.Restored {
		return nil
	}
	return &Value{Was: was, Now: now}
}

func (d *Draft) change(page string, how func(*Edit)) {
	e := d.Edits[page]
	how(&e)
	if e.empty() {
		delete(d.Edits, page)
		return
	}
	d.Edits[page] = e
}

// remove removes a page. Pages that only the draft has are gone with it.
func (d *Draft) remove(e DraftPageRemoved) {
	if d.Featured != nil && d.Featured.Now == e.Page {
		d.Featured = nil
	}
	p := d.Edits[e.Page]
	if p.Added || p.Restored {
		d.drop(e.Page)
		return
	}
	p.Removed, p.Seen = true, e.Was
	d.Edits[e.Page] = p
}

// drop removes a page that the draft added or restored, and those that it added or restored below. A published page that
// it moved there stays where it is published.
func (d *Draft) drop(page string) {
	delete(d.Edits, page)
	d.Order = slices.DeleteFunc(slices.Clone(d.Order), func(id string) bool { return id == page })
	if d.Featured != nil && d.Featured.Now == page {
		d.Featured = nil
	}
	for _, id := range slices.Sorted(maps.Keys(d.Edits)) {
		switch e := d.Edits[id]; {
		case e.Parent == nil || e.Parent.Now != page:
		case e.Added || e.Restored:
			d.drop(id)
		default:
			d.change(id, func(e *Edit) { e.Parent = nil })
		}
	}
}

// resolve settles a conflict: the draft's edit is made against the value that is published now, or is dropped.
func (d *Draft) resolve(e DraftConflictResolved) {
	switch e.Field {
	case FieldFeatured:
		if e.Side == Theirs {
			d.Featured = nil
		} else if d.Featured != nil {
			d.Featured = &Value{Was: e.Was, Now: d.Featured.Now}
		}
	case FieldPresence:
		d.resolvePresence(e)
	default:
		d.change(e.Page, func(p *Edit) { p.resolve(e) })
	}
}

func (d *Draft) resolvePresence(e DraftConflictResolved) {
	p, ok := d.Edits[e.Page]
	switch {
	case !ok: // a page above an edited one is gone: it is restored
		d.Edits[e.Page] = Edit{Restored: true, Parent: &Value{Now: e.Was}}
	case p.Removed && e.Side == Theirs: // the page stays as it is published
		d.change(e.Page, func(p *Edit) { p.Removed, p.Seen = false, nil })
	case p.Removed:
		d.change(e.Page, func(p *Edit) { p.Seen = e.Seen })
	case e.Side == Theirs: // the page is gone, and the edits with it
		delete(d.Edits, e.Page)
		d.Order = slices.DeleteFunc(slices.Clone(d.Order), func(id string) bool { return id == e.Page })
	default:
		d.change(e.Page, func(p *Edit) {
			p.Restored = true
			if p.Parent == nil {
				p.Parent = &Value{Now: e.Was}
			}
		})
	}
}

func (e *Edit) resolve(r DraftConflictResolved) {
	value := func(v *Value, own bool) *Value {
		switch {
		case r.Side == Theirs && own:
			return &Value{Now: r.Was}
		case r.Side == Theirs || v == nil && r.Text == nil:
			return nil
		case r.Text != nil:
			return &Value{Was: r.Was, Now: r.Text.String()}
		}
		return &Value{Was: r.Was, Now: v.Now}
	}
	own := e.Added || e.Restored
	switch r.Field {
	case FieldTitle:
		e.Title = value(e.Title, own && e.Added)
	case FieldSlug:
		e.Slug = value(e.Slug, own && e.Added)
	case FieldParent:
		e.Parent = value(e.Parent, own)
	case FieldWeight:
		e.Weight = value(e.Weight, own && e.Added)
	case FieldBody:
		switch {
		case r.Side == Theirs:
			e.Text = nil
		case r.Text != nil:
			e.Text = &Text{Edition: r.Was, Body: r.Text.String()}
		case e.Text != nil:
			e.Text = &Text{Edition: r.Was, Body: e.Text.Body}
		}
	}
}

// digits is a weight as a value.
func digits(n int) string { return strconv.Itoa(n) }

// clone is a copy whose edits are not shared.
func (d Draft) clone() Draft {
	d.Edits, d.WrittenAt = maps.Clone(d.Edits), maps.Clone(d.WrittenAt)
	return d
}
