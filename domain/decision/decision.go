// Package decision is the shape of every rule's answer: the events that follow from a command.
package decision

import "github.com/modyard/modyard/domain/role"

// Event follows from a command.
type Event struct {
	Role    role.Role // in which it was decided: the least power that was enough
	Payload any       // a value of one of the event types of its package
}

// In gives the events of payloads that were all decided in one role, or the refusal.
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

// Of is In for a rule that finds the role with the payloads.
func Of(payloads []any, as role.Role, err error) ([]Event, error) { return In(as, payloads, err) }

// Payloads takes the payloads out of events.
func Payloads(events []Event) []any {
	var payloads []any
	for _, e := range events {
		payloads = append(payloads, e.Payload)
	}
	return payloads
}
