package kurrent

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"

	"github.com/modyard/modyard/eventlog"
)

// silence is how long a follower that reads old events waits for one more event before it ends its batch. A live one
// does not wait: events that arrive during a batch are the next batch.
const silence = 5 * time.Millisecond

// Follow yields batches after a position and waits for new events. A follower reads old events through its own
// subscription, filtered by the server, and new ones from the tail of the process; if it is too slow for the tail it
// uses a subscription again. A lost connection only causes a pause.
func (l *Log) Follow(ctx context.Context, after eventlog.Position, filter eventlog.Filter) iter.Seq2[eventlog.Batch, error] {
	return func(yield func(eventlog.Batch, error) bool) {
		bound, release := l.bind(ctx)
		defer release()
		f := follower{log: l, at: after, chosen: filter, yield: func(b eventlog.Batch) bool { return yield(b, nil) }}
		if err := f.follow(bound); ctx.Err() == nil && !errors.Is(err, errStopped) {
			yield(eventlog.Batch{}, err)
		}
	}
}

// Read yields the batches between two positions, as a follower that stops. The end of the log is that of $all, which may
// be behind the last event: a checkpoint may be there.
func (l *Log) Read(ctx context.Context, after, upTo eventlog.Position, filter eventlog.Filter) iter.Seq2[eventlog.Batch, error] {
	return func(yield func(eventlog.Batch, error) bool) {
		end, head, err := l.enterEnds(ctx)
		if err == nil && after > end {
			err = eventlog.Beyond(after, head)
		}
		if upTo = min(upTo, end); err == nil && after < upTo {
			for batch, err := range l.Follow(ctx, after, filter) {
				batch.Events = slices.DeleteFunc(batch.Events, func(e eventlog.Recorded) bool { return e.Position > upTo })
				batch.UpTo = min(batch.UpTo, upTo)
				batch.Live = batch.UpTo == upTo
				if !yield(batch, err) || batch.Live || err != nil {
					return
				}
			}
			err = ctx.Err() // only this ends a follower without an error
		}
		if err != nil {
			yield(eventlog.Batch{}, fmt.Errorf("read after %d: %w", after, err))
		}
	}
}

// errStopped means that the caller stopped the iteration.
var errStopped = errors.New("stopped")

// follower is one Follow.
type follower struct {
	log    *Log
	chosen eventlog.Filter
	yield  func(eventlog.Batch) bool
	at     eventlog.Position
	clock  clock
	live   bool              // whether the caller was notified that it has reached the end
	must   eventlog.Position // the head at the start: no earlier batch is live
	end    eventlog.Position // the end of $all at the start: there is no event between must and end
}

// follow yields until an error ends it; the error is never nil.
func (f *follower) follow(ctx context.Context) error {
	end, head, err := f.log.enterEnds(ctx)
	if err != nil {
		return fmt.Errorf("follow after %d: %w", f.at, err)
	}
	if f.at > end {
		return eventlog.Beyond(f.at, head)
	}
	f.must, f.end = head, end
	if err := f.log.startTail(end); err != nil {
		return err
	}
	for {
		w := f.log.tail.window()
		if f.at < w.lo {
			if err := f.catchUpPatiently(ctx); err != nil {
				return err
			}
			continue
		}
		batch, whole := w.after(f.at, f.chosen)
		if whole && batch.UpTo >= f.must {
			batch.UpTo = max(batch.UpTo, f.end) // other processes may be at this position and wait for this one
			batch.Live = w.up
		}
		if batch.UpTo > f.at || batch.Live && !f.live {
			if err := f.give(ctx, batch); err != nil {
				return err
			}
			continue
		}
		if err := f.wait(ctx, w); err != nil {
			return err
		}
	}
}

func (l *Log) enterEnds(ctx context.Context) (end, head eventlog.Position, err error) {
	ctx, leave, err := l.enter(ctx)
	if err != nil {
		return 0, 0, err
	}
	defer leave()
	return l.ends(ctx)
}

// give passes a batch to the caller.
func (f *follower) give(ctx context.Context, batch eventlog.Batch) error {
	f.at, f.live = batch.UpTo, batch.Live
	for i := range batch.Events {
		batch.Events[i] = f.clock.read(batch.Events[i])
	}
	if ctx.Err() != nil {
		return ended(ctx)
	}
	if !f.yield(batch) {
		return errStopped
	}
	if ctx.Err() != nil {
		return ended(ctx)
	}
	return nil
}

// wait waits for the tail to grow. A follower that was never live does not wait forever for an unreachable cluster.
func (f *follower) wait(ctx context.Context, w window) error {
	var tooLong <-chan time.Time
	if !f.live {
		timer := time.NewTimer(f.log.patience)
		defer timer.Stop()
		tooLong = timer.C
	}
	select {
	case <-w.changed:
		return nil
	case <-ctx.Done():
		return ended(ctx)
	case <-tooLong:
		return fmt.Errorf("follow after %d: %w", f.at, &eventlog.Unavailable{Err: errors.New("the end of the log cannot be reached")})
	}
}

// catchUpPatiently continues after lost connections, as long as it makes progress.
func (f *follower) catchUpPatiently(ctx context.Context) error {
	retry := newRetry()
	moved, last := time.Now(), f.at
	for {
		err := f.catchUp(ctx)
		if err == nil || errors.Is(err, errStopped) || errors.Is(err, eventlog.ErrClosed) {
			return err
		}
		if ctx.Err() != nil {
			return ended(ctx)
		}
		if f.at > last {
			moved, last = time.Now(), f.at
			retry.Reset()
		}
		switch {
		case judge(err) == hopelessly:
			return fmt.Errorf("follow after %d: %w", f.at, err)
		case time.Since(moved) > f.log.patience:
			return fmt.Errorf("follow after %d: %w", f.at, &eventlog.Unavailable{Err: err})
		}
		f.log.logger.Warn("restarting a subscription to the event log", "after", f.at, "error", err)
		if !retry.wait(ctx) {
			return ended(ctx)
		}
	}
}

// catchUp reads a subscription until the tail has all further events.
func (f *follower) catchUp(ctx context.Context) error {
	// All events of the tail now are at positions before the moment at which the server reports that it has sent
	// everything.
	mark := f.log.tail.window().hi
	ctx, cancel := context.WithCancel(ctx)
	messages := make(chan message, 16)
	var failed error
	go func() {
		defer close(messages)
		failed = f.log.subscribe(ctx, f.at, f.filter(), func(m message) error {
			select {
			case messages <- m:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	}()
	defer func() {
		cancel()
		for range messages { // until the subscription has ended
		}
	}()
	for {
		batch, done, open := f.cut(messages, mark)
		if batch.UpTo > f.at {
			if err := f.give(ctx, batch); err != nil {
				return err
			}
		}
		if !open {
			return failed
		}
		if done || f.at >= f.log.tail.window().lo {
			return nil
		}
	}
}

// filter is the filter for the server: prefixes of streams or of types, not both. The process applies the rest.
func (f *follower) filter() *kurrentdb.SubscriptionFilter {
	switch {
	case len(f.chosen.Categories) > 0:
		filter := &kurrentdb.SubscriptionFilter{Type: kurrentdb.StreamFilterType}
		for _, category := range f.chosen.Categories {
			filter.Prefixes = append(filter.Prefixes, category+"-")
		}
		return filter
	case len(f.chosen.Types) > 0:
		return &kurrentdb.SubscriptionFilter{Type: kurrentdb.EventFilterType, Prefixes: slices.Clone(f.chosen.Types)}
	}
	return kurrentdb.ExcludeSystemEventsFilter()
}

// cut collects messages until a batch is full, no message comes for a while, or the server has sent everything.
// Checkpoints after mark are ignored: they may be beyond the last record, where no event can be.
func (f *follower) cut(messages <-chan message, mark eventlog.Position) (batch eventlog.Batch, done, open bool) {
	batch.UpTo = f.at
	var quiet *time.Timer
	size := 0
	for len(batch.Events) < pageEvents && size <= pageBytes {
		var m message
		select {
		case m, open = <-messages:
		default:
			if batch.UpTo == f.at { // nothing collected yet: wait without a limit
				m, open = <-messages
				break
			}
			if quiet == nil {
				quiet = time.NewTimer(silence)
				defer quiet.Stop()
			} else {
				quiet.Reset(silence)
			}
			select {
			case m, open = <-messages:
			case <-quiet.C:
				return batch, false, true
			}
		}
		switch {
		case !open:
			return batch, false, false
		case m.event != nil && place(m.event) > batch.UpTo:
			batch.UpTo = place(m.event)
			if e := m.event; ours(e) && f.chosen.Passes(e.StreamID, e.EventType) {
				batch.Events = append(batch.Events, recorded(e))
				size += len(e.Data)
				f.log.saw(batch.UpTo)
			}
		case m.checkpoint > batch.UpTo && m.checkpoint <= mark:
			batch.UpTo = m.checkpoint
		case m.caughtUp:
			batch.UpTo = max(batch.UpTo, mark)
			return batch, true, true
		}
	}
	return batch, false, true
}
