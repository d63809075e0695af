package backup

import (
	"context"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/store"
)

// record is what is stored of a server's backups.
type record struct {
	// Have are the backups that are there, by their ids.
	Have map[string]have `json:"have"`
	// Asked are the generations of the requests that were executed, well or not; Gone are the deleted backups whose removal was reported.
	Asked map[string]uint64 `json:"asked"`
	Gone  map[string]bool   `json:"gone"`
	// Restored is the generation of the last restore that was executed.
	Restored uint64 `json:"restored"`
	// Former is the backup whose restore can be taken back until Until; empty: none.
	Former string    `json:"former,omitempty"`
	Until  time.Time `json:"until"`
	// Was is the software of the folder from before that restore; nil: it is not known.
	Was *store.Standing `json:"was,omitempty"`
	// Auto is when the interval to the next automatic backup began.
	Auto time.Time `json:"auto"`
	// Sweeps is how many sweeps are due after removals, Swept when the last one was.
	Sweeps int       `json:"sweeps,omitempty"`
	Swept  time.Time `json:"swept"`
	Doing  *doing    `json:"doing,omitempty"`
}

type have struct {
	Automatic bool      `json:"automatic,omitempty"`
	At        time.Time `json:"at"`
	// Software is that of the server when the backup was made; nil: it is not known.
	Software *store.Standing `json:"software,omitempty"`
}

// doing is an operation that has begun. It is stored before the operation changes anything.
type doing struct {
	Task       string `json:"task"`
	Backup     string `json:"backup"`
	Automatic  bool   `json:"automatic,omitempty"`
	Generation uint64 `json:"generation"`
	Undo       bool   `json:"undo,omitempty"`
	// Paused: the game was told not to save by itself.
	Paused bool `json:"paused,omitempty"`
	// Inode is that of the folder that takes the place of the server's, or of the entry that takes its place in it, once it is whole.
	Inode uint64 `json:"inode,omitempty"`
	// Path is that of the only file or folder that is restored; empty: all is. Files and Bytes are what it has.
	Path  string `json:"path,omitempty"`
	Files int64  `json:"files,omitempty"`
	Bytes int64  `json:"bytes,omitempty"`
	// Software is that of the backup; nil: it is not known. Was is that of the server before a restore.
	Software *store.Standing `json:"software,omitempty"`
	Was      *store.Standing `json:"was,omitempty"`
}

func newRecord() *record {
	return &record{Have: map[string]have{}, Asked: map[string]uint64{}, Gone: map[string]bool{}}
}

const (
	// sweeps are needed after a removal, sweepEvery apart.
	sweeps     = 3
	sweepEvery = time.Minute
)

// Kinds of tasks.
const (
	taskRecover = "recover"
	taskRemove  = "remove"
	taskRestore = "restore"
	taskFiles   = "files" // one file or folder is restored
	taskCreate  = "create"
	taskAnchor  = "anchor" // the interval begins now
	taskExpire  = "expire" // the former folder goes
	taskSweep   = "sweep"
)

// task is one thing to do for a server.
type task struct {
	service *Service
	server  string
	rec     *record
	desired node.Desired
	cancel  context.CancelFunc

	kind       string
	backup     string
	generation uint64
	automatic  bool
	undo       bool
	path       string // of the only file or folder that is restored
	later      bool
}

// unwanted says whether a task is cancelled by a newer desired state.
func (t *task) unwanted(d node.Desired) bool {
	if d.Deleted {
		return true
	}
	for _, b := range d.Backups {
		if t.kind == taskCreate && b.ID == t.backup && b.State == node.BackupDeleted {
			return true
		}
	}
	return false
}

// next is what is to be done for a server; nil if nothing is.
func next(d node.Desired, o node.Observed, rec *record, now time.Time) *task {
	process := o.Process()
	steady := !process || o.State == node.StateRunning
	if rec.Doing != nil {
		if rec.Doing.Paused && !steady {
			return nil
		}
		return &task{kind: taskRecover, backup: rec.Doing.Backup}
	}
	for _, b := range d.Backups {
		if b.State == node.BackupDeleted && !rec.Gone[b.ID] {
			return &task{kind: taskRemove, backup: b.ID}
		}
	}
	if r := d.Restore; r != nil && r.Generation > rec.Restored && !process {
		return &task{kind: taskRestore, backup: r.Backup, generation: r.Generation, undo: r.Undo}
	}
	if r := d.RestoreFiles; r != nil && r.Generation > rec.Restored && !process {
		return &task{kind: taskFiles, backup: r.Backup, generation: r.Generation, path: r.Path}
	}
	if rec.Former != "" && !now.Before(rec.Until) {
		return &task{kind: taskExpire}
	}
	if since := now.Sub(rec.Swept); rec.Sweeps > 0 && (since < 0 || since >= sweepEvery) {
		return &task{kind: taskSweep}
	}
	if !steady {
		return nil
	}
	for _, b := range d.Backups {
		if b.State == node.BackupWanted && b.Generation > rec.Asked[b.ID] {
			return &task{kind: taskCreate, backup: b.ID, generation: b.Generation}
		}
	}
	return scheduled(d, rec, now)
}

// scheduled is the automatic backup that is due. After a jump of the clock one is made at most, and none is lost for longer than an interval.
func scheduled(d node.Desired, rec *record, now time.Time) *task {
	a := d.Autobackup
	switch {
	case a == nil || !a.Enabled || a.Hours <= 0 || d.Suspended || d.Software.Kind == node.SoftwareNone:
		return nil
	case rec.Auto.IsZero() || now.Before(rec.Auto):
		return &task{kind: taskAnchor}
	case now.Sub(rec.Auto) >= time.Duration(a.Hours)*time.Hour:
		return &task{kind: taskCreate, automatic: true}
	}
	return nil
}

// oldest is the automatic backup that goes for a new one: the oldest that is not locked; empty if there is none.
func (t *task) oldest() (id string) {
	locked := map[string]bool{}
	for _, b := range t.desired.Backups {
		locked[b.ID] = b.Locked
	}
	for other, h := range t.rec.Have {
		if !h.Automatic || locked[other] {
			continue
		}
		if first := t.rec.Have[id]; id == "" || h.At.Before(first.At) || h.At.Equal(first.At) && other < id {
			id = other
		}
	}
	return id
}
