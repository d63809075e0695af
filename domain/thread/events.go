// Package thread defines conversations: messages of the account concerned and of the staff (stream thread-<id>).
// Another area opens a thread together with its subject.
package thread

import (
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/reason"
)

// Kind is the kind of a thread's subject.
type Kind string

// The kinds of thread.
const (
	AboutReport  Kind = "report"
	AboutProject Kind = "project"
	AboutLink    Kind = "version_link" // of a version to the version that it translates
)

// Opened begins a thread about Subject. Owner is the account that writes with the staff; in a
// thread about a project, its accepted members at each time do, and in a thread about a link those of both projects who may
// upload versions.
//
// History: A thread about the {kind} {subject} begins with {owner}.
type Opened struct {
	Thread  string `json:"thread"`
	Kind    Kind   `json:"kind"`
	Subject string `json:"subject"`
	Owner   string `json:"owner"`
}

// MessagePosted adds a message in Markdown. Staff is true if its author wrote for the site; a private message is
// visible to the staff only. Decision is true for the message of a decision about the project, or of its undoing, in the
// same append. Images are the ids of the author's pictures in it.
//
// History: {actor} writes the message {message}[ in answer to {replyingTo}][, with the pictures {images}].
type MessagePosted struct {
	Thread     string        `json:"thread"`
	Message    string        `json:"message"`
	Author     string        `json:"author"` // account id
	Staff      bool          `json:"staff,omitempty"`
	Body       erasable.Text `json:"body"` // of the author
	Private    bool          `json:"private,omitempty"`
	ReplyingTo string        `json:"replyingTo,omitempty"`
	Decision   bool          `json:"decision,omitempty"`
	Images     []string      `json:"images,omitempty"`
}

// MessageDeleted deletes a message; the conversation shows that there was one.
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

// Reopened reopens a closed conversation.
//
// History: {actor} opens the thread again.
type Reopened struct {
	Thread string `json:"thread"`
}

// MessagePlaced records the thread of a message, so that the message can be found by its id. Stream: message-<id>.
//
// History: The message {message} belongs to the thread {thread}.
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
