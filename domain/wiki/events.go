// Package wiki defines a project's wiki: pages in a tree, drafts of several people side by side, and published changes.
// Nothing is published that a holder of WIKI_EDIT has not seen, and every published wording stays.
//
// Streams: wiki-<project> is who may write, and one event with the new tree for each published change; wikipage-<page>
// has every published text of a page; wikidraft-<draft> is one account's draft; wikieditor-<project>-<account> is the
// place for that account's open draft, and its bans; wikidrafts-<project> and wikiwriter-<account> list open drafts.
package wiki

import (
	"time"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/reason"
)

// Editing says who may begin a draft. Holders of WIKI_EDIT always may.
type Editing string

// Who may begin a draft.
const (
	Members Editing = "members" // accepted members, also by the organization; the default
	Named   Editing = "named"   // these and named accounts
	Open    Editing = "open"    // every account with a verified address
	Closed  Editing = "closed"  // nobody else
)

// EditingSet changes who may begin a draft. Stream: wiki-<project>.
//
// History: {actor} lets {editing} edit the wiki.
type EditingSet struct {
	Project string  `json:"project"`
	Editing Editing `json:"editing"`
}

// EditorNamed lets an account begin drafts where named accounts may.
//
// History: {actor} names {account} an editor of the wiki.
type EditorNamed struct {
	Project string `json:"project"`
	Account string `json:"account"`
}

// EditorUnnamed takes that back.
//
// History: {actor} removes {account} from the editors of the wiki.
type EditorUnnamed struct {
	Project string `json:"project"`
	Account string `json:"account"`
}

// Locked stops all writing. Drafts stay.
//
// History: {actor} locks the wiki because {reason.code}[: {reason.text}].
type Locked struct {
	Project string         `json:"project"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// Unlocked ends a lock.
//
// History: {actor} unlocks the wiki[ because {reason.code}].
type Unlocked struct {
	Project string         `json:"project"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// Op is what a published change did to a page.
type Op string

// What a change does to a page.
const (
	OpAdded       Op = "added"       // Title, Slug, Parent, Weight
	OpRetitled    Op = "retitled"    // Title
	OpReaddressed Op = "readdressed" // Slug
	OpMoved       Op = "moved"       // Parent
	OpReweighted  Op = "reweighted"  // Weight
	OpWritten     Op = "written"     // the text is in wikipage-<page>
	OpFeatured    Op = "featured"    // the page that is shown first
	OpRemoved     Op = "removed"     // with the pages below it
	OpRestored    Op = "restored"    // with those that went with it; Parent
)

// Done is one part of a published change: a page, and its new value. Parent is empty for a root.
type Done struct {
	Page   string `json:"page"`
	Op     Op     `json:"op"`
	Title  string `json:"title,omitempty"`
	Slug   string `json:"slug,omitempty"`
	Parent string `json:"parent,omitempty"`
	Weight int    `json:"weight,omitempty"`
}

// ChangePublished changes the published pages. Its number in the wiki is its place among these events. Stream:
// wiki-<project>.
//
// History: {actor} publishes a change of the wiki by {account}[ that reverts {reverts}][: {msg}].
type ChangePublished struct {
	Project    string         `json:"project"`
	Change     string         `json:"change"`               // id
	Draft      string         `json:"draft,omitempty"`      // empty for a revert that was published at once
	Submission string         `json:"submission,omitempty"` // of the draft
	Account    string         `json:"account"`              // the author
	Base       string         `json:"base,omitempty"`       // the change that the draft was based on
	Reverts    string         `json:"reverts,omitempty"`    // a change
	Done       []Done         `json:"done"`
	Msg        erasable.Text  `json:"msg"` // why, by the author
	Reason     *reason.Reason `json:"reason,omitempty"`
}

// PageBegun begins the stream of a page's texts.
//
// History: a page of the wiki of {project} begins.
type PageBegun struct {
	Page    string `json:"page"`
	Project string `json:"project"`
}

// PageWritten is an edition of a page: its whole text, sealed with a key of its own (see EditionSubject). The append that
// contains it contains the change. Stream: wikipage-<page>.
//
// History: {account} writes a page of the wiki of {project}.
type PageWritten struct {
	Page    string        `json:"page"`
	Project string        `json:"project"`
	Change  string        `json:"change"`
	Account string        `json:"account"`
	Text    erasable.Text `json:"text"`
}

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

// DraftRebased bases a draft on a later change, which its author has seen.
//
// History: {actor} takes over what was published meanwhile into a draft of the wiki.
type DraftRebased struct {
	Draft string `json:"draft"`
	Onto  string `json:"onto"`
}

// DraftSubmitted sends a draft for review.
//
// History: {actor} submits a draft of the wiki for review: {msg}.
type DraftSubmitted struct {
	Draft      string        `json:"draft"`
	Project    string        `json:"project"`
	Account    string        `json:"account"`
	Submission string        `json:"submission"`
	Msg        erasable.Text `json:"msg"`
	Publishes  string        `json:"publishes,omitempty"` // the change that follows at once; empty for a review
}

// DraftTakenBack makes a submitted draft editable again.
//
// History: {actor} takes back a draft of the wiki.
type DraftTakenBack struct {
	Draft string `json:"draft"`
}

// DraftReopened makes a rejected draft editable again.
//
// History: {actor} edits a rejected draft of the wiki again.
type DraftReopened struct {
	Draft string `json:"draft"`
}

// DraftRejected rejects a submission.
//
// History: {actor} rejects a draft of the wiki: {msg}.
type DraftRejected struct {
	Draft      string            `json:"draft"`
	Project    string            `json:"project"`
	Account    string            `json:"account"`
	Submission string            `json:"submission"`
	Msg        erasable.Text     `json:"msg"` // to the author
	Reason     *reason.Addressed `json:"reason,omitempty"`
}

// DraftAccepted ends a draft: it was published.
//
// History: {actor} accepts a draft of the wiki by {account}.
type DraftAccepted struct {
	Draft      string `json:"draft"`
	Project    string `json:"project"`
	Account    string `json:"account"`
	Submission string `json:"submission"`
	Change     string `json:"change"`
}

// DraftGivenUp ends a draft by its author.
//
// History: {actor} gives up a draft of the wiki.
type DraftGivenUp struct {
	Draft string `json:"draft"`
}

// DraftTimeOutAnnounced says that a draft is about to time out.
//
// History: a draft of the wiki by {account} times out at {until}.
type DraftTimeOutAnnounced struct {
	Draft   string    `json:"draft"`
	Project string    `json:"project"`
	Account string    `json:"account"`
	Until   time.Time `json:"until"`
}

// DraftTimedOut ends a draft that nobody saved for a long time.
//
// History: a draft of the wiki by {account} ends, because nobody saved it.
type DraftTimedOut struct {
	Draft   string `json:"draft"`
	Project string `json:"project"`
	Account string `json:"account"`
}

// DraftBegun takes an account's place for a draft of a project. Streams: wikieditor-<project>-<account>,
// wikidrafts-<project>, wikiwriter-<account>.
//
// History: {account} has the draft {draft} of the wiki of {project} open.
type DraftBegun struct {
	Draft   string `json:"draft"`
	Project string `json:"project"`
	Account string `json:"account"`
}

// DraftEnded frees the place. Streams: as DraftBegun.
//
// History: {account} has the draft {draft} of the wiki of {project} open no longer.
type DraftEnded struct {
	Draft   string `json:"draft"`
	Project string `json:"project"`
	Account string `json:"account"`
	Status  Status `json:"status"` // that it ended with
}

// Cause is why an account may begin no drafts for some time.
type Cause string

// The causes.
const (
	CauseRepeats  Cause = "repeats" // edited again too often
	CauseGivenUp  Cause = "given_up"
	CauseAgain    Cause = "again" // gave up or let time out for the third time in 30 days
	CauseReviewer Cause = "reviewer"
)

// Banned keeps an account from beginning drafts of a project. Stream: wikieditor-<project>-<account>.
//
// History: {account} may begin no drafts of the wiki of {project} until {until}[: {msg}].
type Banned struct {
	Project string            `json:"project"`
	Account string            `json:"account"`
	Until   time.Time         `json:"until"`
	Cause   Cause             `json:"cause"`
	Msg     *erasable.Text    `json:"msg,omitempty"` // by a reviewer, to the account
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// BanLifted ends a ban early.
//
// History: {actor} lets {account} begin drafts of the wiki of {project} again[: {msg}].
type BanLifted struct {
	Project string            `json:"project"`
	Account string            `json:"account"`
	Msg     *erasable.Text    `json:"msg,omitempty"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// EditionSubject names the key that seals the text of a page in a change. Erasing an account leaves published texts;
// an edition is erased alone.
func EditionSubject(change, page string) string { return "edition-" + change + "-" + page }

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{
		"wiki.editing-set.v1":             EditingSet{},
		"wiki.editor-named.v1":            EditorNamed{},
		"wiki.editor-unnamed.v1":          EditorUnnamed{},
		"wiki.locked.v1":                  Locked{},
		"wiki.unlocked.v1":                Unlocked{},
		"wiki.change-published.v1":        ChangePublished{},
		"wikipage.begun.v1":               PageBegun{},
		"wikipage.written.v1":             PageWritten{},
		"wikidraft.opened.v1":             DraftOpened{},
		"wikidraft.page-added.v1":         DraftPageAdded{},
		"wikidraft.page-retitled.v1":      DraftPageRetitled{},
		"wikidraft.page-readdressed.v1":   DraftPageReaddressed{},
		"wikidraft.page-moved.v1":         DraftPageMoved{},
		"wikidraft.page-reweighted.v1":    DraftPageReweighted{},
		"wikidraft.page-featured.v1":      DraftPageFeatured{},
		"wikidraft.page-removed.v1":       DraftPageRemoved{},
		"wikidraft.page-restored.v1":      DraftPageRestored{},
		"wikidraft.page-written.v1":       DraftPageWritten{},
		"wikidraft.conflict-resolved.v1":  DraftConflictResolved{},
		"wikidraft.rebased.v1":            DraftRebased{},
		"wikidraft.submitted.v1":          DraftSubmitted{},
		"wikidraft.taken-back.v1":         DraftTakenBack{},
		"wikidraft.reopened.v1":           DraftReopened{},
		"wikidraft.rejected.v1":           DraftRejected{},
		"wikidraft.accepted.v1":           DraftAccepted{},
		"wikidraft.given-up.v1":           DraftGivenUp{},
		"wikidraft.time-out-announced.v1": DraftTimeOutAnnounced{},
		"wikidraft.timed-out.v1":          DraftTimedOut{},
		"wikieditor.draft-begun.v1":       DraftBegun{},
		"wikieditor.draft-ended.v1":       DraftEnded{},
		"wikieditor.banned.v1":            Banned{},
		"wikieditor.ban-lifted.v1":        BanLifted{},
	}
}
