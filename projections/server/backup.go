package server

import (
	"time"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// States of a backup.
const (
	BackupPending = server.BackupPending
	BackupDone    = server.BackupDone
	BackupFault   = server.BackupFault
	BackupBad     = server.BackupBad
	BackupGoing   = server.BackupGoing
)

type backupRow struct {
	Server     string     `db:"server,key"`
	ID         string     `db:"id,key"`
	Name       string     `db:"name"`
	NameOf     string     `db:"name_of"`
	State      string     `db:"state"`
	At         time.Time  `db:"at"`
	Actor      string     `db:"actor"`
	Role       string     `db:"role"`
	Automatic  bool       `db:"automatic"`
	Locked     bool       `db:"locked"`
	Bytes      int64      `db:"bytes"`
	Stored     int64      `db:"stored"`
	Seconds    int64      `db:"seconds"`
	Paused     int64      `db:"paused"`
	Finished   *time.Time `db:"finished"`
	Reason     string     `db:"reason"`
	Deleted    *time.Time `db:"deleted"`
	Generation uint64     `db:"generation"`
}

var backups = rows.Of[backupRow]("backups")

func backupRequested(s *rows.Set, e runtime.Event, p server.BackupRequested) {
	backups.Put(s, backupRow{
		Server: p.Server, ID: p.Backup, Name: p.Name.String(), NameOf: p.Name.Subject, State: BackupPending, At: e.At(), Actor: e.Meta.Actor, Role: e.Meta.Role,
		Generation: generation(e),
	})
	aboutBackup(s, e, p.Server, "backup-requested", "", p.Backup, nil)
}

func backupRetried(s *rows.Set, e runtime.Event, p server.BackupRetried) {
	backup(s, p.Server, p.Backup, func(r *backupRow) {
		r.State, r.Reason, r.Finished, r.Generation = BackupPending, "", nil, generation(e)
	})
	aboutBackup(s, e, p.Server, "backup-retried", "", p.Backup, nil)
}

func backupRenamed(s *rows.Set, e runtime.Event, p server.BackupRenamed) {
	backup(s, p.Server, p.Backup, func(r *backupRow) { r.Name, r.NameOf = p.Name.String(), p.Name.Subject })
	aboutBackup(s, e, p.Server, "backup-renamed", "", p.Backup, nil)
}

func backupLocked(s *rows.Set, e runtime.Event, p server.BackupLocked) {
	backup(s, p.Server, p.Backup, func(r *backupRow) { r.Locked = true })
	aboutBackup(s, e, p.Server, "backup-locked", "", p.Backup, nil)
}

func backupUnlocked(s *rows.Set, e runtime.Event, p server.BackupUnlocked) {
	backup(s, p.Server, p.Backup, func(r *backupRow) { r.Locked = false })
	aboutBackup(s, e, p.Server, "backup-unlocked", "", p.Backup, nil)
}

func backupDeleted(s *rows.Set, e runtime.Event, p server.BackupDeleted) {
	when := e.At()
	backup(s, p.Server, p.Backup, func(r *backupRow) { r.State, r.Deleted = BackupGoing, &when })
	aboutBackup(s, e, p.Server, "backup-deleted", "", p.Backup, nil)
}

func restoreRequested(s *rows.Set, e runtime.Event, p server.RestoreRequested) {
	decided(s, e, p.Server, func(r *row) { r.Restoring, r.RestoreUndo, r.RestoreGeneration = p.Backup, false, generation(e) })
	enter(s, e, p.Server, "restore-requested", "", map[string]any{"backup": p.Backup})
}

func restoreUndone(s *rows.Set, e runtime.Event, p server.RestoreUndone) {
	decided(s, e, p.Server, func(r *row) { r.Restoring, r.RestoreUndo, r.RestoreGeneration = p.Backup, true, generation(e) })
	enter(s, e, p.Server, "restore-undone", "", map[string]any{"backup": p.Backup})
}

func autobackupSet(s *rows.Set, e runtime.Event, p server.AutobackupSet) {
	decided(s, e, p.Server, func(r *row) { r.Autobackup, r.AutobackupHours = p.Enabled, int64(p.Hours) })
	enter(s, e, p.Server, "autobackup", "", map[string]any{"enabled": p.Enabled, "hours": p.Hours})
}

func backedUp(s *rows.Set, e runtime.Event, p server.BackedUp) {
	when := e.At()
	if p.Automatic {
		backups.Put(s, backupRow{Server: p.Server, ID: p.Backup, At: p.At.UTC().Truncate(time.Microsecond), Automatic: true, Generation: generation(e)})
	}
	backup(s, p.Server, p.Backup, func(r *backupRow) {
		r.State, r.Finished, r.Reason, r.Bytes, r.Stored, r.Seconds, r.Paused = BackupDone, &when, "", p.Bytes, p.Stored, p.Seconds, p.Paused
	})
	aboutBackup(s, e, p.Server, "backed-up", p.Run, p.Backup, map[string]any{"automatic": p.Automatic, "bytes": p.Bytes, "stored": p.Stored, "seconds": p.Seconds})
}

func backupFailed(s *rows.Set, e runtime.Event, p server.BackupFailed) {
	when := e.At()
	if !p.Automatic {
		backup(s, p.Server, p.Backup, func(r *backupRow) { r.State, r.Finished, r.Reason = BackupFault, &when, p.Cause })
	}
	aboutBackup(s, e, p.Server, "backup-failed", p.Run, p.Backup, map[string]any{"automatic": p.Automatic, "cause": p.Cause})
}

func backupDamaged(s *rows.Set, e runtime.Event, p server.BackupDamaged) {
	backup(s, p.Server, p.Backup, func(r *backupRow) { r.State = BackupBad })
	aboutBackup(s, e, p.Server, "backup-damaged", "", p.Backup, nil)
}

func backupRemoved(s *rows.Set, e runtime.Event, p server.BackupRemoved) {
	backups.Delete(s, backupRow{Server: p.Server, ID: p.Backup})
	aboutBackup(s, e, p.Server, "backup-removed", "", p.Backup, nil)
}

func restored(s *rows.Set, e runtime.Event, p server.Restored) {
	decided(s, e, p.Server, func(r *row) {
		r.Restoring, r.Former, r.FormerUntil = "", "", nil
		if !p.Undone {
			until := p.Until.UTC().Truncate(time.Microsecond)
			r.Former, r.FormerUntil = p.Backup, &until
		}
		if p.Software != nil {
			restoredSoftware(r, *p.Software, p.Origin)
		}
	})
	detail := map[string]any{"backup": p.Backup, "undone": p.Undone}
	if p.Software != nil {
		detail["loader"], detail["loader_version"], detail["game_version"] = p.Software.Loader, p.Software.LoaderVersion, p.Software.GameVersion
	}
	enter(s, e, p.Server, "restored", "", detail)
}

// restoredSoftware writes what a restored server runs. Where the node does not know its modpack, that of the same software stays.
func restoredSoftware(r *row, now server.Software, from *server.Origin) {
	before := server.Software{Kind: r.Software, Jar: r.Jar, Loader: r.Loader, LoaderVersion: r.LoaderVersion, GameVersion: r.GameVersion}
	r.stands(now)
	switch {
	case from != nil:
		r.upstream(from.Project, from.Version, from.PackName, from.PackVersion)
	case now != before:
		r.upstream("", "", nil, nil)
	}
}

func restoreFailed(s *rows.Set, e runtime.Event, p server.RestoreFailed) {
	decided(s, e, p.Server, func(r *row) { r.Restoring = "" })
	enter(s, e, p.Server, "restore-failed", "", map[string]any{"backup": p.Backup, "undone": p.Undone, "cause": p.Cause})
}

// restoreRow is a restore of one file or folder: what was asked for.
type restoreRow struct {
	Server     string `db:"server,key"`
	Generation uint64 `db:"generation,key"`
	Position   uint64 `db:"position"`
	Path       string `db:"path"`
	PathOf     string `db:"path_of"`
}

var restores = rows.Of[restoreRow]("restores")

func filesRestoreRequested(s *rows.Set, e runtime.Event, p server.FilesRestoreRequested) {
	restores.Put(s, restoreRow{Server: p.Server, Generation: generation(e), Position: uint64(e.Position), Path: p.Path.String(), PathOf: p.Path.Subject})
	decided(s, e, p.Server, func(r *row) { r.Restoring, r.RestoreUndo, r.RestoreGeneration = p.Backup, false, generation(e) })
	enter(s, e, p.Server, "files-restore-requested", "", map[string]any{"backup": p.Backup})
}

func filesRestored(s *rows.Set, e runtime.Event, p server.FilesRestored) {
	decided(s, e, p.Server, func(r *row) { r.Restoring = "" })
	enter(s, e, p.Server, "files-restored", "", map[string]any{"backup": p.Backup, "files": p.Files, "bytes": p.Bytes})
}

func filesRestoreFailed(s *rows.Set, e runtime.Event, p server.FilesRestoreFailed) {
	decided(s, e, p.Server, func(r *row) { r.Restoring = "" })
	enter(s, e, p.Server, "files-restore-failed", "", map[string]any{"backup": p.Backup, "cause": p.Cause})
}

// backup changes the row of a backup.
func backup(s *rows.Set, id, of string, how func(*backupRow)) {
	backups.Update(s, backupRow{Server: id, ID: of}, how)
}

// aboutBackup gives the server a new desired state and its history a line.
func aboutBackup(s *rows.Set, e runtime.Event, id, kind, run, of string, detail map[string]any) {
	if detail == nil {
		detail = map[string]any{}
	}
	detail["backup"] = of
	decided(s, e, id, func(*row) {})
	enter(s, e, id, kind, run, detail)
}

const (
	eraseBackups = `update backups set name = '` + erasable.Erased + `' where name_of = $1`

	eraseRestores = `update restores set path = '` + erasable.Erased + `' where path_of = $1`
)
