package files

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modyard/modyard/node/unpack"
	"github.com/modyard/modyard/platform/archive"
)

func FuzzPath(f *testing.F) {
	for _, s := range []string{"/", "/a/b", "//", "/..", "/a/../b", "/%2e%2e", `/\`, "/a\x00", "/\xff", strings.Repeat("/x", 65), "/" + strings.Repeat("x", 256)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, err := parsePath(s, "path")
		if err != nil {
			var refused *fault
			if !errors.As(err, &refused) {
				t.Errorf("%q: %v", s, err)
			}
			return
		}
		if !fs.ValidPath(string(n)) || !filepath.IsLocal(string(n)) || n.shown() != s || !n.below(".") || !n.fits() {
			t.Errorf("%q is %q", s, n)
		}
	})
}

// FuzzArchive reads archives of the formats that are read by the node itself.
func FuzzArchive(f *testing.F) {
	for _, seed := range []string{"PK\x05\x06" + strings.Repeat("\x00", 18), "PK\x03\x04", "\x1f\x8b\x08", "\x28\xb5\x2f\xfd", strings.Repeat("x", 257) + "ustar\x0000"} {
		f.Add([]byte(seed))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := os.CreateTemp(dir, "")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = errors.Join(file.Close(), os.Remove(file.Name())) }()
		if _, err := file.Write(data); err != nil {
			t.Fatal(err)
		}
		a, err := openArchive(file, int64(len(data)), nil)
		if err != nil || a.format == unpack.SevenZip || a.format == unpack.Rar {
			return
		}
		var size int64
		err = a.each(context.Background(), 1<<20, func(e entry) error {
			if !fs.ValidPath(string(e.name)) || strings.Contains("/"+string(e.name)+"/", "/../") {
				t.Errorf("a way out: %q", e.name)
			}
			if e.folder || e.size > 1<<20 {
				return nil
			}
			var b bytes.Buffer
			err := e.write(io.MultiWriter(&b))
			size += int64(b.Len())
			if size > 256<<20 {
				t.Error("more than a bomb may be")
			}
			return err
		})
		var bad *archive.Error
		if err != nil && !errors.As(err, &bad) {
			t.Errorf("not a defect of the archive: %v", err)
		}
	})
}
