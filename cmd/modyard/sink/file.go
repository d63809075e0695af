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

// continueAt drops what is behind the last whole line, and puts the next write there.
func continueAt(f *os.File, size int64) error {
	if err := f.Truncate(size); err != nil {
		return fmt.Errorf("drop the broken end of %s: %w", f.Name(), err)
	}
	if _, err := f.Seek(size, io.SeekStart); err != nil {
		return fmt.Errorf("continue %s: %w", f.Name(), err)
	}
	return nil
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
