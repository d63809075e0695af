package backup

import (
	"archive/tar"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// cursor steps through the entries of an archive; it can put one entry back.
type cursor struct {
	*tar.Reader
	h    *tar.Header
	held bool
}

func (c *cursor) next() (*tar.Header, error) {
	if c.held {
		c.held = false
		return c.h, nil
	}
	var err error
	c.h, err = c.Next()
	return c.h, err
}

func (c *cursor) json(v any) error {
	if err := json.NewDecoder(c.Reader).Decode(v); err != nil {
		return fmt.Errorf("read %s: %w", c.h.Name, err)
	}
	return nil
}

// table is the folder of the entry's table; empty for other entries.
func (c *cursor) table() string {
	rest, found := strings.CutPrefix(c.h.Name, dirTables)
	cut := strings.LastIndexByte(rest, '/')
	if !found || cut < 0 {
		return ""
	}
	return rest[:cut]
}

// joined reads the pieces of one table as one stream, starting with the current entry.
type joined struct {
	*cursor
	name string
	done bool
}

func (j *joined) Read(b []byte) (int, error) {
	for {
		if j.done {
			return 0, io.EOF
		}
		n, err := j.Reader.Read(b)
		if n > 0 || !errors.Is(err, io.EOF) {
			return n, err
		}
		if _, err := j.next(); err != nil {
			return 0, fmt.Errorf("read the next piece of %s: %w", j.name, err)
		}
		if j.table() != j.name {
			j.held, j.done = true, true
		}
	}
}

// extract writes the entry below root.
func (c *cursor) extract(root string) error {
	rel := filepath.FromSlash(strings.TrimPrefix(c.h.Name, dirFiles))
	if !filepath.IsLocal(rel) || c.h.Typeflag != tar.TypeReg {
		return fmt.Errorf("%w: it holds %q", ErrNotWhole, c.h.Name)
	}
	path := filepath.Join(root, rel)
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, c.h.FileInfo().Mode().Perm()|0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, c.Reader)
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("restore %s: %w", rel, err)
	}
	return os.Chtimes(path, c.h.ModTime, c.h.ModTime)
}
