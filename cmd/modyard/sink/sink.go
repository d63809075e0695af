// Package sink writes replayed downloads to where an analyst wants them: standard output, a file, or an HTTP address.
package sink

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/modyard/modyard/contract"
)

// Sink takes hits in log order. A sink is used by one goroutine.
type Sink interface {
	Write(ctx context.Context, hit contract.DownloadHit) error
	// Flush hands over what was written, before a pause.
	Flush(ctx context.Context) error
	// Close hands over the rest and ends the sink. A file is durable afterwards.
	Close(ctx context.Context) error
	// Abort ends the sink after an error. What was handed over before stays, and can be continued.
	Abort()
	// Kept is the cursor of the last hit that was handed over and stays; empty if there is none.
	Kept() string
}

// Options are what a destination needs beside its name.
type Options struct {
	Stdout io.Writer
	// Resume continues a file that an interrupted run has left, behind its last whole line.
	Resume bool
	// Authorization is the header of that name for HTTP; empty: none.
	Authorization string
}

// Destinations describes the forms of a destination.
const Destinations = "stdout, jsonl:FILE, csv:FILE, parquet:FILE or http:URL"

// ErrDestination says that a destination has no known form.
var ErrDestination = errors.New("the destination is not one of " + Destinations)

// Open opens a destination. after is the cursor of the last line of a file that is continued; empty: from the beginning.
// A file that exists is an error unless it is continued.
func Open(to string, o Options) (s Sink, after string, err error) {
	kind, where, _ := strings.Cut(to, ":")
	if o.Resume && kind != "jsonl" && kind != "csv" {
		return nil, "", errors.New("--resume continues files of the kinds jsonl and csv alone")
	}
	switch {
	case to == "stdout":
		return newLines(o.Stdout), "", nil
	case where == "":
		return nil, "", fmt.Errorf("%q: %w", to, ErrDestination)
	case strings.HasPrefix(to, "http://"), strings.HasPrefix(to, "https://"):
		s, err = newPost(to, o.Authorization)
		return s, "", err
	case kind == "http":
		s, err = newPost(where, o.Authorization)
		return s, "", err
	case kind == "jsonl":
		return openJSONLines(where, o.Resume)
	case kind == "csv":
		return openCSV(where, o.Resume)
	case kind == "parquet":
		s, err = openParquet(where)
		return s, "", err
	}
	return nil, "", fmt.Errorf("%q: %w", to, ErrDestination)
}
