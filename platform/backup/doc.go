// Package backup writes the database and the files of a running site into one file and its keys into a second file
// beside it, and restores a site from these files.
//
// The first is a plain tar archive. Its entries, in this order:
//
//	files/…                      the files of the data directory
//	backup.json                  the list of tables; the version of the schema; the head of the log
//	tables/SCHEMA.TABLE/N.zst    the rows, as Postgres's COPY writes them, compressed with zstd and split into pieces
//	files/…                      files that were added while the above was written
//	counts.json                  the numbers of rows and files
//	SHA256                       the digest of every byte before this entry
//
// The second is a tar archive as well: keys.json, the rows of the tables with keys, the site's keys file,
// counts.json, SHA256. Texts that people can have erased are encrypted with those keys. Backups of the first file may
// be kept for ever: without the second, which is deleted after KeysKept, they do not reveal texts that were erased
// later.
//
// The last entry proves that a file is complete: a truncated file, or one with any changed byte, is rejected before
// its contents are used. The digest protects against accidents, not against an attacker with write access.
//
// All rows are read in one repeatable-read transaction. Files are listed before it begins and again after it, so that
// the backup has every file that a row names. Of the log of hits it contains the kept events; those that were dropped are
// files, as archived. Read models are not included: they are rebuilt from the log. Where the
// log is in another store, its events are not included either; the backup records the log's id and head.
package backup

import (
	"errors"
	"time"
)

const (
	// format is the format of the files. Format 1 contains a log of format 1, which this program cannot read.
	format = 2
	// logFormat is the format of the log's events that this program reads (migrations/00090_log_format.sql).
	logFormat = 2

	nameHead     = "backup.json"
	nameKeysHead = "keys.json"
	nameKeysFile = "keysfile"
	nameCounts   = "counts.json"
	nameSeal     = "SHA256"
	dirTables    = "tables/"
	dirFiles     = "files/"

	// KeysSuffix is appended to the name of the first file to name the second.
	KeysSuffix = ".keys"
	// KeysKept is the maximum age of a second file: the next backup into its folder deletes older ones.
	KeysKept = 30 * 24 * time.Hour
)

// Errors that callers distinguish.
var (
	// ErrNotWhole says that a file is no backup, is truncated or was changed.
	ErrNotWhole = errors.New("not a whole backup")
	// ErrNotEmpty says that the target of a restore has data already.
	ErrNotEmpty = errors.New("not empty")
	// ErrNewer says that the backup was made by a newer program.
	ErrNewer = errors.New("the backup was made by a newer program")
	// ErrOlder says that the backup contains a log in a format that this program cannot read.
	ErrOlder = errors.New("the backup is of format 1, from before the first release, and cannot be read any more")
	// ErrKeys says that the second file belongs to another site.
	ErrKeys = errors.New("the keys are not of this backup's site")
	// ErrLog says that the log which the backup needs is missing.
	ErrLog = errors.New("the log is not the one that the backup needs")
)

// Table is a table in the backup.
type Table struct {
	Schema  string   `json:"schema"`
	Name    string   `json:"name"`
	Columns []string `json:"columns"` // in the order of the rows
}

func (t Table) String() string { return t.Schema + "." + t.Name }

// Sequence is a sequence whose numbers must not be assigned twice.
type Sequence struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	Last   int64  `json:"last"`
}

// Log identifies the site's log and its head when the rows were read.
type Log struct {
	Format     int    `json:"format"`
	Generation string `json:"generation"` // the log's id
	Head       uint64 `json:"head"`       // position of the last event
	Elsewhere  bool   `json:"elsewhere"`  // the events are in another store, and not in the backup
	Engine     string `json:"engine,omitempty"`
}

// Hits identifies the kept part of the log of hits, which is always in a Postgres.
type Hits struct {
	First uint64 `json:"first"` // position of the first kept event
	Head  uint64 `json:"head"`  // position of the last event
}

// Head is the data that is needed to read the tables.
type Head struct {
	Format     int        `json:"format"`
	Made       time.Time  `json:"made"`       // when the rows were read
	Migrations int64      `json:"migrations"` // the newest applied migration
	Log        Log        `json:"log"`
	Hits       *Hits      `json:"hits,omitempty"` // nil in backups from before the log of hits
	Tables     []Table    `json:"tables"`         // referenced tables come first
	Sequences  []Sequence `json:"sequences"`
}

// keysHead is the data that is needed to read a second file.
type keysHead struct {
	Format     int       `json:"format"`
	Made       time.Time `json:"made"`
	Migrations int64     `json:"migrations"`
	Generation string    `json:"generation"` // of the site's log
	Tables     []Table   `json:"tables"`
}

// Counts are the totals of a backup.
type Counts struct {
	Rows  map[string]int64 `json:"rows"`  // by schema.table
	Files int64            `json:"files"` // entries: a file that changed during the backup counts twice
	Bytes int64            `json:"bytes"` // of the files
}

// Summary is the result of a backup or a restore.
type Summary struct {
	Head
	Counts
	Size   int64 // of the backup, in bytes
	Keys   bool  // the second file was written, or used
	Erased int   // accounts whose texts a restore made unreadable, by the list of erased accounts
}

// Progress receives the current stage and the number of bytes done.
type Progress func(stage string, done int64)

func (p Progress) tell(stage string, done int64) {
	if p != nil {
		p(stage, done)
	}
}
