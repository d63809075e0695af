package archive

import (
	"bytes"
	"context"
	"path"
	"strings"
)

// Nested opens the archives within the archive, each in memory, and gives them to see one after the other, those
// within them too. Those too large to be looked into, or beyond what may be read, are passed over; one that is
// a bomb, or packed deeper than Limits.Depth, is an error. What is no archive at all despite its ending is none
// of a reader's business.
func (a *Archive) Nested(ctx context.Context, see func(name string, inner *Archive)) error {
	for _, name := range a.names {
		f := a.files[name]
		if !archiveName(name) || f.UncompressedSize64 > uint64(min(a.limits.Nested, *a.budget)) {
			continue
		}
		data, err := a.Read(ctx, name, a.limits.Nested)
		if err != nil {
			return err
		}
		inner, err := open(ctx, bytes.NewReader(data), int64(len(data)), a.limits, a.budget, a.depth+1)
		if err != nil {
			if harmless(err) {
				continue
			}
			return err
		}
		if inner.depth > a.limits.Depth {
			return &Error{Kind: TooDeep, Name: shown(name)}
		}
		see(name, inner)
		if err := inner.Nested(ctx, see); err != nil {
			return err
		}
	}
	return nil
}

// harmless says that an archive within could not be read, but does no harm to who unpacks the outer one.
func harmless(err error) bool {
	e, ours := err.(*Error) //nolint:errorlint // open returns it bare
	if !ours {
		return false
	}
	switch e.Kind {
	case Broken, Empty, Encrypted, Method, BrokenEntry, BadEncoding, Duplicate:
		return true
	}
	return false
}

func archiveName(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".jar", ".zip", ".mrpack", ".litemod":
		return true
	}
	return false
}
