package thread

import (
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/role"
)

// Place records the thread of a message. It follows from the decision about the message, and has its role.
type Place struct {
	As              role.Role
	Message, Thread string
}

// EvolvePlace applies one event of a message's stream to the id of its thread, empty without one.
func EvolvePlace(thread string, event any) string {
	if e, ok := event.(MessagePlaced); ok {
		return e.Thread
	}
	return thread
}

// DecidePlace returns the event of a message's stream.
func DecidePlace(_ string, c Place) ([]decision.Event, error) {
	return decision.In(c.As, []any{MessagePlaced{Message: c.Message, Thread: c.Thread}}, nil)
}
