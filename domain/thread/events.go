// Package thread says what may happen in a conversation about something: messages of the person it concerns and of the
// staff (stream thread-<id>). Another area opens it together with what it is about.
package thread

import (
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/reason"
)

// Kind says what a thread is about.
type Kind string

// About are the kinds of thread.
const (
	AboutReport  Kind = "report"
	AboutProject Kind = "project"
)

// Opened begins a thread about Subject. Owner is the account that takes part beside the staff.
//
// History: A thread about the {kind} {subject} begins with {owner}.
type Opened struct {
	Thread  string `json:"thread"`
	Kind    Kind   `json:"kind"`
	Subject string `json:"subject"`
	Owner   string `json:"owner"`
}

// MessagePosted adds a message in Markdown. Staff says that its author spoke for the site; a private one is for the
// staff alone.
//
// History: {actor} writes the message {message}[ in answer to {replyingTo}].
type MessagePosted struct {
	Thread     string        `json:"thread"`
	Message    string        `json:"message"`
	Author     string        `json:"author"` // account id
	Staff      bool          `json:"staff,omitempty"`
	Body       erasable.Text `json:"body"` // of the author
	Private    bool          `json:"private,omitempty"`
	ReplyingTo string        `json:"replyingTo,omitempty"`
}

// MessageDeleted takes a message out of the conversation, and leaves a mark in its place.
//
// History: {actor} deletes the message {message}[ because {reason.code}].
type MessageDeleted struct {
	Thread  string            `json:"thread"`
	Message string            `json:"message"`
	Reason  *reason.Addressed `json:"reason,omitempty"` // to its author
}

// Closed ends the conversation; the staff may still write.
//
// History: {actor} closes the thread.
type Closed struct {
	Thread string `json:"thread"`
}

// Reopened lets it go on.
//
// History: {actor} opens the thread again.
type Reopened struct {
	Thread string `json:"thread"`
}

// MessagePlaced says in which thread a message stands, so that it is found by its id. Stream: message-<id>.
//
// History: The message {message} stands in the thread {thread}.
type MessagePlaced struct {
	Message string `json:"message"`
	Thread  string `json:"thread"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{
		"thread.opened.v1":          Opened{},
		"thread.message-posted.v1":  MessagePosted{},
		"thread.message-deleted.v1": MessageDeleted{},
		"thread.closed.v1":          Closed{},
		"thread.reopened.v1":        Reopened{},
		"thread.message-placed.v1":  MessagePlaced{},
	}
}
