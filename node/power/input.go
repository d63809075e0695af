package power

import (
	"time"

	"github.com/modyard/modyard/contract/node"
)

// Input is what happened: Desired, Unlisted, Adopted, Hold, Installed, Started, Found, Failed, Ready, Exited or Tick.
type Input interface{ input() }

type (
	// Desired is a document of the site. One that is not newer than the known one changes nothing.
	Desired struct{ node.Desired }
	// Unlisted: the site does not name the server among all of its servers.
	Unlisted struct{}
	// Adopted: a node has taken over and knows what became of the process. It ends Hold.
	Adopted struct{}
	// Hold: the node stops its servers and leaves. The desired state holds again when it comes back.
	Hold struct{}
	// Installed: an installation has ended. New is true if other software stands in the folder now, which is worth another try.
	Installed struct{ New bool }
	// Started: the process of a run exists.
	Started struct{ Run string }
	// Found: a node that has taken over found the process of a run alive, whatever it knew of it.
	Found struct{ Run string }
	// Failed: the process of a run could not be started. Reason is one of node.Reason…, or empty if the start was called off or never
	// attempted.
	Failed struct{ Run, Reason string }
	// Ready: the process of a run is ready.
	Ready struct{ Run string }
	// Exited: the process of a run has ended. Exit is nil if nobody saw how; Reason is then node.ReasonKeeper or node.ReasonReboot.
	Exited struct {
		Run    string
		Exit   *node.Exit
		Reason string
	}
	// Tick: time has passed.
	Tick struct{}
)

func (Desired) input()   {}
func (Unlisted) input()  {}
func (Adopted) input()   {}
func (Hold) input()      {}
func (Installed) input() {}
func (Started) input()   {}
func (Found) input()     {}
func (Failed) input()    {}
func (Ready) input()     {}
func (Exited) input()    {}
func (Tick) input()      {}

// Action is what is to be done.
type Action string

// The actions.
const (
	// ActStart starts the process of State.Run; the answer is Started or Failed, and later Exited.
	ActStart Action = "start"
	// ActStop writes the stop command.
	ActStop Action = "stop"
	// ActTerminate sends SIGTERM.
	ActTerminate Action = "terminate"
	// ActKill kills all processes of the server.
	ActKill Action = "kill"
	// ActRemove removes the server's folder.
	ActRemove Action = "remove"
)

// Context is what a step needs beside its input.
type Context struct {
	Now time.Time
	// NewRun is the id of the run that the step begins, if it begins one.
	NewRun string
}

// Outcome is the result of a step.
type Outcome struct {
	State   State
	Actions []Action
	// Reports have neither sequence nor server.
	Reports []node.Report
}
