// Package console keeps the console of one server on disk.
//
// One process writes it and any number of others read it at the same time. Lines are numbered from 1 over all runs of the server. They
// stand in segments of 4 MiB, named by the number of their first line; the oldest one is removed when there are more than eight. A
// record is "number microseconds stream text" and a line break; what has no line break at its end was cut by a kill and does not exist.
package console

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/modyard/modyard/contract/node"
)

const (
	// SegmentBytes is the size from which a segment is not continued.
	SegmentBytes = 4 << 20
	// Segments is the number of segments that are kept.
	Segments = 8
	// MaxLine is the number of bytes of output after which a line is cut.
	MaxLine = 16 << 10
)

// Streams of a line, as node.Line names them.
const (
	Out  = "out"
	Err  = "err"
	In   = "in"
	Node = "node"
)

const suffix = ".log"

func segmentName(first uint64) string { return fmt.Sprintf("%020d%s", first, suffix) }

// segments lists the first numbers of the segments in a folder, ascending. A folder that does not exist has none.
func segments(dir string) ([]uint64, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("list segments of a console: %w", err)
	}
	var firsts []uint64
	for _, e := range entries {
		digits, ok := strings.CutSuffix(e.Name(), suffix)
		if first, err := strconv.ParseUint(digits, 10, 64); ok && err == nil && segmentName(first) == e.Name() {
			firsts = append(firsts, first)
		}
	}
	slices.Sort(firsts)
	return firsts, nil
}

func segmentPath(dir string, first uint64) string { return filepath.Join(dir, segmentName(first)) }

// appendRecord appends a line's record. Line breaks cannot stand in a record; they become spaces.
func appendRecord(b []byte, l node.Line) []byte {
	b = strconv.AppendUint(b, l.Number, 10)
	b = append(b, ' ')
	b = strconv.AppendInt(b, l.At.UnixMicro(), 10)
	b = append(b, ' ')
	b = append(b, l.Stream...)
	b = append(b, ' ')
	if strings.ContainsAny(l.Text, "\r\n") {
		l.Text = strings.NewReplacer("\r", " ", "\n", " ").Replace(l.Text)
	}
	b = append(b, l.Text...)
	return append(b, '\n')
}

// parseRecord reads a record without its line break.
func parseRecord(record string) (node.Line, bool) {
	number, rest, ok1 := strings.Cut(record, " ")
	at, rest, ok2 := strings.Cut(rest, " ")
	stream, text, ok3 := strings.Cut(rest, " ")
	n, err1 := strconv.ParseUint(number, 10, 64)
	micros, err2 := strconv.ParseInt(at, 10, 64)
	known := stream == Out || stream == Err || stream == In || stream == Node
	if !ok1 || !ok2 || !ok3 || err1 != nil || err2 != nil || n == 0 || !known {
		return node.Line{}, false
	}
	return node.Line{Number: n, At: time.UnixMicro(micros).UTC(), Stream: stream, Text: text}, true
}
