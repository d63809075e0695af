package server

import (
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// Restore puts a backup in the place of the server's folder. The server must be stopped.
type Restore struct {
	By     actor.Actor
	Backup string
}

func (c Restore) decide(s State) ([]any, role.Role, error) {
	as, err := s.replaceable(c.By)
	if err != nil {
		return nil, "", err
	}
	if err := s.restorable(c.Backup); err != nil {
		return nil, "", err
	}
	return []any{RestoreRequested{Server: s.ID, Backup: c.Backup}}, as, nil
}

// restorable checks that a backup is whole.
func (s State) restorable(id string) error {
	switch b, err := s.known(id); {
	case err != nil:
		return err
	case b.State == BackupBad:
		return fault.Conflict("备份已损坏，无法恢复。")
	case b.State != BackupDone:
		return fault.Conflict("备份尚未完成，无法恢复。")
	}
	return nil
}

// RestoreFiles puts one file or folder of a backup in the place of what has its path. The server must be stopped.
type RestoreFiles struct {
	By     actor.Actor
	Backup string
	// Path has a slash before it and names something in the server's folder, not that folder itself.
	Path string
}

func (c RestoreFiles) decide(s State) ([]any, role.Role, error) {
	if _, err := s.use(c.By, FilesWrite); err != nil {
		return nil, "", err
	}
	as, err := s.replaceable(c.By)
	switch {
	case err != nil:
		return nil, "", err
	case !filePath(c.Path, MaxRestorePath):
		return nil, "", fault.Invalid("path", "文件或文件夹的路径不正确。")
	}
	if err := s.restorable(c.Backup); err != nil {
		return nil, "", err
	}
	return []any{FilesRestoreRequested{Server: s.ID, Backup: c.Backup, Path: erasable.Of(s.Owner, c.Path)}}, as, nil
}

// UndoRestore puts the folder from before a restore back, within a day.
type UndoRestore struct {
	By     actor.Actor
	Backup string
	Now    time.Time
}

func (c UndoRestore) decide(s State) ([]any, role.Role, error) {
	as, err := s.replaceable(c.By)
	switch {
	case err != nil:
		return nil, "", err
	case s.Former.Backup == "" || s.Former.Backup != c.Backup:
		return nil, "", fault.Conflict("没有可以撤销的恢复。")
	case !c.Now.Before(s.Former.Until):
		return nil, "", fault.Conflict("恢复已超过 24 小时，无法撤销。")
	}
	return []any{RestoreUndone{Server: s.ID, Backup: c.Backup}}, as, nil
}

// replaceable checks that an actor may replace the server's folder now.
func (s State) replaceable(a actor.Actor) (role.Role, error) {
	as, err := s.use(a, Backups)
	switch {
	case err != nil:
		return "", err
	case s.Running:
		return "", &fault.Error{Kind: fault.KindConflict, Code: "running", Text: "服务器正在运行，请先停止再恢复。"}
	}
	return as, s.busy()
}

// RecordBackup records a report of the server's node about a backup. A report that does not fit the state, such as a repeated one, changes
// nothing.
type RecordBackup struct {
	// Report is one of the reports about backups.
	Report any
	// PackName and PackVersion are texts of the archive that a restored server was installed from, which the event seals.
	PackName, PackVersion string
	// Lost are the projects whose files a restore has not brought. No content is decided during a restore.
	Lost []string
}

func (c RecordBackup) decide(s State) ([]any, role.Role, error) {
	seen, backup, ok := backupSeen(c.Report)
	switch {
	case !ok || backup == "":
		return nil, "", fault.Invalid("report", "不是节点的报告。")
	case s.ID == "" || s.ID != seen.Server || s.Node != seen.Node:
		return nil, "", missing()
	case !s.fits(backup, c.Report):
		return nil, role.System, nil
	}
	switch restored := c.Report.(type) {
	case Restored:
		if o := restored.Origin; o != nil {
			sealed := *o
			sealed.PackName, sealed.PackVersion = s.ofArchive(c.PackName, MaxPackName), s.ofArchive(c.PackVersion, MaxPackName)
			restored.Origin = &sealed
		}
		return append([]any{restored}, s.contentLost(c.Lost, LostByRestore)...), role.System, nil
	case FilesRestored:
		return append([]any{restored}, s.contentLost(c.Lost, LostByRestore)...), role.System, nil
	}
	return []any{c.Report}, role.System, nil
}

// fits is true if a report says something new.
func (s State) fits(backup string, report any) bool {
	b, known := s.Backups[backup]
	switch e := report.(type) {
	case BackedUp:
		return known && (b.State == BackupPending || b.State == BackupFault) && !e.Automatic || !known && e.Automatic
	case BackupFailed:
		return e.Automatic && !known || b.State == BackupPending && !e.Automatic
	case BackupDamaged:
		return b.State == BackupDone
	case BackupRemoved:
		return b.State == BackupGoing || known && b.Automatic && !b.Locked
	case Restored:
		return s.Restoring == Restoring{Backup: backup, Undo: e.Undone}
	case RestoreFailed:
		return s.Restoring == Restoring{Backup: backup, Undo: e.Undone}
	case FilesRestored, FilesRestoreFailed:
		return s.Restoring == Restoring{Backup: backup, Files: true}
	}
	return false
}

// backupSeen is what a report about a backup contains.
func backupSeen(report any) (seen Seen, backup string, ok bool) {
	switch e := report.(type) {
	case BackedUp:
		return e.Seen, e.Backup, true
	case BackupFailed:
		return e.Seen, e.Backup, true
	case BackupDamaged:
		return e.Seen, e.Backup, true
	case BackupRemoved:
		return e.Seen, e.Backup, true
	case Restored:
		return e.Seen, e.Backup, true
	case RestoreFailed:
		return e.Seen, e.Backup, true
	case FilesRestored:
		return e.Seen, e.Backup, true
	case FilesRestoreFailed:
		return e.Seen, e.Backup, true
	}
	return Seen{}, "", false
}

// OfBackup is true for the reports that RecordBackup takes.
func OfBackup(report any) bool {
	_, _, ok := backupSeen(report)
	return ok
}
