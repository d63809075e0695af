package commandstest

import (
	"context"
	"iter"
	"sync"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/eventlog"
)

// Counting counts what is asked of a log.
type Counting struct {
	eventlog.Log
	mu      sync.Mutex
	One     map[string]int // reads of one stream, by its category
	Whole   int            // reads of several whole streams
	Last    int            // reads of the last events of several streams
	Appends int
}

// Count counts what a handler asks of its log while do runs.
func Count(h *commands.Handler, do func()) *Counting {
	c := &Counting{Log: h.Log, One: map[string]int{}}
	h.Log = c
	defer func() { h.Log = c.Log }()
	do()
	return c
}

func (c *Counting) count(add func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	add()
}

// Stream counts.
func (c *Counting) Stream(ctx context.Context, name string, from eventlog.Revision) iter.Seq2[eventlog.Recorded, error] {
	c.count(func() { c.One[eventlog.Category(name)]++ })
	return c.Log.Stream(ctx, name, from)
}

// StreamRange counts.
func (c *Counting) StreamRange(ctx context.Context, name string, r eventlog.Range) iter.Seq2[eventlog.Recorded, error] {
	c.count(func() { c.One[eventlog.Category(name)]++ })
	return c.Log.StreamRange(ctx, name, r)
}

// Streams counts.
func (c *Counting) Streams(ctx context.Context, names []string, upTo eventlog.Position) iter.Seq2[eventlog.Recorded, error] {
	c.count(func() { c.Whole++ })
	return c.Log.Streams(ctx, names, upTo)
}

// Newest counts.
func (c *Counting) Newest(ctx context.Context, names []string) iter.Seq2[eventlog.Recorded, error] {
	c.count(func() { c.Last++ })
	return c.Log.Newest(ctx, names)
}

// Append counts.
func (c *Counting) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	c.count(func() { c.Appends++ })
	return c.Log.Append(ctx, writes...)
}
