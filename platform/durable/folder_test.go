package durable_test

import (
	"errors"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/modyard/modyard/platform/durable"
)

func TestOnlyAFolderThatExistsIsMadeDurable(t *testing.T) {
	dir := t.TempDir()
	if err := durable.Folder(dir); err != nil {
		t.Error(err)
	}
	if err := durable.Folder(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
