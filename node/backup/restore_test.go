package backup

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/modyard/modyard/contract/node"
)

func failedFor(reason string) node.Report {
	return node.Report{Kind: node.ReportRestoreFailed, Reason: reason}
}

func TestABackupForWhichThePlansDiskHasNoRoomChangesNothing(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	if err := os.Remove(h.at("big")); err != nil { // the backup has it
		t.Fatal(err)
	}
	h.desired.Plan.DiskMiB = 1
	before := tree(t, h.at("."))
	h.whole(goodID, false)
	h.told(failedFor(node.ReasonPlan))
	same(t, tree(t, h.at(".")), before)
	if p, ok := h.service.Progress(serverID); !ok || p.State != node.ProgressFailed || p.Task != node.TaskRestore {
		t.Errorf("%+v", p)
	}
	if _, err := os.Lstat(filepath.Join(h.dir, dirFormer)); err == nil {
		t.Error("a former folder is kept")
	}
	h.desired.Plan.DiskMiB = 4
	h.whole(goodID, false)
	h.told(failedFor(node.ReasonPlan), node.Report{Kind: node.ReportRestored})
	h.reads("world/level.dat", "saved")
}

func TestARestoreNeedsTheDiskOfThePlanInThePlaceOfTheFolderThatItReplaces(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	h.desired.Plan.DiskMiB = 3 // both folders have more than two
	h.whole(goodID, false)
	h.told(node.Report{Kind: node.ReportRestored})
	h.reads("world/level.dat", "saved")
}

func TestARestoreIsTakenBackAlsoWhereThePlansDiskIsTooSmallByNow(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	put(t, h.at("."), "other", string(make([]byte, 2<<20)))
	h.whole(goodID, false)
	h.desired.Plan.DiskMiB = 1
	h.whole(goodID, true)
	h.told(node.Report{Kind: node.ReportRestored}, node.Report{Kind: node.ReportRestored})
	h.reads("world/level.dat", "changed")
}

func TestWhatARestoreHasBroughtCountsAgainstThePlansDiskAtOnce(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	if err := os.Remove(h.at("big")); err != nil {
		t.Fatal(err)
	}
	h.desired.Plan.DiskMiB = 3
	h.restores(goodID, "/world/level.dat") // the folder is counted without it
	h.whole(goodID, false)
	h.restores(goodID, "/big") // twice two, and the rest
	h.told(restoredFiles(1, 5), node.Report{Kind: node.ReportRestored}, node.Report{Kind: node.ReportFilesRestoreFailed, Reason: node.ReasonPlan})
}
