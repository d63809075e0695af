package power_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/power"
)

// world executes the machine's actions on a process that obeys or does not.
type world struct {
	t         *rapid.T
	now       time.Time
	state     power.State
	runs      int
	launching string
	process   string
	obeys     bool
	reports   []node.Report
}

func (w *world) in(in power.Input) {
	w.runs++
	out := power.Step(w.state, power.Context{Now: w.now, NewRun: fmt.Sprint("run", w.runs)}, in)
	stored, err := json.Marshal(out.State)
	if err != nil {
		w.t.Fatal(err)
	}
	w.state = power.State{}
	if err := json.Unmarshal(stored, &w.state); err != nil { // every step survives a restart
		w.t.Fatal(err)
	}
	w.reports = append(w.reports, out.Reports...)
	for _, a := range out.Actions {
		switch a {
		case power.ActStart:
			if w.process != "" || w.launching != "" {
				w.t.Fatalf("a second process is started beside %s%s", w.process, w.launching)
			}
			w.launching = w.state.Run
		case power.ActStop, power.ActTerminate:
			if w.process == "" {
				w.t.Fatalf("%s without a process", a)
			}
			if w.obeys {
				w.end(&node.Exit{})
			}
		case power.ActKill:
			w.end(&node.Exit{Code: -1, Signal: "SIGKILL"})
		case power.ActRemove:
			if w.process != "" || w.launching != "" {
				w.t.Fatal("a folder is removed beside its process")
			}
		}
	}
}

func (w *world) end(exit *node.Exit) {
	if run := w.process; run != "" {
		w.process = ""
		w.in(power.Exited{Run: run, Exit: exit})
	}
}

// adopted is a node that takes over: it finds the process, or nothing of a start.
func (w *world) adopted() {
	switch {
	case w.process != "":
		w.in(power.Found{Run: w.process})
	case w.launching != "":
		run := w.launching
		w.launching = ""
		w.in(power.Failed{Run: run})
	}
	w.in(power.Adopted{})
}

func (w *world) launched(succeeds bool) {
	run := w.launching
	if run == "" {
		return
	}
	if w.launching = ""; succeeds {
		w.process = run
		w.in(power.Started{Run: run})
	} else {
		w.in(power.Failed{Run: run, Reason: node.ReasonStart})
	}
}

func (w *world) pass(d time.Duration) {
	w.now = w.now.Add(d)
	w.in(power.Tick{})
}

func TestEveryHistoryEndsInTheLastDesiredState(t *testing.T) {
	for range 20 { // thousands of histories
		rapid.Check(t, history)
	}
}

func history(t *rapid.T) {
	w := &world{t: t, now: noon}
	var sent []node.Desired
	send := func(d node.Desired) {
		d.Generation = uint64(len(sent) + 1)
		sent = append(sent, d)
	}
	send(node.Desired{})
	flag := func(name string) bool { return rapid.Bool().Draw(t, name) }
	t.Repeat(map[string]func(*rapid.T){
		"": func(*rapid.T) {
			if w.process != "" && w.launching != "" {
				t.Fatal("two processes")
			}
		},
		"the site decides": func(t *rapid.T) {
			d := node.Desired{Running: flag("running"), Suspended: rapid.IntRange(0, 9).Draw(t, "suspended") == 0}
			if flag("request") {
				action := rapid.SampledFrom([]string{node.ActionStart, node.ActionStop, node.ActionRestart, node.ActionKill}).Draw(t, "action")
				d.Power = &node.Power{Generation: uint64(len(sent) + 1), Action: action}
			}
			send(d)
		},
		"a document arrives": func(t *rapid.T) {
			w.in(power.Desired{Desired: rapid.SampledFrom(sent).Draw(t, "document")})
		},
		"the list does not name it": func(*rapid.T) { w.in(power.Unlisted{}) },
		"time passes": func(t *rapid.T) {
			w.pass(time.Duration(rapid.IntRange(-100, 100_000).Draw(t, "ms")) * time.Millisecond)
		},
		"the start ends":   func(*rapid.T) { w.launched(flag("succeeds")) },
		"it becomes ready": func(*rapid.T) { w.in(power.Ready{Run: w.process}) },
		"the process ends": func(t *rapid.T) { w.end(&node.Exit{Code: rapid.IntRange(0, 2).Draw(t, "code")}) },
		"it obeys or not":  func(*rapid.T) { w.obeys = flag("obeys") },
		"the keeper is lost": func(*rapid.T) {
			if run := w.process; run != "" {
				w.process = ""
				w.in(power.Exited{Run: run, Reason: node.ReasonKeeper})
			}
		},
		"the node is replaced": func(*rapid.T) { w.adopted() },
	})
	last := sent[len(sent)-1]
	w.in(power.Desired{Desired: last})
	w.in(power.Adopted{})
	for range 40 {
		w.launched(true)
		w.in(power.Ready{Run: w.process})
		w.pass(power.KillRepeat)
	}
	shall := last.Running && !last.Suspended && !w.state.GaveUp
	if got := w.process != ""; got != shall || w.state.Unlisted {
		t.Fatalf("a process: %v, wanted: %v, in %+v", got, shall, w.state)
	}
	starts, ends := 0, 0
	for _, r := range w.reports {
		switch r.Kind {
		case node.ReportStarted:
			starts++
		case node.ReportStopped, node.ReportCrashed:
			if r.Run != "" && r.Exit != nil || r.Reason == node.ReasonKeeper {
				ends++
			}
		}
	}
	if w.process == "" && ends > starts || ends > starts {
		t.Fatalf("%d starts and %d ends are reported", starts, ends)
	}
}
