package kurrent

import (
	"context"
	"fmt"
	"iter"
	"math"

	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/modyard/modyard/eventlog"
)

const (
	// pageEvents limits the events of one read, and of one batch of Follow.
	pageEvents = 1000
	// pageBytes limits the data of one page; the event that exceeds it is included.
	pageBytes = 8 << 20
	// firstPage limits the first read of a stream: most are shorter, and a reader may stop early.
	firstPage = 128
	// fewRecords is the minimum number of records in a read of $all, because the server's own records are among them.
	fewRecords = 32
)

// Stream yields a stream's events from a revision on.
func (l *Log) Stream(ctx context.Context, name string, from eventlog.Revision) iter.Seq2[eventlog.Recorded, error] {
	return l.StreamRange(ctx, name, eventlog.Range{From: from, To: eventlog.Last})
}

// StreamRange yields a part of a stream. It holds no resources between pages, so the caller may process slowly. It ends
// with *eventlog.Missing if an event was truncated or scavenged.
func (l *Log) StreamRange(ctx context.Context, name string, r eventlog.Range) iter.Seq2[eventlog.Recorded, error] {
	return func(yield func(eventlog.Recorded, error) bool) {
		if !eventlog.ValidStream(name) {
			return // no such stream can exist
		}
		if err := l.streamRange(ctx, name, r.Clip(eventlog.Last), func(e eventlog.Recorded) bool { return yield(e, nil) }); err != nil {
			yield(eventlog.Recorded{}, fmt.Errorf("read stream %s: %w", name, err))
		}
	}
}

func (l *Log) streamRange(ctx context.Context, name string, rest eventlog.Range, yield func(eventlog.Recorded) bool) error {
	clock := clock{back: rest.Backward}
	for count := firstPage; !rest.Empty(); count = pageEvents {
		if err := ctx.Err(); err != nil {
			return err
		}
		page, more, err := l.enterPage(ctx, name, &rest, count)
		if err != nil {
			return err
		}
		for _, e := range page {
			if e.Revision != rest.Next() {
				return &eventlog.Missing{Stream: name, Revision: rest.Next()}
			}
			if !yield(clock.read(e)) {
				return nil
			}
			rest = rest.Rest()
		}
		if !more {
			if rest.Backward && !rest.Empty() {
				return &eventlog.Missing{Stream: name, Revision: rest.Next()}
			}
			return nil
		}
	}
	return nil
}

// enterPage reads the next page of a range. A backward range is clipped to the stream's last revision.
func (l *Log) enterPage(ctx context.Context, name string, rest *eventlog.Range, count int) (page []eventlog.Recorded, more bool, err error) {
	ctx, leave, err := l.enter(ctx)
	if err != nil {
		return nil, false, err
	}
	defer leave()
	if rest.Backward && count == firstPage { // the first page
		last, _, err := l.revision(ctx, name)
		if err != nil {
			return nil, false, err
		}
		if *rest = rest.Clip(last); rest.Empty() {
			return nil, false, nil
		}
	}
	count = int(min(eventlog.Revision(count)-1, rest.To-rest.From)) + 1
	if page, more, err = l.streamPage(ctx, name, *rest, count); err == nil && len(page) == 0 {
		_, _, err = l.revision(ctx, name) // there are no events from this revision on, or none in the stream
	}
	return page, more, err
}

// streamPage reads the next events of a range; more is true if a limit was reached.
func (l *Log) streamPage(ctx context.Context, name string, r eventlog.Range, count int) (page []eventlog.Recorded, more bool, err error) {
	type result struct {
		page []eventlog.Recorded
		more bool
	}
	direction := kurrentdb.Forwards
	if r.Backward {
		direction = kurrentdb.Backwards
	}
	got, err := read(ctx, l, func(ctx context.Context, c *kurrentdb.Client) (result, error) {
		var got result
		stream, err := c.ReadStream(ctx, name, kurrentdb.ReadStreamOptions{
			Direction: direction, From: kurrentdb.Revision(uint64(r.Next())),
		}, uint64(count))
		if err != nil {
			return got, err
		}
		size := 0
		err = drain(stream, func(e *kurrentdb.RecordedEvent) bool {
			r := recorded(e)
			got.page = append(got.page, r)
			size += len(r.Data)
			got.more = size > pageBytes || len(got.page) == count
			return !got.more
		})
		return got, err
	})
	if v := judge(err); err != nil && (v == absent || v == deleted) {
		return nil, false, nil
	}
	return got.page, got.more, err
}

// revision is the revision of a stream's last event; closed is true if the stream was ended permanently. For an
// existing stream without visible events it returns *eventlog.Missing.
func (l *Log) revision(ctx context.Context, name string) (last eventlog.Revision, closed bool, err error) {
	last, err = read(ctx, l, func(ctx context.Context, c *kurrentdb.Client) (eventlog.Revision, error) {
		last := eventlog.NoRevision
		stream, err := c.ReadStream(ctx, name, kurrentdb.ReadStreamOptions{Direction: kurrentdb.Backwards, From: kurrentdb.End{}}, 1)
		if err != nil {
			return last, err
		}
		err = drain(stream, func(e *kurrentdb.RecordedEvent) bool {
			last = eventlog.Revision(e.EventNumber)
			return false
		})
		return last, err
	})
	if err == nil && last == eventlog.NoRevision {
		err = &eventlog.Missing{Stream: name}
	}
	if err != nil {
		switch judge(err) {
		case absent:
			return eventlog.NoRevision, false, nil
		case deleted:
			return eventlog.NoRevision, true, nil
		}
		return last, false, fmt.Errorf("find the revision of %s: %w", name, err)
	}
	return last, false, nil
}

// Head is the position of the last event of the log. The server's own records do not count.
func (l *Log) Head(ctx context.Context) (eventlog.Position, error) {
	ctx, leave, err := l.enter(ctx)
	if err != nil {
		return 0, err
	}
	defer leave()
	_, head, err := l.ends(ctx)
	if err != nil {
		return 0, fmt.Errorf("head: %w", err)
	}
	return head, nil
}

// Event is the event at a position. The server rejects a position at which no record begins.
func (l *Log) Event(ctx context.Context, position eventlog.Position) (eventlog.Recorded, error) {
	missing := &eventlog.Missing{Position: position}
	if position == 0 || position > math.MaxInt64 { // the server uses signed numbers
		return eventlog.Recorded{}, missing
	}
	ctx, leave, err := l.enter(ctx)
	if err != nil {
		return eventlog.Recorded{}, err
	}
	defer leave()
	var found *kurrentdb.RecordedEvent
	err = l.scan(ctx, kurrentdb.Forwards, at(position), func(e *kurrentdb.RecordedEvent) bool {
		if ours(e) && place(e) == position {
			found = e
		}
		return false
	})
	switch code := status.Code(err); {
	case code == codes.InvalidArgument || code == codes.OutOfRange:
		return eventlog.Recorded{}, missing
	case err != nil:
		return eventlog.Recorded{}, fmt.Errorf("read event %d: %w", position, err)
	case found == nil:
		return eventlog.Recorded{}, missing
	}
	return recorded(found), nil
}

// Generation is the id that the database got when it was first used.
func (l *Log) Generation(ctx context.Context) (string, error) { return l.identity, ctx.Err() }

// ends reads the end of $all: the position of its last record, and that of the last event.
func (l *Log) ends(ctx context.Context) (end, head eventlog.Position, err error) {
	floor := l.floor() // older records need not be read
	err = l.scan(ctx, kurrentdb.Backwards, kurrentdb.End{}, func(e *kurrentdb.RecordedEvent) bool {
		p := place(e)
		end = max(end, p)
		if ours(e) {
			head = p
			return false
		}
		return p > floor
	})
	if err != nil {
		return 0, 0, err
	}
	l.saw(head)
	head = max(head, eventlog.Position(l.known.Load())) // looked is stored last: a reader of looked also sees known
	raise(&l.looked, end)
	return max(end, head), head, nil
}

// scan passes the records of $all from a position on (inclusive) to take, page by page, until take returns false or
// there are no more. Each position is passed once.
func (l *Log) scan(ctx context.Context, direction kurrentdb.Direction, from kurrentdb.AllPosition, take func(*kurrentdb.RecordedEvent) bool) error {
	last, begun := uint64(0), false
	beyond := func(p uint64) bool {
		return !begun || direction == kurrentdb.Forwards && p > last || direction == kurrentdb.Backwards && p < last
	}
	for count := uint64(fewRecords); ; count = min(2*count, pageEvents) {
		page, err := read(ctx, l, func(ctx context.Context, c *kurrentdb.Client) ([]*kurrentdb.RecordedEvent, error) {
			stream, err := c.ReadAll(ctx, kurrentdb.ReadAllOptions{Direction: direction, From: from}, count)
			if err != nil {
				return nil, err
			}
			var page []*kurrentdb.RecordedEvent
			size := 0
			err = drain(stream, func(e *kurrentdb.RecordedEvent) bool {
				page = append(page, e)
				size += len(e.Data)
				return size <= pageBytes
			})
			return page, err
		})
		if err != nil {
			return err
		}
		moved := false
		for _, e := range page {
			if p := e.Position.Commit; beyond(p) {
				last, begun, moved = p, true, true
				if !take(e) {
					return nil
				}
			}
		}
		if !moved || last == math.MaxUint64 {
			return nil
		}
		from = kurrentdb.Position{Commit: last, Prepare: last}
	}
}
