package sink

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// openFile opens a new file, or one that an interrupted run has left.
func openFile(name string, resume bool) (*os.File, error) {
	flags := os.O_RDWR | os.O_CREATE
	if !resume {
		flags |= os.O_EXCL
	}
	f, err := os.OpenFile(name, flags, 0o600) // it may contain the keys of visitors
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s exists: --resume continues it", name)
	}
	if err != nil {
		return nil, fmt.Errorf("open the file of the replay: %w", err)
	}
	return f, nil
}

var errForeign = errors.New("it is not the file of a replay")

// continued finds the last hit of a file, drops what an interrupted run has left behind it, and puts the next write there.
func continued(f *os.File, find func(file io.ReaderAt, size int64) (cursor string, end int64, err error)) (cursor string, err error) {
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return "", fmt.Errorf("continue %s: %w", f.Name(), err)
	}
	cursor, end, err := find(f, size)
	if err == nil && end < size {
		err = f.Truncate(end)
	}
	if err == nil {
		_, err = f.Seek(end, io.SeekStart)
	}
	if err != nil {
		return "", fmt.Errorf("continue %s: %w", f.Name(), err)
	}
	return cursor, nil
}

// closeFile makes a file durable and closes it.
func closeFile(f *os.File, err error) error {
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write %s: %w", f.Name(), err)
	}
	return nil
}
