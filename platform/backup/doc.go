// Package backup writes the database and the files of a running site into one file, its keys into a second one beside
// it, and makes a site of such files again.
//
// The first is a tar archive that any tar reads. Its entries, in this order:
//
//	files/…                      the files of the data directory
//	backup.json                  what the tables are; the state of the migrations; where the log ends
//	tables/SCHEMA.TABLE/N.zst    the rows, as Postgres's COPY writes them, packed with zstd and cut into pieces
//	files/…                      what came to the files while the above was written
//	counts.json                  how many rows and files there are
//	SHA256                       the digest of every byte before this entry
//
// The second is one, too: keys.json, the rows of the tables that hold keys, the site's keys file, counts.json, SHA256.
// Texts that people can have erased are encrypted with those keys. Backups of the first file may be kept for ever:
// without the second, which is deleted after KeysKept, what was erased since cannot be read from them.
//
// The last entry is what makes a file whole: one that was cut, or changed in any byte, is refused before anything of it
// is used. The digest guards against accidents and not against somebody who can write the file.
//
// All rows are read in one repeatable-read transaction. Files are listed before it begins and again after it, so that
// every file that a row names is there. Read models are left out: they are built again from the log. Where the log is
// in another store, its events are left out as well; what is kept is which log it is, and where it ended.
package backup

import (
	"errors"
	"time"
)

const (
	// format is that of the files. Backups of format 1 hold a log of format 1, which no program reads any more.
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

	// KeysSuffix is what the name of the second file has behind that of the first.
	KeysSuffix = ".keys"
	// KeysKept is how old a second file may become: the next backup into its folder deletes it.
	KeysKept = 30 * 24 * time.Hour
)

// Errors that callers tell apart.
var (
	// ErrNotWhole says that a file is no backup, or a part of one, or was changed.
	ErrNotWhole = errors.New("not a whole backup")
	// ErrNotEmpty says that a restore would mix with what stands there already.
	ErrNotEmpty = errors.New("not empty")
	// ErrNewer says that the backup was made by a newer program.
	ErrNewer = errors.New("the backup was made by a newer program")
	// ErrOlder says that the backup holds a log that this program cannot read.
	ErrOlder = errors.New("the backup is of format 1, from before the first release, and cannot be read any more")
	// ErrKeys says that the second file does not go with the first.
	ErrKeys = errors.New("the keys are not of this backup's site")
	// ErrLog says that the log which the backup needs is not there.
	ErrLog = errors.New("the log is not the one that the backup needs")
)

// Table is a table as the backup holds it.
type Table struct {
	Schema  string   `json:"schema"`
	Name    string   `json:"name"`
	Columns []string `json:"columns"` // in the order of the rows
}

func (t Table) String() string { return t.Schema + "." + t.Name }

// Sequence is a source of numbers, none of which may be given out again.
type Sequence struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	Last   int64  `json:"last"`
}

// Log says which log a site has, and where it ended when the rows were read.
type Log struct {
	Format     int    `json:"format"`
	Generation string `json:"generation"` // the log's id
	Head       uint64 `json:"head"`       // position of the last event
	Elsewhere  bool   `json:"elsewhere"`  // the events are in another store, and not in the backup
	Engine     string `json:"engine,omitempty"`
}

// Head is what must be known to read the tables.
type Head struct {
	Format     int        `json:"format"`
	Made       time.Time  `json:"made"`       // when the rows were read
	Migrations int64      `json:"migrations"` // the newest that the database had
	Log        Log        `json:"log"`
	Tables     []Table    `json:"tables"` // those that others refer to first
	Sequences  []Sequence `json:"sequences"`
}

// keysHead is what must be known of a second file.
type keysHead struct {
	Format     int       `json:"format"`
	Made       time.Time `json:"made"`
	Migrations int64     `json:"migrations"`
	Generation string    `json:"generation"` // of the site's log
	Tables     []Table   `json:"tables"`
}

// Counts is what a backup holds, by number.
type Counts struct {
	Rows  map[string]int64 `json:"rows"`  // by schema.table
	Files int64            `json:"files"` // entries: a file that changed meanwhile counts twice
	Bytes int64            `json:"bytes"` // of the files
}

// Summary is what a backup or a restore has done.
type Summary struct {
	Head
	Counts
	Size   int64 // of the backup, in bytes
	Keys   bool  // the second file was written, or used
	Erased int   // accounts whose texts a restore has made unreadable, by the list of the erased
}

// Progress gets what is being done, and how many bytes of it are done.
type Progress func(stage string, done int64)

func (p Progress) tell(stage string, done int64) {
	if p != nil {
		p(stage, done)
	}
}
