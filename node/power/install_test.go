package power_test

import (
	"testing"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/power"
)

func TestAServerThatWaitedForAnInstallationStartsAfterIt(t *testing.T) {
	for _, c := range []struct {
		reason string
		in     power.Installed
		want   string
	}{
		{node.ReasonInstalling, power.Installed{}, "starting start"},
		{node.ReasonInstalling, power.Installed{New: true}, "starting start"},
		{node.ReasonNoSoftware, power.Installed{}, "stopped"},
		{node.ReasonNoSoftware, power.Installed{New: true}, "starting start"},
		{node.ReasonLicence, power.Installed{}, "stopped"},
	} {
		m := (&machine{now: noon}).ask(node.ActionStart)
		m.in(power.Failed{Run: m.Run, Reason: c.reason})
		if got := m.told(); got != "stopped start refused("+c.reason+")" {
			t.Fatal(got)
		}
		if got := m.in(c.in).told(); got != c.want {
			t.Errorf("%s, %+v: %s, want %s", c.reason, c.in, got, c.want)
		}
	}
	m := (&machine{now: noon}).ask(node.ActionStart)
	m.in(power.Failed{Run: m.Run, Reason: node.ReasonInstalling})
	m.ask(node.ActionStop).told()
	if got := m.in(power.Installed{New: true}).told(); got != "stopped" {
		t.Errorf("a server that shall not run: %s", got)
	}
}
