package power

import (
	"slices"
	"time"

	"github.com/modyard/modyard/contract/node"
)

func (t *step) started(in Started) {
	s := &t.s
	if in.Run != s.Run || !s.Active() || s.Process {
		return
	}
	s.Process, s.Began = true, t.Now
	t.report(node.Report{Kind: node.ReportStarted, Attempt: s.Attempt})
	switch s.Phase {
	case node.StateStarting:
		t.deadline(ReadyLimit)
	case node.StateStopping:
		t.climb(s.Step) // it was decided while the process did not exist
	}
}

func (t *step) found(in Found) {
	s := &t.s
	if s.Active() && s.Run == in.Run {
		t.started(Started(in))
		return
	}
	if !s.Active() {
		s.Phase, s.Step, s.Overdue, s.Exit, s.Removed = node.StateStarting, "", false, nil, false
	}
	s.Run, s.Process = in.Run, false
	t.started(Started(in))
}

func (t *step) failed(in Failed) {
	s := &t.s
	if in.Run != s.Run || !s.Active() || s.Process {
		return
	}
	switch {
	case s.Phase == node.StateStopping:
		t.stopped(nil)
		return
	case in.Reason == "":
		s.Phase, s.Run = node.StateStopped, "" // there was nothing
		return
	}
	t.report(node.Report{Kind: node.ReportRefused, Reason: in.Reason})
	switch in.Reason {
	case node.ReasonNoSoftware, node.ReasonNoJava, node.ReasonLicence, node.ReasonInstalling:
		s.Phase, s.Blocked = node.StateStopped, in.Reason
	default:
		t.crashed()
	}
}

func (t *step) ready(in Ready) {
	s := &t.s
	if in.Run != s.Run || !s.Process || s.Phase != node.StateStarting {
		return
	}
	s.Phase, s.Deadline = node.StateRunning, nil
	t.report(node.Report{Kind: node.ReportReady})
	s.Cause = 0
}

func (t *step) exited(in Exited) {
	s := &t.s
	if in.Run != s.Run || !s.Active() {
		return
	}
	asked := s.Phase == node.StateStopping && !s.Overdue
	escalated := s.Step == StepTerminated || s.Step == StepKilled
	if asked && (in.Exit == nil || escalated || clean(*in.Exit)) {
		t.stopped(in.Exit)
		return
	}
	if s.Overdue {
		in.Reason = node.ReasonNotReady
	}
	s.Exit = in.Exit
	t.report(node.Report{Kind: node.ReportCrashed, Exit: in.Exit, Reason: in.Reason, Attempt: s.Attempt})
	if in.Reason == node.ReasonReboot {
		s.Phase, s.Process = node.StateCrashed, false // nothing is wrong with the server
		t.deadline(0)
		return
	}
	t.crashed()
}

// clean says whether a process ended by itself and without an error.
func clean(e node.Exit) bool { return e.Code == 0 && e.Signal == "" && !e.OutOfMemory }

func (t *step) stopped(exit *node.Exit) {
	s := &t.s
	s.Phase, s.Process, s.Step, s.Overdue, s.Deadline, s.Exit = node.StateStopped, false, "", false, nil, nil
	t.report(node.Report{Kind: node.ReportStopped, Exit: exit})
}

// crashed counts a crash and decides when the server is started again. Times after the present come from a clock that was set back.
func (t *step) crashed() {
	s := &t.s
	if t.Now.Sub(s.Began) >= CrashWindow {
		s.Attempt = 0
	}
	s.Crashes = slices.DeleteFunc(s.Crashes, func(at time.Time) bool {
		return at.After(t.Now) || t.Now.Sub(at) >= CrashWindow
	})
	s.Crashes = append(s.Crashes, t.Now)
	s.Phase, s.Process, s.Step, s.Overdue, s.Deadline, s.Cause = node.StateCrashed, false, "", false, nil, 0
	if !s.Wants() {
		return
	}
	if len(s.Crashes) >= CrashLimit {
		s.GaveUp = true
		t.report(node.Report{Kind: node.ReportGaveUp, Attempt: s.Attempt})
		return
	}
	s.Attempt++
	t.deadline(Delay(s.Attempt))
}

// Delay is the time before a start: a second before the first one after a crash, twice as long before each further one, at most MaxDelay.
func Delay(attempt int) time.Duration {
	delay := FirstDelay
	for ; attempt > 1 && delay < MaxDelay; attempt-- {
		delay *= 2
	}
	return min(delay, MaxDelay)
}
