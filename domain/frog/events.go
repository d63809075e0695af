// Package frog records which browsers have met the frog. Each browser is counted once: its stream is frog-<id>, where
// the id is a random word that the browser stores and that identifies nothing else.
package frog

import (
	"strings"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// Seen records that one more browser has met the frog.
//
// History: One more browser has met the frog.
type Seen struct {
	Frog string `json:"frog"` // the browser's random id
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{"frog.seen.v1": Seen{}}
}

// State records whether a browser has met the frog.
type State struct{ Seen bool }

// Evolve applies one event to a state.
func Evolve(s State, event any) State {
	if _, ok := event.(Seen); ok {
		return State{Seen: true}
	}
	return s
}

const idLength = 22 // 128 bits in base64url

// Meet records that a browser meets the frog; a repetition changes nothing.
type Meet struct{ Frog string }

// Check rejects a text that is not the random id of a browser.
func (c Meet) Check() error {
	if len(c.Frog) != idLength || strings.ContainsFunc(c.Frog, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_'
	}) {
		return fault.Invalid("frog", "青蛙不认识这个编号。")
	}
	return nil
}

// Decide returns the events of a command, or a *fault.Error.
func Decide(s State, c Meet) ([]decision.Event, error) {
	if err := c.Check(); err != nil || s.Seen {
		return nil, err
	}
	return decision.In(role.Self, []any{Seen(c)}, nil)
}
