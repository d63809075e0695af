package server_test

import (
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	domain "github.com/modyard/modyard/domain/server"
)

func TestTheRestoreOfAFileIsToldWithItsPathAndItsEndUntilTheOwnerIsErased(t *testing.T) {
	w := newWorld(t)
	seen := domain.Seen{Server: one, Node: host}
	w.Happen("server-"+one, "", domain.BackedUp{Seen: seen, Backup: "Good0001", Automatic: true})
	w.Happen("server-"+one, owner, domain.FilesRestoreRequested{Server: one, Backup: "Good0001", Path: erasable.Of(owner, "/world/level.dat")})
	backup := func() contract.HostedBackup {
		t.Helper()
		return ask[contract.HostedBackups](w, 200, owner, base+"/"+one+"/backups")[0]
	}
	if b := backup(); b.Task.Restore == nil || b.Status != "done" {
		t.Errorf("while it is restored: %+v", b)
	}
	w.Happen("server-"+one, "", domain.FilesRestored{Seen: seen, Backup: "Good0001", Files: 1, Bytes: 5})
	if b := backup(); b.Task.Restore != nil || b.UndoUntil != nil {
		t.Errorf("afterwards: %+v", b)
	}
	w.Happen("server-"+one, owner, domain.FilesRestoreRequested{Server: one, Backup: "Good0001", Path: erasable.Of(owner, "/mods")})
	w.Happen("server-"+one, "", domain.FilesRestoreFailed{Seen: seen, Backup: "Good0001", Cause: "path"})
	at := "/_internal/server/" + one + "/history?kind=backup"
	list := ask[contract.HostedHistory](w, 200, owner, at).Entries
	if got := kinds(list); got != "files-restore-failed files-restore-requested files-restored files-restore-requested backed-up" {
		t.Fatal(got)
	}
	if e := list[3]; e.Detail["path"] != "/world/level.dat" || e.Detail["backup"] != "Good0001" || e.Actor == nil || e.Actor.ID != owner {
		t.Errorf("%+v", e)
	}
	if e := list[2]; e.Detail["files"] != float64(1) || e.Detail["bytes"] != float64(5) || e.Actor != nil {
		t.Errorf("%+v", e)
	}
	if e := list[0]; e.Detail["cause"] != "path" {
		t.Errorf("%+v", e)
	}
	w.Happen("account-"+owner, admin, account.Erased{Account: owner})
	if e := ask[contract.HostedHistory](w, 200, admin, at).Entries[3]; e.Detail["path"] != erasable.Erased {
		t.Errorf("after the erasure: %+v", e)
	}
	w.verified()
}
