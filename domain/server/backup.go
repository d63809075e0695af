package server

import (
	"maps"
	"time"

	"github.com/modyard/modyard/domain/text"
)

// Limits of the backups of a server.
const (
	// MaxBackups counts backups that were asked for and automatic ones that are locked: the node removes other automatic ones when it
	// needs their place.
	MaxBackups     = 10
	MaxBackupBytes = 20 << 30 // stored by the node
	MaxBackupName  = 64       // characters
	MaxRestorePath = 1024     // bytes
	MinBackupHours = 1
	MaxBackupHours = 168
	BackupHours    = 6 // between automatic backups, where nothing else is decided
	// FormerKept is how long a restore can be taken back.
	FormerKept = 24 * time.Hour
)

// Progress of a backup.
const (
	BackupPending = "pending"
	BackupDone    = "done"
	BackupFault   = "failed"
	BackupBad     = "damaged"
	BackupGoing   = "deleted" // the node has not reported its removal
)

// Backup is what the rules know of a backup.
type Backup struct {
	State     string
	Automatic bool
	Locked    bool
	Stored    int64
}

// Restoring is a restore that the node has not finished.
type Restoring struct {
	Backup string
	Undo   bool
	Files  bool // one file or folder of the backup
}

// Former is the folder of a server from before a restore.
type Former struct {
	Backup string
	Until  time.Time
}

// BackupName checks the name of a backup: one line of at most 64 characters.
func BackupName(value string) (string, error) {
	return text.Line("name", "名称", value, 1, MaxBackupName)
}

// keptBackups is the number of backups that count, and the bytes that all of them take.
func (s State) keptBackups() (count int, stored int64) {
	for _, b := range s.Backups {
		if b.State != BackupGoing && (!b.Automatic || b.Locked) {
			count++
		}
		stored += b.Stored
	}
	return count, stored
}

// backupChanged applies an event about backups; the other events change nothing.
func (s State) backupChanged(event any) (State, bool) {
	switch e := event.(type) {
	case BackupRequested:
		s.BackupNumber++
		return s.backup(e.Backup, func(b *Backup) { b.State = BackupPending }), true
	case BackupRetried:
		return s.backup(e.Backup, func(b *Backup) { b.State = BackupPending }), true
	case BackupRenamed:
	case BackupLocked:
		return s.backup(e.Backup, func(b *Backup) { b.Locked = true }), true
	case BackupUnlocked:
		return s.backup(e.Backup, func(b *Backup) { b.Locked = false }), true
	case BackupDeleted:
		return s.backup(e.Backup, func(b *Backup) { b.State = BackupGoing }), true
	case AutobackupSet:
		s.Autobackup = e.Enabled
	case BackedUp:
		return s.backup(e.Backup, func(b *Backup) {
			*b = Backup{State: BackupDone, Automatic: e.Automatic, Locked: b.Locked, Stored: e.Stored}
		}), true
	case BackupFailed:
		if e.Automatic {
			return s, true // there is none
		}
		return s.backup(e.Backup, func(b *Backup) { b.State = BackupFault }), true
	case BackupDamaged:
		return s.backup(e.Backup, func(b *Backup) { b.State = BackupBad }), true
	case BackupRemoved:
		s.Backups = maps.Clone(s.Backups)
		delete(s.Backups, e.Backup)
	case RestoreRequested:
		s.Restoring = Restoring{Backup: e.Backup}
	case RestoreUndone:
		s.Restoring = Restoring{Backup: e.Backup, Undo: true}
	case Restored:
		s.Restoring, s.Former = Restoring{}, Former{}
		if !e.Undone {
			s.Former = Former{Backup: e.Backup, Until: e.Until}
		}
		if e.Software != nil {
			s = s.stands(*e.Software)
		}
	case RestoreFailed:
		s.Restoring = Restoring{}
	case FilesRestoreRequested:
		s.Restoring = Restoring{Backup: e.Backup, Files: true}
	case FilesRestored, FilesRestoreFailed:
		s.Restoring = Restoring{} // an undo of the restore before stays possible
	default:
		return s, false
	}
	return s, true
}

// backup changes one backup in a copy of the state.
func (s State) backup(id string, how func(*Backup)) State {
	all := make(map[string]Backup, len(s.Backups)+1)
	maps.Copy(all, s.Backups)
	b := all[id]
	how(&b)
	all[id] = b
	s.Backups = all
	return s
}
