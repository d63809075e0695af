package app

import (
	"testing"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/server"
)

func TestANodeGetsTheRestoreOfAFileUntilItHasReportedItsEndAndNeverAsOneOfAll(t *testing.T) {
	r := newRented(t)
	seen := server.Seen{Server: hosted, Node: hostNode, Incarnation: "i", Sequence: 1}
	r.decides(server.BackedUp{Seen: seen, Backup: "Good0001", Automatic: true}, server.FilesRestoreRequested{Server: hosted, Backup: "Good0001", Path: erasable.Of(maker, "/world")})
	d := r.desired()
	if want := (node.RestoreFiles{Generation: 3, Backup: "Good0001", Path: "/world"}); d.Restore != nil || d.RestoreFiles == nil || *d.RestoreFiles != want {
		t.Errorf("%+v %+v", d.Restore, d.RestoreFiles)
	}
	r.decides(server.FilesRestored{Seen: seen, Backup: "Good0001", Files: 1})
	if d := r.desired(); d.Restore != nil || d.RestoreFiles != nil {
		t.Errorf("%+v %+v", d.Restore, d.RestoreFiles)
	}
	r.decides(server.RestoreRequested{Server: hosted, Backup: "Good0001"})
	d = r.desired()
	if want := (node.Restore{Generation: 5, Backup: "Good0001"}); d.RestoreFiles != nil || d.Restore == nil || *d.Restore != want {
		t.Errorf("%+v %+v", d.Restore, d.RestoreFiles)
	}
}
