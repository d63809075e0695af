package project

import "github.com/modyard/modyard/domain/reason"

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
// moderators' checklist that led to it; Message is for the team.
//
// History: {actor} approves[ submission {submission} of] the project, from {from}: it is {status}[, as {reason.code}[
// ({reason.text})]][, by {options}][, saying: “{message}”].
type Approved struct {
	Submission string         `json:"submission,omitempty"` // empty if the project was not in review
	From       Status         `json:"from"`
	Status     Status         `json:"status"`
	Message    string         `json:"message,omitempty"`
	Options    []string       `json:"options,omitempty"`
	Reason     *reason.Reason `json:"reason,omitempty"`
}

// Rejected is the staff's decision to hide the project until its team submits it again. Options are the items of the
// moderators' checklist that led to it; Message tells the team what is wrong.
//
// History: {actor} rejects[ submission {submission} of] the project, from {from}[, as {reason.code}[
// ({reason.text})]][, by {options}][, saying: “{message}”].
type Rejected struct {
	Submission string         `json:"submission,omitempty"` // empty if the project was not in review
	From       Status         `json:"from"`
	Message    string         `json:"message,omitempty"`
	Options    []string       `json:"options,omitempty"`
	Reason     *reason.Reason `json:"reason,omitempty"`
}

// Withheld is the staff's decision to leave the project reachable by its link only. Options are the items of the
// moderators' checklist that led to it; Message tells the team what is wrong.
//
// History: {actor} withholds[ submission {submission} of] the project, from {from}[, as {reason.code}[
// ({reason.text})]][, by {options}][, saying: “{message}”].
type Withheld struct {
	Submission string         `json:"submission,omitempty"` // empty if the project was not in review
	From       Status         `json:"from"`
	Message    string         `json:"message,omitempty"`
	Options    []string       `json:"options,omitempty"`
	Reason     *reason.Reason `json:"reason,omitempty"`
}

// StatusChanged is a change by the team between the statuses of an approved project (archived, unlisted, private,
// approved again), or a return to draft.
//
// History: {actor} takes the project from {from} to {to}[ because {reason.code}[: {reason.text}]].
type StatusChanged struct {
	From   Status         `json:"from"`
	To     Status         `json:"to"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// ListedByImport makes a project public that was imported from another site's catalogue, without a review. Source names
// the catalogue.
//
// History: {actor} lists the project from {source}: it is {status}.
type ListedByImport struct {
	Source string `json:"source"`
	Status Status `json:"status"`
}
