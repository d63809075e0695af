package files

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/modyard/modyard/contract/node"
)

// create makes a file or a folder where nothing is.
func (c *call) create() error {
	n, err := parseNew(c.query.Get("path"), "path")
	if err != nil {
		return err
	}
	kind := c.query.Get("type")
	if kind != node.TypeFile && kind != node.TypeDirectory {
		return refuse(node.FileInvalid, "type")
	}
	if n.isRoot() {
		return refuse(node.FileExists, "path")
	}
	d, err := c.place.parent(n, false, "path")
	if err != nil {
		return err
	}
	defer d.close()
	if _, err := d.stat(n.base()); !errors.Is(err, fs.ErrNotExist) { // before the content is taken
		if err == nil {
			err = refuse(node.FileExists, "path")
		}
		return err
	}
	h := c.place.reserve(0)
	if kind == node.TypeDirectory {
		if err := h.grow(c.ctx(), folderBytes); err != nil {
			return err
		}
		defer h.end(0)
		if err := c.place.makeFolder(d, n.base()); err != nil {
			return err
		}
		return c.done()
	}
	var delta int64
	defer func() { h.end(delta) }()
	s, err := c.place.stageFile(c.ctx(), c.line, c.r.ContentLength, node.MaxUpload, modeFile, h)
	if err != nil {
		return err
	}
	defer s.drop()
	if err := c.line.ctx.Err(); err != nil {
		return err
	}
	if err := s.dir.move(s.name, d, n.base()); err != nil {
		return err
	}
	delta = s.bytes
	return c.written(d, n)
}

// update replaces the content of a file.
func (c *call) update() error {
	n, err := c.path("path")
	if err != nil {
		return err
	}
	if n.isRoot() {
		return refuse(node.FileWrongType, "path")
	}
	d, err := c.place.parent(n, false, "path")
	if err != nil {
		return err
	}
	defer d.close()
	old, err := c.matching(d, n)
	if err != nil {
		return err
	}
	h := c.place.reserve(occupied(&old))
	var delta int64
	defer func() { h.end(delta) }()
	s, err := c.place.stageFile(c.ctx(), c.line, c.r.ContentLength, node.MaxUpload, os.FileMode(old.Mode).Perm(), h)
	if err != nil {
		return err
	}
	defer s.drop()
	c.place.writing.Lock()
	defer c.place.writing.Unlock()
	if old, err = c.matching(d, n); err != nil { // another may have written meanwhile
		return err
	}
	if err := c.line.ctx.Err(); err != nil {
		return err
	}
	if err := s.dir.replace(s.name, d, n.base()); err != nil {
		return err
	}
	delta = s.bytes - occupied(&old)
	return c.written(d, n)
}

// matching describes the file that is to be replaced, if it is the one of If-Match.
func (c *call) matching(d folder, n name) (unix.Stat_t, error) {
	st, err := d.stat(n.base())
	if err != nil {
		return st, err
	}
	if err := plain(&st, "path"); err != nil {
		return st, err
	}
	match := strings.Join(c.r.Header.Values("If-Match"), ",")
	if match == "" {
		return st, nil
	}
	for tag := range strings.SplitSeq(match, ",") {
		if tag = strings.TrimSpace(tag); tag == "*" || tag == etag(&st) {
			return st, nil
		}
	}
	return st, refuse(node.FileChanged, "path")
}

// written answers a write with the ETag of what is there now.
func (c *call) written(d folder, n name) error {
	if err := d.sync(); err != nil {
		return err
	}
	if st, err := d.stat(n.base()); err == nil {
		c.w.Header().Set("ETag", etag(&st))
	}
	return c.changed(n)
}

// etag distinguishes the states of a file: each write changes at least one of the times.
func etag(st *unix.Stat_t) string {
	modified, changed := times(st)
	var b []byte
	for _, n := range []uint64{
		uint64(st.Dev), st.Ino, uint64(modified.Sec), uint64(modified.Nsec), uint64(changed.Sec), uint64(changed.Nsec), uint64(st.Size),
	} {
		b = binary.BigEndian.AppendUint64(b, n)
	}
	sum := sha256.Sum256(b)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:15]) + `"`
}
