package wiki

import (
	"time"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/reason"
)

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
