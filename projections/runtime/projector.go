package runtime

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
)

// Event is a recorded event with its decoded payload: a value (not a pointer) of the Go type
// that the codec registered for its newest version.
type Event struct {
	eventlog.Recorded
	Payload any
}

// Projector is one version of one read model. Its tables live in the schema name_v<version>,
// which DDL creates with unqualified names: the runner sets the search_path, so that a rebuild
// and a verification run the same statements in a schema of their own. Readers see the schema
// `name`, whose views show the version that serves.
type Projector struct {
	Name    string // lower case: "catalog"
	Version int    // from 1; raised when Categories, Handles, DDL, Views or what the handler writes change
	// Categories of the streams that it reads (eventlog.Category); empty for all. An event in one of them whose type the
	// program does not know stops the projector.
	Categories []string
	// Handles names the event types that its handler takes, each by its newest version; empty for all. Known events of
	// other types are passed over.
	Handles []string
	DDL     string   // tables and indexes of an empty read model
	Views   []string // tables that readers see as views of the same name
	// Key names the document that an event is about: while an event of a document is parked, its later ones are parked
	// as well. Nil takes the stream.
	Key func(Event) string
	// New makes the handler of one batch. It must not keep state between batches: a batch may be rolled back.
	New func() Handler
}

// Handler turns a batch of events into SQL. The runner calls Load once, Apply for every event in
// log order, Flush once, runs what was queued on q and commits it together with the checkpoint.
// On an error everything is rolled back and the batch is run again one event at a time.
type Handler interface {
	// Load reads what the events of the batch need, in the batch's transaction.
	Load(ctx context.Context, tx pgx.Tx, events []Event) error
	// Apply handles one event; it may queue statements and must not run any.
	Apply(ctx context.Context, e Event, q *pgx.Batch) error
	// Flush queues what was gathered over the batch.
	Flush(ctx context.Context, tx pgx.Tx, q *pgx.Batch) error
}
