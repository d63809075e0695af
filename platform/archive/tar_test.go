package archive_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/modyard/modyard/platform/archive"
)

func tarOf(t testing.TB, headers ...tar.Header) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for _, h := range headers {
		if h.Typeflag == 0 {
			h.Typeflag = tar.TypeReg
		}
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.CopyN(w, zeros{}, h.Size); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func checkTar(t testing.TB, data []byte, l archive.Limits) error {
	t.Helper()
	return archive.CheckTar(t.Context(), bytes.NewReader(data), l)
}

func TestASoundTarArchiveIsAccepted(t *testing.T) {
	for name, headers := range map[string][]tar.Header{
		"as programs write it": {{Name: "./", Typeflag: tar.TypeDir}, {Name: "./launcher/", Typeflag: tar.TypeDir}, {Name: "./launcher/run.sh", Size: 5}, {Name: "launcher/..foo", Size: 1}},
		"links inside": {
			{Name: "app/lib/a.so.1", Size: 1}, {Name: "app/lib/a.so", Typeflag: tar.TypeSymlink, Linkname: "a.so.1"},
			{Name: "app/bin/a", Typeflag: tar.TypeSymlink, Linkname: "../lib/a.so"}, {Name: "app/hard", Typeflag: tar.TypeLink, Linkname: "./app/lib/a.so.1"},
		},
		"long Chinese names": {{Name: strings.Repeat("红石/", 40) + "说明.txt", Size: 3}},
	} {
		if err := checkTar(t, tarOf(t, headers...), archive.Limits{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestHostileTarArchivesAreRejectedWithTheName(t *testing.T) {
	for name, c := range map[string]struct {
		header tar.Header
		say    string
	}{
		"outside":         {tar.Header{Name: "../x", Size: 1}, "../x"},
		"absolute":        {tar.Header{Name: "/etc/x", Size: 1}, "/etc/x"},
		"twice a slash":   {tar.Header{Name: "a//x", Size: 1}, "a//x"},
		"a drive":         {tar.Header{Name: "C:/x", Size: 1}, "C:/x"},
		"a backslash":     {tar.Header{Name: `a\x`, Size: 1}, `a\x`},
		"a folder":        {tar.Header{Name: "a/../../", Typeflag: tar.TypeDir}, "a/../../"},
		"a link outside":  {tar.Header{Name: "a/b", Typeflag: tar.TypeSymlink, Linkname: "../../x"}, "a/b → ../../x"},
		"a link to root":  {tar.Header{Name: "a/b", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}, "a/b → /etc/passwd"},
		"a hard link":     {tar.Header{Name: "a/b", Typeflag: tar.TypeLink, Linkname: "../x"}, "a/b → ../x"},
		"a device":        {tar.Header{Name: "null", Typeflag: tar.TypeChar}, "null"},
		"a pipe":          {tar.Header{Name: "a/pipe", Typeflag: tar.TypeFifo}, "a/pipe"},
		"in the bad link": {tar.Header{Name: "../b", Typeflag: tar.TypeSymlink, Linkname: "x"}, "../b → x"},
	} {
		err := checkTar(t, tarOf(t, tar.Header{Name: "ok.txt", Size: 1}, c.header), archive.Limits{})
		var bad *archive.Error
		if !errors.As(err, &bad) || bad.Kind != archive.BadName || bad.Name != c.say {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestATarArchiveHasLimits(t *testing.T) {
	small := archive.Limits{Entries: 2, Small: 1 << 14, Ratio: 20, Unpacked: 1 << 20}
	sound := tarOf(t, tar.Header{Name: "a", Size: 1})
	flipped := bytes.Clone(sound)
	flipped[len(flipped)-6] ^= 1 // in the sum at the end
	for name, c := range map[string]struct {
		data []byte
		kind archive.Kind
	}{
		"a bomb":           {tarOf(t, tar.Header{Name: "a", Size: 500 << 10}), archive.Bomb},
		"too many entries": {tarOf(t, tar.Header{Name: "a"}, tar.Header{Name: "b"}, tar.Header{Name: "c"}), archive.TooManyEntries},
		"nothing in it":    {tarOf(t, tar.Header{Name: "a/", Typeflag: tar.TypeDir}), archive.Empty},
		"no gzip":          {[]byte("hello"), archive.Broken},
		"nothing":          {nil, archive.Broken},
		"cut off":          {sound[:len(sound)-9], archive.Broken},
		"a wrong sum":      {flipped, archive.Broken},
	} {
		t.Run(name, func(t *testing.T) { wantKind(t, checkTar(t, c.data, small), c.kind) })
	}
	wantKind(t, checkTar(t, tarOf(t, tar.Header{Name: "a", Size: 2 << 20}), archive.Limits{Unpacked: 1 << 20}), archive.TooLarge)
}

func TestAFailingReaderIsNoDefectOfATarArchive(t *testing.T) {
	lost := errors.New("connection lost")
	data := tarOf(t, tar.Header{Name: "a", Size: 1})
	err := archive.CheckTar(t.Context(), io.MultiReader(bytes.NewReader(data[:20]), iotest.ErrReader(lost)), archive.Limits{})
	var bad *archive.Error
	if !errors.Is(err, lost) || errors.As(err, &bad) {
		t.Error(err)
	}
}

func FuzzCheckTar(f *testing.F) {
	f.Add(tarOf(f, tar.Header{Name: "a/b", Size: 3}, tar.Header{Name: "a/c", Typeflag: tar.TypeSymlink, Linkname: "b"}))
	f.Add(tarOf(f, tar.Header{Name: "../x", Size: 1}))
	f.Add([]byte("\x1f\x8b"))
	f.Fuzz(func(t *testing.T, data []byte) {
		err := checkTar(t, data, archive.Limits{Unpacked: 1 << 20, Entries: 100})
		var bad *archive.Error
		if err != nil && !errors.As(err, &bad) {
			t.Fatalf("%v", err)
		}
	})
}
