package server

import (
	"time"

	"github.com/modyard/modyard/domain/erasable"
)

// BackupRequested asks the node for a backup.
//
// History: {actor} asks for the backup {backup} of the server {server}, named {name}.
type BackupRequested struct {
	Server string        `json:"server"`
	Backup string        `json:"backup"`
	Name   erasable.Text `json:"name"`
}

// BackupRetried asks again for a backup that failed.
//
// History: {actor} asks again for the backup {backup} of the server {server}.
type BackupRetried struct {
	Server string `json:"server"`
	Backup string `json:"backup"`
}

// BackupRenamed gives a backup another name.
//
// History: {actor} renames the backup {backup} of the server {server} to {name}.
type BackupRenamed struct {
	Server string        `json:"server"`
	Backup string        `json:"backup"`
	Name   erasable.Text `json:"name"`
}

// BackupLocked keeps a backup from being deleted.
//
// History: {actor} locks the backup {backup} of the server {server}.
type BackupLocked struct {
	Server string `json:"server"`
	Backup string `json:"backup"`
}

// BackupUnlocked ends BackupLocked.
//
// History: {actor} unlocks the backup {backup} of the server {server}.
type BackupUnlocked struct {
	Server string `json:"server"`
	Backup string `json:"backup"`
}

// BackupDeleted has the node remove a backup, and cancels one that is being made.
//
// History: {actor} deletes the backup {backup} of the server {server}.
type BackupDeleted struct {
	Server string `json:"server"`
	Backup string `json:"backup"`
}

// RestoreRequested has the node put a backup in the place of the server's folder. The node keeps the former folder for a day.
//
// History: {actor} restores the backup {backup} of the server {server}.
type RestoreRequested struct {
	Server string `json:"server"`
	Backup string `json:"backup"`
}

// RestoreUndone has the node put the folder from before a restore back.
//
// History: {actor} takes the restoring of the backup {backup} of the server {server} back.
type RestoreUndone struct {
	Server string `json:"server"`
	Backup string `json:"backup"`
}

// FilesRestoreRequested has the node put one file or folder of a backup in the place of what has its path. What stands there goes into the trash
// of the server's files.
//
// History: {actor} restores {path} of the server {server} from the backup {backup}.
type FilesRestoreRequested struct {
	Server string        `json:"server"`
	Backup string        `json:"backup"`
	Path   erasable.Text `json:"path"`
}

// AutobackupSet decides whether the node makes backups by itself, and how often.
//
// History: {actor} sets automatic backups of the server {server} to {enabled}, every {hours} hours.
type AutobackupSet struct {
	Server  string `json:"server"`
	Enabled bool   `json:"enabled"`
	Hours   int    `json:"hours"`
}

// BackedUp reports a backup that was made and checked. An automatic one begins with this event.
//
// History: the node {node} has made the backup {backup} of the server {server}.
type BackedUp struct {
	Seen
	Backup    string `json:"backup"`
	Automatic bool   `json:"automatic,omitempty"`
	Bytes     int64  `json:"bytes"`  // of the files
	Stored    int64  `json:"stored"` // that the backup added to the store
	Seconds   int64  `json:"seconds"`
	Paused    int64  `json:"paused,omitempty"` // seconds in which the game did not save
}

// BackupFailed reports a backup that could not be made.
//
// History: the node {node} could not make the backup {backup} of the server {server} because {cause}.
type BackupFailed struct {
	Seen
	Backup    string `json:"backup"`
	Automatic bool   `json:"automatic,omitempty"`
	Cause     string `json:"cause"`
}

// BackupDamaged reports a backup of which a part is missing or wrong.
//
// History: the node {node} finds the backup {backup} of the server {server} damaged.
type BackupDamaged struct {
	Seen
	Backup string `json:"backup"`
}

// BackupRemoved reports a backup that is no more: it was deleted, or a newer automatic one took its place.
//
// History: the node {node} has removed the backup {backup} of the server {server}.
type BackupRemoved struct {
	Seen
	Backup string `json:"backup"`
}

// Restored reports that a backup, or the folder from before one was restored, is in its place.
//
// History: the node {node} has restored the server {server} by the backup {backup}[, which has {software.loader} for the game {software.game_version}].
type Restored struct {
	Seen
	Backup string    `json:"backup"`
	Undone bool      `json:"undone,omitempty"`
	Until  time.Time `json:"until"` // the former folder is kept until then; the zero time where none is
	// Software is what the server runs from now on; absent where the node does not know it, and the one before holds. Origin is absent too
	// where it is not known.
	Software *Software `json:"software,omitempty"`
	Origin   *Origin   `json:"origin,omitempty"`
}

// Origin is the modpack that software came from: a version on the site, or what an uploaded archive calls itself. All are absent where it came
// from none.
type Origin struct {
	Project     string         `json:"project,omitempty"`
	Version     string         `json:"version,omitempty"`
	PackName    *erasable.Text `json:"pack_name,omitempty"`
	PackVersion *erasable.Text `json:"pack_version,omitempty"`
}

// RestoreFailed reports that the folder of a server stays as it was.
//
// History: the node {node} could not restore the server {server} by the backup {backup} because {cause}.
type RestoreFailed struct {
	Seen
	Backup string `json:"backup"`
	Undone bool   `json:"undone,omitempty"`
	Cause  string `json:"cause"`
}

// FilesRestored reports that a file or folder of a backup is in its place.
//
// History: the node {node} has restored {files} files of the server {server} from the backup {backup}.
type FilesRestored struct {
	Seen
	Backup string `json:"backup"`
	Files  int64  `json:"files"`
	Bytes  int64  `json:"bytes"`
}

// FilesRestoreFailed reports that what stands at the path stays as it was.
//
// History: the node {node} could not restore files of the server {server} from the backup {backup} because {cause}.
type FilesRestoreFailed struct {
	Seen
	Backup string `json:"backup"`
	Cause  string `json:"cause"`
}
