// Package archive reads untrusted ZIP archives: within limits of entries, bytes and time, in memory and never on
// disk.
package archive

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
)

// Limits bound the work for one archive. A zero field takes the default named beside it.
type Limits struct {
	Entries  int   // of one archive: 65 535
	Unpacked int64 // total declared size of all entries: 8 GiB
	Ratio    int64 // unpacked to packed bytes, checked above Small unpacked bytes: 200
	Small    int64 // bytes: 64 MiB
	Read     int64 // total bytes unpacked, including nested archives: 96 MiB
	Hashed   int64 // total bytes of which SHA512 makes digests: 256 MiB
	Verified int64 // total bytes that Damaged unpacks: 256 MiB
	Nested   int64 // size of a nested archive that is opened: 24 MiB
	Depth    int   // nesting depth: 3
	// Names decodes a name that is not UTF-8, or says that it cannot. Nil: such an archive is refused.
	Names func(raw string) (name string, ok bool)
}

func (l Limits) withDefaults() Limits {
	def := Limits{Entries: 65535, Unpacked: 8 << 30, Ratio: 200, Small: 64 << 20, Read: 96 << 20, Hashed: 256 << 20, Verified: 256 << 20, Nested: 24 << 20, Depth: 3}
	l.Entries = orDefault(l.Entries, def.Entries)
	l.Unpacked = orDefault(l.Unpacked, def.Unpacked)
	l.Ratio = orDefault(l.Ratio, def.Ratio)
	l.Small = orDefault(l.Small, def.Small)
	l.Read = orDefault(l.Read, def.Read)
	l.Hashed = orDefault(l.Hashed, def.Hashed)
	l.Verified = orDefault(l.Verified, def.Verified)
	l.Nested = orDefault(l.Nested, def.Nested)
	l.Depth = orDefault(l.Depth, def.Depth)
	return l
}

func orDefault[T int | int64](v, def T) T {
	if v <= 0 {
		return def
	}
	return v
}

// Archive is an open archive with a checked directory. It is not safe for concurrent use.
type Archive struct {
	files   map[string]*zip.File
	names   []string // in the order of the directory
	folders []string // entries that are folders, with a slash at the end
	again   []string // names of files that the directory has more than once
	limits  Limits
	budget  *int64 // bytes that may still be unpacked, shared with nested archives
	hashes  int64  // bytes of which SHA512 may still make digests
	depth   int
}

// Open reads and checks an archive's whole directory: names are safe, entries do not overlap, and the archive is no
// bomb. An invalid archive is an *Error; a cancelled context and a failing reader are errors of their own.
func Open(ctx context.Context, r io.ReaderAt, size int64, limits Limits) (*Archive, error) {
	limits = limits.withDefaults()
	budget := limits.Read
	return open(ctx, r, size, limits, &budget, 0)
}

func open(ctx context.Context, r io.ReaderAt, size int64, limits Limits, budget *int64, depth int) (*Archive, error) {
	guard := &directoryGuard{r: r, ctx: ctx, left: limits.Entries + 2048}
	z, err := zip.NewReader(guard, size)
	guard.off = true
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("open archive: %w", err)
	}
	var failed *readError
	switch {
	case errors.Is(err, errTooMany):
		return nil, &Error{Kind: TooManyEntries}
	case errors.As(err, &failed):
		return nil, fmt.Errorf("open archive: %w", failed.err)
	case err != nil && !errors.Is(err, zip.ErrInsecurePath):
		return nil, &Error{Kind: Broken}
	}
	a := &Archive{files: make(map[string]*zip.File, len(z.File)), limits: limits, budget: budget, hashes: limits.Hashed, depth: depth}
	if err := a.check(ctx, z.File, size); err != nil {
		return nil, err
	}
	return a, nil
}

// Names are the names of all files without folders, in the archive's own order. The caller must not change it.
func (a *Archive) Names() []string { return a.names }

// Folders are the entries that are folders, such as "assets/", in the archive's own order. Most archives have none. The
// caller must not change it.
func (a *Archive) Folders() []string { return a.folders }

// Repeated are the names that several files have, each once. Of these files the archive has the first; another program may
// take the last. The caller must not change it.
func (a *Archive) Repeated() []string { return a.again }

// Has says whether the archive has a file of this name.
func (a *Archive) Has(name string) bool { return a.files[name] != nil }

// Read unpacks one file of at most limit bytes. A missing one is an *Error of kind Missing.
func (a *Archive) Read(ctx context.Context, name string, limit int64) ([]byte, error) {
	f := a.files[name]
	if f == nil {
		return nil, &Error{Kind: Missing, Name: name}
	}
	if f.UncompressedSize64 > uint64(limit) {
		return nil, &Error{Kind: EntryTooLarge, Name: name}
	}
	body, err := f.Open()
	if err != nil {
		return nil, entryFailure(ctx, name, err)
	}
	defer func() { _ = body.Close() }()
	allowed := min(limit, *a.budget)
	data, err := io.ReadAll(io.LimitReader(withContext{ctx, body}, allowed+1))
	*a.budget -= int64(len(data))
	if err != nil {
		return nil, entryFailure(ctx, name, err)
	}
	if int64(len(data)) > allowed {
		if allowed < limit {
			return nil, &Error{Kind: TooMuch, Name: name}
		}
		return nil, &Error{Kind: EntryTooLarge, Name: name}
	}
	return data, nil
}

func entryFailure(ctx context.Context, name string, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("read %s: %w", name, ctx.Err())
	}
	var failed *readError
	if errors.As(err, &failed) {
		return fmt.Errorf("read %s: %w", name, failed.err)
	}
	return &Error{Kind: BrokenEntry, Name: name}
}
