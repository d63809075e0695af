package console

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/modyard/modyard/contract/node"
)

// scan reads the whole records of a segment from a mark on, until visit returns false; more is false then. end is the place after
// the last record read. Bytes that are no record, which a loss of power can leave, are skipped.
func (r *Reader) scan(segment uint64, from mark, visit func(node.Line) bool) (end int64, more bool, err error) {
	file, err := os.Open(segmentPath(r.dir, segment))
	if err != nil {
		return from.offset, false, fmt.Errorf("read a console: %w", err)
	}
	defer func() { _ = file.Close() }() // it was only read
	buf := make([]byte, 0, markEvery)
	at := from.offset // of buf[0]
	for {
		if len(buf) == cap(buf) {
			buf = append(make([]byte, 0, 2*cap(buf)), buf...)
		}
		n, err := file.ReadAt(buf[len(buf):cap(buf)], at+int64(len(buf)))
		if err != nil && !errors.Is(err, io.EOF) {
			return from.offset, false, fmt.Errorf("read a console: %w", err)
		}
		if n == 0 {
			return at, true, nil // the rest is a record that is being written, or was cut
		}
		buf = buf[:len(buf)+n]
		used := 0
		for {
			length := bytes.IndexByte(buf[used:], '\n')
			if length < 0 {
				break
			}
			if l, ok := parseRecord(string(buf[used : used+length])); ok {
				r.mark(segment, mark{number: l.Number, offset: at + int64(used)})
				if !visit(l) {
					return at + int64(used), false, nil
				}
			}
			used += length + 1
		}
		at += int64(used)
		buf = buf[:copy(buf, buf[used:])]
	}
}

func (r *Reader) mark(segment uint64, m mark) {
	marks := r.marks[segment]
	if len(marks) == 0 || m.offset >= marks[len(marks)-1].offset+markEvery {
		r.marks[segment] = append(marks, m)
	}
}
