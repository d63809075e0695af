package power_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/power"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// machine runs the machine with a clock of its own.
type machine struct {
	power.State
	now     time.Time
	runs    int
	actions []power.Action
	reports []node.Report
}

func (m *machine) in(inputs ...power.Input) *machine {
	for _, in := range inputs {
		m.runs++
		out := power.Step(m.State, power.Context{Now: m.now, NewRun: fmt.Sprint("run", m.runs)}, in)
		m.State = out.State
		m.actions = append(m.actions, out.Actions...)
		m.reports = append(m.reports, out.Reports...)
	}
	return m
}

func (m *machine) after(d time.Duration) *machine {
	m.now = m.now.Add(d)
	return m.in(power.Tick{})
}

// ask sends a request as the site does: the level follows from the action.
func (m *machine) ask(action string) *machine {
	running := action == node.ActionStart || action == node.ActionRestart
	return m.in(power.Desired{Desired: node.Desired{Generation: m.Generation + 1, Running: running, Power: &node.Power{Generation: m.Generation + 1, Action: action}}})
}

func (m *machine) told() string {
	var b []string
	for _, a := range m.actions {
		b = append(b, string(a))
	}
	for _, r := range m.reports {
		b = append(b, r.Kind+strings.TrimSuffix("("+r.Reason+")", "()"))
	}
	m.actions, m.reports = nil, nil
	return strings.TrimSpace(m.Wire() + " " + strings.Join(b, " "))
}

// states are all situations in which a request may come.
func states() map[string]func() *machine {
	fresh := func() *machine { return &machine{now: noon} }
	running := func() *machine {
		m := fresh().ask(node.ActionStart)
		return m.in(power.Started{Run: m.Run}, power.Ready{Run: m.Run})
	}
	crash := func(m *machine) *machine {
		return m.in(power.Exited{Run: m.Run, Exit: &node.Exit{Code: 3}})
	}
	return map[string]func() *machine{
		"never started": fresh,
		"launching":     func() *machine { return fresh().ask(node.ActionStart) },
		"starting": func() *machine {
			m := fresh().ask(node.ActionStart)
			return m.in(power.Started{Run: m.Run})
		},
		"running":                  running,
		"restarting":               func() *machine { return running().ask(node.ActionRestart) },
		"stopping":                 func() *machine { return running().ask(node.ActionStop) },
		"stopping while launching": func() *machine { return fresh().ask(node.ActionStart).ask(node.ActionStop) },
		"terminated":               func() *machine { return running().ask(node.ActionStop).after(power.StopDefault) },
		"killed":                   func() *machine { return running().ask(node.ActionKill) },
		"killed since not ready": func() *machine {
			m := fresh().ask(node.ActionStart)
			return m.in(power.Started{Run: m.Run}).after(power.ReadyLimit)
		},
		"stopped": func() *machine {
			m := running().ask(node.ActionStop)
			return m.in(power.Exited{Run: m.Run, Exit: &node.Exit{}})
		},
		"crashed, starts soon":   func() *machine { return crash(running()) },
		"crashed while stopping": func() *machine { return crash(running().ask(node.ActionStop)) },
		"blocked": func() *machine {
			m := fresh().ask(node.ActionStart)
			return m.in(power.Failed{Run: m.Run, Reason: node.ReasonNoSoftware})
		},
		"given up": func() *machine {
			m := fresh().ask(node.ActionStart)
			for range power.CrashLimit {
				crash(m.in(power.Started{Run: m.Run})).after(power.MaxDelay / 4)
			}
			return m
		},
	}
}

func TestEveryActionInEveryStateHasAnAnswer(t *testing.T) {
	want := map[string]string{
		"never started start":              "starting start",
		"never started stop":               "stopped",
		"never started restart":            "starting start",
		"never started kill":               "stopped",
		"launching start":                  "starting",
		"launching stop":                   "stopping",
		"launching restart":                "starting",
		"launching kill":                   "stopping",
		"starting start":                   "starting",
		"starting stop":                    "stopping stop",
		"starting restart":                 "restarting stop",
		"starting kill":                    "stopping kill",
		"running start":                    "running",
		"running stop":                     "stopping stop",
		"running restart":                  "restarting stop",
		"running kill":                     "stopping kill",
		"restarting start":                 "restarting",
		"restarting stop":                  "stopping",
		"restarting restart":               "restarting",
		"restarting kill":                  "stopping kill",
		"stopping start":                   "restarting",
		"stopping stop":                    "stopping",
		"stopping restart":                 "restarting",
		"stopping kill":                    "stopping kill",
		"stopping while launching start":   "restarting",
		"stopping while launching stop":    "stopping",
		"stopping while launching restart": "restarting",
		"stopping while launching kill":    "stopping",
		"terminated start":                 "restarting",
		"terminated stop":                  "stopping",
		"terminated restart":               "restarting",
		"terminated kill":                  "stopping kill",
		"killed start":                     "restarting",
		"killed stop":                      "stopping",
		"killed restart":                   "restarting",
		"killed kill":                      "stopping kill",
		"killed since not ready start":     "restarting",
		"killed since not ready stop":      "stopping",
		"killed since not ready restart":   "restarting",
		"killed since not ready kill":      "stopping kill",
		"stopped start":                    "starting start",
		"stopped stop":                     "stopped",
		"stopped restart":                  "starting start",
		"stopped kill":                     "stopped",
		"crashed, starts soon start":       "starting start",
		"crashed, starts soon stop":        "stopped stopped",
		"crashed, starts soon restart":     "starting start",
		"crashed, starts soon kill":        "stopped stopped",
		"crashed while stopping start":     "starting start",
		"crashed while stopping stop":      "stopped stopped",
		"crashed while stopping restart":   "starting start",
		"crashed while stopping kill":      "stopped stopped",
		"blocked start":                    "starting start",
		"blocked stop":                     "stopped",
		"blocked restart":                  "starting start",
		"blocked kill":                     "stopped",
		"given up start":                   "starting start",
		"given up stop":                    "stopped stopped",
		"given up restart":                 "starting start",
		"given up kill":                    "stopped stopped",
	}
	seen := 0
	for name, state := range states() {
		for _, action := range []string{node.ActionStart, node.ActionStop, node.ActionRestart, node.ActionKill} {
			m := state()
			m.told()
			if got := m.ask(action).told(); got != want[name+" "+action] {
				t.Errorf("%s, %s: %q, want %q", name, action, got, want[name+" "+action])
			}
			seen++
		}
	}
	if seen != len(want) {
		t.Errorf("%d cases, %d are listed", seen, len(want))
	}
}

func TestEveryInputInEveryStateHasAnAnswer(t *testing.T) {
	inputs := []power.Input{power.Unlisted{}, power.Adopted{}, power.Hold{}, power.Installed{}, power.Tick{}, power.Started{Run: "other"}, power.Failed{Run: "other"},
		power.Ready{Run: "other"}, power.Exited{Run: "other"}, power.Desired{Desired: node.Desired{}}}
	for name, state := range states() {
		for _, in := range inputs {
			m := state()
			before := m.told()
			m.in(in)
			switch in.(type) {
			case power.Unlisted, power.Hold:
				if m.Active() && m.Wire() != node.StateStopping {
					t.Errorf("%s: it is %s after %T", name, m.Wire(), in)
				}
			default:
				if after := m.told(); after != strings.Fields(before)[0] {
					t.Errorf("%s: %T of another run: %s", name, in, after)
				}
			}
		}
	}
}

func TestAStopIsALadder(t *testing.T) {
	m := states()["running"]()
	m.told()
	m.in(power.Desired{Desired: node.Desired{Generation: 9, Startup: node.Startup{StopSeconds: 7}}})
	var got []string
	for _, d := range []time.Duration{0, 6 * time.Second, time.Second, power.TermLimit - 1, 1, power.KillRepeat, power.KillRepeat} {
		got = append(got, m.after(d).told())
	}
	want := []string{"stopping stop", "stopping", "stopping terminate", "stopping", "stopping kill", "stopping kill", "stopping kill"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := m.in(power.Exited{Run: m.Run, Exit: &node.Exit{Code: -1, Signal: "SIGKILL"}}).told(); got != "stopped stopped" {
		t.Error(got)
	}
}
