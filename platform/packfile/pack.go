// Package packfile finds out which files a modpack contains that may need permission: those that its index lists and those
// that are packed under its overrides. What was found is kept in rows by the digest of the archive, and so are the answers
// of a service that knows files of the platform "flame".
package packfile

import (
	"context"
	"crypto/sha1" //nolint:gosec // other programs name files by it
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/modyard/modyard/platform/archive"
	"github.com/modyard/modyard/platform/manifest"
)

// Place is where in a pack a file is.
type Place string

// The places. Files of the index are downloaded from elsewhere.
const (
	Index           Place = "index"
	Overrides       Place = "overrides"
	ClientOverrides Place = "client-overrides"
	ServerOverrides Place = "server-overrides"
)

// Entry is a file of a pack that may need permission. The digests of a file of the index are what the author says.
type Entry struct {
	Place       Place
	Path        string // where a launcher writes it
	Name        string
	SHA1        string // lower-case hexadecimal
	SHA512      string
	Size        int64   // bytes
	Fingerprint *uint32 // nil for files of the index
	URL         string  // of files of the index; empty without a valid address
}

// Paths counts files and names the first of them.
type Paths struct {
	Total int
	First []string
}

func (p *Paths) add(name string) {
	p.Total++
	if len(p.First) < MaxPaths {
		p.First = append(p.First, shown(name))
	}
}

// Contents is what was found in a pack. Problem is a word for why it cannot be read; then the rest is empty.
type Contents struct {
	Problem string
	Files   []Entry
	Unread  Paths // files that may need permission and could not be read, or exceed the limits
	Skipped Paths // files that need no permission
}

// The limits of a pack.
const (
	MaxFiles = 4096
	MaxPaths = 200
	maxIndex = manifest.MaxIndex
)

// The problems of a pack beside the kinds of archive.Error.
const (
	NoIndex    = "no index"
	BadIndex   = "unreadable index"
	SameNames  = "files of one name"
	BadContent = "broken entry"
)

// limits let 384 MiB be read twice, for the digests and for the fingerprint.
func limits() archive.Limits { return archive.Limits{Hashed: 768 << 20} }

// Read reads a pack. A defect of it is its Problem; an error is that of the reader, or the end of the time.
func Read(ctx context.Context, r io.ReaderAt, size int64) (Contents, error) {
	c, err := read(ctx, r, size)
	var bad *archive.Error
	switch {
	case errors.As(err, &bad):
		return Contents{Problem: bad.Kind.String()}, nil
	case err != nil:
		return Contents{}, fmt.Errorf("read pack: %w", err)
	}
	return c, nil
}

func read(ctx context.Context, r io.ReaderAt, size int64) (c Contents, err error) {
	a, err := archive.Open(ctx, r, size, limits())
	if err != nil {
		return c, err
	}
	if !a.Has("modrinth.index.json") {
		return Contents{Problem: NoIndex}, nil
	}
	data, err := a.Read(ctx, "modrinth.index.json", maxIndex)
	if err != nil {
		return c, err
	}
	listed, ok := manifest.PackFiles(data)
	if !ok {
		return Contents{Problem: BadIndex}, nil
	}
	for _, name := range a.Repeated() {
		if place, _ := placeOf(name); place != "" {
			return Contents{Problem: SameNames}, nil
		}
	}
	for _, f := range listed {
		c.list(f)
	}
	for _, name := range a.Names() {
		if err := c.unpack(ctx, a, name); err != nil {
			return c, err
		}
	}
	return c, nil
}

// list adds a file of the index.
func (c *Contents) list(f manifest.PackFile) {
	switch {
	case !Concerns(f.Path):
		c.Skipped.add(f.Path)
	case f.SHA1 == "" || f.SHA512 == "" || len(c.Files) >= MaxFiles:
		c.Unread.add(f.Path)
	default:
		e := Entry{Place: Index, Path: shown(f.Path), Name: nameOf(f.Path), SHA1: f.SHA1, SHA512: f.SHA512, Size: f.Size}
		if WebAddress(f.URL) {
			e.URL = f.URL
		}
		c.Files = append(c.Files, e)
	}
}

// unpack adds a file of the overrides.
func (c *Contents) unpack(ctx context.Context, a *archive.Archive, name string) error {
	place, inside := placeOf(name)
	switch {
	case place == "":
		return nil
	case !Concerns(name):
		c.Skipped.add(name)
		return nil
	case len(c.Files) >= MaxFiles:
		c.Unread.add(name)
		return nil
	}
	e, err := digested(ctx, a, name)
	var bad *archive.Error
	if errors.As(err, &bad) {
		c.Unread.add(name)
		return nil
	}
	if err != nil {
		return err
	}
	e.Place, e.Path, e.Name = place, shown(inside), nameOf(name)
	c.Files = append(c.Files, e)
	return nil
}

// digested reads a file twice: for its digests and length, and for its fingerprint.
func digested(ctx context.Context, a *archive.Archive, name string) (e Entry, err error) {
	first, second := sha1.New(), sha512.New() //nolint:gosec // as above
	var c counted
	size := &length{}
	if err := a.Copy(ctx, name, io.MultiWriter(first, second, &c, size)); err != nil {
		return e, err
	}
	f := newFingerprint(c.bytes)
	if err := a.Copy(ctx, name, f); err != nil {
		return e, err
	}
	print := f.sum()
	return Entry{
		SHA1: hex.EncodeToString(first.Sum(nil)), SHA512: hex.EncodeToString(second.Sum(nil)), Size: size.bytes, Fingerprint: &print,
	}, nil
}

type length struct{ bytes int64 }

// Write implements io.Writer; it never fails.
func (l *length) Write(p []byte) (int, error) {
	l.bytes += int64(len(p))
	return len(p), nil
}

// placeOf is the folder of overrides that an entry of the archive is in, and the path inside of it.
func placeOf(name string) (Place, string) {
	folder, inside, _ := strings.Cut(name, "/")
	switch p := Place(folder); p {
	case Overrides, ClientOverrides, ServerOverrides:
		return p, inside
	}
	return "", ""
}
