package eventlog

import (
	"context"
	"iter"
	"slices"
	"strings"
	"time"
)

// Position is an event's place in the total order of one log; zero is before the first event. It is dense (1, 2, 3, …)
// on the memory and Postgres engines, see Dense, and a byte offset on KurrentDB.
type Position uint64

// Dense is true if the positions of an engine (Log.Engine) count events, so that their difference is a number of
// events. On other engines, positions can only be compared.
func Dense(engine string) bool { return !strings.HasPrefix(engine, "kurrent") }

// Revision is an event's place in its own stream, counted from zero.
type Revision int64

// NoRevision is the revision of a stream without events.
const NoRevision Revision = -1

// EventID identifies an event permanently. The caller chooses it (see NewEventID), so that a repeated append can be
// distinguished from a new one.
type EventID [16]byte

// Event is an event to append: bytes with a type name, and metadata.
type Event struct {
	ID   EventID
	Type string // with a version, never changed: project.submitted.v1
	Data []byte // JSON
	Meta Metadata
}

// Recorded is an event in the log.
type Recorded struct {
	Event
	Stream     string
	Revision   Revision
	Position   Position
	RecordedAt time.Time // when the log made it durable, UTC
	// RawMeta is the metadata as it is stored: a JSON object with every member, also those of an engine, whose names
	// begin with $. eventlog/seal hashes it.
	RawMeta string
}

// Expected is the state of a stream that a writer expects before its events are added.
type Expected int64

// The expectations that are not a revision.
const (
	Any      Expected = -2 // no check
	NoStream Expected = -1 // the stream has no events
	Exists   Expected = -4 // the stream has events
)

// At expects a stream whose last revision is r; At(NoRevision) equals NoStream.
func At(r Revision) Expected { return Expected(r) }

// Write is the part of an append for one stream. Without events it only checks the expectation.
type Write struct {
	Stream   string
	Expected Expected
	Events   []Event
}

// Receipt is the place of an append. Position is that of its last event (of a repeated append: the stored one);
// Revisions are the last revisions of the writes, in their order.
type Receipt struct {
	Position  Position
	Revisions []Revision
}

// Filter selects events by type and by the category of their stream (see Category). An event must match each list that
// is not empty; the zero Filter selects every event.
type Filter struct {
	Types      []string
	Categories []string
}

// Passes is true if an event of a type in a stream is selected.
func (f Filter) Passes(stream, typ string) bool {
	return (len(f.Types) == 0 || slices.Contains(f.Types, typ)) &&
		(len(f.Categories) == 0 || slices.Contains(f.Categories, Category(stream)))
}

// All is true if every event is selected.
func (f Filter) All() bool { return len(f.Types) == 0 && len(f.Categories) == 0 }

// Batch is a sequence of events in log order. UpTo is the position up to which the log has been read: at least that of
// the last event, more if the filter excluded events. Live is true if the reader had reached the end of the log when
// the batch was made.
type Batch struct {
	Events []Recorded
	UpTo   Position
	Live   bool
}

// Reader is the part of a Log that only reads.
type Reader interface {
	// Stream yields a stream's events from a revision on (inclusive), oldest first. It yields nothing for a stream that
	// does not exist.
	Stream(ctx context.Context, name string, from Revision) iter.Seq2[Recorded, error]
	// StreamRange yields a part of a stream, forwards or backwards.
	StreamRange(ctx context.Context, name string, r Range) iter.Seq2[Recorded, error]
	// Streams yields the events of several streams up to a position (inclusive), in log order. It yields *Invalid for
	// more than MaxStreams names.
	Streams(ctx context.Context, names []string, upTo Position) iter.Seq2[Recorded, error]
	// Newest yields the last event of each of several streams, in any order; a stream without events adds none. It yields
	// *Invalid for more than MaxStreams names.
	Newest(ctx context.Context, names []string) iter.Seq2[Recorded, error]
	// Follow yields batches after a position (exclusive), in log order. It does not stop at the end of the log: it ends
	// with the context, or after yielding an error. An empty batch only advances UpTo.
	Follow(ctx context.Context, after Position, filter Filter) iter.Seq2[Batch, error]
	// Read yields the same batches, but ends at a position (inclusive), or where the log ended at the call if that is
	// earlier. Only its last batch is Live. Unlike Follow it yields the error of a context that has ended, so that an end
	// without an error means that everything was read.
	Read(ctx context.Context, after, upTo Position, filter Filter) iter.Seq2[Batch, error]
	// Head is the position of the last event, zero if there is none.
	Head(ctx context.Context) (Position, error)
	// Event is the event at a position; *Missing if there is none.
	Event(ctx context.Context, at Position) (Recorded, error)

	// Generation is the id that the log got when it was created. It distinguishes a log from every other one of the
	// same engine, and a restored copy from its source.
	Generation(ctx context.Context) (string, error)

	// Engine names the engine and its log ("postgres", "kurrent"): positions of two engines cannot be compared.
	Engine() string
}

// Log is an append-only log of events in streams with one total order.
type Log interface {
	Reader
	// Append stores all writes durably, or none. It returns *Conflict if a stream is not at the expected revision, and
	// *Invalid for names or sizes beyond the limits. A repeated append with a definite expectation (NoStream or At),
	// whose event ids are already in the expected place, succeeds with the stored position. An append may contain a
	// stream only once.
	Append(ctx context.Context, writes ...Write) (Receipt, error)
}

// Stream is what a reader of the whole log knows of a stream.
type Stream struct {
	First Position // of its first event
	Last  Revision
}

// Checker is implemented by engines with tables beside the events.
type Checker interface {
	// Check compares these tables with the streams of the events up to a position, and returns what differs, in English
	// sentences. Events after the position do not matter.
	Check(ctx context.Context, upTo Position, streams map[string]Stream) ([]string, error)
}
