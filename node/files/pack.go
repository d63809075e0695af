package files

import (
	"archive/zip"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/sys/unix"

	"github.com/modyard/modyard/contract/node"
)

const (
	// packsAtOnce is how many folders of a node are packed at a time.
	packsAtOnce = 8
	// maxPacked bounds the lengths of what is packed: a sparse file may have more than any disk.
	maxPacked = 64 << 30
)

// pack answers with a folder and all that is in it as one zip, which is nowhere on the disk. What cannot be packed refuses the whole before its
// first byte; a failure in the middle cuts the connection.
func (c *call) pack() error {
	n, err := c.path("path")
	if err != nil {
		return err
	}
	select {
	case c.service.packing <- struct{}{}:
		defer func() { <-c.service.packing }()
	default:
		return refuse(node.FileTooMany, "")
	}
	d, err := openFolder(c.place.root, n)
	if err != nil {
		return err
	}
	defer d.close()
	c.line.extend(0) // nothing flows while the folder is looked at
	if err := packable(c.ctx(), d); err != nil {
		return err
	}
	c.line.extend(c.line.stall)
	base := n.base()
	if n.isRoot() {
		base = c.grant.Server
	}
	h := c.w.Header()
	h.Set("Content-Type", "application/zip")
	h.Set("Content-Disposition", attachment(base+".zip"))
	z := zip.NewWriter(answer{c.line})
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) })
	p := &packer{Writer: z}
	if err = p.folder(c.ctx(), d, "", 0); err == nil {
		err = z.Close()
	}
	if err != nil {
		if c.ctx().Err() == nil {
			c.service.log.WarnContext(c.r.Context(), "a folder could not be packed to its end", "server", c.grant.Server, "error", err)
		}
		panic(http.ErrAbortHandler) // what arrived must not look whole
	}
	return nil
}

// packed counts what is packed.
type packed struct {
	entries int
	bytes   int64
}

// add counts an entry at a depth below the folder, or refuses it.
func (p *packed) add(depth int, st *unix.Stat_t) error {
	p.entries++
	switch typeOf(uint32(st.Mode)) {
	case node.TypeFile:
		if err := plain(st, "path"); err != nil {
			return err
		}
		p.bytes += min(st.Size, maxPacked+1)
	case node.TypeOther:
		return refuseText(node.FileWrongType, "path", textOdd)
	}
	if p.entries > MaxEntries || depth > node.MaxDepth || p.bytes > maxPacked {
		return refuseText(node.FileTooLarge, "path", textPack)
	}
	return nil
}

// packable looks at all that is in a folder.
func packable(ctx context.Context, d folder) error {
	var p packed
	return walk(ctx, d, 0, func(depth int, _ folder, _ string, st *unix.Stat_t) error { return p.add(depth, st) })
}

// packer packs. What has changed since it was looked at stays within the same limits.
type packer struct {
	*zip.Writer
	packed
}

// folder writes what a folder has, in the order of the names. What is gone meanwhile is left out.
func (p *packer) folder(ctx context.Context, d folder, at string, depth int) error {
	taken := map[string]bool{}
	return each(d, func(base string) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		st, err := d.stat(base)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil {
			err = p.add(depth, &st)
		}
		if err != nil {
			return err
		}
		modified, _ := times(&st)
		h := &zip.FileHeader{
			Name: path.Join(at, portable(base, taken)), Method: zip.Deflate, Modified: time.Unix(modified.Sec, modified.Nsec),
		}
		perm := os.FileMode(st.Mode).Perm()
		switch typeOf(uint32(st.Mode)) {
		case node.TypeFile:
			h.SetMode(perm)
			return p.file(h, d, base)
		case node.TypeSymlink:
			h.SetMode(perm | os.ModeSymlink)
			return p.link(h, d, base)
		}
		below := h.Name
		h.Name, h.Method = below+"/", zip.Store
		h.SetMode(perm | os.ModeDir)
		if _, err := p.CreateHeader(h); err != nil {
			return err
		}
		sub, err := d.enter(base)
		if err != nil {
			return err
		}
		defer sub.close()
		return p.folder(ctx, sub, below, depth+1)
	})
}

// file writes a file up to the size that it has at opening.
func (p *packer) file(h *zip.FileHeader, d folder, base string) error {
	in, err := d.open(base, unix.O_RDONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // it was only read
	st, err := statFile(in)
	if err == nil {
		err = plain(&st, "path")
	}
	if err != nil {
		return err
	}
	out, err := p.CreateHeader(h)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, io.LimitReader(in, min(st.Size, maxPacked))); err != nil {
		return fmt.Errorf("pack a file: %w", err)
	}
	return nil
}

// link writes a link as an entry that holds what it names, as the format has it. It is not followed.
func (p *packer) link(h *zip.FileHeader, d folder, base string) error {
	to, err := d.readlink(base)
	if err != nil {
		return err
	}
	out, err := p.CreateHeader(h)
	if err == nil {
		_, err = io.WriteString(out, to)
	}
	return err
}

// portable is the name of an entry in an archive: one that a game has made with other characters than a request may use gets "_" for them, and a
// number where that name is taken.
func portable(base string, taken map[string]bool) string {
	made := base
	if !validName(base) {
		made = strings.Map(func(r rune) rune {
			if malformed(r) {
				return '_'
			}
			return r
		}, strings.ToValidUTF8(base, string(utf8.RuneError)))
	}
	for i, first := 2, made; taken[made]; i++ {
		made = first + " (" + strconv.Itoa(i) + ")"
	}
	taken[made] = true
	return made
}
