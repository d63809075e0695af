// Package report defines reports of a project, a version, an account, a collection or an organization (stream
// report-<id>), and the open reports of an
// account with their items (reports-<account>).
package report

import (
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/reason"
)

// Type is what is wrong with the reported thing.
type Type string

// The types of report.
const (
	Spam          Type = "spam"
	Copyright     Type = "copyright"
	Inappropriate Type = "inappropriate"
	Malicious     Type = "malicious"
	NameSquatting Type = "name-squatting"
)

// Valid is true if t is one of the types.
func (t Type) Valid() bool {
	switch t {
	case Spam, Copyright, Inappropriate, Malicious, NameSquatting:
		return true
	}
	return false
}

// ItemType is the type of the reported thing. The areas declare them.
type ItemType string

// The types of the existing areas.
const (
	Project ItemType = "project"
	Version ItemType = "version"
	User    ItemType = "user"

	Collection   ItemType = "collection"
	Organization ItemType = "organization"

	Discussion ItemType = "discussion" // of the forum, with its answers
	Post       ItemType = "post"

	Issue   ItemType = "issue" // of a project, with its comments
	Comment ItemType = "comment"
)

// Opened begins a report, together with its thread.
//
// History: {actor} reports the {itemType} {item} as {type}.
type Opened struct {
	Report   string        `json:"report"`
	Type     Type          `json:"type"`
	ItemType ItemType      `json:"itemType"`
	Item     string        `json:"item"`     // id
	Reporter string        `json:"reporter"` // account id
	Body     erasable.Text `json:"body"`     // of the reporter
	Thread   string        `json:"thread"`
}

// BodyRewritten changes the text of a report; its reporter did it.
//
// History: {actor} rewrites what the report says.
type BodyRewritten struct {
	Report string        `json:"report"`
	Body   erasable.Text `json:"body"` // of the reporter
}

// Result is what came of a report.
type Result string

// The results.
const (
	Acted       Result = "acted"        // the staff acted on the item
	NoBreach    Result = "no-breach"    // the item keeps to the rules
	Unclear     Result = "unclear"      // what was said does not suffice
	SeenBefore  Result = "seen-before"  // another report said the same
	OutsideOurs Result = "outside-ours" // it is for somebody else to decide
)

// Valid is true if r is one of the results.
func (r Result) Valid() bool {
	switch r {
	case Acted, NoBreach, Unclear, SeenBefore, OutsideOurs:
		return true
	}
	return false
}

// Closed is the staff's end of a report. Answer is the message of the report's thread, appended with this event, that
// tells the reporter the result.
//
// History: {actor} closes the report[ as {result}][ because {reason.code}].
type Closed struct {
	Report string            `json:"report"`
	Result Result            `json:"result,omitempty"`
	Answer string            `json:"answer,omitempty"` // message id
	Reason *reason.Addressed `json:"reason,omitempty"`
}

// Reopened reopens a closed report.
//
// History: {actor} opens the report again[ because {reason.code}].
type Reopened struct {
	Report string            `json:"report"`
	Reason *reason.Addressed `json:"reason,omitempty"`
}

// Deleted deletes a report.
//
// History: {actor} deletes the report[ because {reason.code}].
type Deleted struct {
	Report string            `json:"report"`
	Reason *reason.Addressed `json:"reason,omitempty"`
}

// Filed records that an account has an open report. Stream: reports-<account>.
//
// History: {account} has the report {report} about the {itemType} {item} open.
type Filed struct {
	Account  string   `json:"account"`
	Report   string   `json:"report"`
	ItemType ItemType `json:"itemType"`
	Item     string   `json:"item"`
}

// Settled records that a report is no longer open. Stream: reports-<account>.
//
// History: {account} has the report {report} open no longer.
type Settled struct {
	Account string `json:"account"`
	Report  string `json:"report"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{
		"report.opened.v1":         Opened{},
		"report.body-rewritten.v1": BodyRewritten{},
		"report.closed.v1":         Closed{},
		"report.reopened.v1":       Reopened{},
		"report.deleted.v1":        Deleted{},
		"report.filed.v1":          Filed{},
		"report.settled.v1":        Settled{},
	}
}
