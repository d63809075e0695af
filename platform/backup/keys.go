package backup

import (
	"archive/tar"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// maxKeysFile is the maximum size of the site's keys file, which has a few keys.
const maxKeysFile = 1 << 20

// keysFile adds the site's keys file, if there is one.
func (a *archive) keysFile(path string, counts *Counts) error {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && len(data) > maxKeysFile {
		err = errors.New("it is too large to be one")
	}
	if err != nil {
		return fmt.Errorf("back up the keys file: %w", err)
	}
	counts.Files, counts.Bytes = 1, int64(len(data))
	return a.entry(nameKeysFile, data)
}

// readKeysHead reads the beginning of a second file; false says that the file is not one.
func readKeysHead(path string) (head keysHead, is bool) {
	if !strings.HasSuffix(path, KeysSuffix) {
		return head, false
	}
	f, err := os.Open(path)
	if err != nil {
		return head, false
	}
	defer f.Close() //nolint:errcheck // read only
	archive := tar.NewReader(f)
	h, err := archive.Next()
	if err != nil || h.Name != nameKeysHead {
		return head, false
	}
	return head, json.NewDecoder(archive).Decode(&head) == nil
}

// dropOldKeys deletes the second files in a folder that were made before a time, and partial ones of killed backups.
func dropOldKeys(dir string, before time.Time) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var errs []error
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		old := false
		if strings.HasSuffix(path, KeysSuffix+partialSuffix) {
			info, err := e.Info()
			old = err == nil && info.ModTime().Before(before)
		} else if head, is := readKeysHead(path); is {
			old = head.Made.Before(before)
		}
		if old {
			errs = append(errs, os.Remove(path))
		}
	}
	return errors.Join(errs...)
}
