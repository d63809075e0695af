package watermill

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/modyard/modyard/eventlog"
)

// Place is a place in a log: behind the event at a position. The zero position is before the first event.
type Place struct {
	Engine, Generation string // of the log
	Position           eventlog.Position
	Event              eventlog.EventID // at the position
}

// Errors of a log that is not the one of a place.
var (
	// ErrElsewhere means that a place belongs to another log.
	ErrElsewhere = errors.New("the checkpoint belongs to another log")
	// ErrLostTail means that the log has lost events that were delivered.
	ErrLostTail = errors.New("the log does not contain the last event that was delivered")
)

// markEvery is how often the place moves over events that the topic does not select.
const markEvery = 10 * time.Second

// Log is the Source of an event log; topics are those of ParseTopic.
type Log struct {
	reader eventlog.Reader
	filter func(topic string) (eventlog.Filter, error)
	mark   time.Duration
}

// NewLog makes the source of a log.
func NewLog(reader eventlog.Reader) *Log {
	return &Log{reader: reader, filter: ParseTopic, mark: markEvery}
}

// Head is the place behind the last event.
func (l *Log) Head(ctx context.Context, topic string) (Place, error) {
	if _, err := l.filter(topic); err != nil {
		return Place{}, err
	}
	at, err := l.begin(ctx)
	if err != nil {
		return Place{}, err
	}
	head, err := l.reader.Head(ctx)
	if err != nil || head == 0 {
		return at, err
	}
	return l.placeOf(ctx, at, head)
}

func (l *Log) begin(ctx context.Context) (Place, error) {
	generation, err := l.reader.Generation(ctx)
	return Place{Engine: l.reader.Engine(), Generation: generation}, err
}

func (l *Log) placeOf(ctx context.Context, of Place, at eventlog.Position) (Place, error) {
	e, err := l.reader.Event(ctx, at)
	if err != nil {
		return Place{}, err
	}
	of.Position, of.Event = e.Position, e.ID
	return of, nil
}

// Follow yields the events of a topic after a place.
func (l *Log) Follow(ctx context.Context, topic string, after Place) iter.Seq2[Delivery[Place], error] {
	return func(yield func(Delivery[Place], error) bool) {
		filter, err := l.filter(topic)
		if err == nil {
			err = l.check(ctx, after)
		}
		if err != nil {
			yield(Delivery[Place]{}, err)
			return
		}
		marked := time.Now()
		for batch, err := range l.reader.Follow(ctx, after.Position, filter) {
			if err != nil {
				yield(Delivery[Place]{}, err)
				return
			}
			for i, e := range batch.Events {
				after.Position, after.Event = e.Position, e.ID
				more := i+1 < len(batch.Events)
				if !yield(Delivery[Place]{Message: NewMessage(e), Place: after, At: e.RecordedAt, More: more}, nil) {
					return
				}
				marked = time.Now()
			}
			if batch.UpTo <= after.Position || time.Since(marked) < l.mark {
				continue
			}
			marked = time.Now()
			// On engines with sparse positions there may be no event at this one.
			if next, err := l.placeOf(ctx, after, batch.UpTo); err == nil {
				if after = next; !yield(Delivery[Place]{Place: after}, nil) {
					return
				}
			}
		}
	}
}

// check refuses a place that is not in the log.
func (l *Log) check(ctx context.Context, at Place) error {
	is, err := l.begin(ctx)
	if err != nil {
		return err
	}
	if at.Engine != is.Engine || at.Generation != is.Generation {
		return fmt.Errorf("%w: it is at %d of the log %s (%s), and this is %s (%s)",
			ErrElsewhere, at.Position, at.Generation, at.Engine, is.Generation, is.Engine)
	}
	if at.Position == 0 {
		return nil
	}
	e, err := l.reader.Event(ctx, at.Position)
	var missing *eventlog.Missing
	switch {
	case errors.As(err, &missing):
		return fmt.Errorf("%w: there is no event at %d", ErrLostTail, at.Position)
	case err != nil:
		return err
	case e.ID != at.Event:
		return fmt.Errorf("%w: at %d is event %s, and not %s", ErrLostTail, at.Position, e.ID, at.Event)
	}
	return nil
}
