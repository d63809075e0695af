package transfer

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/modyard/modyard/eventlog"
)

const (
	// The limits of one append: they avoid a round trip for each event, and keep a repeated append small.
	groupEvents = 500
	groupBytes  = 512 << 10

	// An append with an unknown outcome is repeated: its expectations are definite, so it is stored once.
	appendTries = 6
	appendPause = 500 * time.Millisecond
)

// group is a sequence of consecutive events that fit into one append in their order: the events of each stream are
// consecutive within it too.
type group struct {
	writes []eventlog.Write
	seen   map[string]bool
	events int
	bytes  int
}

// takes is true if the event can be added to the same append.
func (g *group) takes(e eventlog.Recorded) bool {
	if len(g.writes) == 0 {
		return true
	}
	if g.events >= groupEvents || g.bytes+e.Size()+len(e.Stream) > groupBytes {
		return false
	}
	return g.last().Stream == e.Stream || !g.seen[key(e.Stream)]
}

func (g *group) add(e eventlog.Recorded) {
	if len(g.writes) == 0 || g.last().Stream != e.Stream {
		if g.seen == nil {
			g.seen = map[string]bool{}
		}
		g.seen[key(e.Stream)] = true
		g.writes = append(g.writes, eventlog.Write{Stream: e.Stream, Expected: eventlog.At(e.Revision - 1)})
	}
	w := g.last()
	moved := e.Event
	moved.Meta.Recorded = e.RecordedAt
	w.Events = append(w.Events, moved)
	g.events++
	g.bytes += e.Size() + len(e.Stream)
}

func (g *group) last() *eventlog.Write { return &g.writes[len(g.writes)-1] }

// key is the form of a stream's name by which KurrentDB distinguishes the streams of one append.
func key(stream string) string { return strings.ToLower(stream) }

// append writes a group, and retries while the target is unavailable.
func (t *transfer) append(ctx context.Context, writes []eventlog.Write) (eventlog.Receipt, error) {
	pauses := backoff.ExponentialBackOff{InitialInterval: appendPause, MaxInterval: appendPause << appendTries, Multiplier: 2}
	for try := 1; ; try++ {
		receipt, err := t.target.Append(ctx, writes...)
		var conflict *eventlog.Conflict
		var invalid *eventlog.Invalid
		switch {
		case err == nil:
			return receipt, nil
		case errors.As(err, &conflict):
			return receipt, fmt.Errorf("%w: another writer appends to it: %w", ErrDiverged, err)
		case errors.As(err, &invalid), ctx.Err() != nil, try == appendTries:
			return receipt, fmt.Errorf("write to the target: %w", err)
		}
		select {
		case <-time.After(pauses.NextBackOff()):
		case <-ctx.Done():
			return receipt, ctx.Err()
		}
	}
}
