package eventlog

import (
	"errors"
	"fmt"
)

// ErrClosed is returned by every method of an engine that was closed.
var ErrClosed = errors.New("event log is closed")

// Conflict says that a stream was not where the writer expected it. Nothing of the append
// stands. Load the stream again and decide anew.
type Conflict struct {
	Stream   string
	Expected Expected
	Actual   Revision // NoRevision when the stream has no events
}

// Error names the stream and both revisions.
func (c *Conflict) Error() string {
	return fmt.Sprintf("stream %q is at revision %d, expected %s", c.Stream, c.Actual, c.Expected)
}

// FaultKind classifies the error for the edge.
func (c *Conflict) FaultKind() string { return "conflict" }

// FaultCode is the code clients see.
func (c *Conflict) FaultCode() string { return "conflict" }

// FaultText is what a person reads.
func (c *Conflict) FaultText() string { return "内容已被他人修改，请刷新后重试" }

// Invalid says that an append, a name or a position is out of bounds and can never succeed.
type Invalid struct {
	Reason string // for developers, in English
	Text   string // for people, in Chinese
}

// Error gives the reason.
func (e *Invalid) Error() string { return "invalid append: " + e.Reason }

// FaultKind classifies the error for the edge.
func (e *Invalid) FaultKind() string { return "invalid" }

// FaultCode is the code clients see.
func (e *Invalid) FaultCode() string { return "invalid_input" }

// FaultText is what a person reads.
func (e *Invalid) FaultText() string { return e.Text }

// Unavailable says that the log could not be reached for too long. The outcome of an append is
// unknown: repeat it with the same event ids.
type Unavailable struct {
	Err error
}

// Error gives the cause.
func (e *Unavailable) Error() string { return fmt.Sprintf("event log is unavailable: %v", e.Err) }

// Unwrap gives the cause.
func (e *Unavailable) Unwrap() error { return e.Err }

// FaultKind classifies the error for the edge.
func (e *Unavailable) FaultKind() string { return "unavailable" }

// FaultCode is the code clients see.
func (e *Unavailable) FaultCode() string { return "unavailable" }

// FaultText is what a person reads.
func (e *Unavailable) FaultText() string { return "服务暂时不可用，请稍后重试" }

// Missing says that the log lacks an event which must be there: a hole in a stream or in the positions, or no event
// at a position that was asked for. A reader that meets a hole stops rather than step over it.
type Missing struct {
	Stream   string // empty where a position is meant
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
