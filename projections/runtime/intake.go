package runtime

import "github.com/modyard/modyard/eventlog"

// intake says for every event type that the program knows whether a projector handles it. Other types are unknown.
type intake map[string]bool

// intakeOf makes a projector's intake from the codec's types. An older version of a type is handled like its newest
// one.
func (r *Runner) intakeOf(p Projector) intake {
	out := intake{}
	for _, name := range r.codec.Types() {
		out[name] = p.Handlers.takes(r.codec.Payload(name))
	}
	return out
}

// filter selects the categories that a projector reads.
func (p Projector) filter() eventlog.Filter { return eventlog.Filter{Categories: p.Categories} }

// key is the key of an event's document. Without a decodable payload, or where Key is nil or fails, it is the stream.
func (p Projector) key(e Event) (key string) {
	if p.Key == nil || e.Payload == nil {
		return e.Stream
	}
	defer func() {
		if recover() != nil {
			key = e.Stream
		}
	}()
	return p.Key(e)
}

// mark is the last event of the projector's categories at a checkpoint. Its id identifies the log.
type mark struct {
	position eventlog.Position
	id       eventlog.EventID
}

func markOf(e eventlog.Recorded) mark { return mark{e.Position, e.ID} }

// take decodes the events of a batch that a projector handles. It ends before the first event of an unknown type and
// returns that event's error with the run before it. An undecodable event stays in the run, whose bad is the first
// such error.
func (r *Runner) take(t target, in intake, b eventlog.Batch) (run, error) {
	out := run{upTo: b.UpTo, live: b.Live, events: make([]Event, 0, len(b.Events))}
	for _, e := range b.Events {
		handled, known := in[e.Type]
		if !known {
			out.upTo, out.live = out.last.position, false
			return out, t.eventError(e, ErrUnknownType)
		}
		if out.last = markOf(e); out.first == 0 {
			out.first = e.Position
		}
		if !handled {
			continue
		}
		payload, err := r.codec.Decode(e.Type, e.Data)
		if err != nil && out.bad == nil {
			out.bad = t.eventError(e, err)
		}
		out.bytes += len(e.Data)
		if err == nil {
			e.Data = nil // a long run has the payloads alone
		}
		out.events = append(out.events, Event{Recorded: e, Payload: payload})
	}
	return out, nil
}
