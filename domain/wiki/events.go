// Package wiki defines a project's wiki: pages in a tree, drafts of several people side by side, and published changes.
// Nothing is published that a holder of WIKI_EDIT has not seen, and every published wording stays.
//
// Streams: wiki-<project> is who may write, and one event with the new tree for each published change; wikipage-<page>
// has every published text of a page; wikidraft-<draft> is one account's draft; wikieditor-<project>-<account> is the
// place for that account's open draft, and its bans; wikidrafts-<project> and wikiwriter-<account> list open drafts.
package wiki

import (
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

// EditionSubject names the key that seals the text of a page in a change. Erasing an account leaves published texts;
// an edition is erased alone.
func EditionSubject(change, page string) string { return "edition-" + change + "-" + page }
