package mail

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

// Directory writes every letter to an .eml file, named by time. It is for development: nothing is sent.
type Directory struct {
	dir, from string
}

// NewDirectory writes letters to dir, which is created with the first letter.
func NewDirectory(dir, from string) *Directory { return &Directory{dir: dir, from: from} }

var letterName = regexp.MustCompile(`^[0-9T.]+Z-[0-9]+\.eml$`)

// Send writes a temporary file and renames it, so that readers never see an incomplete letter.
func (d *Directory) Send(_ context.Context, m Message) (err error) {
	letter, err := compose(d.from, m)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(d.dir, 0o750); err != nil {
		return fmt.Errorf("make the folder of mail: %w", err)
	}
	file, err := os.CreateTemp(d.dir, time.Now().UTC().Format("20060102T150405.000000000Z")+"-*.tmp")
	if err != nil {
		return fmt.Errorf("keep a letter: %w", err)
	}
	defer func() {
		if err != nil {
			_ = os.Remove(file.Name())
		}
	}()
	_, err = letter.WriteTo(file)
	if err := errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("keep a letter: %w", err)
	}
	name := file.Name()[:len(file.Name())-len(".tmp")] + ".eml"
	if err := os.Rename(file.Name(), name); err != nil {
		return fmt.Errorf("keep a letter: %w", err)
	}
	return nil
}

// List names the newest letters, at most limit, newest first.
func (d *Directory) List(limit int) ([]string, error) {
	entries, err := os.ReadDir(d.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list mail: %w", err)
	}
	var names []string
	for _, e := range slices.Backward(entries) { // sorted by name
		if letterName.MatchString(e.Name()) && len(names) < limit {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// Open opens a letter by its name; the error is fs.ErrNotExist where there is none.
func (d *Directory) Open(name string) (*os.File, error) {
	if !letterName.MatchString(name) {
		return nil, fs.ErrNotExist
	}
	return os.Open(filepath.Join(d.dir, name)) //nolint:gosec // the name was checked
}
