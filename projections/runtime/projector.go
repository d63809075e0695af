package runtime

import (
	"strings"
	"time"

	"github.com/modyard/modyard/eventlog"
)

// Event is a recorded event with its decoded payload: a value (not a pointer) of the Go type
// that the codec registered for its newest version.
type Event struct {
	eventlog.Recorded
	Payload any
}

// At is when the event was decided, as its writer said; else when the log made it durable.
func (e Event) At() time.Time {
	if e.Meta.At.IsZero() {
		return e.Recorded.RecordedAt.UTC().Truncate(time.Microsecond)
	}
	return e.Meta.At.UTC().Truncate(time.Microsecond)
}

// Subject is the id in the name of the event's stream: that of a project in project-<id>.
func (e Event) Subject() string {
	return strings.TrimPrefix(e.Stream, eventlog.Category(e.Stream)+"-")
}

// Projector is one version of one read model. Its tables live in the schema name_v<version>,
// which DDL creates with unqualified names: the runner sets the search_path, so that a rebuild
// and a verification run the same statements in a schema of their own. Readers see the schema
// `name`, whose views show the version that serves.
type Projector struct {
	Name    string // lower case: "catalog"
	Version int    // from 1; raised when Categories, Handlers, DDL, Views or what the handlers write change
	// Categories of the streams that it reads (eventlog.Category); empty for all. An event in one of them whose type the
	// program does not know stops the projector. Known events that no handler takes are passed over.
	Categories []string
	Handlers   Handlers
	DDL        string   // tables and indexes of an empty read model
	Views      []string // tables that readers see as views of the same name
	Needs      []string // indexes that the handlers' own statements use; a rebuild makes all others once the tables are full
	// Key names the document that an event is about: while an event of a document is parked, its later ones are parked
	// as well. Nil takes the stream.
	Key func(Event) string
}
