package server_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	commands "github.com/modyard/modyard/commands/server"
	contractnode "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/server"
)

// reported records a report of the node about a backup.
func (w *world) reported(id string, sequence uint64, kind string, b contractnode.BackupReport) {
	w.Helper()
	w.reportedFor(contractnode.ReasonDisk, id, sequence, kind, b)
}

func (w *world) reportedFor(reason, id string, sequence uint64, kind string, b contractnode.BackupReport) {
	w.Helper()
	r := contractnode.Report{
		Server: id, Incarnation: "one", Sequence: sequence, Kind: kind, At: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Reason: reason, Backup: &b,
	}
	for range 2 { // the acknowledgement was lost
		if err := w.service.Record(w.Context(), w.node, r); err != nil {
			w.Fatal(err)
		}
	}
}

func (w *world) askBackup(id, name string, headers ...string) string {
	w.Helper()
	var made commands.RequestedBackup
	w.Want(200, owner, "POST", base+id+"/backups", `{"name":"`+name+`"}`, headers...).Decode(w, &made)
	return made.ID
}

func TestABackupIsMadeNamedLockedRestoredTakenBackAndDeleted(t *testing.T) {
	w := newWorld(t)
	id := w.provision()
	of := base + id + "/backups/"
	first := w.askBackup(id, "睡前", "Idempotency-Key", "one")
	if again := w.askBackup(id, "睡前", "Idempotency-Key", "one"); again != first {
		t.Errorf("a doubled click asks for %s and %s", first, again)
	}
	w.refused(409, "尚未完成", owner, "POST", of+first+"/restore", `{}`)
	w.reported(id, 1, contractnode.ReportBackupFailed, contractnode.BackupReport{ID: first})
	w.Want(204, owner, "POST", of+first+"/retry", `{}`)
	w.reported(id, 2, contractnode.ReportBackedUp, contractnode.BackupReport{ID: first, Bytes: 9, Stored: 4})
	w.Want(204, owner, "POST", of+first+"/rename", `{"name":"改名"}`)
	w.refused(400, "名称", owner, "POST", of+first+"/rename", `{"name":"a\nb"}`)
	w.Want(204, owner, "POST", of+first+"/lock", `{}`)
	w.refused(409, "locked", owner, "DELETE", of+first, "")
	w.Want(204, owner, "POST", of+first+"/unlock", `{}`)
	w.Want(204, owner, "POST", base+id+"/power", `{"action":"start"}`)
	w.refused(409, "running", owner, "POST", of+first+"/restore", `{}`)
	w.Want(204, owner, "POST", base+id+"/power", `{"action":"stop"}`)
	w.Want(204, owner, "POST", of+first+"/restore", `{}`)
	w.refused(409, "busy", owner, "POST", base+id+"/power", `{"action":"start"}`)
	until := time.Now().Add(time.Hour)
	w.reported(id, 3, contractnode.ReportRestored, contractnode.BackupReport{ID: first, Until: &until})
	w.Want(204, owner, "POST", of+first+"/undo", `{}`)
	w.reported(id, 4, contractnode.ReportRestored, contractnode.BackupReport{ID: first, Undone: true})
	w.refused(409, "没有可以撤销", owner, "POST", of+first+"/undo", `{}`)
	w.Want(204, owner, "DELETE", of+first, "")
	w.refused(404, "备份不存在", owner, "DELETE", of+first, "")
	w.reported(id, 5, contractnode.ReportBackupRemoved, contractnode.BackupReport{ID: first})
	w.refused(404, "服务器不存在", other, "DELETE", of+first, "")
	want := "BackupRequested BackupFailed BackupRetried BackedUp BackupRenamed BackupLocked BackupUnlocked PowerRequested PowerRequested RestoreRequested " +
		"Restored RestoreUndone Restored BackupDeleted BackupRemoved"
	var got []string
	for _, e := range w.Events("server-" + id)[1:] {
		got = append(got, strings.TrimPrefix(fmt.Sprintf("%T", e), "server."))
	}
	if strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}

func TestAFileOfABackupIsRestoredByOneRequestWhichTheNodeEnds(t *testing.T) {
	w := newWorld(t)
	id := w.provision()
	backup := w.askBackup(id, "")
	files := base + id + "/backups/" + backup + "/restore-files"
	ask := func(path string) string { return `{"path":"` + path + `"}` }
	w.refused(409, "尚未完成", owner, "POST", files, ask("/world"))
	w.reported(id, 1, contractnode.ReportBackedUp, contractnode.BackupReport{ID: backup})
	w.refused(400, "path", owner, "POST", files, ask("/../x"))
	w.refused(400, "path", owner, "POST", files, `{}`)
	w.refused(404, "服务器不存在", other, "POST", files, ask("/world"))
	w.Want(204, owner, "POST", base+id+"/power", `{"action":"start"}`)
	w.refused(409, "running", owner, "POST", files, ask("/world"))
	w.Want(204, owner, "POST", base+id+"/power", `{"action":"stop"}`)
	w.Want(204, owner, "POST", files, ask("/world/level.dat"), "Idempotency-Key", "one")
	w.Want(204, owner, "POST", files, ask("/world/level.dat"), "Idempotency-Key", "one")
	w.refused(409, "busy", owner, "POST", files, ask("/world"))
	w.refused(409, "busy", owner, "POST", base+id+"/backups/"+backup+"/restore", `{}`)
	w.reported(id, 2, contractnode.ReportFilesRestored, contractnode.BackupReport{ID: backup, Files: 1, Bytes: 5})
	w.Want(204, owner, "POST", files, ask("/world"))
	w.reportedFor(contractnode.ReasonPlan, id, 3, contractnode.ReportFilesRestoreFailed, contractnode.BackupReport{ID: backup})
	w.publish(sodium, project.TypeMod, project.Listed, "VersOne1", project.VersionListed, "fabric")
	w.Want(200, owner, "POST", base+id+"/mods", ids(sodium, "VersOne1"))
	w.Want(204, owner, "POST", files, ask("/mods"))
	w.reported(id, 4, contractnode.ReportFilesRestored, contractnode.BackupReport{ID: backup, Lost: []string{sodium, "Nothing9"}})
	list := w.Events("server-" + id)
	if gone, is := list[len(list)-1].(server.ContentRemoved); !is || gone.Project != sodium || gone.Cause != server.LostByRestore {
		t.Errorf("%+v", list[len(list)-1])
	}
	list = list[:len(list)-4] // the content, and what became of it
	ends := list[len(list)-4:]
	if e, is := ends[0].(server.FilesRestoreRequested); !is || e.Path.Text != "/world/level.dat" || e.Backup != backup {
		t.Errorf("%+v", ends[0])
	}
	if e, is := ends[1].(server.FilesRestored); !is || e.Files != 1 || e.Bytes != 5 {
		t.Errorf("%+v", ends[1])
	}
	if e, is := ends[3].(server.FilesRestoreFailed); !is || e.Cause != contractnode.ReasonPlan {
		t.Errorf("%+v", ends[3])
	}
}

func TestOfFiftyRequestsForTheLastPlaceOneSucceeds(t *testing.T) {
	w := newWorld(t)
	id := w.provision()
	for range 9 {
		w.askBackup(id, "")
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	answers := map[int]int{}
	for range 50 {
		all.Go(func() {
			a := w.Ask(owner, "POST", base+id+"/backups", `{}`)
			mu.Lock()
			defer mu.Unlock()
			answers[a.Status]++
		})
	}
	all.Wait()
	if answers[200] != 1 || answers[409] != 49 {
		t.Errorf("%v, want one success and 49 conflicts", answers)
	}
}

func TestAutomaticBackupsAreSetAndReportedByTheNode(t *testing.T) {
	w := newWorld(t)
	id := w.provision()
	w.Want(204, owner, "POST", base+id+"/autobackup", `{"set":"enable","interval":3}`)
	w.refused(400, "interval", owner, "POST", base+id+"/autobackup", `{"set":"enable","interval":169}`)
	w.refused(400, "set", owner, "POST", base+id+"/autobackup", `{"set":true}`)
	w.refused(400, "enable", owner, "POST", base+id+"/autobackup", `{"set":"on"}`)
	w.reported(id, 1, contractnode.ReportBackedUp, contractnode.BackupReport{ID: "Auto0001", Automatic: true})
	w.Want(204, owner, "POST", base+id+"/backups/Auto0001/lock", `{}`)
	w.reported(id, 2, contractnode.ReportBackupRemoved, contractnode.BackupReport{ID: "Auto0001"}) // a locked one stays known
	w.refused(409, "locked", owner, "DELETE", base+id+"/backups/Auto0001", "")
}

func TestARestoreReportsTheSoftwareOfItsBackupAndTheContentThatItLacks(t *testing.T) {
	w := newWorld(t)
	id := w.provision()
	w.publish(sodium, project.TypeMod, project.Listed, "VersOne1", project.VersionListed, "fabric")
	backup := w.askBackup(id, "")
	w.reported(id, 1, contractnode.ReportBackedUp, contractnode.BackupReport{ID: backup})
	w.Want(200, owner, "POST", base+id+"/mods", ids(sodium, "VersOne1"))
	restored := func(sequence uint64, r contractnode.BackupReport) *server.Restored {
		t.Helper()
		w.Want(204, owner, "POST", base+id+"/backups/"+backup+"/restore", `{}`)
		r.ID = backup
		w.reported(id, sequence, contractnode.ReportRestored, r)
		list := w.Events("server-" + id)
		for _, e := range slices.Backward(list) {
			if r, is := e.(server.Restored); is {
				return &r
			}
		}
		t.Fatalf("%+v", list)
		return nil
	}
	old := contractnode.Software{Kind: contractnode.SoftwareStandIn, Loader: "fabric", LoaderVersion: "0.15", GameVersion: "1.20.1"}
	e := restored(2, contractnode.BackupReport{Software: &old, Origin: &contractnode.InstallOrigin{Project: pack, Version: "VersPac5", PackName: "龙之谷"}, Lost: []string{sodium, "Nothing9"}})
	if want := (server.Software{Kind: server.StandIn, Loader: "Fabric", LoaderVersion: "0.15", GameVersion: "1.20.1"}); e.Software == nil || *e.Software != want {
		t.Errorf("%+v", e.Software)
	}
	if o := e.Origin; o == nil || o.Project != pack || o.Version != "VersPac5" || o.PackName == nil || o.PackName.Text != "龙之谷" {
		t.Errorf("%+v", o)
	}
	list := w.Events("server-" + id)
	if gone, is := list[len(list)-1].(server.ContentRemoved); !is || gone.Project != sodium || gone.Cause != server.LostByRestore {
		t.Errorf("%+v", list[len(list)-1])
	}
	if e := restored(3, contractnode.BackupReport{Software: &contractnode.Software{}}); e.Software == nil || e.Software.Kind != server.None || e.Origin != nil {
		t.Errorf("%+v", e)
	}
	w.refused(409, "没有安装", owner, "POST", base+id+"/power", `{"action":"start"}`)
	if e := restored(8, contractnode.BackupReport{Software: &contractnode.Software{Kind: contractnode.SoftwareStandIn}}); e.Software == nil || *e.Software != (server.Software{Kind: server.StandIn}) {
		t.Errorf("%+v", e)
	}
	for i, foreign := range []contractnode.Software{{Kind: "shell", Loader: "fabric"}, {Kind: contractnode.SoftwareJar, Loader: "fabric", Jar: "../x.jar"}, {Kind: contractnode.SoftwareStandIn, Loader: "rootkit"}} {
		if e := restored(uint64(4+i), contractnode.BackupReport{Software: &foreign, Origin: &contractnode.InstallOrigin{Project: "../../x", PackName: "a"}}); e.Software != nil || e.Origin != nil {
			t.Errorf("%+v", e)
		}
	}
}
