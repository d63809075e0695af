package archive

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"path"
	"strings"
)

// maxTar is how many bytes a tar archive may unpack to. It has no directory, so a check has to unpack all of it.
const maxTar = 2 << 30

// CheckTar reads a tar archive packed with gzip to its end: names are safe, links stay inside of the folder that it is
// unpacked into, there are only files, folders and links, and the archive is no bomb. A name may begin with "./", as most
// programs write it. Limits.Entries, Ratio and Small count, and Limits.Unpacked up to 2 GiB. An invalid archive is an *Error;
// a cancelled context and a failing reader are errors of their own.
func CheckTar(ctx context.Context, r io.Reader, limits Limits) error {
	limits = limits.withDefaults()
	packed := &counter{r: withContext{ctx, r}}
	z, err := gzip.NewReader(packed)
	if err != nil {
		return tarFailure(ctx, packed, err)
	}
	unpacked := &counter{r: z, most: min(limits.Unpacked, maxTar), check: func(n int64) error {
		if n > limits.Small && n/limits.Ratio > packed.n {
			return &Error{Kind: Bomb}
		}
		return nil
	}}
	files := 0
	for t, entries := tar.NewReader(unpacked), 0; ; entries++ {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return tarFailure(ctx, packed, err)
		}
		if entries >= limits.Entries {
			return &Error{Kind: TooManyEntries}
		}
		if err := checkTarEntry(h); err != nil {
			return err
		}
		if h.Typeflag != tar.TypeDir {
			files++
		}
	}
	if files == 0 {
		return &Error{Kind: Empty}
	}
	// The sum of gzip stands at its end.
	if _, err := io.Copy(io.Discard, unpacked); err != nil {
		return tarFailure(ctx, packed, err)
	}
	return nil
}

func checkTarEntry(h *tar.Header) error {
	name := strings.TrimSuffix(strings.TrimPrefix(h.Name, "./"), "/")
	bad := &Error{Kind: BadName, Name: Shown(h.Name)}
	switch h.Typeflag {
	case tar.TypeDir:
		if name != "" && name != "." && !SafePath(name) {
			return bad
		}
	case tar.TypeReg:
		if !SafePath(name) {
			return bad
		}
	case tar.TypeSymlink, tar.TypeLink:
		target := strings.TrimPrefix(h.Linkname, "./")
		if h.Typeflag == tar.TypeSymlink && !path.IsAbs(target) {
			target = path.Join(path.Dir(name), target)
		}
		if !SafePath(name) || target != "." && !SafePath(target) {
			return &Error{Kind: BadName, Name: Shown(h.Name + " → " + h.Linkname)}
		}
	case tar.TypeXGlobalHeader:
	default: // devices and pipes
		return bad
	}
	return nil
}

func tarFailure(ctx context.Context, packed *counter, err error) error {
	var bad *Error
	switch {
	case errors.As(err, &bad):
		return bad
	case ctx.Err() != nil || packed.failed:
		return entryFailure(ctx, "archive", &readError{err})
	}
	return &Error{Kind: Broken}
}

// counter counts the bytes that are read. With most, more of them are an *Error of kind TooLarge.
type counter struct {
	r       io.Reader
	n, most int64
	check   func(n int64) error
	failed  bool
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	c.failed = err != nil && !errors.Is(err, io.EOF)
	if c.most > 0 && c.n > c.most {
		return 0, &Error{Kind: TooLarge}
	}
	if c.check != nil {
		if bad := c.check(c.n); bad != nil {
			return 0, bad
		}
	}
	return n, err
}
