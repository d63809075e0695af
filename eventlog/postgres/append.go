package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/modyard/modyard/eventlog"
)

// request is an append that the appender processes.
type request struct {
	ctx    context.Context
	writes []eventlog.Write
	metas  [][]byte // JSON of each event's metadata, in order
	size   int
	since  time.Time
	done   chan outcome // buffered, so that the appender never waits for a caller that has left

	// doubt is set after the append was sent without receiving an answer. If it was stored, its position is after
	// floor, which was the head before.
	doubt bool
	floor int64
}

type outcome struct {
	receipt eventlog.Receipt
	err     error
}

// Append stores all writes durably, or none. If ctx ends first, the outcome is unknown.
func (l *Log) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	if err := eventlog.Validate(writes); err != nil {
		return eventlog.Receipt{}, err
	}
	if err := ctx.Err(); err != nil {
		return eventlog.Receipt{}, err
	}
	r, err := newRequest(ctx, writes)
	if err != nil {
		return eventlog.Receipt{}, err
	}
	select {
	case <-l.closing: // select chooses at random, and the queue may have space
		return eventlog.Receipt{}, eventlog.ErrClosed
	default:
	}
	select {
	case l.queue <- r:
	case <-l.closing:
		return eventlog.Receipt{}, eventlog.ErrClosed
	case <-ctx.Done():
		return eventlog.Receipt{}, fmt.Errorf("append: %w", ctx.Err())
	}
	select {
	case o := <-r.done:
		return o.receipt, o.err
	case <-l.ctx.Done():
		return eventlog.Receipt{}, eventlog.ErrClosed
	case <-ctx.Done():
		return eventlog.Receipt{}, fmt.Errorf("append: %w", ctx.Err())
	}
}

// newRequest copies data that the caller may change after its context has ended.
func newRequest(ctx context.Context, writes []eventlog.Write) (*request, error) {
	r := &request{ctx: ctx, writes: make([]eventlog.Write, len(writes)), since: time.Now(), done: make(chan outcome, 1)}
	for i, w := range writes {
		r.size += w.Size()
		events := make([]eventlog.Event, len(w.Events))
		for k, e := range w.Events {
			meta, err := e.Meta.Stored().MarshalJSON()
			if err != nil {
				return nil, fmt.Errorf("append: metadata: %w", err)
			}
			r.metas = append(r.metas, meta)
			e.Data = append([]byte{}, e.Data...)
			events[k] = e
		}
		w.Events = events
		r.writes[i] = w
	}
	return r, nil
}

func (r *request) answer(receipt eventlog.Receipt, err error) {
	r.done <- outcome{receipt, err}
}
