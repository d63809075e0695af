package archive

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modyard/modyard/eventlog"
)

// maxFindings limits the findings of a report.
const maxFindings = 100

// Report is the result of Verify.
type Report struct {
	First    eventlog.Position // of the log; earlier events were dropped
	Archived uint64            // events that were compared in the archive
	Kept     uint64            // events that were compared in the log
	Ranges   int               // that were recorded
	Findings []string          // at most maxFindings
	More     int               // findings beyond them
}

// Verify compares a log and its archive with what every log guarantees, and the archive with what was recorded: each
// dropped event is in a recorded range, each manifest is the recorded one and each file is that of its manifest;
// positions and the revisions of streams have no gaps from the first event in the archive to the head of the log, and
// recording times do not decrease.
func Verify(ctx context.Context, log WritableLog, reader *Reader) (Report, error) {
	v := &verifier{log: log, reader: reader, streams: map[string]eventlog.Stream{}}
	if err := v.run(ctx); err != nil {
		return v.Report, fmt.Errorf("verify the log: %w", err)
	}
	return v.Report, nil
}

type verifier struct {
	Report
	log      WritableLog
	reader   *Reader
	streams  map[string]eventlog.Stream
	next     eventlog.Position
	recorded time.Time
	partial  bool // events before the next one are unknown
}

func (v *verifier) find(format string, args ...any) {
	if len(v.Findings) == maxFindings {
		v.More++
		return
	}
	v.Findings = append(v.Findings, fmt.Sprintf(format, args...))
}

func (v *verifier) run(ctx context.Context) error {
	head, err := v.log.Head(ctx)
	if err != nil {
		return err
	}
	if v.First, err = v.log.First(ctx); err != nil {
		return err
	}
	if err := v.archive(ctx); err != nil {
		return err
	}
	v.next = max(v.next, v.First)
	for batch, err := range v.log.Read(ctx, v.First-1, head, eventlog.Filter{}) {
		var missing *eventlog.Missing
		if errors.As(err, &missing) {
			v.find("%v", missing)
			return nil // nothing after a gap is read
		}
		if err != nil {
			return err
		}
		for i := range batch.Events {
			v.event(&batch.Events[i])
			v.Kept++
		}
	}
	if v.next != head+1 {
		v.find("the log ends at %d, and its head is at %d", v.next-1, head)
	}
	return v.tables(ctx, head)
}

// archive compares every recorded range before the first kept event.
func (v *verifier) archive(ctx context.Context) error {
	ranges, err := v.reader.ranges(ctx)
	if err != nil {
		return err
	}
	v.Ranges, v.next = len(ranges), 1
	for _, r := range ranges {
		if r.From >= v.First {
			v.find("events %d to %d were recorded as archived, and are in the log", r.From, r.To)
			continue
		}
		v.gap(r.From)
		for e, err := range v.reader.Events(ctx, r.From, r.To) {
			if errors.Is(err, ErrDamaged) {
				v.find("%v", err)
				v.partial, v.next = true, r.To+1
				break
			}
			if err != nil {
				return err
			}
			v.event(&e)
			v.Archived++
		}
	}
	v.gap(v.First)
	return nil
}

// gap finds dropped events that no record has.
func (v *verifier) gap(upTo eventlog.Position) {
	if v.next < upTo {
		v.find("events %d to %d were dropped, and the main log has no record of their archive", v.next, upTo-1)
		v.partial, v.next = true, upTo
	}
}

// event compares an event with those before it.
func (v *verifier) event(e *eventlog.Recorded) {
	if e.Position != v.next {
		v.find("at %d: event %s is at the place of event %d", v.next, e.ID, e.Position)
	}
	v.next = max(v.next, e.Position) + 1
	s, known := v.streams[e.Stream]
	switch {
	case known && e.Revision != s.Last+1, !known && !v.partial && e.Revision != 0:
		if !known {
			s.Last = eventlog.NoRevision
		}
		v.find("at %d: event %s has revision %d of %s, expected %d", e.Position, e.ID, e.Revision, e.Stream, s.Last+1)
	}
	if !known {
		s.First = e.Position
	}
	s.Last = e.Revision
	v.streams[e.Stream] = s
	if e.RecordedAt.Before(v.recorded) {
		v.find("at %d: event %s was recorded at %s, before the event that precedes it", e.Position, e.ID, e.RecordedAt.Format(time.RFC3339Nano))
	}
	v.recorded = e.RecordedAt
}

// tables compares the engine's tables, if all events are known.
func (v *verifier) tables(ctx context.Context, head eventlog.Position) error {
	checker, ok := v.log.(eventlog.Checker)
	if !ok || v.partial {
		return nil
	}
	found, err := checker.Check(ctx, head, v.streams)
	for _, text := range found {
		v.find("%s", text)
	}
	return err
}
