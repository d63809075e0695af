package console

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/modyard/modyard/contract/node"
)

// Writer appends lines to a console. There is at most one of a folder; the lock of the server's keeper ensures that. Its methods may
// be called at the same time.
type Writer struct {
	dir string

	mu     sync.Mutex
	file   *os.File
	size   int64
	firsts []uint64
	last   uint64
	lost   uint64 // lines that could not be written since the last one that could
	buf    []byte
}

// OpenWriter opens the console in a folder, which it makes if needed. It removes a record that a kill has cut.
func OpenWriter(dir string) (*Writer, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open a console: %w", err)
	}
	firsts, err := segments(dir)
	if err != nil {
		return nil, err
	}
	w := &Writer{dir: dir, firsts: firsts}
	for i := len(firsts) - 1; i >= 0 && w.last == 0; i-- {
		keep, last, err := wholeRecords(segmentPath(dir, firsts[i]))
		if err != nil {
			return nil, err
		}
		if w.last = last; last == 0 {
			w.last = firsts[i] - 1
		}
		if i == len(firsts)-1 {
			if err := w.reopen(firsts[i], keep); err != nil {
				return nil, err
			}
		}
	}
	return w, nil
}

// wholeRecords reads a segment and returns the length of its whole records and the number of its last valid one, 0 if there is none.
func wholeRecords(path string) (length int64, last uint64, err error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return 0, 0, fmt.Errorf("open a console: %w", err)
	}
	length = int64(bytes.LastIndexByte(b, '\n') + 1)
	for end := length; end > 0 && last == 0; {
		begin := int64(bytes.LastIndexByte(b[:end-1], '\n') + 1)
		if l, ok := parseRecord(string(b[begin : end-1])); ok {
			last = l.Number
		}
		end = begin
	}
	return length, last, nil
}

func (w *Writer) reopen(first uint64, keep int64) error {
	file, err := os.OpenFile(segmentPath(w.dir, first), os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("open a console: %w", err)
	}
	if err := file.Truncate(keep); err != nil {
		return errors.Join(fmt.Errorf("cut a console: %w", err), file.Close())
	}
	w.file, w.size = file, keep
	return nil
}

// Last is the number of the last line, 0 if there is none.
func (w *Writer) Last() uint64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.last
}

// Append writes lines of one stream, in one call of the operating system. Lines that cannot be written, because the disk is full, are
// counted, and the next append that succeeds begins with a line about them; they use no numbers.
func (w *Writer) Append(at time.Time, stream string, texts ...string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(texts) == 0 {
		return nil
	}
	if err := w.rotate(); err != nil {
		w.lost += uint64(len(texts))
		return fmt.Errorf("begin a segment of a console: %w", err)
	}
	w.buf = w.buf[:0]
	number := w.last
	add := func(stream, text string) {
		number++
		w.buf = appendRecord(w.buf, node.Line{Number: number, At: at, Stream: stream, Text: text})
	}
	told := w.lost
	if told > 0 {
		add(Node, Omitted(told))
	}
	for _, text := range texts {
		add(stream, text)
	}
	n, err := w.file.WriteAt(w.buf, w.size)
	if err == nil {
		w.size, w.last, w.lost = w.size+int64(n), number, 0
		return nil
	}
	return w.keepWhole(n, uint64(len(texts)), err)
}

// keepWhole keeps the whole records of a write of which only n bytes succeeded, since a reader may have seen them.
func (w *Writer) keepWhole(n int, texts uint64, cause error) error {
	whole := bytes.LastIndexByte(w.buf[:n], '\n') + 1
	kept := uint64(bytes.Count(w.buf[:whole], []byte{'\n'}))
	err := w.file.Truncate(w.size + int64(whole))
	w.size, w.last = w.size+int64(whole), w.last+kept
	if w.lost > 0 && kept > 0 {
		w.lost, kept = 0, kept-1 // the line about the lost ones was written
	}
	w.lost += texts - kept
	return fmt.Errorf("append to a console: %w", errors.Join(cause, err))
}

// rotate begins a new segment when the present one is full, and removes what is too old.
func (w *Writer) rotate() error {
	if w.file != nil && w.size < SegmentBytes {
		return nil
	}
	first := w.last + 1
	file, err := os.OpenFile(segmentPath(w.dir, first), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	if w.file != nil {
		_ = w.file.Close() // every write to it was checked
	}
	w.file, w.size = file, 0
	w.firsts = append(w.firsts, first)
	for len(w.firsts) > Segments {
		if err := os.Remove(segmentPath(w.dir, w.firsts[0])); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		w.firsts = w.firsts[1:]
	}
	return nil
}

// Close ends the writing, after what was written is on the disk.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.file == nil {
		return nil
	}
	err := errors.Join(w.file.Sync(), w.file.Close())
	w.file = nil
	if err != nil {
		return fmt.Errorf("close a console: %w", err)
	}
	return nil
}
