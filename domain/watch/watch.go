// Package watch defines what accounts choose to hear of: a discussion, an issue, the board of a project, a section of the forum
// (stream watch-<account>-<kind>-<id>). That who writes somewhere, or is named there, hears of it too is no choice, and no event.
package watch

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// Kind is the kind of what is watched.
type Kind string

// The kinds.
const (
	Discussion Kind = "discussion"
	Issue      Kind = "issue"
	Board      Kind = "board" // of a project: new issues, and its discussion
	Section    Kind = "section"
)

// Place is what is watched.
type Place struct {
	Kind Kind
	ID   string
}

// Group names those who hear of the place, in read models.
func (p Place) Group() string { return string(p.Kind) + ":" + p.ID }

// Level is how much an account hears of a place.
type Level string

// The levels. An account that neither takes part nor has chosen hears of what is addressed to it.
const (
	All       Level = "all"
	Addressed Level = "addressed" // answers to its own texts and mentions
	Never     Level = "never"
)

// Chosen records that an account hears of what happens in a place from now on, or no longer: then only of what is addressed to it, or
// never of anything there.
//
// History: {account} chooses to hear of the {kind} {place}: {watching}[, never: {never}].
type Chosen struct {
	Account  string `json:"account"`
	Kind     Kind   `json:"kind"`
	Place    string `json:"place"`
	Watching bool   `json:"watching"`
	Never    bool   `json:"never,omitempty"` // and not of what is addressed to it
}

// Level is what was chosen.
func (c Chosen) Level() Level {
	switch {
	case c.Watching:
		return All
	case c.Never:
		return Never
	}
	return Addressed
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any { return map[string]any{"watch.chosen.v1": Chosen{}} }

// MaxChoices is how often an account changes its mind about one place, so that streams stay short.
const MaxChoices = 500

// State is the newest choice, folded from its stream.
type State struct {
	Choices int
	Level   Level
}

// Evolve applies one event.
func Evolve(s State, event any) State {
	if e, is := event.(Chosen); is {
		return State{Choices: s.Choices + 1, Level: e.Level()}
	}
	return s
}

// Choose is a choice about a place that the actor sees.
type Choose struct {
	By    actor.Actor
	Place Place
	Level Level
}

// Decide returns the events of a choice, or a *fault.Error.
func Decide(s State, c Choose) ([]decision.Event, error) {
	switch {
	case !c.By.SignedIn():
		return nil, fault.Unauthorized("请先登录。")
	case c.Level != All && c.Level != Addressed && c.Level != Never:
		return nil, fault.Invalid("level", "关注程度须为 all、addressed 或 never。")
	case s.Choices > 0 && s.Level == c.Level:
		return nil, nil
	case s.Choices >= MaxChoices:
		return nil, fault.Invalid("", "关注状态的修改次数已达上限。")
	}
	return decision.In(role.Self, []any{Chosen{Account: c.By.Account, Kind: c.Place.Kind, Place: c.Place.ID, Watching: c.Level == All, Never: c.Level == Never}}, nil)
}
