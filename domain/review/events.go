package review

import (
	"time"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/reason"
)

// TemplateChanged is a new text of a template. Version counts the changes of the template; 0 is the text that the site
// was delivered with. An empty text restores that one, under a version of its own.
//
// History: {actor} changes the review template {template} to version {version}[: {text}].
type TemplateChanged struct {
	Template string `json:"template"`
	Version  int    `json:"version"`
	Text     string `json:"text,omitempty"`
}

// TakenOver replaces the lock that another moderator held on the review of a project.
//
// History: {actor} takes over the review of the project {project} from {from}.
type TakenOver struct {
	Project string `json:"project"`
	Lock    string `json:"lock"` // the replaced one
	From    string `json:"from"`
	By      string `json:"by"`
}

// HandedOver gives the review of a round to another moderator.
//
// History: {actor} hands the review of round {round} of the project {project} over to {to}.
type HandedOver struct {
	Project string        `json:"project"`
	Round   int           `json:"round"`
	By      string        `json:"by"`
	To      string        `json:"to"`
	Note    erasable.Text `json:"note"`
}

// UndoProposed proposes to undo a decision about a project that another moderator made. It waits until Until for a moderator
// who is neither of both. Decision is the id of the decision's event.
//
// History: {actor} proposes to undo the decision {decision} of {moderator} about the project {project} (proposal
// {proposal}), until {until}[, as {reason.code}[: {reason.text}]].
type UndoProposed struct {
	Project   string         `json:"project"`
	Proposal  string         `json:"proposal"`
	Decision  string         `json:"decision"`
	Moderator string         `json:"moderator,omitempty"` // empty if the program decided
	By        string         `json:"by"`
	Until     time.Time      `json:"until"`
	Reason    *reason.Reason `json:"reason,omitempty"`
}

// UndoConfirmed confirms a proposal. The decision is undone in the same append.
//
// History: {actor} confirms the proposal {proposal} of {proposer} to undo the decision {decision} about the project
// {project}.
type UndoConfirmed struct {
	Project  string `json:"project"`
	Proposal string `json:"proposal"`
	Decision string `json:"decision"`
	Proposer string `json:"proposer"`
	By       string `json:"by"`
}

// UndoDeclined declines a proposal: the decision stands. A proposer declines their own to withdraw it.
//
// History: {actor} declines the proposal {proposal} of {proposer} to undo the decision {decision} about the project
// {project}[, as {reason.code}[: {reason.text}]].
type UndoDeclined struct {
	Project  string         `json:"project"`
	Proposal string         `json:"proposal"`
	Decision string         `json:"decision"`
	Proposer string         `json:"proposer"`
	By       string         `json:"by"`
	Reason   *reason.Reason `json:"reason,omitempty"`
}

// LapseCause is why a proposal lapsed.
type LapseCause string

// The causes.
const (
	LapsedTime     LapseCause = "time"     // nobody answered in time
	LapsedDecision LapseCause = "decision" // the decision is not the newest any more, or its moderator undid it
)

// UndoLapsed ends a proposal that nobody answered. It is recorded with what comes after it: another proposal, or the undo
// by the moderator who had decided.
//
// History: The proposal {proposal} about the project {project} has lapsed ({cause}).
type UndoLapsed struct {
	Project  string     `json:"project"`
	Proposal string     `json:"proposal"`
	Cause    LapseCause `json:"cause"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{
		"review.template-changed.v1": TemplateChanged{},
		"assignment.taken-over.v1":   TakenOver{},
		"assignment.handed-over.v1":  HandedOver{},
		"undo.proposed.v1":           UndoProposed{},
		"undo.confirmed.v1":          UndoConfirmed{},
		"undo.declined.v1":           UndoDeclined{},
		"undo.lapsed.v1":             UndoLapsed{},
	}
}
