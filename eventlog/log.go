package eventlog

import (
	"context"
	"iter"
	"slices"
	"strings"
	"time"
)

// Position is an event's place in the total order of one log; zero stands before the first event. It is
// dense (1, 2, 3, …) on the memory and Postgres engines, see Dense, and a byte offset on KurrentDB.
type Position uint64

// Dense says whether the positions of an engine (Log.Engine) count events, so that their difference is a number
// of events. On an engine without that, positions can only be compared.
func Dense(engine string) bool { return !strings.HasPrefix(engine, "kurrent") }

// Revision is an event's place in its own stream, counted from zero.
type Revision int64

// NoRevision is the revision of a stream without events.
const NoRevision Revision = -1

// EventID names an event for ever. The caller chooses it (see NewEventID), so that
// a repeated append can be distinguished from a new one.
type EventID [16]byte

// Event is what a caller appends: bytes with a type name, and who caused it.
type Event struct {
	ID   EventID
	Type string // versioned and frozen: project.submitted.v1
	Data []byte // JSON
	Meta Metadata
}

// Recorded is an event as the log keeps it.
type Recorded struct {
	Event
	Stream     string
	Revision   Revision
	Position   Position
	RecordedAt time.Time // when the log made it durable, UTC
}

// Expected is what a writer believes of a stream before its events are added.
type Expected int64

// The expectations that are not a revision.
const (
	Any      Expected = -2 // no check
	NoStream Expected = -1 // the stream has no events
	Exists   Expected = -4 // the stream has events
)

// At expects a stream whose last event stands at r; At(NoRevision) equals NoStream.
func At(r Revision) Expected { return Expected(r) }

// Write is the part of an append that goes to one stream. Without events it only checks.
type Write struct {
	Stream   string
	Expected Expected
	Events   []Event
}

// Receipt says where an append stands. Position is that of its last event (on a repeated
// append: the stored one); Revisions holds the last revision of each write, in their order.
type Receipt struct {
	Position  Position
	Revisions []Revision
}

// Filter chooses events by type and by the category of their stream (see Category). An event passes where
// each list that is not empty holds its value; the zero Filter lets every event pass.
type Filter struct {
	Types      []string
	Categories []string
}

// Passes says whether an event of a type in a stream is chosen.
func (f Filter) Passes(stream, typ string) bool {
	return (len(f.Types) == 0 || slices.Contains(f.Types, typ)) &&
		(len(f.Categories) == 0 || slices.Contains(f.Categories, Category(stream)))
}

// All says that every event passes.
func (f Filter) All() bool { return len(f.Types) == 0 && len(f.Categories) == 0 }

// Batch is a run of events in log order. UpTo is the position up to which the log has been
// read: at least that of the last event, more when the filter held events back. Live says
// that the reader had caught up with the log when the batch was cut.
type Batch struct {
	Events []Recorded
	UpTo   Position
	Live   bool
}

// Log is an append-only log of events in streams with one total order.
type Log interface {
	// Append makes all writes durable, or none. It returns *Conflict where a stream is not at
	// the expected revision, and *Invalid for names or sizes out of bounds. With a definite
	// expectation (NoStream or At) an append whose event ids already stand at the expected
	// place is a success with the stored position. A stream may appear once in an append.
	Append(ctx context.Context, writes ...Write) (Receipt, error)
	// Stream yields a stream's events from a revision on (inclusive), oldest first. A stream
	// that does not exist yields nothing.
	Stream(ctx context.Context, name string, from Revision) iter.Seq2[Recorded, error]
	// Follow yields batches after a position (exclusive), in log order, for ever; it ends with
	// the context, or after yielding an error. An empty batch only moves UpTo.
	Follow(ctx context.Context, after Position, filter Filter) iter.Seq2[Batch, error]
	// Head is the position of the last event, zero when there is none.
	Head(ctx context.Context) (Position, error)
	// Event is the event that stands at a position; *Missing where none does.
	Event(ctx context.Context, at Position) (Recorded, error)

	// Generation is the id that the log was given when it was made. It distinguishes a log from every other one of the same
	// engine, and a restored copy from its source.
	Generation(ctx context.Context) (string, error)

	// Engine names the engine and its log ("postgres", "kurrent"): positions of two engines are never compared.
	Engine() string
}
