// Package decision defines the result of every rule: the events of a command.
package decision

import (
	"reflect"
	"slices"

	"github.com/modyard/modyard/domain/role"
)

// Event is an event that a command causes.
type Event struct {
	Role    role.Role // the least sufficient role
	Payload any       // a value of one of the event types of its package
}

// In returns the events of payloads that were all decided in one role, or the error.
func In(as role.Role, payloads []any, err error) ([]Event, error) {
	if err != nil || len(payloads) == 0 {
		return nil, err
	}
	events := make([]Event, len(payloads))
	for i, p := range payloads {
		events[i] = Event{Role: as, Payload: p}
	}
	return events, nil
}

// Of is In for a rule that returns the role with the payloads.
func Of(payloads []any, as role.Role, err error) ([]Event, error) { return In(as, payloads, err) }

// Entry is a command on a list or a reservation: that something begins to be in it, or ends. It follows from a decision
// about that thing, and has its role.
type Entry struct {
	As    role.Role
	ID    string // of the thing
	Ended bool
}

// Decide returns the event of the beginning or of the end; none if that is so already. holds says whether the thing is in
// the list.
func (e Entry) Decide(holds bool, begun, ended any) ([]Event, error) {
	switch {
	case e.Ended == !holds:
		return nil, nil
	case e.Ended:
		return []Event{{Role: e.As, Payload: ended}}, nil
	}
	return []Event{{Role: e.As, Payload: begun}}, nil
}

// Names are the stored names of event types, sorted. types are those of a package of rules (EventTypes), and each of is a
// value of one of them; any other is a programming error and panics.
func Names(types map[string]any, of ...any) []string {
	var names []string
	for name, example := range types {
		if slices.ContainsFunc(of, func(p any) bool { return reflect.TypeOf(p) == reflect.TypeOf(example) }) {
			names = append(names, name)
		}
	}
	if len(names) != len(of) {
		panic("decision: a payload is not an event of these types")
	}
	slices.Sort(names)
	return names
}
