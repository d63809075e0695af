package archive

import (
	"bytes"
	"context"
	"path"
	"strings"
)

// Nested opens the nested archives in memory, one after the other and at every depth, and calls see with each. It
// skips those that are too large or that exceed Limits.Read, and files that are no archive despite their extension; a
// bomb, or an archive deeper than Limits.Depth, is an error.
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
			return &Error{Kind: TooDeep, Name: Shown(name)}
		}
		see(name, inner)
		if err := inner.Nested(ctx, see); err != nil {
			return err
		}
	}
	return nil
}

// harmless says whether a nested archive, though unreadable, does no harm to a program that unpacks the outer one.
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
