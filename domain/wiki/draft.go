package wiki

import (
	"maps"
	"slices"
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

// clone is a copy whose edits are not shared.
func (d Draft) clone() Draft {
	d.Edits, d.WrittenAt = maps.Clone(d.Edits), maps.Clone(d.WrittenAt)
	d.Order, d.Messages = slices.Clone(d.Order), slices.Clone(d.Messages)
	return d
}
