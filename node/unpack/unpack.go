// Package unpack is the process that reads one 7z or rar archive: `modyard node-unpack 7z` reads it on its standard input and writes a tar
// archive of the same entries to its standard output.
//
// Readers of these formats reserve what an archive claims to need: a hundred bytes can claim a terabyte, and a process that has not so much
// ends. Here it is this process that ends, not the node; its memory is bounded besides. It checks nothing: who reads the tar archive does.
package unpack

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/mholt/archives"
	"github.com/nwaples/rardecode/v2"
)

// Formats.
const (
	SevenZip = "7z"
	Rar      = "rar"
)

// MemoryBytes is how much memory the process may use. Archives that were packed with a larger dictionary cannot be read.
const MemoryBytes = 768 << 20

// Main reads the archive of a format, which is args[0], from a file. It returns the exit code: 0 if the tar archive is whole.
func Main(args []string, in *os.File, out, errs io.Writer) int {
	if len(args) != 1 {
		_, _ = fmt.Fprintln(errs, "usage: node-unpack 7z|rar <archive >archive.tar") // there is nowhere else to say it
		return 2
	}
	debug.SetMemoryLimit(MemoryBytes / 2)
	err := bound()
	if err == nil {
		err = Convert(context.Background(), args[0], in, out)
	}
	if err != nil {
		_, _ = fmt.Fprintln(errs, err) // as above
		return 1
	}
	return 0
}

// Convert writes the entries of an archive as a tar archive. Links become links of the tar archive, and so do entries that need a password: who
// reads it refuses them.
func Convert(ctx context.Context, format string, in *os.File, out io.Writer) error {
	var from archives.Extractor
	switch format {
	case SevenZip:
		from = archives.SevenZip{}
	case Rar:
		from = archives.Rar{}
	default:
		return fmt.Errorf("the format %.20q is not known", format)
	}
	to := tar.NewWriter(out)
	if err := from.Extract(ctx, in, func(_ context.Context, f archives.FileInfo) error { return put(to, f) }); err != nil {
		return fmt.Errorf("read the archive: %w", err)
	}
	if err := to.Close(); err != nil {
		return fmt.Errorf("write the archive: %w", err)
	}
	return nil
}

// put writes an entry.
func put(to *tar.Writer, f archives.FileInfo) error {
	h := &tar.Header{Name: f.NameInArchive, Format: tar.FormatPAX, Mode: int64(f.Mode().Perm())}
	rar, _ := f.Header.(*rardecode.FileHeader)
	switch {
	case f.IsDir():
		h.Typeflag = tar.TypeDir
		h.Name = strings.TrimSuffix(h.Name, "/") + "/"
		return to.WriteHeader(h)
	case !f.Mode().IsRegular(), rar != nil && (rar.Encrypted || rar.HeaderEncrypted || rar.LinkType != 0):
		h.Typeflag, h.Linkname = tar.TypeSymlink, "-"
		return to.WriteHeader(h)
	case rar != nil && rar.UnKnownSize:
		return errors.New("an entry does not say its size")
	}
	h.Typeflag, h.Size = tar.TypeReg, f.Size()
	if err := to.WriteHeader(h); err != nil {
		return err
	}
	body, err := f.Open()
	if err != nil {
		return err
	}
	_, err = io.Copy(to, body)
	return errors.Join(err, body.Close())
}
