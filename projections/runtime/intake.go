package runtime

import "github.com/modyard/modyard/eventlog"

// intake says of every event type that the program knows whether a projector handles it. A type that is not in it is
// unknown.
type intake map[string]bool

// intakeOf sorts the codec's types for a projector. An older version of a type is handled where its newest one is.
func (r *Runner) intakeOf(p Projector) intake {
	out := intake{}
	for _, name := range r.codec.Types() {
		out[name] = p.Handlers.takes(r.codec.Payload(name))
	}
	return out
}

// filter chooses what a projector reads of the log.
func (p Projector) filter() eventlog.Filter { return eventlog.Filter{Categories: p.Categories} }

// key names the document of an event. One whose payload could not be decoded, or of which Key can say nothing, counts as
// its stream's.
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

// mark is the last event that a checkpoint has seen of the categories that its projector reads. By its id the log is
// known again.
type mark struct {
	position eventlog.Position
	id       eventlog.EventID
}

func markOf(e eventlog.Recorded) mark { return mark{e.Position, e.ID} }

// take decodes what a projector wants of a batch. It ends before the first event of a type that the program does not
// know, and returns that event's error with the run before it. An event whose bytes do not decode stays in the run,
// whose bad is the first such error.
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
		out.events = append(out.events, Event{Recorded: e, Payload: payload})
	}
	return out, nil
}
