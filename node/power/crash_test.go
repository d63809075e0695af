package power_test

import (
	"testing"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/power"
)

func TestAnEndWithoutARequestIsACrash(t *testing.T) {
	for name, c := range map[string]struct {
		state string
		exit  *node.Exit
		cause string
		want  string
	}{
		"an error":                      {state: "running", exit: &node.Exit{Code: 1}, want: "crashed crashed"},
		"an end of its own":             {state: "running", exit: &node.Exit{}, want: "crashed crashed"},
		"an end while starting":         {state: "starting", exit: &node.Exit{}, want: "crashed crashed"},
		"an error while stopping":       {state: "stopping", exit: &node.Exit{Code: 1}, want: "crashed crashed"},
		"out of memory while stopping":  {state: "stopping", exit: &node.Exit{Code: -1, OutOfMemory: true}, want: "crashed crashed"},
		"a foreign kill while stopping": {state: "stopping", exit: &node.Exit{Signal: "SIGKILL"}, want: "crashed crashed"},
		"an error while restarting":     {state: "restarting", exit: &node.Exit{Code: 1}, want: "crashed crashed"},
		"the keeper's end":              {state: "running", cause: node.ReasonKeeper, want: "crashed crashed(keeper-lost)"},
		"the keeper's end in a stop":    {state: "stopping", cause: node.ReasonKeeper, want: "stopped stopped"},
		"a reboot":                      {state: "running", cause: node.ReasonReboot, want: "starting start crashed(host-restarted)"},
		"a reboot in a stop":            {state: "stopping", cause: node.ReasonReboot, want: "stopped stopped"},
		"our kill":                      {state: "killed", exit: &node.Exit{Signal: "SIGKILL"}, want: "stopped stopped"},
		"our signal":                    {state: "terminated", exit: &node.Exit{Code: 143}, want: "stopped stopped"},
		"the kill of what is not ready": {state: "killed since not ready", exit: &node.Exit{Signal: "SIGKILL"}, want: "crashed crashed(not-ready)"},
		"a stop":                        {state: "stopping", exit: &node.Exit{}, want: "stopped stopped"},
		"a restart":                     {state: "restarting", exit: &node.Exit{}, want: "starting start stopped"},
	} {
		m := states()[c.state]()
		m.told()
		if got := m.in(power.Exited{Run: m.Run, Exit: c.exit, Reason: c.cause}).told(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestCrashesAreFollowedByLongerAndLongerPauses(t *testing.T) {
	m := states()["running"]()
	var pauses []time.Duration
	for m.told(); !m.GaveUp; m.told() {
		m.in(power.Exited{Run: m.Run, Exit: &node.Exit{Code: 1}})
		if m.Next() == nil {
			break
		}
		pause := m.Next().Sub(m.now)
		pauses = append(pauses, pause)
		if got := m.after(pause - 1).told(); got != "crashed crashed" {
			t.Fatal(got)
		}
		if got := m.after(1).told(); got != "starting start" {
			t.Fatal(got)
		}
		m.in(power.Started{Run: m.Run})
		if last := m.reports[len(m.reports)-1]; last.Attempt != len(pauses) {
			t.Fatalf("attempt %d after %d crashes", last.Attempt, len(pauses))
		}
	}
	if len(pauses) != power.CrashLimit-1 || pauses[0] != time.Second || pauses[3] != 8*time.Second {
		t.Errorf("%v", pauses)
	}
	if m.GaveUp = true; m.after(time.Hour).told() != "crashed crashed gave-up" {
		t.Error("it is started again")
	}
	if power.Delay(100) != power.MaxDelay {
		t.Error(power.Delay(100))
	}
}

func TestALongRunEndsTheDoubling(t *testing.T) {
	m := states()["running"]()
	for range 20 {
		m.after(power.CrashWindow)
		m.in(power.Exited{Run: m.Run, Exit: &node.Exit{Code: 1}})
		if m.Next() == nil || m.Next().Sub(m.now) != power.FirstDelay {
			t.Fatalf("next at %v", m.Next())
		}
		m.after(power.FirstDelay)
		m.in(power.Started{Run: m.Run}, power.Ready{Run: m.Run})
	}
}

func TestAClockThatIsSetBackDelaysNothingForLong(t *testing.T) {
	m := states()["crashed, starts soon"]()
	m.now = m.now.Add(-24 * time.Hour)
	m.in(power.Tick{})
	if wait := m.Next().Sub(m.now); wait > power.ReadyLimit {
		t.Errorf("it waits for %s", wait)
	}
	m.ask(node.ActionStart)
	m.in(power.Started{Run: m.Run}, power.Exited{Run: m.Run, Exit: &node.Exit{Code: 1}})
	if len(m.Crashes) != 1 {
		t.Errorf("%v", m.Crashes)
	}
}

func TestARefusedStartIsTriedAgainWhenItCanSucceed(t *testing.T) {
	m := states()["blocked"]()
	if got := m.told(); got != "stopped start refused(no-software)" {
		t.Fatal(got)
	}
	rename := node.Desired{Generation: m.Generation + 1, Running: true, Name: "other"}
	if got := m.in(power.Desired{Desired: rename}).told(); got != "stopped" {
		t.Error("a new name: " + got)
	}
	rename.Generation++
	rename.Software = node.Software{Kind: node.SoftwareStandIn}
	if got := m.in(power.Desired{Desired: rename}).told(); got != "starting start" {
		t.Error("software: " + got)
	}
	if got := m.in(power.Failed{Run: m.Run, Reason: node.ReasonStart}).told(); got != "crashed refused(start-failed)" || m.Next() == nil {
		t.Error(got)
	}
}

func TestTheLevelOverrulesTheRequest(t *testing.T) {
	m := states()["running"]()
	m.told()
	suspended := node.Desired{Generation: 5, Running: true, Suspended: true, Power: &node.Power{Generation: 5, Action: node.ActionStart}}
	if got := m.in(power.Desired{Desired: suspended}).told(); got != "stopping stop" {
		t.Error(got)
	}
	m.in(power.Exited{Run: m.Run, Exit: &node.Exit{}}).told()
	suspended.Generation, suspended.Suspended = 6, false
	if got := m.in(power.Desired{Desired: suspended}).told(); got != "starting start" {
		t.Error(got)
	}
	m.in(power.Started{Run: m.Run}).told()
	if got := m.in(power.Desired{Desired: node.Desired{Generation: 4}}).told(); got != "starting" {
		t.Error("an older document: " + got)
	}
	if got := m.in(power.Desired{Desired: node.Desired{Generation: 7, Deleted: true, Running: true}}).told(); got != "stopping stop" {
		t.Error(got)
	}
	if got := m.in(power.Exited{Run: m.Run, Exit: &node.Exit{}}).told(); got != "stopped remove stopped" {
		t.Error(got)
	}
	if got := m.in(power.Tick{}).told(); got != "stopped" {
		t.Error(got)
	}
}

func TestAServerThatIsNotNamedIsStoppedUntilItIs(t *testing.T) {
	m := states()["running"]()
	m.told()
	if got := m.in(power.Unlisted{}).told(); got != "stopping stop" {
		t.Error(got)
	}
	m.in(power.Exited{Run: m.Run, Exit: &node.Exit{}}, power.Adopted{}).told()
	if got := m.in(power.Desired{Desired: node.Desired{Generation: m.Generation, Running: true}}).told(); got != "starting start" {
		t.Error(got)
	}
}

func TestServersThatWereHeldStartWithTheNextNode(t *testing.T) {
	m := states()["running"]()
	m.in(power.Hold{}, power.Exited{Run: m.Run, Exit: &node.Exit{}}).told()
	if got := m.after(time.Hour).told(); got != "stopped" {
		t.Error(got)
	}
	if got := m.in(power.Adopted{}).told(); got != "starting start" {
		t.Error(got)
	}
}

func TestReportsNameTheRequestThatCausedThem(t *testing.T) {
	m := states()["running"]()
	m.ask(node.ActionRestart)
	m.in(power.Exited{Run: m.Run, Exit: &node.Exit{}})
	m.in(power.Started{Run: m.Run}, power.Ready{Run: m.Run}, power.Exited{Run: m.Run, Exit: &node.Exit{Code: 1}})
	var got []uint64
	for _, r := range m.reports {
		got = append(got, r.Power)
	}
	want := []uint64{1, 1, 2, 2, 2, 0}
	for i := range want {
		if len(got) != len(want) || got[i] != want[i] {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}

func TestAGameThatIsFoundWithoutAnyKnowledgeIsLeftAloneUntilTheSiteSpeaks(t *testing.T) {
	m := &machine{now: noon}
	if got := m.in(power.Found{Run: "old"}, power.Adopted{}).told(); got != "starting started" {
		t.Error(got)
	}
	m.in(power.Ready{Run: "old"}).told()
	if got := m.in(power.Desired{Desired: node.Desired{Generation: 8, Running: true}}).told(); got != "running" {
		t.Error(got)
	}
	if got := m.in(power.Found{Run: "old"}, power.Unlisted{}).told(); got != "stopping stop" {
		t.Error(got)
	}
	if got := m.in(power.Found{Run: "other"}).told(); got != "stopping stop started" {
		t.Error(got)
	}
}
