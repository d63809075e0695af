// Package transfer copies a log into another one, event by event, between any engines.
//
// The content of the target is the only state: a transfer that was killed continues at the end of the target. All
// events are compared, old and copied ones, so that at the end the target contains each event of the source once, in
// the same order, with the same id, type, stream, revision, bytes, metadata and recording time.
//
// Positions are the target's own. The recording time of the source is stored as the member `recorded` of the metadata,
// and the target returns it as RecordedAt; an event that was copied before keeps its first one.
package transfer

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/modyard/modyard/eventlog"
)

// Errors that callers distinguish.
var (
	// ErrDiverged means that the target contains something else than the beginning of the source.
	ErrDiverged = errors.New("the target is not the beginning of the source")
	// ErrMoved means that events were appended to the source during the transfer.
	ErrMoved = errors.New("the source was written to during the transfer")
	// ErrCopy means that the events read back differ from those written.
	ErrCopy = errors.New("the target does not contain what was copied")
)

// Result is the result of a transfer.
type Result struct {
	Events uint64 // in both logs
	Copied uint64 // of them, by this run
	Source eventlog.Position
	Target eventlog.Position // positions of the last event
}

// Progress receives the current stage and the number of its processed events.
type Progress func(stage string, events uint64)

// The stages that Progress receives.
const (
	StageCompare = "compare"
	StageCopy    = "copy"
	StageVerify  = "verify"
)

// Run copies the events that the target lacks, and compares all events. After an error the target contains a part of
// the source, unless the error wraps ErrDiverged or ErrCopy; the same call continues there. Only whole logs are
// transferred: the error is *eventlog.Truncated for one whose oldest events were dropped.
func Run(ctx context.Context, source, target eventlog.Log, progress Progress) (Result, error) {
	if progress == nil {
		progress = func(string, uint64) {}
	}
	t := &transfer{source: source, target: target, progress: progress}
	if err := t.run(ctx); err != nil {
		return t.Result, fmt.Errorf("transfer the log: %w", err)
	}
	return t.Result, nil
}

type transfer struct {
	Result
	source, target eventlog.Log
	progress       Progress
}

func (t *transfer) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for what, log := range map[string]eventlog.Log{"source": t.source, "target": t.target} {
		if err := whole(ctx, log); err != nil {
			return fmt.Errorf("the %s: %w", what, err)
		}
	}
	var err error
	if t.Source, err = t.source.Head(ctx); err != nil {
		return fmt.Errorf("read the source's end: %w", err)
	}
	if t.Target, err = t.target.Head(ctx); err != nil {
		return fmt.Errorf("read the target's end: %w", err)
	}
	next, stop := iter.Pull2(t.history(ctx, 0, time.Time{}))
	defer stop()
	begin := t.Target
	common, err := t.compare(ctx, next, 0, begin, StageCompare, ErrDiverged)
	if err != nil {
		return err
	}
	if err := t.copy(ctx, next); err != nil {
		return err
	}
	if t.Copied > 0 {
		if err := t.verify(ctx, common, begin); err != nil {
			return err
		}
	}
	return t.unchanged(ctx)
}

// whole rejects a log whose oldest events were dropped: a copy would number the kept ones anew.
func whole(ctx context.Context, log eventlog.Log) error {
	t, ok := log.(eventlog.Truncater)
	if !ok {
		return nil
	}
	first, err := t.First(ctx)
	if err == nil && first > 1 {
		err = &eventlog.Truncated{First: first}
	}
	return err
}

// compare compares the target's events with the source's next ones, and returns the last of these.
func (t *transfer) compare(ctx context.Context, next func() (eventlog.Recorded, error, bool), after, upTo eventlog.Position,
	stage string, wrong error) (eventlog.Recorded, error) {
	var last eventlog.Recorded
	for got, err := range events(ctx, t.target, after, upTo) {
		if err != nil {
			return last, fmt.Errorf("read the target: %w", err)
		}
		want, err, more := next()
		if err != nil {
			return last, fmt.Errorf("read the source: %w", err)
		}
		if !more {
			return last, fmt.Errorf("%w: it contains more events, from event %s at position %d on", wrong, got.ID, got.Position)
		}
		if difference := differ(want, got); difference != "" {
			return last, fmt.Errorf("%w: event %d (%s at position %d): %s", wrong, t.Events+1, want.ID, want.Position, difference)
		}
		last = want
		t.Events++
		t.progress(stage, t.Events)
	}
	return last, nil
}

// copy appends the rest of the source, in its order.
func (t *transfer) copy(ctx context.Context, next func() (eventlog.Recorded, error, bool)) error {
	var g group
	flush := func() error {
		if len(g.writes) == 0 {
			return nil
		}
		receipt, err := t.append(ctx, g.writes)
		if err != nil {
			return err
		}
		t.Copied += uint64(g.events)
		t.Target = max(t.Target, receipt.Position)
		t.progress(StageCopy, t.Events+t.Copied)
		g = group{}
		return nil
	}
	for {
		e, err, more := next()
		if err != nil {
			return fmt.Errorf("read the source: %w", err)
		}
		if !more {
			return flush()
		}
		if !g.takes(e) {
			if err := flush(); err != nil {
				return err
			}
		}
		g.add(e)
	}
}

// verify reads the copied events back, after the last event that both logs had before.
func (t *transfer) verify(ctx context.Context, common eventlog.Recorded, begin eventlog.Position) error {
	copied := t.Copied
	before := t.Events
	next, stop := iter.Pull2(t.history(ctx, common.Position, common.RecordedAt))
	defer stop()
	head, err := t.target.Head(ctx)
	if err != nil {
		return fmt.Errorf("read the target's end: %w", err)
	}
	t.Target = head
	if _, err := t.compare(ctx, next, begin, head, StageVerify, ErrCopy); err != nil {
		return err
	}
	if t.Events != before+copied {
		return fmt.Errorf("%w: %d events of %d", ErrCopy, t.Events-before, copied)
	}
	return nil
}

// unchanged returns an error if the source has more events than when the transfer began.
func (t *transfer) unchanged(ctx context.Context) error {
	head, err := t.source.Head(ctx)
	if err != nil {
		return fmt.Errorf("read the source's end: %w", err)
	}
	if head != t.Source {
		return fmt.Errorf("%w: from position %d to %d", ErrMoved, t.Source, head)
	}
	return nil
}

// history yields the source's events after a position in the form that the target must return. Recording times never
// decrease, wherever the reading began: last is that of the event at the position.
func (t *transfer) history(ctx context.Context, after eventlog.Position, last time.Time) iter.Seq2[eventlog.Recorded, error] {
	return func(yield func(eventlog.Recorded, error) bool) {
		for e, err := range events(ctx, t.source, after, t.Source) {
			if e.Meta.Recorded.IsZero() && e.RecordedAt.Before(last) {
				e.RecordedAt = last
			}
			e.RecordedAt = e.RecordedAt.UTC().Truncate(time.Microsecond)
			if e.RecordedAt.After(last) {
				last = e.RecordedAt
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// events yields a log's events after a position, up to and including another one.
func events(ctx context.Context, log eventlog.Log, after, upTo eventlog.Position) iter.Seq2[eventlog.Recorded, error] {
	return func(yield func(eventlog.Recorded, error) bool) {
		for batch, err := range log.Read(ctx, after, upTo, eventlog.Filter{}) {
			if err != nil {
				yield(eventlog.Recorded{}, err)
				return
			}
			for _, e := range batch.Events {
				if !yield(e, nil) {
					return
				}
			}
		}
	}
}
