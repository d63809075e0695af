package server

import (
	"time"

	contractnode "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/platform/software"
)

// backupEvent is the event of a report about a backup; nil for any other report.
func backupEvent(seen server.Seen, r contractnode.Report) any {
	b := r.Backup
	if b == nil || !ids.Valid(b.ID) {
		return nil
	}
	var until time.Time
	if b.Until != nil {
		until = b.Until.UTC()
	}
	switch r.Kind {
	case contractnode.ReportBackedUp:
		return server.BackedUp{
			Seen: seen, Backup: b.ID, Automatic: b.Automatic, Bytes: max(b.Bytes, 0), Stored: max(b.Stored, 0), Seconds: max(b.Seconds, 0), Paused: max(b.Paused, 0),
		}
	case contractnode.ReportBackupFailed:
		return server.BackupFailed{Seen: seen, Backup: b.ID, Automatic: b.Automatic, Cause: backupCause(r.Reason)}
	case contractnode.ReportBackupDamaged:
		return server.BackupDamaged{Seen: seen, Backup: b.ID}
	case contractnode.ReportBackupRemoved:
		return server.BackupRemoved{Seen: seen, Backup: b.ID}
	case contractnode.ReportRestored:
		e := server.Restored{Seen: seen, Backup: b.ID, Undone: b.Undone, Until: until}
		if now, ok := standingSoftware(b.Software); ok {
			e.Software, e.Origin = &now, restoredOrigin(b.Origin)
		}
		return e
	case contractnode.ReportRestoreFailed:
		return server.RestoreFailed{Seen: seen, Backup: b.ID, Undone: b.Undone, Cause: backupCause(r.Reason)}
	case contractnode.ReportFilesRestored:
		return server.FilesRestored{Seen: seen, Backup: b.ID, Files: max(b.Files, 0), Bytes: max(b.Bytes, 0)}
	case contractnode.ReportFilesRestoreFailed:
		return server.FilesRestoreFailed{Seen: seen, Backup: b.ID, Cause: backupCause(r.Reason)}
	}
	return nil
}

// backupCommand records the event of a report about a backup.
func backupCommand(event any, r contractnode.Report) server.RecordBackup {
	c := server.RecordBackup{Report: event}
	b := r.Backup
	if b == nil || r.Kind != contractnode.ReportRestored && r.Kind != contractnode.ReportFilesRestored {
		return c
	}
	c.Lost = b.Lost[:min(len(b.Lost), contractnode.MaxContents)]
	if o := b.Origin; o != nil {
		c.PackName, c.PackVersion = o.PackName, o.PackVersion
	}
	return c
}

// standingSoftware is what a node says that a server's folder has: also none, and what was put there by hand and has no loader.
func standingSoftware(s *contractnode.Software) (server.Software, bool) {
	switch {
	case s == nil:
		return server.Software{}, false
	case s.Kind == contractnode.SoftwareNone:
		return server.Software{Kind: server.None}, true
	case s.Loader != "":
		return installedSoftware(s)
	}
	bare := *s
	bare.Loader = software.Vanilla
	now, ok := installedSoftware(&bare)
	now.Loader = ""
	return now, ok
}

// restoredOrigin is the modpack that a restored server came from, without the texts of its archive; nil where it is not known.
func restoredOrigin(o *contractnode.InstallOrigin) *server.Origin {
	if o == nil {
		return nil
	}
	var out server.Origin
	if ids.Valid(o.Project) && ids.Valid(o.Version) {
		out.Project, out.Version = o.Project, o.Version
	}
	return &out
}

// backupCause is a known reason; "other" for every other word.
func backupCause(s string) string {
	switch s {
	case contractnode.ReasonDisk, contractnode.ReasonQuota, contractnode.ReasonSave, contractnode.ReasonInterrupted, contractnode.ReasonMissing,
		contractnode.ReasonDamaged, contractnode.ReasonRunning, contractnode.ReasonCancelled, contractnode.ReasonPath, contractnode.ReasonTooMany,
		contractnode.ReasonPlan:
		return s
	}
	return "other"
}
