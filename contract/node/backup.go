package node

import "time"

// PathBackups is the path of a node below which backups are downloaded: {id}/download (one zip), {id}/list?path= and {id}/file?path=. The token
// stands in the parameter auth, or in the header Authorization. Of a folder the first MaxBackupEntries entries are listed, folders before files.
const PathBackups = "/modyard/v0/backups/"

// ScopeBackup downloads backups and lists them. A suspended server allows it.
const ScopeBackup = "backup"

// Limits of backups, beside those of the plan.
const (
	// MaxBackups is the largest number of backups of a server; a node removes the oldest automatic one that is not locked for a new one.
	MaxBackups = 10
	// MaxBackupBytes is what the backups of a server may take of the disk.
	MaxBackupBytes = 20 << 30
	// FormerKept is how long the folder from before a restore is kept.
	FormerKept = 24 * time.Hour
	// MaxBackupEntries is the largest number of entries of a folder in a backup that are listed.
	MaxBackupEntries = 10_000
)

// What shall become of a Backup.
const (
	BackupWanted  = "wanted"  // the node makes it
	BackupKept    = "kept"    // the node has it
	BackupDeleted = "deleted" // the node removes it, and does not make it
)

// Backup is what a backup shall be. A backup of which nothing is said is an automatic one that the site does not know yet: it stays.
type Backup struct {
	ID    string `json:"id"`
	State string `json:"state"`
	// Generation is that of the request: a backup that failed is made again for a higher one only.
	Generation uint64 `json:"generation"`
	Locked     bool   `json:"locked,omitempty"`
}

// Restore is the newest restore of a server that is not finished. A node executes it once, while the server is stopped.
type Restore struct {
	Generation uint64 `json:"generation"`
	Backup     string `json:"backup"`
	// Undo puts the folder from before the restore of Backup back.
	Undo bool `json:"undo,omitempty"`
}

// RestoreFiles is the newest restore of one file or folder of a backup that is not finished. A node executes it once, while the server is stopped.
// It is no member of Restore, so that a node that does not know it restores nothing instead of everything.
type RestoreFiles struct {
	// Generation is that of the request, in the same count as those of Restore.
	Generation uint64 `json:"generation"`
	Backup     string `json:"backup"`
	// Path is that of the file or folder in the backup and in the server's folder, with a slash before it. It is not that folder itself.
	Path string `json:"path"`
}

// Autobackup is the schedule of automatic backups.
type Autobackup struct {
	Enabled bool `json:"enabled"`
	Hours   int  `json:"hours"`
}

// Kinds of Report about backups.
const (
	ReportBackedUp      = "backed-up"
	ReportBackupFailed  = "backup-failed"
	ReportBackupDamaged = "backup-damaged"
	ReportBackupRemoved = "backup-removed"
	ReportRestored      = "restored"
	ReportRestoreFailed = "restore-failed"
	// ReportFilesRestored and ReportFilesRestoreFailed end a RestoreFiles.
	ReportFilesRestored      = "files-restored"
	ReportFilesRestoreFailed = "files-restore-failed"
)

// Reasons of reports about backups, beside those of other reports.
const (
	ReasonQuota       = "quota"       // the place of backups is full
	ReasonSave        = "save"        // the game did not confirm that it saved
	ReasonInterrupted = "interrupted" // the node was stopped or killed
	ReasonMissing     = "missing"     // there is no such backup, or no former folder
	ReasonDamaged     = "damaged"
	ReasonRunning     = "running" // the server has not stopped
	ReasonCancelled   = "cancelled"
	ReasonTooMany     = "too-many" // the folder has more entries than are restored by themselves
	ReasonPlan        = "plan"     // the disk of the plan has no room for what is restored
)

// BackupReport is the part of a report about a backup. Generation of the report's request stands in Report.Power.
type BackupReport struct {
	ID        string `json:"id"`
	Automatic bool   `json:"automatic,omitempty"`
	// Bytes are those of the files, Stored those that the backup added to the disk.
	Bytes  int64 `json:"bytes,omitempty"`
	Stored int64 `json:"stored,omitempty"`
	// Files is the number of files that ReportFilesRestored is about; their bytes are Bytes.
	Files   int64 `json:"files,omitempty"`
	Seconds int64 `json:"seconds,omitempty"`
	// Paused is for how many seconds the game did not save.
	Paused int64 `json:"paused,omitempty"`
	// Undone and Until are those of a restore: whether it was an undo, and how long the former folder is kept.
	Undone bool       `json:"undone,omitempty"`
	Until  *time.Time `json:"until,omitempty"`
	// Software is what the folder has after a restore; nil where the node did not know it when the backup was made. Origin is the modpack
	// that it came from, empty for none; nil where the node does not know it.
	Software *Software      `json:"software,omitempty"`
	Origin   *InstallOrigin `json:"origin,omitempty"`
	// Lost are the projects of Desired.Content whose files a restore has not brought, of those at its path or below it where one file or folder was
	// restored: at most MaxContents.
	Lost []string `json:"lost,omitempty"`
}

// Tasks and states of BackupProgress, as the hosting API names them.
const (
	TaskCreate  = "create"
	TaskRestore = "restore"

	ProgressOngoing   = "ongoing"
	ProgressDone      = "done"
	ProgressFailed    = "failed"
	ProgressCancelled = "cancelled"
)

// EventBackupProgress is an event of a console's socket.
const EventBackupProgress = "backup-progress"

// BackupProgress is EventBackupProgress, and the present operation of Observed. Progress is from 0 to 1.
type BackupProgress struct {
	Event    string  `json:"event,omitempty"`
	ID       string  `json:"id"`
	Task     string  `json:"task"`
	Progress float64 `json:"progress"`
	State    string  `json:"state"`
	Ready    bool    `json:"ready"`
}

// BackupEntry is an entry of a folder in a backup.
type BackupEntry struct {
	Name     string    `json:"name"`
	Type     string    `json:"type"` // file, directory or symlink
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
}

// BackupList are the entries of a folder in a backup, folders first. Total is the number of all of them, also where fewer are listed.
type BackupList struct {
	Path  string        `json:"path"`
	Items []BackupEntry `json:"items"`
	Total int           `json:"total"`
}
