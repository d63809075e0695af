package revenue_test

import (
	"context"
	"iter"
	"maps"
	"sync"
	"testing"

	"github.com/modyard/modyard/eventlog"
)

// counting counts what is asked of a log.
type counting struct {
	eventlog.Log
	mu      sync.Mutex
	streams map[string]int // reads of one stream, by category
	many    int            // reads of several
	appends int
}

func (c *counting) read(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.streams[eventlog.Category(name)]++
}

func (c *counting) Stream(ctx context.Context, name string, from eventlog.Revision) iter.Seq2[eventlog.Recorded, error] {
	c.read(name)
	return c.Log.Stream(ctx, name, from)
}

func (c *counting) StreamRange(ctx context.Context, name string, r eventlog.Range) iter.Seq2[eventlog.Recorded, error] {
	c.read(name)
	return c.Log.StreamRange(ctx, name, r)
}

func (c *counting) Streams(ctx context.Context, names []string, upTo eventlog.Position) iter.Seq2[eventlog.Recorded, error] {
	c.many++
	return c.Log.Streams(ctx, names, upTo)
}

func (c *counting) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	c.appends++
	return c.Log.Append(ctx, writes...)
}

func TestAskingForAWithdrawalReadsThreeStreamsAppendsOnceAndQueuesWhatCanBeSent(t *testing.T) {
	w := newWorld(t)
	w.earns(maker, 100)
	destination := w.destination(maker, "bank")
	count := &counting{Log: w.handler.Log, streams: map[string]int{}}
	w.handler.Log = count
	first := w.withdraw(maker, destination, "50")
	w.handler.Log = count.Log
	if want := map[string]int{"ledger": 1, "payout": 1, "wallet": 1}; !maps.Equal(count.streams, want) || count.many != 1 || count.appends != 1 {
		t.Errorf("read %v and %d times several, appended %d times", count.streams, count.many, count.appends)
	}
	if n := w.jobs("revenue.payout", first.ID); n != 0 {
		t.Errorf("%d jobs for a withdrawal that waits for a person", n)
	}
	w.approve(first.ID)
	w.drive(first.ID)
	if second := w.withdraw(maker, destination, "10"); w.jobs("revenue.payout", second.ID) != 1 {
		t.Error("a withdrawal that a rule approved has no job")
	}
}
