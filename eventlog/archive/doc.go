// Package archive moves the oldest events of a log that can be truncated (eventlog.Truncater) into files, and reads them
// there.
//
// Events are archived in ranges, which are what the engine drops at once. A range is a folder GENERATION/FROM-TO with
//
//	000001.jsonl.zst, …  the events in log order: one JSON object a line, compressed with zstd
//	manifest.json        the range, and the position range, number of events and SHA-256 of each file
//
// The steps for a range: write each file, read it back and compare it with the log; write the manifest; record its
// SHA-256 (in the main log, where it is sealed); drop the events. A program that stops between two steps, or within one,
// repeats them: files that were compared are listed in progress.json and not written again, and the record is the same.
//
// A reader trusts a file only if its hash is in a manifest whose hash was recorded.
package archive

import (
	"context"
	"errors"

	"github.com/modyard/modyard/eventlog"
)

// Files stores the archive. Names contain slashes.
type Files interface {
	// Read returns the whole content of a file; nil if it does not exist.
	Read(ctx context.Context, name string) ([]byte, error)
	// Write stores a file as a whole, or nothing; it replaces a file with the same name.
	Write(ctx context.Context, name string, data []byte) error
	// Delete removes a file; one that does not exist is no error.
	Delete(ctx context.Context, name string) error
}

// Range is an archived range of a log, as it was recorded.
type Range struct {
	From, To eventlog.Position
	Manifest string // SHA-256 of its manifest, in hexadecimal digits
}

// ErrDamaged means that the archive does not contain what was recorded.
var ErrDamaged = errors.New("the archive is damaged")
