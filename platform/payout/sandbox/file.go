package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"github.com/modyard/modyard/platform/durable"
)

// bookFile is the name of the file with the books.
const bookFile = "books.jsonl"

// errBroken means that a line could not be written. Nothing is answered any more, because the file may have lost what the
// memory has.
var errBroken = errors.New("the books of the payout sandbox cannot be written")

// file is an append-only file of JSON lines. A line is on the disk before append returns.
type file struct {
	f      *os.File
	broken bool
}

// openFile opens the file of a folder for one process, and calls each with its lines. What follows the last end of a line
// is cut off: it was never answered.
func openFile(dir string, each func(line) error) (*file, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(dir, bookFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := prepare(f, dir, each); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &file{f: f}, nil
}

func prepare(f *os.File, dir string, each func(line) error) error {
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return fmt.Errorf("another process uses it: %w", err)
	}
	content, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	whole := bytes.LastIndexByte(content, '\n') + 1
	n := 0
	for text := range bytes.Lines(content[:whole]) {
		n++
		var l line
		if err := json.Unmarshal(text, &l); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if err := each(l); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := f.Truncate(int64(whole)); err != nil {
		return err
	}
	if _, err := f.Seek(int64(whole), io.SeekStart); err != nil {
		return err
	}
	return errors.Join(f.Sync(), durable.Folder(dir))
}

// append writes lines by one write.
func (f *file) append(lines ...line) error {
	if f.broken {
		return errBroken
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	for _, l := range lines {
		if err := e.Encode(l); err != nil {
			return fmt.Errorf("%w: %w", errBroken, err)
		}
	}
	if _, err := f.f.Write(text.Bytes()); err != nil {
		f.broken = true
		return fmt.Errorf("%w: %w", errBroken, err)
	}
	if err := f.f.Sync(); err != nil {
		f.broken = true
		return fmt.Errorf("%w: %w", errBroken, err)
	}
	return nil
}
