package runtime

import (
	"strings"
	"time"

	"github.com/modyard/modyard/eventlog"
)

// Event is a recorded event with its decoded payload: a value (not a pointer) of the Go type
// that the codec registered for its newest version. Data is nil where only the payload is kept.
type Event struct {
	eventlog.Recorded
	Payload any
}

// At is the time of the decision as its writer recorded it; otherwise the time at which the log made it durable.
func (e Event) At() time.Time {
	if e.Meta.At.IsZero() {
		return e.Recorded.RecordedAt.UTC().Truncate(time.Microsecond)
	}
	return e.Meta.At.UTC().Truncate(time.Microsecond)
}

// Subject is the id in the name of the event's stream: the project's id in project-<id>.
func (e Event) Subject() string {
	return strings.TrimPrefix(e.Stream, eventlog.Category(e.Stream)+"-")
}

// Projector is one version of one read model. Its tables are in the schema name_v<version>, where DDL creates them
// with unqualified names: the runner sets the search_path, so that a rebuild and a verification run the same
// statements in a schema of their own. Readers use the schema `name`, whose views show the serving version.
type Projector struct {
	Name    string // lower case: "catalog"
	Version int    // from 1; raised when Categories, Handlers, DDL, Views or what the handlers write change
	// Categories of the streams that it reads (eventlog.Category); empty for all. An event in one of them of a type
	// that the program does not know stops the projector. Known events without a handler are skipped.
	Categories []string
	Handlers   Handlers
	Memory     *Memory // what the handlers remember beside the rows; nil: nothing
	RunBytes   int     // of the stored events that one transaction applies while it is far behind; 0: 8 MiB
	// Pause is the least time between two batches of events that come live. The first event after a quiet time is applied at once. 0: none.
	Pause time.Duration
	DDL   string   // tables and indexes of an empty read model
	Views []string // tables that readers see as views of the same name
	Needs []string // indexes that the handlers' own statements use; a rebuild creates all others when the tables are filled
	// Key names the document of an event: while an event of a document is parked, its later ones are parked as well.
	// Nil is the stream.
	Key func(Event) string
}
