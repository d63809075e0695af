package files

import (
	"context"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/modyard/modyard/contract/node"
)

// Disabled ends the name of a file that the game shall not load.
const Disabled = ".disabled"

// Outcomes of Install and Remove that a server's files cause, beside the codes of CodeOf.
var (
	// ErrTaken: another file has the place.
	ErrTaken = errors.New("another file has the place")
	// ErrChanged: somebody has changed the file.
	ErrChanged = errors.New("somebody has changed the file")
)

// CodeOf is the code of the contract for an error that a server's files cause; empty for any other.
func CodeOf(err error) string {
	if f := faultOf(err, ""); f != nil {
		return f.code
	}
	return ""
}

// Install is a file that the node puts into a server's folder.
type Install struct {
	Path   string
	SHA512 string // of the content, in lower case
	Size   int64
	// Was and WasSHA512 are the path and the hash of the file that the node has put there for the same thing before; empty: none. It may be
	// replaced where it is unchanged, and where it is disabled the new file is too.
	Was, WasSHA512 string
	// Fill writes the content into an empty file. It is not called where the file already has it.
	Fill func(ctx context.Context, f *os.File) error
}

// Install puts a file into a server's folder in one step: it grows in the stage, and a killed node leaves the old state. Links are neither
// followed in the last name nor replaced. The errors are ErrTaken, ErrChanged, those of Fill, and those that CodeOf knows.
func (s *Service) Install(ctx context.Context, server string, in Install) error {
	n, err := parseNew(in.Path, "path")
	if err != nil {
		return err
	}
	p, err := s.open(server)
	if err != nil {
		return err
	}
	defer p.close()
	d, err := p.parent(n, true, "path")
	if err != nil {
		return err
	}
	defer d.close()
	base := n.base()
	if in.Was != "" && p.disabled(in.Was) {
		base += Disabled
	}
	old, err := p.replaceable(ctx, d, base, in)
	if err != nil || old.right {
		return err
	}
	h := p.reserve(occupied(&old.st))
	var delta int64
	defer func() { h.end(delta) }()
	if err := h.grow(ctx, rounded(in.Size)); err != nil {
		return err
	}
	made, err := p.fill(ctx, in.Fill)
	if err != nil {
		return err
	}
	defer made.drop()
	p.writing.Lock()
	defer p.writing.Unlock()
	if !old.there {
		err = made.dir.move(made.name, d, base)
	} else if err = d.unchanged(base, &old.st); err == nil {
		err = made.dir.replace(made.name, d, base)
	}
	if errors.Is(err, fs.ErrExist) {
		return ErrTaken
	}
	if err != nil {
		return err
	}
	delta = made.bytes - occupied(&old.st)
	return d.sync()
}

// standing is what has the place of a file.
type standing struct {
	there, right bool // right: it already has the content
	st           unix.Stat_t
}

// replaceable looks at the place of a file, and refuses where somebody else's file has it.
func (p *place) replaceable(ctx context.Context, d folder, base string, in Install) (standing, error) {
	st, err := d.stat(base)
	if errors.Is(err, fs.ErrNotExist) {
		return standing{}, nil
	}
	if err != nil {
		return standing{}, err
	}
	sum, err := d.hash(ctx, base, &st)
	own := in.Was == in.Path && in.WasSHA512 != ""
	switch {
	case ctx.Err() != nil:
		return standing{}, ctx.Err()
	case err != nil:
		return standing{}, ErrTaken // a link, a folder, a pipe
	case sum == in.SHA512:
		return standing{there: true, right: true, st: st}, nil
	case own && sum == in.WasSHA512:
		return standing{there: true, st: st}, nil
	case own:
		return standing{}, ErrChanged
	}
	return standing{}, ErrTaken
}

// disabled says whether a file is there under its disabled name alone.
func (p *place) disabled(of string) bool {
	n, err := parsePath(of, "path")
	if err != nil {
		return false
	}
	d, err := openFolder(p.root, n.dir())
	if err != nil {
		return false
	}
	defer d.close()
	if _, err := d.stat(n.base()); !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	st, err := d.stat(n.base() + Disabled)
	return err == nil && plain(&st, "path") == nil
}

// fill makes a file in the stage that belongs to the server's user.
func (p *place) fill(ctx context.Context, content func(context.Context, *os.File) error) (s *staged, err error) {
	s = &staged{place: p, name: newID()}
	if s.dir, err = openFolder(p.stage, "."); err != nil {
		return nil, fmt.Errorf("open the stage: %w", err)
	}
	f, err := p.stage.OpenFile(s.name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		s.dir.close()
		return nil, fmt.Errorf("stage a file: %w", err)
	}
	defer func() {
		if err = errors.Join(err, f.Close()); err != nil {
			s.drop()
			s = nil
		}
	}()
	if err := content(ctx, f); err != nil {
		return s, err
	}
	if err := errors.Join(p.give(f, modeFile), f.Sync()); err != nil {
		return s, fmt.Errorf("stage a file: %w", err)
	}
	st, err := statFile(f)
	s.bytes = occupied(&st)
	return s, err
}

// unchanged fails with ErrChanged if an entry is not the one that was looked at.
func (d folder) unchanged(base string, before *unix.Stat_t) error {
	st, err := d.stat(base)
	if err != nil {
		return err
	}
	if etag(&st) != etag(before) {
		return ErrChanged
	}
	return nil
}

// hash is the SHA-512 of a regular file with one name, in lower case; the file must still be the one that was looked at.
func (d folder) hash(ctx context.Context, base string, looked *unix.Stat_t) (string, error) {
	if err := plain(looked, "path"); err != nil {
		return "", err
	}
	f, err := d.open(base, unix.O_RDONLY, 0)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // it was only read
	st, err := statFile(f)
	if err != nil {
		return "", err
	}
	if st.Ino != looked.Ino || st.Dev != looked.Dev {
		return "", ErrChanged
	}
	h, buffer := sha512.New(), make([]byte, 256<<10)
	for {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		n, err := f.Read(buffer)
		_, _ = h.Write(buffer[:n]) // a hash never fails
		if errors.Is(err, io.EOF) {
			return hex.EncodeToString(h.Sum(nil)), nil
		}
		if err != nil {
			return "", err
		}
	}
}

// Remove removes a file that the node has put into a server's folder, also where it is disabled. A file that is not there is removed
// already; with another content it stays: ErrChanged.
func (s *Service) Remove(ctx context.Context, server, path, sum string) error {
	n, err := parsePath(path, "path")
	if err != nil {
		return err
	}
	p, err := s.open(server)
	if err != nil {
		return err
	}
	defer p.close()
	d, err := p.parent(n, false, "path")
	if CodeOf(err) == node.FileNotFound {
		return nil
	}
	if err != nil {
		return err
	}
	defer d.close()
	p.writing.Lock()
	defer p.writing.Unlock()
	var changed error
	for _, base := range []string{n.base(), n.base() + Disabled} {
		if err := p.removeOne(ctx, d, base, sum); errors.Is(err, ErrChanged) {
			changed = err
		} else if err != nil {
			return err
		}
	}
	return errors.Join(changed, d.sync())
}

func (p *place) removeOne(ctx context.Context, d folder, base, sum string) error {
	st, err := d.stat(base)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	got, err := d.hash(ctx, base, &st)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil, got != strings.ToLower(sum):
		return ErrChanged
	}
	if err := d.unchanged(base, &st); err != nil {
		return err
	}
	if err := retry(func() error { return unix.Unlinkat(d.fd(), base, 0) }); err != nil {
		return fmt.Errorf("remove a file: %w", err)
	}
	p.usage.add(-occupied(&st))
	return nil
}

// Has says whether something has the name in a server's folder: also a link, which is not followed.
func (s *Service) Has(server, path string) (bool, error) {
	n, err := parsePath(path, "path")
	if err != nil {
		return false, err
	}
	p, err := s.open(server)
	if err != nil {
		return false, err
	}
	defer p.close()
	d, err := openFolder(p.root, ".")
	if err != nil {
		return false, err
	}
	defer d.close()
	return d.has(string(n))
}

// KeepNewest removes files of a server's folder whose names begin and end so, but for the last ones by their names.
func (s *Service) KeepNewest(ctx context.Context, server, begin, end string, count int) error {
	p, err := s.open(server)
	if err != nil {
		return err
	}
	defer p.close()
	d, err := openFolder(p.root, ".")
	if err != nil {
		return err
	}
	defer d.close()
	var found []string
	err = each(d, func(base string) error {
		if strings.HasPrefix(base, begin) && strings.HasSuffix(base, end) {
			found = append(found, base)
		}
		return ctx.Err()
	})
	for _, base := range found[:max(len(found)-count, 0)] {
		if err == nil {
			err = ignoreMissing(unix.Unlinkat(d.fd(), base, 0))
		}
	}
	return err
}
