package node_test

import (
	"path/filepath"
	"testing"

	contract "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/until"
)

func TestContentAndBackupsWaitForAnInstallation(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	write(t, filepath.Join(w.root, "world", "level.dat"), "the world")
	pack := w.pack(w.mrpack(map[string]string{"mods/a.jar": "a content"}, nil))
	mod := w.offer("sodium", "v1", "sodium.jar", "sodium", 0)
	b, err := w.look(w.node.address, server, 0)
	if err != nil {
		t.Fatal(err)
	}
	release := w.hold()
	w.install(contract.Install{Hard: true, Pack: pack})
	w.reaches(contract.PhaseResolve)
	w.want(server, func(d *contract.Desired) {
		mod.Generation = d.Generation
		d.Content = []contract.Content{mod}
		d.Backups = []contract.Backup{{ID: backupID, State: contract.BackupWanted, Generation: d.Generation}}
	})
	release()
	events := map[string]bool{}
	for !events[contract.EventInstallationResult] {
		f, err := b.next()
		if err != nil {
			t.Fatal(err)
		}
		events[f.Event] = true
	}
	if !events[contract.EventInstallProgress] {
		t.Errorf("%v", events)
	}
	w.reported(contract.ReportBackedUp, 1)
	until.True(t, "the content is there", func() bool { return len(w.told()) == 1 })
	w.has(map[string]string{"mods/a.jar": "a content", "mods/sodium.jar": "sodium"})
	for i, kind := range w.kinds(server) {
		if want := []string{contract.ReportInstallStarted, contract.ReportInstalled}; i < len(want) && kind != want[i] {
			t.Errorf("%d: %s", i, kind)
		}
	}
}

func TestAHardInstallationMayNeedTheWholeDiskOfThePlan(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	w.want(server, func(d *contract.Desired) { d.Plan.DiskMiB = 4 })
	big := func(letter string) map[string]string {
		text := make([]byte, 3<<20)
		for i := range text {
			text[i] = letter[0] + byte(i*i%13)
		}
		return map[string]string{"mods/" + letter + ".jar": string(text)}
	}
	for i, c := range []struct {
		letter string
		hard   bool
		kind   string
	}{{"a", false, contract.ReportInstalled}, {"b", false, contract.ReportInstallFailed}, {"c", true, contract.ReportInstalled}} {
		w.install(contract.Install{Hard: c.hard, Pack: w.pack(w.mrpack(big(c.letter), nil))})
		if r := w.ends(i + 1); r.Kind != c.kind || c.kind == contract.ReportInstallFailed && r.Reason != contract.ReasonDisk {
			t.Errorf("%s: %s %s %+v", c.letter, r.Kind, r.Reason, r.Install)
		}
	}
}
