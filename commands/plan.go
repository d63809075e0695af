package commands

import (
	"context"
	"iter"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
)

// Plan decides commands for imported things over an empty log, by the same rules as for a person's commands. It is a
// decision of many steps, each with its own time and actor.
type Plan struct{ tx *Tx }

// NewPlan begins a plan. Its name never changes: the ids of all events are derived from it, so that the same plan under
// the same name gives the same writes, but for sealed texts, and a second append has no effect. The argument as is the role of all its
// events; if it is empty, each event has the role in which it was decided.
func NewPlan(codec Codec, name string, as role.Role) *Plan {
	h := &Handler{Log: emptyLog{}, Codec: codec, planned: true}
	return &Plan{tx: &Tx{handler: h, request: Request{Command: name}, role: as}}
}

// Sealing makes the plan seal the texts that people can have erased; without it, the codec rejects them. A sealed text
// differs each time. A repeated append is recognised by its event ids, so it has no effect all the same.
func (p *Plan) Sealing(t Texts) *Plan {
	p.tx.handler.Texts = t
	return p
}

// Step is the next decision of the plan, with the given time and actor. The state of things includes the earlier steps.
func (p *Plan) Step(at time.Time, by actor.Actor, decide func(tx *Tx) error) error {
	p.tx.now, p.tx.request.By = at.UTC().Truncate(time.Microsecond), by
	return decide(p.tx)
}

// Writes returns all writes of the plan for one append. Each expects an empty stream: the append fails with a conflict
// if one of the streams exists, and succeeds if the same plan was appended before.
func (p *Plan) Writes(ctx context.Context) ([]eventlog.Write, error) {
	all, err := p.tx.writes(ctx)
	if err != nil {
		return nil, err
	}
	var writes []eventlog.Write
	for _, w := range all {
		if len(w.Events) > 0 { // streams without new events are not guarded
			w.Expected = eventlog.NoStream
			writes = append(writes, w)
		}
	}
	return writes, nil
}

// emptyLog has no streams and accepts no events.
type emptyLog struct{ eventlog.Log }

// Stream yields nothing.
func (emptyLog) Stream(context.Context, string, eventlog.Revision) iter.Seq2[eventlog.Recorded, error] {
	return func(func(eventlog.Recorded, error) bool) {}
}

// StreamRange yields nothing.
func (emptyLog) StreamRange(context.Context, string, eventlog.Range) iter.Seq2[eventlog.Recorded, error] {
	return func(func(eventlog.Recorded, error) bool) {}
}
