package project

import (
	"time"

	"github.com/modyard/modyard/domain/reason"
)

// Submitted puts the project into review. The queue is ordered by the time of this event. Submission is the id of this
// review round, which its decisions repeat.
//
// History: {actor} submits the project for review (submission {submission}, from {from}), to become {requested}[
// because {reason.code}[: {reason.text}]].
type Submitted struct {
	Submission string         `json:"submission"`
	From       Status         `json:"from"`
	Requested  Status         `json:"requested"`
	Reason     *reason.Reason `json:"reason,omitempty"`
}

// Approved is the staff's decision that the project may be public, with the given status. Options are the items of the
// moderators' checklist that led to it, Templates the versions of the templates (template@version) that its message was
// made from; Message is for the team.
//
// History: {actor} approves[ submission {submission} of] the project, from {from}: it is {status}[, as {reason.code}[
// ({reason.text})]][, by {options}][, from the
// templates {templates}][, saying: “{message}”].
type Approved struct {
	Submission string         `json:"submission,omitempty"` // empty if the project was not in review
	From       Status         `json:"from"`
	Status     Status         `json:"status"`
	Message    string         `json:"message,omitempty"`
	Options    []string       `json:"options,omitempty"`
	Templates  []string       `json:"templates,omitempty"`
	Reason     *reason.Reason `json:"reason,omitempty"`
}

// Rejected is the staff's decision to hide the project until its team submits it again. Options and Templates are as
// in Approved; Message tells the team what is wrong.
//
// History: {actor} rejects[ submission {submission} of] the project, from {from}[, as {reason.code}[
// ({reason.text})]][, by {options}][, from the
// templates {templates}][, saying: “{message}”].
type Rejected struct {
	Submission string         `json:"submission,omitempty"` // empty if the project was not in review
	From       Status         `json:"from"`
	Message    string         `json:"message,omitempty"`
	Options    []string       `json:"options,omitempty"`
	Templates  []string       `json:"templates,omitempty"`
	Reason     *reason.Reason `json:"reason,omitempty"`
}

// Withheld is the staff's decision to leave the project reachable by its link only. Options and Templates are as
// in Approved; Message tells the team what is wrong.
//
// History: {actor} withholds[ submission {submission} of] the project, from {from}[, as {reason.code}[
// ({reason.text})]][, by {options}][, from the
// templates {templates}][, saying: “{message}”].
type Withheld struct {
	Submission string         `json:"submission,omitempty"` // empty if the project was not in review
	From       Status         `json:"from"`
	Message    string         `json:"message,omitempty"`
	Options    []string       `json:"options,omitempty"`
	Templates  []string       `json:"templates,omitempty"`
	Reason     *reason.Reason `json:"reason,omitempty"`
}

// DecisionUndone reverses the newest decision of the staff that stands: the project has again the status, the message and
// the planned release from before it, and counts as approved only if it did then. What was edited since stays. Decision is
// the id of the decision's event, Moderator the account that decided, Submission the round that the decision was about. A
// project that is back in review keeps its round and the time of its submission, SubmittedAt. Proposer and Proposal are set
// where the actor confirmed another moderator's proposal.
//
// History: {actor} undoes the decision {decision} of {moderator}[ on submission {submission}], from {from}: the project is
// {to} again[, submitted at {submittedAt}][, as {proposer} proposed ({proposal})][, as {reason.code}[: {reason.text}]].
type DecisionUndone struct {
	Decision    string         `json:"decision"`
	Moderator   string         `json:"moderator,omitempty"`  // account id; empty if the program decided
	Submission  string         `json:"submission,omitempty"` // empty if the project was not in review
	From        Status         `json:"from"`
	To          Status         `json:"to"`
	SubmittedAt *time.Time     `json:"submittedAt,omitempty"`
	Proposer    string         `json:"proposer,omitempty"`
	Proposal    string         `json:"proposal,omitempty"`
	Reason      *reason.Reason `json:"reason,omitempty"`
}

// StatusChanged is a change by the team between the statuses of an approved project (archived, unlisted, private,
// approved again), or a return to draft.
//
// History: {actor} takes the project from {from} to {to}[, as planned ({plan})][ because {reason.code}[:
// {reason.text}]].
type StatusChanged struct {
	From   Status         `json:"from"`
	To     Status         `json:"to"`
	Plan   string         `json:"plan,omitempty"` // that is carried out
	Reason *reason.Reason `json:"reason,omitempty"`
}

// ListedByImport makes a project public that was imported from another site's catalogue, without a review. Source names
// the catalogue, Author who made the project as it says. Undated is true where it does not say when the project was
// published, so that the time of the creation is an estimate.
//
// History: {actor} lists the project from {source}[, made by {author}]: it is {status}.
type ListedByImport struct {
	Source  string `json:"source"`
	Status  Status `json:"status"`
	Author  string `json:"author,omitempty"`
	Undated bool   `json:"undated,omitempty"`
}
