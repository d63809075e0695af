package runtime

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/modyard/modyard/eventlog"
)

var (
	// ErrUnknownProjector says that the runner has no projector of that name.
	ErrUnknownProjector = errors.New("no such projector")
	// ErrBusy says that a rebuild or a verification of the same read model is running.
	ErrBusy = errors.New("a rebuild or verification of this read model is running already")
	// ErrEngine says that a checkpoint belongs to another log than the one in use.
	ErrEngine = errors.New("the read model was built from another event log")
	// ErrOtherLog says that a checkpoint belongs to a log of the same engine with another id: a restored copy, or
	// another site's.
	ErrOtherLog = errors.New("the read model was built from a log with another id")
	// ErrLostTail says that the log lacks events that the read model has applied: its end was lost, and may have been
	// overwritten.
	ErrLostTail = errors.New("the log has lost events that the read model contains")
	// ErrUnknownType says that the log contains an event of a type that the program does not know: the program is
	// older than the log.
	ErrUnknownType = errors.New("the program does not know this event type: it is older than the log")
	// ErrDefinition says that tables were built from another definition than the program's.
	ErrDefinition = errors.New("the tables' definition has changed without a new version")

	// errMoved says that another process has moved the checkpoint, so it has the lead.
	errMoved = errors.New("the checkpoint was moved by another process")
	// errGone says that the checkpoint or the schema was dropped under a running projector.
	errGone = errors.New("the read model is gone; rebuild it")
)

// EventError names the event that a read model could not apply.
type EventError struct {
	Projector string // name/vN
	Position  eventlog.Position
	Type      string
	Stream    string
	Err       error
}

func (e *EventError) Error() string {
	return fmt.Sprintf("%s: event %d (%s in %s): %v", e.Projector, e.Position, e.Type, e.Stream, e.Err)
}

// Unwrap is the reason.
func (e *EventError) Unwrap() error { return e.Err }

// changeOver is the operator's remedy for a read model of another log.
const changeOver = "`modyard migrate-log` takes events and read models over to another log, `modyard rebuild` builds them " +
	"from the one in use"

// halting says whether an error stops a projector until an operator acts: the error is shown, the run is retried from
// time to time, and no event is parked.
func halting(err error) bool {
	for _, known := range []error{ErrUnknownType, ErrEngine, ErrOtherLog, ErrLostTail, ErrDefinition} {
		if errors.Is(err, known) {
			return true
		}
	}
	var dropped *eventlog.Truncated
	return errors.As(err, &dropped)
}

// transient says whether an error may disappear without a change to the program or the event: then the batch is
// retried for ever and never parked.
func transient(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return transientState(pg)
	}
	var network net.Error
	var connect *pgconn.ConnectError
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return true
	case errors.Is(err, errMoved), errors.Is(err, errGone):
		return true
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed):
		return true
	case errors.As(err, &network), errors.As(err, &connect), pgconn.SafeToRetry(err):
		return true
	}
	// pgx reports a connection that broke earlier only by the text of the error.
	return strings.Contains(err.Error(), "conn closed") || strings.Contains(err.Error(), "closed pool")
}

func transientState(pg *pgconn.PgError) bool {
	switch pg.Code[:min(2, len(pg.Code))] {
	case "08", // connection
		"40", // serialization, deadlock
		"53", // no disk, memory or connections left
		"57", // shutdown, crash, cancel, administrator
		"58": // I/O
		return true
	}
	switch pg.Code {
	case "25006", // read only: the server became a standby
		"25P03", // idle in transaction
		"55P03", // lock timeout
		"55006": // object in use
		return true
	case "0A000": // a view flipped under a prepared statement; pgx prepares it again
		return strings.Contains(pg.Message, "cached plan")
	}
	return false
}
