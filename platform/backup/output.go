package backup

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

const partialSuffix = ".partial"

// output is a file that is written under another name and renamed when it is complete.
type output struct {
	*bufio.Writer
	path string
	file *os.File
	done bool
}

// create begins a file at an unused path.
func create(path string) (*output, error) {
	if _, err := os.Lstat(path); err == nil {
		return nil, fmt.Errorf("%s: %w", path, fs.ErrExist)
	}
	file, err := os.OpenFile(path+partialSuffix, os.O_CREATE|os.O_WRONLY, 0o600) // other users must not read it
	if err != nil {
		return nil, err
	}
	if err := lock(file); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("%s: another backup is being written there: %w", path, err)
	}
	o := &output{Writer: bufio.NewWriterSize(file, 1<<20), path: path, file: file}
	if err := errors.Join(file.Truncate(0), file.Chmod(0o600)); err != nil { // of a killed backup
		o.discard()
		return nil, err
	}
	return o, nil
}

// write syncs the file to disk.
func (o *output) write() (size int64, err error) {
	if err := errors.Join(o.Flush(), o.file.Sync()); err != nil {
		return 0, err
	}
	info, err := o.file.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// publish gives the file its name.
func (o *output) publish() error {
	if err := o.file.Close(); err != nil {
		return err
	}
	if err := os.Rename(o.path+partialSuffix, o.path); err != nil {
		return err
	}
	o.done = true
	return nil
}

// discard deletes the incomplete file.
func (o *output) discard() {
	if o.done {
		return
	}
	_ = o.file.Close()
	_ = os.Remove(o.path + partialSuffix)
}
