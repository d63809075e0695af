package commands

import (
	"context"
	"iter"
	"slices"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
)

// Plan decides commands for imported things over an empty log, by the same rules as for a person's commands. It is a
// decision of many steps, each with its own time and actor.
type Plan struct {
	tx   *Tx
	ends []int // the number of events up to each step, including it
}

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
	if err := decide(p.tx); err != nil {
		return err
	}
	p.ends = append(p.ends, p.tx.count)
	return nil
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

// Appends returns the writes of the plan as appends that must follow each other: in one append the events of a stream stand
// together, so that one alone would not keep the order of the steps. A stream's first write expects that it is empty, the
// others what the plan has appended before; appended again, each has no effect.
func (p *Plan) Appends(ctx context.Context) ([][]eventlog.Write, error) {
	events, streams, err := p.inOrder(ctx)
	if err != nil {
		return nil, err
	}
	var appends [][]eventlog.Write
	var current []eventlog.Write
	stored := map[string]eventlog.Revision{} // the events of each stream in all appends
	begin := 0
	for _, end := range p.ends {
		if len(current) > 0 && !continues(current, streams[begin:end]) {
			appends, current = append(appends, current), nil
		}
		for n := begin; n < end; n++ {
			at := slices.IndexFunc(current, func(w eventlog.Write) bool { return w.Stream == streams[n] })
			if at < 0 {
				at = len(current)
				current = append(current, eventlog.Write{Stream: streams[n], Expected: eventlog.At(stored[streams[n]] - 1)})
			}
			current[at].Events = append(current[at].Events, events[n])
			stored[streams[n]]++
		}
		begin = end
	}
	if len(current) > 0 {
		appends = append(appends, current)
	}
	return appends, nil
}

// inOrder returns the events of the plan in the order of their decision, with their streams.
func (p *Plan) inOrder(ctx context.Context) ([]eventlog.Event, []string, error) {
	all, err := p.tx.writes(ctx)
	if err != nil {
		return nil, nil, err
	}
	events, streams := make([]eventlog.Event, p.tx.count), make([]string, p.tx.count)
	for _, w := range all {
		if len(w.Events) == 0 {
			continue
		}
		for i, e := range p.tx.find(w.Stream).events {
			events[e.number], streams[e.number] = w.Events[i], w.Stream
		}
	}
	return events, streams, nil
}

// continues is true if events of streams, one after the other, stay behind all events of an append that they are added to.
func continues(appended []eventlog.Write, streams []string) bool {
	known := map[string]bool{}
	for _, w := range appended {
		known[w.Stream] = true
	}
	last := appended[len(appended)-1].Stream
	for _, stream := range streams {
		if stream != last && known[stream] {
			return false
		}
		known[stream], last = true, stream
	}
	return true
}

// emptyLog has no streams and accepts no events.
type emptyLog struct{ eventlog.Log }

// Stream yields nothing.
func (emptyLog) Stream(context.Context, string, eventlog.Revision) iter.Seq2[eventlog.Recorded, error] {
	return func(func(eventlog.Recorded, error) bool) {}
}

// Streams yields nothing.
func (emptyLog) Streams(context.Context, []string, eventlog.Position) iter.Seq2[eventlog.Recorded, error] {
	return func(func(eventlog.Recorded, error) bool) {}
}

// Head is zero.
func (emptyLog) Head(context.Context) (eventlog.Position, error) { return 0, nil }

// StreamRange yields nothing.
func (emptyLog) StreamRange(context.Context, string, eventlog.Range) iter.Seq2[eventlog.Recorded, error] {
	return func(func(eventlog.Recorded, error) bool) {}
}

// Newest yields nothing.
func (emptyLog) Newest(context.Context, []string) iter.Seq2[eventlog.Recorded, error] {
	return func(func(eventlog.Recorded, error) bool) {}
}
