package files

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding/simplifiedchinese"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/unpack"
	"github.com/modyard/modyard/platform/archive"
)

// Limits of what an archive unpacks to: beyond smallBytes at most maxRatio times its own size.
const (
	smallBytes = 64 << 20
	maxRatio   = 200
	// maxWindow is the largest window of zstd that is read, in bytes.
	maxWindow = 128 << 20
)

// entry is a file or folder of an archive. Its name is checked.
type entry struct {
	name   name
	folder bool
	mode   os.FileMode
	size   int64
	write  func(io.Writer) error
}

// opened is an archive that can be read once.
type opened struct {
	file    *os.File
	size    int64
	format  string
	total   int64 // bytes of all entries; 0 where that is known at the end only
	packed  int64 // bytes of the archive that were read
	command []string
}

// Formats beside those of package unpack.
const (
	formatZip  = "zip"
	formatTar  = "tar"
	formatGzip = "tar.gz"
	formatZstd = "tar.zst"
)

// formatOf tells the format by the first bytes; empty if it is none that is read.
func formatOf(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return formatZip
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		return formatGzip
	case bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		return formatZstd
	case bytes.HasPrefix(head, []byte("7z\xbc\xaf\x27\x1c")):
		return unpack.SevenZip
	case bytes.HasPrefix(head, []byte("Rar!\x1a\x07")):
		return unpack.Rar
	case len(head) > 262 && string(head[257:262]) == "ustar":
		return formatTar
	}
	return ""
}

// openArchive takes an open file; it is closed with it.
func openArchive(f *os.File, size int64, command []string) (*opened, error) {
	head := make([]byte, 512)
	n, err := f.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the archive: %w", err)
	}
	a := &opened{file: f, size: size, format: formatOf(head[:n]), command: command}
	if a.format == "" {
		return nil, refuse(node.FileWrongType, "src")
	}
	return a, nil
}

// each calls handle with each entry, in the order of the archive. room bounds what is unpacked; 0 is no bound.
func (a *opened) each(ctx context.Context, room int64, handle func(entry) error) error {
	if a.format == formatZip {
		return a.eachZip(ctx, room, handle)
	}
	var from io.Reader = &source{ctx: ctx, r: io.NewSectionReader(a.file, 0, a.size), n: &a.packed}
	switch a.format {
	case formatGzip:
		z, err := gzip.NewReader(from)
		if err != nil {
			return broken(err)
		}
		from = z
	case formatZstd:
		z, err := zstd.NewReader(from, zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return broken(err)
		}
		defer z.Close()
		from = z
	case unpack.SevenZip, unpack.Rar:
		return a.eachForeign(ctx, handle)
	}
	return a.eachTar(ctx, from, handle)
}

// eachZip reads a zip archive by its directory, which is checked as a whole first.
func (a *opened) eachZip(ctx context.Context, room int64, handle func(entry) error) error {
	const unbounded = 1 << 50
	if room <= 0 {
		room = unbounded
	}
	z, err := archive.Open(ctx, a.file, a.size, archive.Limits{
		Entries: MaxEntries, Unpacked: room, Ratio: maxRatio, Small: smallBytes, Hashed: unbounded, Names: Chinese,
	})
	if err != nil {
		return err
	}
	if len(z.Repeated()) > 0 {
		return &archive.Error{Kind: archive.Duplicate, Name: archive.Shown(z.Repeated()[0])}
	}
	a.packed = a.size
	entries := z.Entries()
	for _, e := range entries {
		if !e.Mode.IsRegular() {
			return badName(e.Name)
		}
		a.total += e.Size
	}
	for _, f := range z.Folders() {
		n, err := entryName(f)
		if err == nil {
			err = handle(entry{name: n, folder: true})
		}
		if err != nil {
			return err
		}
	}
	for _, e := range entries {
		n, err := entryName(e.Name)
		if err == nil {
			err = handle(entry{name: n, mode: e.Mode, size: e.Size, write: func(w io.Writer) error { return z.Copy(ctx, e.Name, w) }})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// eachTar reads a tar archive to its end.
func (a *opened) eachTar(ctx context.Context, from io.Reader, handle func(entry) error) error {
	unpacked := int64(0)
	bounded := &source{ctx: ctx, r: from, n: &unpacked, check: func() error {
		if unpacked > smallBytes && unpacked/maxRatio > a.packed {
			return &archive.Error{Kind: archive.Bomb}
		}
		return nil
	}}
	for t := tar.NewReader(bounded); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return broken(err)
		}
		e, skip, err := tarEntry(h)
		if err != nil {
			return err
		}
		if skip {
			continue
		}
		e.write = func(w io.Writer) error {
			n, err := io.Copy(w, t)
			if err == nil && n != h.Size {
				err = io.ErrUnexpectedEOF
			}
			return broken(err)
		}
		if err := handle(e); err != nil {
			return err
		}
	}
	_, err := io.Copy(io.Discard, bounded) // the sums of gzip and zstd stand at the end
	return broken(err)
}

func tarEntry(h *tar.Header) (e entry, skip bool, err error) {
	switch h.Typeflag {
	case tar.TypeXGlobalHeader:
		return e, true, nil
	case tar.TypeReg, tar.TypeDir:
	default:
		return e, false, badName(h.Name)
	}
	text := strings.TrimPrefix(h.Name, "./")
	if h.Typeflag == tar.TypeDir && (text == "" || text == ".") {
		return e, true, nil
	}
	e = entry{folder: h.Typeflag == tar.TypeDir, mode: fs.FileMode(h.Mode & 0o777), size: h.Size}
	if !e.folder && strings.HasSuffix(text, "/") {
		return e, false, badName(h.Name)
	}
	e.name, err = entryName(text)
	return e, false, err
}

// entryName checks the name of an entry. One that is not UTF-8 is read as Chinese programs write it.
func entryName(s string) (name, error) {
	text := strings.TrimSuffix(s, "/")
	if !utf8.ValidString(text) {
		decoded, ok := Chinese(text)
		if !ok {
			return "", badName(s)
		}
		text = decoded
	}
	n, err := parseNew("/"+text, "src")
	if err != nil || n.isRoot() || path.Clean(text) != text {
		return "", badName(s)
	}
	return n, nil
}

// Chinese decodes GB18030, and so GBK.
func Chinese(raw string) (string, bool) {
	s, err := simplifiedchinese.GB18030.NewDecoder().String(raw)
	return s, err == nil && !strings.ContainsRune(s, utf8.RuneError)
}

func badName(s string) error { return &archive.Error{Kind: archive.BadName, Name: archive.Shown(s)} }

// broken is the error of a reader that does not understand the archive. Errors of other kinds stay.
func broken(err error) error {
	var known *archive.Error
	var f *fault
	switch {
	case err == nil, errors.As(err, &known), errors.As(err, &f), errors.Is(err, context.Canceled), errors.Is(err, errWrite):
		return err
	}
	return &archive.Error{Kind: archive.Broken}
}

// errWrite: an entry could not be written.
var errWrite = errors.New("write an entry")

// source counts what is read, and ends with the context.
type source struct {
	ctx   context.Context //nolint:containedctx // used during one each
	r     io.Reader
	n     *int64
	check func() error
}

func (s *source) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := s.r.Read(p)
	*s.n += int64(n)
	if s.check != nil {
		if bad := s.check(); bad != nil {
			return 0, bad
		}
	}
	return n, err
}
