package runtime

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/rows"
)

// Handler handles events of some payload types, in batches of type B.
type Handler[B any] struct {
	payloads []reflect.Type // nil: every type that the program knows
	do       func(B, Event) error
}

// On handles the events with a payload of type P.
func On[B, P any](do func(B, Event, P)) Handler[B] {
	return Try(func(b B, e Event, p P) error {
		do(b, e, p)
		return nil
	})
}

// Try is On for a function that may fail.
func Try[B, P any](do func(B, Event, P) error) Handler[B] {
	return Handler[B]{[]reflect.Type{reflect.TypeFor[P]()}, func(b B, e Event) error { return do(b, e, e.Payload.(P)) }}
}

// Each handles the types of a domain's list whose names begin with prefix, except those of the given payloads.
func Each[B any](types map[string]any, prefix string, do func(B, Event) error, except ...any) Handler[B] {
	h := Handler[B]{[]reflect.Type{}, do}
	for _, name := range slices.Sorted(maps.Keys(types)) {
		excepted := slices.ContainsFunc(except, func(e any) bool { return reflect.TypeOf(e) == reflect.TypeOf(types[name]) })
		if strings.HasPrefix(name, prefix) && !excepted {
			h.payloads = append(h.payloads, reflect.TypeOf(types[name]))
		}
	}
	return h
}

// Every handles all events of the projector's categories.
func Every[B any](do func(B, Event)) Handler[B] {
	return Handler[B]{nil, func(b B, e Event) error {
		do(b, e)
		return nil
	}}
}

// Loader is a batch that reads the rows that its events need, in the batch's transaction. Where a batch spans several
// ranges of the log, Load is called for each: the batch's state is newer than the rows.
type Loader interface {
	Load(ctx context.Context, tx pgx.Tx, events []Event) error
}

// Flusher is a batch that adds its changes to its set of rows after the events.
type Flusher interface {
	Flush(ctx context.Context, tx pgx.Tx) error
}

// Spiller is a batch that may write a part of its changes between two events, in its transaction, so that a long run is not in memory
// as a whole. Spill may return before the part is written. Settle waits until nothing is being written: until then nothing else may use
// the transaction, and the runner calls it before the transaction ends. A build, whose batches span transactions, only flushes.
type Spiller interface {
	Spill(ctx context.Context, tx pgx.Tx) error
	Settle() error
}

// Counter is a batch that keeps its row changes until Flush. Changes is their number, by which a build decides when to write.
type Counter interface{ Changes() int }

// Handlers map events to a projector's functions. For every batch the runner makes a batch value with an empty set of
// rows, calls Load where it exists, the handlers in the log's order and Flush where it exists, writes the set and
// commits it together with the checkpoint. On an error everything is rolled back and the batch is run again one event
// at a time; a projector must keep no state between batches but its Memory.
type Handlers struct {
	begin func(*rows.Set) any
	of    map[reflect.Type]func(batch any, e Event) error
	every func(batch any, e Event) error
}

// Together makes one handler of those of the same payload type, which run in their order: a payload may concern several areas.
func Together[B any](handlers ...Handler[B]) (out []Handler[B]) {
	at := map[reflect.Type]int{}
	for _, h := range handlers {
		if h.payloads == nil {
			out = append(out, h)
			continue
		}
		for _, t := range h.payloads {
			n, known := at[t]
			if !known {
				at[t] = len(out)
				out = append(out, Handler[B]{[]reflect.Type{t}, h.do})
				continue
			}
			first := out[n].do
			out[n].do = func(b B, e Event) error {
				if err := first(b, e); err != nil {
					return err
				}
				return h.do(b, e)
			}
		}
	}
	return out
}

// Handle makes the handlers of a projector. A later handler of a payload type replaces an earlier one.
func Handle[B any](begin func(*rows.Set) B, handlers ...Handler[B]) Handlers {
	out := Handlers{
		begin: func(s *rows.Set) any { return begin(s) },
		of:    map[reflect.Type]func(any, Event) error{},
	}
	for _, h := range handlers {
		do := func(batch any, e Event) error { return h.do(batch.(B), e) }
		if h.payloads == nil {
			out.every = do
		}
		for _, t := range h.payloads {
			out.of[t] = do
		}
	}
	return out
}

// Rows makes the handlers of a projector that needs only the events.
func Rows(handlers ...Handler[*rows.Set]) Handlers {
	return Handle(func(s *rows.Set) *rows.Set { return s }, handlers...)
}

// takes says whether payloads of a type have a handler.
func (h Handlers) takes(t reflect.Type) bool { return h.every != nil || h.of[t] != nil }

func (h Handlers) apply(batch any, e Event) error {
	if do := h.of[reflect.TypeOf(e.Payload)]; do != nil {
		return do(batch, e)
	}
	if h.every != nil {
		return h.every(batch, e)
	}
	return fmt.Errorf("there is no handler for %T", e.Payload)
}

// Handles names the event types that a projector handles, each by its newest version.
func (p Projector) Handles(codec Decoder) []string {
	var out []string
	for _, name := range codec.Types() {
		if codec.Newest(name) == name && p.Handlers.takes(codec.Payload(name)) {
			out = append(out, name)
		}
	}
	return out
}
