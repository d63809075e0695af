// Package power decides what happens to the process of one server. It is a pure machine: Step takes a state, an input and the time, and
// returns the next state, the actions to execute and the reports to send. It reads no clock and does no work.
//
// The level rules: whether a server shall run follows from the newest desired state alone. A power request adds what a level cannot say:
// that a running process is replaced (restart), that no time is given (kill), that crashes are forgotten (start, restart).
package power

import (
	"time"

	"github.com/modyard/modyard/contract/node"
)

// Limits of time.
const (
	// ReadyLimit is how long a process may take until it is ready.
	ReadyLimit = 10 * time.Minute
	// StopDefault, StopMin and StopMax bound the time between the stop command and SIGTERM.
	StopDefault = 60 * time.Second
	StopMin     = 5 * time.Second
	StopMax     = 600 * time.Second
	// TermLimit is the time between SIGTERM and the kill, KillRepeat that between two kills.
	TermLimit  = 30 * time.Second
	KillRepeat = 10 * time.Second
	// FirstDelay and MaxDelay bound the time between a crash and the next start, which doubles.
	FirstDelay = time.Second
	MaxDelay   = 5 * time.Minute
	// CrashLimit crashes in CrashWindow end the starting. A process that ran for CrashWindow ends the doubling.
	CrashLimit  = 5
	CrashWindow = 10 * time.Minute
)

// Steps of a stop.
const (
	StepAsked      = "asked"
	StepTerminated = "terminated"
	StepKilled     = "killed"
)

// State is all that the machine knows. It is stored after each step, before the step's actions are executed. The zero value is a server
// that was never started.
type State struct {
	// Phase is node.StateStarting, StateRunning, StateStopping, StateStopped or StateCrashed; empty is stopped.
	Phase string    `json:"phase,omitempty"`
	Since time.Time `json:"since"`

	// Generation is that of the newest desired state, Power that of its newest request.
	Generation uint64 `json:"generation,omitempty"`
	Power      uint64 `json:"power,omitempty"`
	// Want: the desired state says that the server runs. Unlisted and Held overrule it: the site does not name the server any more; the
	// node is being shut down with its servers.
	Want     bool `json:"want,omitempty"`
	Unlisted bool `json:"unlisted,omitempty"`
	Held     bool `json:"held,omitempty"`
	Deleted  bool `json:"deleted,omitempty"`
	Removed  bool `json:"removed,omitempty"`
	// Cause is the generation of the request that is being executed, 0 if none is.
	Cause       uint64 `json:"cause,omitempty"`
	StopSeconds int    `json:"stop_seconds,omitempty"`

	// Run is the present run, or the last one. Process is true from the news of its start to the news of its end.
	Run     string    `json:"run,omitempty"`
	Process bool      `json:"process,omitempty"`
	Began   time.Time `json:"began"`
	// Step is the last step of a stop. Overdue is true if the process is killed since it did not become ready.
	Step    string `json:"step,omitempty"`
	Overdue bool   `json:"overdue,omitempty"`
	// Deadline is when the time alone causes the next step: not ready, the next step of a stop, or the start after a crash.
	Deadline *time.Time `json:"deadline,omitempty"`

	// Crashes are the times of crashes in the window; Attempt counts the starts after crashes.
	Crashes []time.Time `json:"crashes,omitempty"`
	Attempt int         `json:"attempt,omitempty"`
	GaveUp  bool        `json:"gave_up,omitempty"`
	// Blocked is the reason why starting is useless until Program changes or a start is requested.
	Blocked string     `json:"blocked,omitempty"`
	Program string     `json:"program,omitempty"`
	Exit    *node.Exit `json:"exit,omitempty"`
}

// Active says whether there is a process, or one is being started.
func (s State) Active() bool {
	return s.Phase == node.StateStarting || s.Phase == node.StateRunning || s.Phase == node.StateStopping
}

// Wants says whether the server shall run now.
func (s State) Wants() bool { return s.Want && !s.Unlisted && !s.Held }

// Wire is the state that others see.
func (s State) Wire() string {
	switch {
	case s.Phase == "":
		return node.StateStopped
	case s.Phase == node.StateStopping && s.Wants() && !s.Overdue:
		return node.StateRestarting
	default:
		return s.Phase
	}
}

// Next is when a crashed server is started again, nil if it is not.
func (s State) Next() *time.Time {
	if s.Phase != node.StateCrashed {
		return nil
	}
	return s.Deadline
}
