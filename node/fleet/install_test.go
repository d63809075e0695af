package fleet_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/store"
	"github.com/modyard/modyard/platform/until"
)

func TestAJarStartsOnlyWhenTheLicenceIsAccepted(t *testing.T) {
	h := newHost(t).open()
	d := desire(one, 1, true, node.ActionStart)
	d.Software = node.Software{Kind: node.SoftwareJar, Jar: "server.jar"}
	root := filepath.Join(h.folder(one), "root")
	if err := os.MkdirAll(root, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "server.jar"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	h.apply(false, d)
	until.True(t, "a refusal", func() bool { return h.kinds(one) == "refused(licence)" })
	if _, err := os.Stat(filepath.Join(root, "eula.txt")); err == nil {
		t.Error("the game is told that the licence was accepted")
	}
	d.Generation, d.Licence = 2, true // the acceptance alone is worth another try
	h.apply(false, d)
	until.True(t, "the next refusal", func() bool { return strings.HasSuffix(h.kinds(one), "refused(no-java)") })
	if b, err := os.ReadFile(filepath.Join(root, "eula.txt")); err != nil || string(b) != "eula=true\n" {
		t.Errorf("%q %v", b, err)
	}
}

func TestAServerDoesNotStartDuringAnInstallation(t *testing.T) {
	h := newHost(t).open()
	d := desire(one, 1, true, node.ActionStart)
	d.Install = &node.Install{Generation: 1, Loader: &node.InstallLoader{Loader: "Paper", GameVersion: "1.21"}}
	h.apply(false, d)
	until.True(t, "a refusal", func() bool { return h.kinds(one) == "refused(installing)" })
	h.reaches(one, node.StateStopped)
	h.close()
	h.open() // the next node does not start it either
	h.reaches(one, node.StateStopped)
	if got := h.kinds(one); got != "refused(installing)" {
		t.Error(got)
	}
	want := node.Software{Kind: node.SoftwareStandIn, Loader: "Paper", GameVersion: "1.21"}
	if err := h.store.SaveInstallation(one, store.Installation{Done: 1, Software: &want}); err != nil {
		t.Fatal(err)
	}
	h.close() // killed before the fleet was told
	h.open()
	h.reaches(one, node.StateRunning)
	if got := h.observed(one).Installed; got == nil || *got != want {
		t.Errorf("%+v", got)
	}
	if err := h.fleet.Installed(one, true); err != nil {
		t.Fatal(err)
	}
	if got, _ := h.fleet.Desired(one); got.Software != want {
		t.Errorf("%+v", got.Software)
	}
}
