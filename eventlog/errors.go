package eventlog

import (
	"errors"
	"fmt"
)

// ErrClosed is returned by every method of an engine that was closed.
var ErrClosed = errors.New("event log is closed")

// Conflict means that a stream did not have the revision that the writer expected. Nothing of the append is stored.
// Load the stream again and decide again.
type Conflict struct {
	Stream   string
	Expected Expected
	Actual   Revision // NoRevision if the stream has no events
}

// Error names the stream and both revisions.
func (c *Conflict) Error() string {
	return fmt.Sprintf("stream %q is at revision %d, expected %s", c.Stream, c.Actual, c.Expected)
}

// FaultKind is the kind of the error for HTTP answers.
func (c *Conflict) FaultKind() string { return "conflict" }

// FaultCode is the code for clients.
func (c *Conflict) FaultCode() string { return "conflict" }

// FaultText is the text for people.
func (c *Conflict) FaultText() string { return "内容已被他人修改，请刷新后重试" }

// Invalid means that an append, a name or a position exceeds a limit and can never succeed.
type Invalid struct {
	Reason string // for developers, in English
	Text   string // for people, in Chinese
}

// Error returns the reason.
func (e *Invalid) Error() string { return "invalid append: " + e.Reason }

// FaultKind is the kind of the error for HTTP answers.
func (e *Invalid) FaultKind() string { return "invalid" }

// FaultCode is the code for clients.
func (e *Invalid) FaultCode() string { return "invalid_input" }

// FaultText is the text for people.
func (e *Invalid) FaultText() string { return e.Text }

// Unavailable means that the log was unreachable for too long. The outcome of an append is unknown: repeat it with the
// same event ids.
type Unavailable struct {
	Err error
}

// Error returns the cause.
func (e *Unavailable) Error() string { return fmt.Sprintf("event log is unavailable: %v", e.Err) }

// Unwrap returns the cause.
func (e *Unavailable) Unwrap() error { return e.Err }

// FaultKind is the kind of the error for HTTP answers.
func (e *Unavailable) FaultKind() string { return "unavailable" }

// FaultCode is the code for clients.
func (e *Unavailable) FaultCode() string { return "unavailable" }

// FaultText is the text for people.
func (e *Unavailable) FaultText() string { return "服务暂时不可用，请稍后重试" }

// Missing means that the log lacks an event that must exist: there is a gap in a stream or in the positions, or no
// event at the requested position. A reader stops at a gap and does not skip it.
type Missing struct {
	Stream   string // empty for a missing position
	Revision Revision
	Position Position
}

// Error names the place.
func (m *Missing) Error() string {
	if m.Stream == "" {
		return fmt.Sprintf("event %d is missing from the log", m.Position)
	}
	return fmt.Sprintf("revision %d of stream %q is missing from the log", m.Revision, m.Stream)
}
