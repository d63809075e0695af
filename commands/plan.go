package commands

import (
	"context"
	"iter"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
)

// Plan decides commands for something that comes from elsewhere, by the same rules as a person's, over an empty log. It
// is a decision of many steps, each with a time and an actor of its own.
type Plan struct{ tx *Tx }

// NewPlan begins a plan. Its name stands for ever: the ids of all events are derived from it, so that the same plan
// under the same name gives the same writes, and appending it twice is appending it once. As is the role of all its
// events; empty for the role in which each is decided.
func NewPlan(codec Codec, name string, as role.Role) *Plan {
	h := &Handler{Log: emptyLog{}, Codec: codec, planned: true}
	return &Plan{tx: &Tx{handler: h, request: Request{Command: name}, role: as}}
}

// Step is the next decision of the plan, which an actor is said to have made at a time. Things that it loads are as
// the steps before have left them.
func (p *Plan) Step(at time.Time, by actor.Actor, decide func(tx *Tx) error) error {
	p.tx.now, p.tx.request.By = at.UTC().Truncate(time.Microsecond), by
	return decide(p.tx)
}

// Writes are what the plan appends, together. Each expects an empty stream: an append answers with a conflict where one
// of the streams is there, and with success where the same plan was appended before.
func (p *Plan) Writes(ctx context.Context) ([]eventlog.Write, error) {
	all, err := p.tx.writes(ctx)
	if err != nil {
		return nil, err
	}
	var writes []eventlog.Write
	for _, w := range all {
		if len(w.Events) > 0 { // nothing is known of the others
			w.Expected = eventlog.NoStream
			writes = append(writes, w)
		}
	}
	return writes, nil
}

// emptyLog has no streams and takes no events.
type emptyLog struct{ eventlog.Log }

// Stream yields nothing.
func (emptyLog) Stream(context.Context, string, eventlog.Revision) iter.Seq2[eventlog.Recorded, error] {
	return func(func(eventlog.Recorded, error) bool) {}
}
