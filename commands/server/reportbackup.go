package server

import (
	"time"

	contractnode "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/platform/ids"
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
		return server.Restored{Seen: seen, Backup: b.ID, Undone: b.Undone, Until: until}
	case contractnode.ReportRestoreFailed:
		return server.RestoreFailed{Seen: seen, Backup: b.ID, Undone: b.Undone, Cause: backupCause(r.Reason)}
	}
	return nil
}

// backupCause is a known reason; "other" for every other word.
func backupCause(s string) string {
	switch s {
	case contractnode.ReasonDisk, contractnode.ReasonQuota, contractnode.ReasonSave, contractnode.ReasonInterrupted, contractnode.ReasonMissing,
		contractnode.ReasonDamaged, contractnode.ReasonRunning, contractnode.ReasonCancelled:
		return s
	}
	return "other"
}
