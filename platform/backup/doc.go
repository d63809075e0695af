// Package backup writes the database and the files of a running site into one file, and makes a site of such a file
// again.
//
// The file is a tar archive that any tar reads. Its entries, in this order:
//
//	files/…                      the files of the data directory
//	backup.json                  what the tables are; the state of the migrations; where the log ends
//	tables/SCHEMA.TABLE/N.zst    the rows, as Postgres's COPY writes them, packed with zstd and cut into pieces
//	files/…                      what came to the files while the above was written
//	counts.json                  how many rows and files there are
//	SHA256                       the digest of every byte before this entry
//
// The last entry is what makes it whole: a file that was cut, or changed in any byte, is refused before anything of it
// is used. The digest guards against accidents and not against somebody who can write the file.
//
// All rows are read in one repeatable-read transaction. Files are listed before it begins and again after it, so that
// every file that a row names is there. Read models are left out: they are built again from the log.
package backup

import (
	"errors"
	"time"
)

const (
	format = 1

	nameHead   = "backup.json"
	nameCounts = "counts.json"
	nameSeal   = "SHA256"
	dirTables  = "tables/"
	dirFiles   = "files/"
)

// Errors that callers tell apart.
var (
	// ErrNotWhole says that a file is no backup, or a part of one, or was changed.
	ErrNotWhole = errors.New("not a whole backup")
	// ErrNotEmpty says that a restore would mix with what stands there already.
	ErrNotEmpty = errors.New("not empty")
	// ErrNewer says that the backup was made by a newer program.
	ErrNewer = errors.New("the backup was made by a newer program")
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

// Head is what must be known to read the tables.
type Head struct {
	Format     int        `json:"format"`
	Made       time.Time  `json:"made"`       // when the rows were read
	Migrations int64      `json:"migrations"` // the newest that the database had
	Log        uint64     `json:"log"`        // position of the log's last event
	Tables     []Table    `json:"tables"`     // those that others refer to first
	Sequences  []Sequence `json:"sequences"`
}

// Counts is what a backup holds, by number.
type Counts struct {
	Rows  map[string]int64 `json:"rows"`  // by schema.table
	Files int64            `json:"files"` // entries: a file that changed meanwhile counts twice
	Bytes int64            `json:"bytes"` // of the files
}

// Progress is told what is being done, and how many bytes of it are done.
type Progress func(stage string, done int64)

func (p Progress) tell(stage string, done int64) {
	if p != nil {
		p(stage, done)
	}
}
