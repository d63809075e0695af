package wiki

import (
	"time"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/reason"
)

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
