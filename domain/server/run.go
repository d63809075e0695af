package server

import (
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// RunState is what nodes have reported of a server, folded from the stream serverrun-<id>.
type RunState struct {
	Node        string
	Incarnation string
	Sequence    int64 // of the last report
}

// EvolveRun applies one event to a state.
func EvolveRun(s RunState, event any) RunState {
	if seen, ok := SeenOf(event); ok {
		return RunState{Node: seen.Node, Incarnation: seen.Incarnation, Sequence: seen.Sequence}
	}
	return s
}

// SeenOf is what every report contains.
func SeenOf(event any) (Seen, bool) {
	switch e := event.(type) {
	case RunStarted:
		return e.Seen, true
	case RunReady:
		return e.Seen, true
	case RunStopped:
		return e.Seen, true
	case RunCrashed:
		return e.Seen, true
	case RunGivenUp:
		return e.Seen, true
	case RunRefused:
		return e.Seen, true
	case RunContentInstalled:
		return e.Seen, true
	case RunContentFailed:
		return e.Seen, true
	case RunContentRemoved:
		return e.Seen, true
	case RunConfigurationChanged:
		return e.Seen, true
	}
	return Seen{}, false
}

// Record records a report of the node that has the server; a repeated one is not recorded again.
type Record struct {
	Server State
	// Report is one of the Run… events.
	Report any
}

// DecideRun returns the events of a report, or a *fault.Error.
func DecideRun(s RunState, c Record) ([]decision.Event, error) {
	seen, ok := SeenOf(c.Report)
	switch {
	case !ok || seen.Incarnation == "" || seen.Sequence <= 0:
		return nil, fault.Invalid("report", "不是节点的报告。")
	case c.Server.ID == "" || c.Server.ID != seen.Server || c.Server.Node != seen.Node:
		return nil, missing()
	case s.Node == seen.Node && s.Incarnation == seen.Incarnation && seen.Sequence <= s.Sequence:
		return nil, nil
	}
	if e, ok := c.Report.(RunConfigurationChanged); ok {
		c.Report = e.member(c.Server)
	}
	return []decision.Event{{Role: role.System, Payload: c.Report}}, nil
}
