package files_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/until"
)

// extract extracts an archive that the game has put at /a and waits for the end.
func (h *host) extract(archive []byte, parameters ...string) node.FileOperation {
	h.t.Helper()
	h.put("a", string(archive))
	return h.ended(h.do(http.MethodPost, "/unarchive", "", append([]string{"src", "/a", "trg", "/x"}, parameters...)...))
}

// ended waits for the end of an operation that was begun.
func (h *host) ended(a reply) (op node.FileOperation) {
	h.t.Helper()
	began := decoded[node.FileOperation](h.t, a)
	until.True(h.t, "the extraction ends", func() bool {
		for _, op = range decoded[node.FileOperations](h.t, h.get("/ops")).All {
			if op.ID == began.ID {
				return op.State != node.OperationQueued && op.State != node.OperationOngoing
			}
		}
		h.t.Fatal("the operation is gone")
		return true
	})
	h.clean()
	return op
}

// tree are the paths of everything in the server's folder but /a.
func (h *host) tree() (all []string) {
	h.t.Helper()
	err := fs.WalkDir(os.DirFS(h.file("")), ".", func(p string, _ fs.DirEntry, err error) error {
		if p != "." && p != "a" {
			all = append(all, p)
		}
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return all
}

func TestArchivesOfEachFormatAreExtracted(t *testing.T) {
	tarball := tarred(t, tar.Header{Typeflag: tar.TypeDir, Name: "./"}, regular("./模组/b.txt", "b"), tar.Header{Typeflag: tar.TypeDir, Name: "leer/"})
	for format, archive := range map[string][]byte{
		"zip": zipped(t, packed{"模组/b.txt", "b"}, packed{"leer/", ""}), "tar": tarball, "tar.gz": gzipped(t, tarball), "tar.zst": zstded(t, tarball),
		"7z": sevenZipped(packed{"模组/b.txt", "b"}, 1), "rar": rarred(packed{"模组/b.txt", "b"}),
	} {
		h := newHost(t)
		op := h.extract(archive)
		if op.State != node.OperationDone || op.Files != 1 || op.Bytes != 1 || op.Progress != 1 || op.Src != "/a" || op.Target != "/x" {
			t.Errorf("%s: %+v", format, op)
			continue
		}
		h.has("x/模组/b.txt", "b")
		ok(t, "dismiss", h.do(http.MethodPost, "/ops/dismiss", "", "id", op.ID))
		if l := decoded[node.FileOperations](t, h.get("/ops")); len(l.All) != 0 {
			t.Errorf("%s: %+v", format, l)
		}
	}
}

func TestHostile12ArchivesAreRefusedAsAWhole(t *testing.T) {
	good := packed{"good.txt", "good"}
	encrypted := zipped(t, good)
	binary.LittleEndian.PutUint16(encrypted[bytes.LastIndex(encrypted, []byte("PK\x01\x02"))+8:], 1)
	damaged := stored(t, good)
	copy(damaged[bytes.Index(damaged, []byte("good.txt"))+8:], "baad")
	lying := zipped(t, good, packed{"b", "b"})
	binary.LittleEndian.PutUint32(lying[bytes.LastIndex(lying, []byte("PK\x01\x02"))+42:], 0)
	bomb := zipped(t, good, packed{"zeros", strings.Repeat("\x00", 80<<20)})
	many := make([]packed, 0, 100_002)
	for i := range 100_001 {
		many = append(many, packed{name: fmt.Sprintf("%d", i)})
	}
	for what, c := range map[string]struct {
		archive []byte
		state   string
	}{
		"a way out":           {zipped(t, good, packed{"../evil", "x"}), node.OperationInvalidPath},
		"a hidden way out":    {zipped(t, good, packed{"a/../../evil", "x"}), node.OperationInvalidPath},
		"an absolute name":    {zipped(t, good, packed{"/etc/evil", "x"}), node.OperationInvalidPath},
		"a backslash":         {zipped(t, good, packed{`..\evil`, "x"}), node.OperationInvalidPath},
		"a line break":        {zipped(t, good, packed{"a\nb", "x"}), node.OperationInvalidPath},
		"a long name":         {zipped(t, good, packed{strings.Repeat("x", 256), "x"}), node.OperationInvalidPath},
		"a deep name":         {zipped(t, good, packed{strings.Repeat("x/", 70) + "x", "x"}), node.OperationInvalidPath},
		"one name twice":      {zipped(t, good, packed{"good.txt", "x"}), node.OperationInvalidPath},
		"a file as a folder":  {zipped(t, good, packed{"good.txt/x", "x"}), node.OperationInvalidPath},
		"a link":              {linked(t, good), node.OperationInvalidPath},
		"encrypted":           {encrypted, node.OperationCorrupted},
		"a wrong sum":         {damaged, node.OperationCorrupted},
		"shared bytes":        {lying, node.OperationCorrupted},
		"a bomb":              {bomb, node.OperationTooLarge},
		"too many entries":    {zipped(t, many...), node.OperationTooLarge},
		"cut":                 {zipped(t, good, good)[:60], node.OperationCorrupted},
		"a tar way out":       {tarred(t, regular("good.txt", "x"), regular("../evil", "x")), node.OperationInvalidPath},
		"a tar link":          {tarred(t, regular("good.txt", "x"), tar.Header{Typeflag: tar.TypeSymlink, Name: "l", Linkname: "/etc"}), node.OperationInvalidPath},
		"a tar hard link":     {tarred(t, regular("good.txt", "x"), tar.Header{Typeflag: tar.TypeLink, Name: "l", Linkname: "good.txt"}), node.OperationInvalidPath},
		"a device":            {tarred(t, regular("good.txt", "x"), tar.Header{Typeflag: tar.TypeChar, Name: "null"}), node.OperationInvalidPath},
		"a tar bomb":          {gzipped(t, tarred(t, regular("zeros", strings.Repeat("\x00", 80<<20)))), node.OperationTooLarge},
		"a cut tar.gz":        {gzipped(t, tarred(t, regular("good.txt", strings.Repeat("xyz", 9000))))[:60], node.OperationCorrupted},
		"a 7z way out":        {sevenZipped(packed{"../evil", "x"}, 1), node.OperationInvalidPath},
		"a 7z of a trillion":  {sevenZipped(good, 1<<40), node.OperationCorrupted},
		"a 7z of a billion":   {sevenZipped(good, 1<<30), node.OperationCorrupted},
		"a rar way out":       {rarred(packed{"../evil", "x"}), node.OperationInvalidPath},
		"a rar that is cut":   {rarred(good)[:40], node.OperationCorrupted},
		"a zip of bytes only": {append([]byte("PK\x03\x04"), bytes.Repeat([]byte{7}, 500)...), node.OperationCorrupted},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			h := newHost(t)
			if op := h.extract(c.archive); op.State != c.state {
				t.Errorf("%+v", op)
			}
			if left := h.tree(); len(left) != 0 {
				t.Errorf("left: %v", left)
			}
			if a := h.do(http.MethodPost, "/unarchive", "", "src", "/a", "trg", "/x", "dry", "true"); a.fault.Field != "src" && what != "a wrong sum" &&
				what != "a file as a folder" && what != "a deep name" {
				t.Errorf("dry: %d %s", a.status, a.body)
			}
		})
	}
}

// stored is a zip archive of a file that is not compressed, without a descriptor.
func stored(t testing.TB, e packed) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.CreateHeader(&zip.FileHeader{Name: e.name, Method: zip.Store})
	if err == nil {
		_, err = f.Write([]byte(e.content))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// linked is a zip archive of a file and a symbolic link.
func linked(t testing.TB, e packed) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	if _, err := w.Create(e.name); err != nil {
		t.Fatal(err)
	}
	h := &zip.FileHeader{Name: "link"}
	h.SetMode(fs.ModeSymlink | 0o777)
	f, err := w.CreateHeader(h)
	if err == nil {
		_, err = f.Write([]byte("/etc/passwd"))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestHostile12NamesInGBKAreRead(t *testing.T) {
	name, err := simplifiedchinese.GBK.NewEncoder().String("你好/世界.txt")
	if err != nil {
		t.Fatal(err)
	}
	h := newHost(t)
	if op := h.extract(zipped(t, packed{name, "1"})); op.State != node.OperationDone {
		t.Errorf("%+v", op)
	}
	h.has("x/你好/世界.txt", "1")
}

func TestHostile12AnArchiveInAnArchiveIsAFile(t *testing.T) {
	h := newHost(t)
	inner := zipped(t, packed{"b", "b"})
	if op := h.extract(zipped(t, packed{"inner.zip", string(inner)})); op.State != node.OperationDone {
		t.Errorf("%+v", op)
	}
	h.has("x/inner.zip", string(inner))
}
