package kurrent

import (
	"container/heap"
	"context"
	"fmt"
	"iter"

	"golang.org/x/sync/errgroup"

	"github.com/modyard/modyard/eventlog"
)

// openingStreams limits the first reads of a merge at the same time.
const openingStreams = 8

// Streams yields the events of several streams up to a position: one read for each stream, merged by position. It
// ignores what was appended after the call, because an append may be missing from the streams that were read first.
func (l *Log) Streams(ctx context.Context, names []string, upTo eventlog.Position) iter.Seq2[eventlog.Recorded, error] {
	return func(yield func(eventlog.Recorded, error) bool) {
		err := l.streams(ctx, names, upTo, func(e eventlog.Recorded) bool { return yield(e, nil) })
		if err != nil {
			yield(eventlog.Recorded{}, fmt.Errorf("read %d streams up to %d: %w", len(names), upTo, err))
		}
	}
}

func (l *Log) streams(ctx context.Context, names []string, upTo eventlog.Position, yield func(eventlog.Recorded) bool) error {
	names, err := eventlog.ValidNames(names)
	if err != nil {
		return err
	}
	head, err := l.Head(ctx)
	if err != nil {
		return err
	}
	upTo = min(upTo, head)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	sources := make([]source, len(names))
	opening, opened := errgroup.WithContext(ctx)
	opening.SetLimit(openingStreams)
	for i, name := range names {
		next, stop := iter.Pull2(l.Stream(ctx, name, 0))
		defer stop()
		sources[i].pull = next
		opening.Go(func() error {
			if err := opened.Err(); err != nil {
				return err
			}
			return sources[i].next()
		})
	}
	if err := opening.Wait(); err != nil {
		return err
	}
	var merged merge
	for i := range sources {
		if sources[i].more {
			merged = append(merged, &sources[i])
		}
	}
	heap.Init(&merged)
	for clock := (clock{}); len(merged) > 0 && merged[0].event.Position <= upTo; {
		first := merged[0]
		if !yield(clock.read(first.event)) {
			return nil
		}
		if err := first.next(); err != nil {
			return err
		}
		if first.more {
			heap.Fix(&merged, 0)
		} else {
			heap.Pop(&merged)
		}
	}
	return nil
}

// Newest yields the last event of each of several streams: one read for each stream, some at the same time.
func (l *Log) Newest(ctx context.Context, names []string) iter.Seq2[eventlog.Recorded, error] {
	return func(yield func(eventlog.Recorded, error) bool) {
		names, err := eventlog.ValidNames(names)
		if err != nil {
			yield(eventlog.Recorded{}, err)
			return
		}
		last := make([][]eventlog.Recorded, len(names))
		reads, reading := errgroup.WithContext(ctx)
		reads.SetLimit(openingStreams)
		for i, name := range names {
			reads.Go(func() error {
				for e, err := range l.StreamRange(reading, name, eventlog.Range{To: eventlog.Last, Limit: 1, Backward: true}) {
					if err != nil {
						return err
					}
					last[i] = append(last[i], e)
				}
				return nil
			})
		}
		if err := reads.Wait(); err != nil {
			yield(eventlog.Recorded{}, fmt.Errorf("read the last events of %d streams: %w", len(names), err))
			return
		}
		for _, events := range last {
			for _, e := range events {
				if !yield(e, nil) {
					return
				}
			}
		}
	}
}

// source is one stream of a merge and its next event.
type source struct {
	pull  func() (eventlog.Recorded, error, bool)
	event eventlog.Recorded
	more  bool
}

func (s *source) next() (err error) {
	s.event, err, s.more = s.pull()
	return err
}

// merge is a heap of streams; the one with the smallest next position is the first.
type merge []*source

func (m merge) Len() int           { return len(m) }
func (m merge) Less(i, j int) bool { return m[i].event.Position < m[j].event.Position }
func (m merge) Swap(i, j int)      { m[i], m[j] = m[j], m[i] }
func (m *merge) Push(s any)        { *m = append(*m, s.(*source)) }

func (m *merge) Pop() any {
	last := len(*m) - 1
	s := (*m)[last]
	*m = (*m)[:last]
	return s
}
