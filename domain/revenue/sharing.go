package revenue

import (
	"maps"
	"slices"
	"time"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// BeginSharing begins a run that shares the income of a day, unless the run that holds has the same inputs and rule, and
// nothing of the day changed since it began. A begun run must be finished before another one begins.
type BeginSharing struct {
	Day     string
	Run     string // id
	Rule    Enforced
	Inputs  string // hash of the stored inputs
	Now     time.Time
	Settled bool
}

func (c BeginSharing) decide(d DayState) ([]any, role.Role, error) {
	switch {
	case d.Opened != nil, d.Run != "" && d.Shared() && d.Inputs == c.Inputs && d.Rule.Hash == c.Rule.Hash:
		return nil, role.System, nil
	case c.Settled:
		return nil, "", settled()
	case !Over(c.Day, c.Now):
		return nil, "", fault.Conflict("这一天还没有结束，次日 01:00（UTC）起才能分配。")
	}
	return []any{SharingBegun{
		Day: c.Day, Run: c.Run, Rule: c.Rule.Rule, Version: c.Rule.Version, Hash: c.Rule.Hash, Inputs: c.Inputs, Replaces: d.Run,
	}}, role.System, nil
}

// stepParts is how many parts one append has: they fit into one append and one gRPC message.
const stepParts = 50

// ShareStep does the next part of the open run, in a few appends for a large day: the shares of the earlier run are taken
// back, then those of the new one are noted. Nothing is left to do when no event follows.
type ShareStep struct {
	Day     string
	Earlier []Part // those of the run that is replaced
	Now     Outcome
}

func (c ShareStep) decide(d DayState) ([]any, role.Role, error) {
	open := d.Opened
	if open == nil {
		return nil, role.System, nil
	}
	var events []any
	for i := open.Undone; i < len(c.Earlier) && !open.Cleared && len(events) < stepParts; i++ {
		p := c.Earlier[i]
		events = append(events, SharesUndone{Day: c.Day, Run: open.Replaces, Part: i, Source: p.Source, Shares: p.Shares})
	}
	if len(events) >= stepParts {
		return events, role.System, nil
	}
	if !open.Cleared {
		events = append(events, SharingUndone{Day: c.Day, Run: open.Replaces, Sums: d.Sums})
	}
	next := open.Noted
	for ; next < len(c.Now.Parts) && len(events) < stepParts; next++ {
		p := c.Now.Parts[next]
		events = append(events, SharesNoted{Day: c.Day, Run: open.Run, Part: next, Source: p.Source, Shares: p.Shares})
	}
	if next == len(c.Now.Parts) {
		events = append(events, SharingFinished{Day: c.Day, Run: open.Run, Parts: len(c.Now.Parts), Sums: c.Now.Sums})
	}
	return events, role.System, nil
}

// DayParts are the parts of the runs of a day, collected from its events.
type DayParts struct{ Parts map[string][]Part }

// Evolve adds the parts of an event. The receiver does not change.
func (p DayParts) Evolve(event any) DayParts {
	e, ok := event.(SharesNoted)
	if !ok {
		return p
	}
	parts := maps.Clone(p.Parts)
	if parts == nil {
		parts = map[string][]Part{}
	}
	parts[e.Run] = append(slices.Clip(parts[e.Run]), Part{Source: e.Source, Shares: e.Shares})
	return DayParts{Parts: parts}
}
