package wiki

import (
	"github.com/modyard/modyard/domain/erasable"
)

// DraftOpened begins a draft. Stream: wikidraft-<draft>.
//
// History: {account} begins a draft of the wiki of {project}.
type DraftOpened struct {
	Draft   string `json:"draft"`
	Project string `json:"project"`
	Account string `json:"account"`
	Base    string `json:"base,omitempty"`    // a change; empty before the first
	Timed   bool   `json:"timed,omitempty"`   // it times out: the account did not hold WIKI_EDIT
	Reverts string `json:"reverts,omitempty"` // a change
	From    string `json:"from,omitempty"`    // an ended draft, whose edits follow
}

// DraftPageAdded adds a page to a draft.
//
// History: {actor} adds the page {title} to a draft of the wiki.
type DraftPageAdded struct {
	Draft  string        `json:"draft"`
	Page   string        `json:"page"`
	Title  erasable.Text `json:"title"`
	Slug   erasable.Text `json:"slug"`
	Parent string        `json:"parent,omitempty"`
	Weight int           `json:"weight"`
}

// DraftPageRetitled changes the title of a page in a draft. Was, here and in the events below, is the published value
// that the author saw; empty for a page that the draft adds.
//
// History: {actor} renames a page to {title} in a draft of the wiki.
type DraftPageRetitled struct {
	Draft string        `json:"draft"`
	Page  string        `json:"page"`
	Title erasable.Text `json:"title"`
	Was   string        `json:"was,omitempty"`
}

// DraftPageReaddressed changes the slug of a page in a draft.
//
// History: {actor} moves a page to the address {slug} in a draft of the wiki.
type DraftPageReaddressed struct {
	Draft string        `json:"draft"`
	Page  string        `json:"page"`
	Slug  erasable.Text `json:"slug"`
	Was   string        `json:"was,omitempty"`
}

// DraftPageMoved puts a page under another one in a draft; an empty Parent makes it a root.
//
// History: {actor} moves a page in a draft of the wiki.
type DraftPageMoved struct {
	Draft  string `json:"draft"`
	Page   string `json:"page"`
	Parent string `json:"parent,omitempty"`
	Was    string `json:"was,omitempty"`
}

// DraftPageReweighted changes a page's weight, its place among its siblings, in a draft.
//
// History: {actor} gives a page the weight {weight} in a draft of the wiki.
type DraftPageReweighted struct {
	Draft  string `json:"draft"`
	Page   string `json:"page"`
	Weight int    `json:"weight"`
	Was    int    `json:"was"`
}

// DraftPageFeatured makes a page the first one in a draft.
//
// History: {actor} makes a page the first one in a draft of the wiki.
type DraftPageFeatured struct {
	Draft string `json:"draft"`
	Page  string `json:"page"`
	Was   string `json:"was,omitempty"` // the page that was
}

// DraftPageRemoved removes a page and those below it in a draft. A page that the draft added is gone from it.
//
// History: {actor} removes a page in a draft of the wiki.
type DraftPageRemoved struct {
	Draft string `json:"draft"`
	Page  string `json:"page"`
	Was   []Seen `json:"was,omitempty"` // the published pages that go
}

// Seen is a published page as an author saw it: Change is the last one that touched it.
type Seen struct {
	Page   string `json:"page"`
	Change string `json:"change"`
}

// DraftPageRestored takes back the removal of a page: that of the draft, or a published one.
//
// History: {actor} restores a page in a draft of the wiki.
type DraftPageRestored struct {
	Draft  string `json:"draft"`
	Page   string `json:"page"`
	Parent string `json:"parent,omitempty"`
}

// DraftPageWritten changes the text of a page in a draft.
//
// History: {actor} writes a page in a draft of the wiki.
type DraftPageWritten struct {
	Draft   string        `json:"draft"`
	Page    string        `json:"page"`
	Text    erasable.Text `json:"text"`
	Edition string        `json:"edition,omitempty"` // the change with the text that the author saw
}

// Field is a part of a page that a draft can change and that a published change can contradict.
type Field string

// The fields.
const (
	FieldTitle    Field = "title"
	FieldSlug     Field = "slug"
	FieldParent   Field = "parent"
	FieldWeight   Field = "sort_order"
	FieldFeatured Field = "featured"
	FieldBody     Field = "body"
	FieldPresence Field = "presence" // removed here and changed there, or the reverse
)

// Side is how a conflict was resolved.
type Side string

// The sides.
const (
	Mine   Side = "mine"   // the draft's value
	Theirs Side = "theirs" // the published value; the draft's edit is dropped
	ByHand Side = "hand"   // a text that was written with both in view
)

// DraftConflictResolved ends a conflict between a draft and the published pages at the change Onto. Texts that a
// reviewer wrote by hand are sealed as the author's.
//
// History: {actor} resolves a conflict of {field} in a draft of the wiki: {side}.
type DraftConflictResolved struct {
	Draft string         `json:"draft"`
	Page  string         `json:"page"`
	Field Field          `json:"field"`
	Side  Side           `json:"side"`
	Onto  string         `json:"onto"`           // the published change that it was resolved against
	Was   string         `json:"was,omitempty"`  // the published value: a title, slug, page, weight in digits or edition
	Seen  []Seen         `json:"seen,omitempty"` // presence: the published pages that go
	Text  *erasable.Text `json:"text,omitempty"` // by hand: the value
}
