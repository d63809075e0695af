package blobs

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"os"
	"path"
	"path/filepath"
	"time"

	"gocloud.dev/gcerrors"
)

const (
	// attributesSuffix is that of the file beside a blob in a directory which contains its type.
	attributesSuffix = ".attrs"

	// A running writer completes the attributes within moments.
	attributesTries = 5
	attributesPause = 10 * time.Millisecond
)

// reading runs an operation that reads a blob, again after damaged attributes of it were replaced. The library replaces
// a blob atomically, but not its attributes: where the process is killed in between, every later read of the blob would
// fail.
func (s *Store) reading(key string, read func() error) error {
	err := read()
	for range attributesTries {
		if err == nil || gcerrors.Code(err) == gcerrors.NotFound || !s.damaged(key) {
			return err
		}
		time.Sleep(attributesPause)
		err = read()
	}
	if err == nil || gcerrors.Code(err) == gcerrors.NotFound || !s.damaged(key) {
		return err
	}
	if failed := s.replaceAttributes(key); failed != nil {
		return errors.Join(err, failed)
	}
	return read()
}

// damaged says whether a blob's attributes are there and cannot be read.
func (s *Store) damaged(key string) bool {
	if s.directory == "" {
		return false
	}
	text, err := os.ReadFile(s.attributes(key))
	return err == nil && !json.Valid(text)
}

func (s *Store) attributes(key string) string {
	return filepath.Join(s.directory, filepath.FromSlash(key)+attributesSuffix)
}

// replaceAttributes writes the attributes of a blob, whose type follows from its name.
func (s *Store) replaceAttributes(key string) error {
	kind := mime.TypeByExtension(path.Ext(key))
	if kind == "" {
		kind = "application/octet-stream"
	}
	text, err := json.Marshal(map[string]string{"user.content_type": kind})
	if err != nil {
		return fmt.Errorf("replace the attributes of blob %s: %w", key, err)
	}
	name := s.attributes(key)
	written, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*.tmp")
	if err != nil {
		return fmt.Errorf("replace the attributes of blob %s: %w", key, err)
	}
	_, err = written.Write(text)
	if err = errors.Join(err, written.Chmod(0o640), written.Close()); err == nil {
		err = os.Rename(written.Name(), name)
	}
	if err != nil {
		if removed := os.Remove(written.Name()); !errors.Is(removed, fs.ErrNotExist) {
			err = errors.Join(err, removed)
		}
		return fmt.Errorf("replace the attributes of blob %s: %w", key, err)
	}
	return nil
}
