package download

import (
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/role"
)

// Totals is the id of the stream of totals in the main log.
const Totals = "totals"

// perEvent is how many totals one event has at most.
const perEvent = 2000

// State is up to where the totals have been told, and by which rule.
type State struct {
	Rule    string
	Through int64
}

// Evolve applies one event to a state.
func Evolve(s State, event any) State {
	if e, ok := event.(Counted); ok {
		s.Rule, s.Through = e.Rule, e.Through
	}
	return s
}

// From is the position after which totals have changed since they were told: 0 under another rule, which changes all.
func (s State) From(r Rule) int64 {
	if s.Rule != r.String() {
		return 0
	}
	return s.Through
}

// Announce records the totals that have changed between two positions of the log of hits.
type Announce struct {
	Rule     Rule
	From     int64 // State.From when they were read
	Through  int64
	Projects []Total
	Versions []Total
}

// Decide returns the events of a command. Totals that another process has told meanwhile are left to the next time.
func Decide(s State, c Announce) ([]decision.Event, error) {
	if c.From != s.From(c.Rule) || c.Through <= c.From && s.Rule == c.Rule.String() {
		return nil, nil
	}
	var events []decision.Event
	now := Counted{Rule: c.Rule.String(), Through: c.From}
	full := func() bool { return len(now.Projects)+len(now.Versions) >= perEvent }
	add := func() {
		events = append(events, decision.Event{Payload: now, Role: role.System})
		now = Counted{Rule: c.Rule.String(), Through: c.From}
	}
	for _, t := range c.Projects {
		if full() {
			add()
		}
		now.Projects = append(now.Projects, t)
	}
	for _, t := range c.Versions {
		if full() {
			add()
		}
		now.Versions = append(now.Versions, t)
	}
	now.Through = c.Through
	add()
	return events, nil
}
