package eventlog

import (
	"context"
	"errors"
	"fmt"
)

// Truncater is implemented by engines that can drop the oldest events of a log. First reads what was dropped.
type Truncater interface {
	// First is the position of the first kept event, which is 1 if no event was dropped.
	First(ctx context.Context) (Position, error)
	// Cut is a position from which the log can be kept: the first kept position after dropping the smallest amount of
	// events that the engine can drop at once. The error is ErrWhole if nothing can be dropped now.
	Cut(ctx context.Context) (Position, error)
	// Truncate drops every event before a position that Cut returned. It repeats nothing: before an earlier position it
	// does nothing.
	Truncate(ctx context.Context, first Position) error
}

// ErrWhole means that no event can be dropped from a log: too few can be dropped at once, or the log is always whole.
var ErrWhole = errors.New("no event of the log can be dropped")

// Truncated means that a read needs events that were dropped from the log. The log begins at First.
type Truncated struct {
	First Position
}

// Error names the first kept position.
func (t *Truncated) Error() string {
	return fmt.Sprintf("events before %d were dropped from the log", t.First)
}

// Dropped returns *Truncated if a reader after a position misses dropped events of a log that begins at first. A reader
// after 0 misses none: it begins with the first kept event.
func Dropped(after, first Position) error {
	if after > 0 && after+1 < first {
		return &Truncated{First: first}
	}
	return nil
}
