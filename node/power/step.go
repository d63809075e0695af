package power

import (
	"slices"
	"strconv"
	"time"

	"github.com/modyard/modyard/contract/node"
)

// step is a step in progress.
type step struct {
	Context
	s       State
	actions []Action
	reports []node.Report
}

// Step answers an input. Every input has an answer in every state.
func Step(s State, c Context, in Input) Outcome {
	if s.Phase == "" {
		s.Phase, s.Since = node.StateStopped, c.Now
	}
	before := s.Wire()
	s.Crashes = slices.Clone(s.Crashes)
	t := &step{Context: c, s: s}
	switch in := in.(type) {
	case Desired:
		t.desired(in.Desired)
	case Unlisted:
		t.s.Unlisted = true
	case Adopted:
		t.s.Held = false
	case Installed:
		t.installed(in)
	case Hold:
		t.s.Held = true
	case Started:
		t.started(in)
	case Found:
		t.found(in)
	case Failed:
		t.failed(in)
	case Ready:
		t.ready(in)
	case Exited:
		t.exited(in)
	case Tick:
	}
	t.late()
	t.settle()
	if !t.s.Active() {
		t.s.Cause = 0
	}
	if t.s.Wire() != before {
		t.s.Since = c.Now
	}
	return Outcome{State: t.s, Actions: t.actions, Reports: t.reports}
}

func (t *step) act(a Action) { t.actions = append(t.actions, a) }

func (t *step) report(r node.Report) {
	r.At, r.Run, r.Power = t.Now, t.s.Run, t.s.Cause
	t.reports = append(t.reports, r)
}

func (t *step) deadline(after time.Duration) {
	at := t.Now.Add(after)
	t.s.Deadline = &at
}

// desired takes a newer document, or the known one after the site had not named the server.
func (t *step) desired(d node.Desired) {
	s := &t.s
	if d.Generation < s.Generation || d.Generation == s.Generation && !s.Unlisted {
		return
	}
	wanted := s.Wants()
	s.Generation, s.Unlisted, s.Deleted = d.Generation, false, d.Deleted
	s.Want = d.Running && !d.Suspended && !d.Deleted
	s.StopSeconds = d.Startup.StopSeconds
	program := Program(d)
	if program != s.Program || s.Wants() && !wanted {
		s.Blocked = ""
	}
	if s.Wants() && !wanted {
		t.forget()
	}
	s.Program = program
	if d.Power != nil && d.Power.Generation > s.Power {
		s.Power, s.Cause = d.Power.Generation, d.Power.Generation
		t.request(d.Power.Action)
	}
}

// installed lets a server start that waited for an installation.
func (t *step) installed(in Installed) {
	switch {
	case in.New && t.s.Wants() && !t.s.Active():
		t.forget()
	case in.New || t.s.Blocked == node.ReasonInstalling:
		t.s.Blocked = ""
	}
}

// forget makes the next start a first one.
func (t *step) forget() {
	s := &t.s
	s.Crashes, s.Attempt, s.GaveUp, s.Blocked, s.Overdue = nil, 0, false, "", false
	if s.Phase == node.StateCrashed {
		t.deadline(0)
	}
}

func (t *step) request(action string) {
	s := &t.s
	switch action {
	case node.ActionStart, node.ActionRestart:
		if !s.Wants() {
			return // the level says no: suspended, or an older request in a newer document
		}
		t.forget()
		if action == node.ActionRestart && s.Process && s.Phase != node.StateStopping {
			t.climb(StepAsked)
		}
	case node.ActionKill:
		if s.Active() {
			t.climb(StepKilled)
		}
	}
	if (action == node.ActionStop || action == node.ActionKill) && !s.Wants() && s.Phase == node.StateCrashed {
		s.Phase, s.Exit, s.GaveUp = node.StateStopped, nil, false
		t.report(node.Report{Kind: node.ReportStopped})
	}
}

// climb goes to a step of a stop. Without a process the step waits for the news of it.
func (t *step) climb(to string) {
	s := &t.s
	s.Phase, s.Step, s.Deadline = node.StateStopping, to, nil
	if !s.Process {
		return
	}
	switch to {
	case StepAsked:
		t.act(ActStop)
		t.deadline(StopTime(s.StopSeconds))
	case StepTerminated:
		t.act(ActTerminate)
		t.deadline(TermLimit)
	case StepKilled:
		t.act(ActKill)
		t.deadline(KillRepeat)
	}
}

// late does what the time alone causes. A deadline that is further away than any can be comes from a clock that was set back.
func (t *step) late() {
	s := &t.s
	if s.Deadline == nil {
		return
	}
	if longest := t.Now.Add(max(ReadyLimit, StopMax)); s.Deadline.After(longest) {
		s.Deadline = &longest
	}
	if s.Deadline.After(t.Now) {
		return
	}
	switch {
	case s.Phase == node.StateStarting:
		s.Overdue = true
		t.climb(StepKilled)
	case s.Phase == node.StateStopping && s.Step == StepAsked:
		t.climb(StepTerminated)
	case s.Phase == node.StateStopping:
		t.climb(StepKilled)
	}
}

// settle compares what is with what shall be.
func (t *step) settle() {
	s := &t.s
	switch {
	case s.Generation == 0 && !s.Unlisted && !s.Held: // nobody has said yet what shall be
	case s.Active() && !s.Wants() && s.Phase != node.StateStopping:
		t.climb(StepAsked)
	case s.Active():
	case !s.Wants():
		s.Deadline = nil
		if s.Deleted && !s.Removed {
			s.Removed = true
			t.act(ActRemove)
		}
	case s.GaveUp || s.Blocked != "":
	case s.Phase == node.StateStopped || s.Deadline == nil || !s.Deadline.After(t.Now):
		s.Phase, s.Run, s.Process, s.Began = node.StateStarting, t.NewRun, false, t.Now
		s.Step, s.Overdue, s.Exit, s.Deadline, s.Removed = "", false, nil, nil, false
		t.act(ActStart)
	}
}

// Program is what would be started: a document with another one is worth another try.
func Program(d node.Desired) string {
	s, u := d.Software, d.Startup
	return s.Kind + " " + s.Jar + " " + s.GameVersion + " " + strconv.FormatBool(d.Licence) + " " + u.JDKVersion + " " + u.JDKBuild + " " + u.Invocation
}

// StopTime is the time between the stop command and SIGTERM, for a number of seconds in a document.
func StopTime(seconds int) time.Duration {
	if seconds == 0 {
		return StopDefault
	}
	return min(max(time.Duration(seconds)*time.Second, StopMin), StopMax)
}
