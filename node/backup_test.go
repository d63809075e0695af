package node_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	contract "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/software"
	"github.com/modyard/modyard/platform/until"
)

const backupID = "Backup01"

// askBackup wants one more backup of the server.
func (s *site) askBackup(id string) {
	s.want(server, func(d *contract.Desired) {
		d.Backups = append(slices.Clone(d.Backups), contract.Backup{ID: id, State: contract.BackupWanted, Generation: d.Generation})
	})
}

func (s *site) askRestore(id string, undo bool) {
	s.want(server, func(d *contract.Desired) {
		d.Restore = &contract.Restore{Generation: d.Generation, Backup: id, Undo: undo}
	})
}

// reported waits for the number of reports of a kind.
func (s *site) reported(kind string, count int) (last contract.Report) {
	s.t.Helper()
	until.True(s.t, kind+" is reported", func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		n := 0
		for _, r := range s.reports {
			if r.Kind == kind {
				n, last = n+1, r
			}
		}
		return n >= count
	})
	return last
}

func (s *site) stop() {
	s.want(server, func(d *contract.Desired) {
		d.Running, d.Power = false, &contract.Power{Generation: d.Generation, Action: contract.ActionStop}
	})
	until.True(s.t, "the server is stopped", func() bool { return s.state(server).State == contract.StateStopped })
}

func write(t *testing.T, at, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func content(at string) string {
	b, err := os.ReadFile(at)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// fetch reads from a backup with a token in the address.
func (s *site) fetch(n *process, action, scope string) (int, http.Header, []byte) {
	s.t.Helper()
	answer, err := http.Get("http://" + n.address + contract.PathBackups + backupID + "/" + action + "auth=" + s.tokenFor(server, account, scope))
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	b, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer.StatusCode, answer.Header, b
}

func TestABackupUnderPlayIsRestoredAfterTheWorldIsLostAndTheRestoreIsTakenBack(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	dir := joined(t, s)
	n := run(t, dir, "127.0.0.1:0", "stand-in")
	s.start(server)
	until.True(t, "the server runs", func() bool { return s.state(server).State == contract.StateRunning })
	world := filepath.Join(dir, "servers", server, "root", "world", "region.mca")
	write(t, world, "the world")
	b, err := s.look(n.address, server, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.askBackup(backupID)
	for _, said := range []string{"saving is now disabled", "Saved the game", "saving is now enabled"} {
		b.until(said)
	}
	if r := s.reported(contract.ReportBackedUp, 1); r.Backup == nil || r.Backup.ID != backupID || r.Backup.Bytes == 0 || r.Backup.Stored == 0 || r.Backup.Automatic {
		t.Errorf("%+v", r.Backup)
	}
	s.askRestore(backupID, false) // it waits for the stop
	write(t, world, "destroyed")
	s.stop()
	if r := s.reported(contract.ReportRestored, 1); r.Backup.Until == nil || content(world) != "the world" {
		t.Errorf("%+v, the world is %q", r.Backup, content(world))
	}
	s.askRestore(backupID, true)
	if r := s.reported(contract.ReportRestored, 2); !r.Backup.Undone || content(world) != "destroyed" {
		t.Errorf("%+v, the world is %q", r.Backup, content(world))
	}
	s.want(server, func(d *contract.Desired) { d.Suspended = true })
	status, h, z := s.fetch(n, "download?", contract.ScopeBackup)
	archive, err := zip.NewReader(bytes.NewReader(z), int64(len(z)))
	if err != nil || status != 200 || !strings.HasPrefix(h.Get("Content-Disposition"), "attachment") {
		t.Fatal(status, h, err)
	}
	if f, err := archive.Open("world/region.mca"); err != nil {
		t.Error(err)
	} else if got, err := io.ReadAll(f); err != nil || string(got) != "the world" {
		t.Errorf("%q %v", got, err)
	}
	if status, _, got := s.fetch(n, "file?path=/world/region.mca&", contract.ScopeBackup); status != 200 || string(got) != "the world" {
		t.Errorf("%d %q", status, got)
	}
	if status, _, got := s.fetch(n, "list?path=/world&", contract.ScopeBackup); status != 200 || !strings.Contains(string(got), `"region.mca"`) || !strings.Contains(string(got), `"total":2`) {
		t.Errorf("%d %q", status, got)
	}
	if status, _, _ := s.fetch(n, "download?", contract.ScopeFilesRead); status != 403 {
		t.Errorf("a token for files downloads a backup: %d", status)
	}
	if status, _, _ := s.fetch(n, "file?path=/../../../node.json&", contract.ScopeBackup); status != 404 {
		t.Errorf("a path that climbs: %d", status)
	}
	s.want(server, func(d *contract.Desired) {
		d.Suspended, d.Backups = false, []contract.Backup{{ID: backupID, State: contract.BackupDeleted, Generation: d.Generation}}
	})
	s.reported(contract.ReportBackupRemoved, 1)
	if status, _, _ := s.fetch(n, "download?", contract.ScopeBackup); status != 404 {
		t.Errorf("a removed backup: %d", status)
	}
}

func TestANodeKilledDuringABackupLetsTheGameSaveAgainAndReportsItOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	dir := joined(t, s)
	n := run(t, dir, "127.0.0.1:0", "stand-in")
	s.start(server)
	until.True(t, "the server runs", func() bool { return s.state(server).State == contract.StateRunning })
	write(t, filepath.Join(dir, "servers", server, "root", "big"), strings.Repeat("0123456789", 8<<20))
	b, err := s.look(n.address, server, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.askBackup(backupID)
	b.until("saving is now disabled")
	n.kill()
	n = run(t, dir, n.address, "stand-in")
	if b, err = s.look(n.address, server, 0); err != nil {
		t.Fatal(err)
	}
	b.until("saving is now enabled")
	until.True(t, "the end is reported", func() bool {
		kinds := s.kinds(server)
		return slices.Contains(kinds, contract.ReportBackupFailed) || slices.Contains(kinds, contract.ReportBackedUp)
	})
	count := 0
	for _, kind := range s.kinds(server) {
		if kind == contract.ReportBackupFailed || kind == contract.ReportBackedUp {
			count++
		}
	}
	if count != 1 {
		t.Errorf("%v", s.kinds(server))
	}
	s.askBackup("Backup02") // and the next one is made
	s.reported(contract.ReportBackedUp, 1)
}

func TestANodeKilledDuringARestoreLeavesTheOldFolderOrTheNewOneAndFinishes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	dir := joined(t, s)
	n := run(t, dir, "127.0.0.1:0", "stand-in")
	world := filepath.Join(dir, "servers", server, "root", "world", "region.mca")
	big := filepath.Join(dir, "servers", server, "root", "big")
	s.want(server, func(d *contract.Desired) { d.Software = contract.Software{Kind: contract.SoftwareStandIn} })
	write(t, world, "the world")
	write(t, big, strings.Repeat("0123456789", 4<<20))
	s.askBackup(backupID)
	s.reported(contract.ReportBackedUp, 1)
	write(t, world, "destroyed")
	s.askRestore(backupID, false)
	until.True(t, "the restore has begun", func() bool {
		_, err := os.Stat(filepath.Join(dir, "servers", server, "restore"))
		return err == nil
	})
	n.kill()
	if now := content(world); now != "destroyed" && now != "the world" {
		t.Errorf("after the kill the world is %q", now)
	}
	run(t, dir, n.address, "stand-in")
	s.reported(contract.ReportRestored, 1)
	if now := content(world); now != "the world" || len(content(big)) != 40<<20 {
		t.Errorf("the world is %q", now)
	}
	if _, err := os.Stat(filepath.Join(dir, "servers", server, "restore", "new")); err == nil {
		t.Error("what was staged is left")
	}
}

func TestARestoredBackupBringsItsSoftwareBackAndSaysWhichContentItLacks(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	w.publish(software.Paper, "1.21.4", "129", software.Release{Kind: software.KindStandIn})
	fabric := contract.Software{Kind: contract.SoftwareStandIn, Loader: software.Fabric, LoaderVersion: "0.16", GameVersion: "1.21.1"}
	paper := contract.Software{Kind: contract.SoftwareStandIn, Loader: software.Paper, LoaderVersion: "129", GameVersion: "1.21.4"}
	runs := func(want contract.Software) {
		t.Helper()
		until.True(t, "the node knows the software", func() bool { o := w.state(server); return o.Installed != nil && *o.Installed == want })
	}
	w.install(contract.Install{Loader: w.loader(software.Fabric, "1.21.1", "0.16")})
	w.ends(1)
	kept := w.offer("Kept0001", "Vers0001", "kept.jar", "kept", 100)
	later := w.offer("Later001", "Vers0002", "later.jar", "later", 101)
	w.want(server, func(d *contract.Desired) { d.Content = []contract.Content{kept} })
	w.reported(contract.ReportContentInstalled, 1)
	w.askBackup(backupID)
	w.reported(contract.ReportBackedUp, 1)
	w.want(server, func(d *contract.Desired) { d.Content = []contract.Content{kept, later} })
	w.reported(contract.ReportContentInstalled, 2)
	w.install(contract.Install{Loader: w.loader(software.Paper, "1.21.4", "129")})
	w.ends(2)
	runs(paper)

	w.askRestore(backupID, false)
	r := w.reported(contract.ReportRestored, 1).Backup
	if r.Software == nil || *r.Software != fabric || r.Origin == nil || *r.Origin != (contract.InstallOrigin{}) || !slices.Equal(r.Lost, []string{"Later001"}) {
		t.Errorf("%+v %+v", r, r.Software)
	}
	runs(fabric)
	w.node.kill() // the next node knows it too
	w.again()
	w.forget()
	runs(fabric)

	w.askRestore(backupID, true)
	r = w.reported(contract.ReportRestored, 2).Backup
	if !r.Undone || r.Software == nil || *r.Software != paper || len(r.Lost) != 0 {
		t.Errorf("%+v %+v", r, r.Software)
	}
	runs(paper)
	w.askRestore(backupID, false) // the backup still knows what it has
	if r = w.reported(contract.ReportRestored, 3).Backup; r.Software == nil || *r.Software != fabric {
		t.Errorf("%+v %+v", r, r.Software)
	}
	w.tells("install-started", "installed", "install-started", "installed")
}

func TestAFolderOfModsOutOfABackupSaysWhatItLacksAndShowsWhatNobodyDecided(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	kept := w.offer("Kept0001", "Vers0001", "kept.jar", "kept", 100)
	former := w.offer("Former01", "Vers0002", "former.jar", "former", 100)
	later := w.offer("Later001", "Vers0003", "later.jar", "later", 101)
	w.want(server, func(d *contract.Desired) { d.Content = []contract.Content{kept, former} })
	w.reported(contract.ReportContentInstalled, 2)
	w.askBackup(backupID)
	w.reported(contract.ReportBackedUp, 1)
	w.want(server, func(d *contract.Desired) {
		d.Content = []contract.Content{kept, later}
		d.ContentRemoved = []contract.ContentRemoved{{Path: former.Path, SHA512: former.SHA512, Generation: 101}}
	})
	w.reported(contract.ReportContentInstalled, 3)
	w.reported(contract.ReportContentRemoved, 1)
	w.askFiles(backupID, "/mods")
	if r := w.reported(contract.ReportFilesRestored, 1).Backup; r.Files != 2 || !slices.Equal(r.Lost, []string{"Later001"}) {
		t.Errorf("%+v", r)
	}
	until.True(t, "the site sees what stands there now", func() bool {
		c := w.state(server).Contents
		return c != nil && len(c.Files) == 2 && c.Files[0].Path == former.Path && c.Files[0].SHA512 == former.SHA512 && c.Files[1].Path == kept.Path
	})
}

func (s *site) askFiles(id, path string) {
	s.want(server, func(d *contract.Desired) {
		d.Restore, d.RestoreFiles = nil, &contract.RestoreFiles{Generation: d.Generation, Backup: id, Path: path}
	})
}

func TestOneFolderIsTakenOutOfABackupAndWhatStoodThereIsBroughtBackFromTheTrash(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	dir := joined(t, s)
	n := run(t, dir, "127.0.0.1:0", "stand-in")
	c := fileClient{t, s, n}
	s.start(server)
	until.True(t, "the server runs", func() bool { return s.state(server).State == contract.StateRunning })
	world, other := filepath.Join(dir, "servers", server, "root", "world", "region.mca"), filepath.Join(dir, "servers", server, "root", "other")
	write(t, world, "the world")
	write(t, other, "before")
	s.askBackup(backupID)
	s.reported(contract.ReportBackedUp, 1)
	write(t, world, "destroyed")
	write(t, other, "after")
	s.askFiles(backupID, "/world") // it waits for the stop
	s.stop()
	if r := s.reported(contract.ReportFilesRestored, 1).Backup; r.ID != backupID || r.Files != 2 || r.Bytes < int64(len("the world")) { // the game has saved a file of its own
		t.Errorf("%+v", r)
	}
	if content(world) != "the world" || content(other) != "after" {
		t.Errorf("the world is %q, the rest %q", content(world), content(other))
	}
	var trash contract.Trash
	status, b := c.do("GET", "/trash", nil, "")
	if err := json.Unmarshal(b, &trash); err != nil || status != 200 || len(trash.Items) != 1 || trash.Items[0].Path != "/world" {
		t.Fatalf("trash: %d %s %v", status, b, err)
	}
	if status, b := c.do("DELETE", "/delete", url.Values{"path": {"/world"}, "recursive": {"true"}}, ""); status != 204 {
		t.Errorf("delete: %d %s", status, b)
	}
	if status, b := c.do("POST", "/trash/restore", url.Values{"id": {trash.Items[0].ID}}, ""); status != 204 || content(world) != "destroyed" {
		t.Errorf("restore: %d %s, the world is %q", status, b, content(world))
	}
}

func TestANodeKilledDuringTheRestoreOfAFileLeavesTheOldOneOrTheNewOneAndFinishes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	dir := joined(t, s)
	n := run(t, dir, "127.0.0.1:0", "stand-in")
	big := filepath.Join(dir, "servers", server, "root", "big")
	saved := strings.Repeat("0123456789", 4<<20)
	s.want(server, func(d *contract.Desired) { d.Software = contract.Software{Kind: contract.SoftwareStandIn} })
	write(t, big, saved)
	s.askBackup(backupID)
	s.reported(contract.ReportBackedUp, 1)
	write(t, big, "destroyed")
	s.askFiles(backupID, "/big")
	until.True(t, "the restore has begun", func() bool {
		_, err := os.Stat(filepath.Join(dir, "servers", server, "restore"))
		return err == nil
	})
	n.kill()
	if now := content(big); now != "destroyed" && now != saved {
		t.Errorf("after the kill the file has %d bytes", len(now))
	}
	run(t, dir, n.address, "stand-in")
	s.reported(contract.ReportFilesRestored, 1)
	if content(big) != saved {
		t.Errorf("the file has %d bytes", len(content(big)))
	}
	if kinds := s.kinds(server); slices.Contains(kinds, contract.ReportFilesRestoreFailed) {
		t.Errorf("%v", kinds)
	}
	if _, err := os.Stat(filepath.Join(dir, "servers", server, "restore", "new")); err == nil {
		t.Error("what was staged is left")
	}
}
