// Package archive reads ZIP archives that strangers made: within bounds of entries, bytes and time, in memory
// alone, and never to disk.
package archive

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
)

// Limits bound what one archive may ask of its reader. A zero field takes the default beside it.
type Limits struct {
	Entries  int   // of one archive: 65 535
	Unpacked int64 // bytes that all entries say they unpack to: 8 GiB
	Ratio    int64 // unpacked to packed bytes, once more than Small is unpacked: 200
	Small    int64 // bytes: 64 MiB
	Read     int64 // bytes that are ever unpacked, over all archives within archives: 96 MiB
	Nested   int64 // bytes of an archive within the archive that is looked into: 24 MiB
	Depth    int   // of archives within archives: 3
}

func (l Limits) withDefaults() Limits {
	def := Limits{Entries: 65535, Unpacked: 8 << 30, Ratio: 200, Small: 64 << 20, Read: 96 << 20, Nested: 24 << 20, Depth: 3}
	l.Entries = orDefault(l.Entries, def.Entries)
	l.Unpacked = orDefault(l.Unpacked, def.Unpacked)
	l.Ratio = orDefault(l.Ratio, def.Ratio)
	l.Small = orDefault(l.Small, def.Small)
	l.Read = orDefault(l.Read, def.Read)
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

// Archive is an open archive whose directory was found sound. It is not safe for concurrent use.
type Archive struct {
	files  map[string]*zip.File
	names  []string // in the order of the directory
	limits Limits
	budget *int64 // bytes that may still be unpacked, shared with archives within
	depth  int
}

// Open reads an archive's directory and checks all of it: what it returns is of sane names, without entries
// that lie on top of each other, and no bomb. What is wrong with the archive is an *Error; an ended context and
// a failing reader are errors of their own.
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
	a := &Archive{files: make(map[string]*zip.File, len(z.File)), limits: limits, budget: budget, depth: depth}
	if err := a.check(ctx, z.File, size); err != nil {
		return nil, err
	}
	return a, nil
}

// Names are the names of all files, folders left out, in the archive's own order. The caller must not change it.
func (a *Archive) Names() []string { return a.names }

// Has says that there is a file of the name.
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
