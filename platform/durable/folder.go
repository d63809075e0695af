// Package durable makes changes of folders survive the loss of power.
package durable

import (
	"errors"
	"os"
	"path/filepath"
)

// Folder writes the entries of a folder to the disk, so that what was created, renamed or removed in it stays so.
func Folder(dir string) error {
	d, err := os.Open(filepath.Clean(dir))
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
