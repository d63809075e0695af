package backup_test

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// entry is an entry of an archive.
type entry struct {
	tar.Header
	data []byte
}

func entries(t *testing.T, file string) (all []entry) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for archive := tar.NewReader(bytes.NewReader(data)); ; {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		e := entry{Header: *h}
		if e.data, err = io.ReadAll(archive); err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
}

// unpacked is every byte of an archive, with its tables uncompressed.
func unpacked(t *testing.T, file string) []byte {
	t.Helper()
	out, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string][]byte{}
	for _, e := range entries(t, file) {
		if strings.HasSuffix(e.Name, ".zst") {
			tables[path.Dir(e.Name)] = append(tables[path.Dir(e.Name)], e.data...)
		}
	}
	unpacker, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer unpacker.Close()
	for _, packed := range tables {
		if out, err = unpacker.DecodeAll(packed, out); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// rewritten is the same archive with other contents in one entry and a matching digest.
func rewritten(t *testing.T, file, name string, change func(data string) string) string {
	t.Helper()
	var out bytes.Buffer
	archive := tar.NewWriter(&out)
	put := func(h tar.Header, data []byte) {
		h.Size = int64(len(data))
		if err := archive.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if _, err := archive.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range entries(t, file) {
		switch e.Name {
		case "SHA256":
			if err := archive.Flush(); err != nil {
				t.Fatal(err)
			}
			sum := sha256.Sum256(out.Bytes())
			e.data = []byte(hex.EncodeToString(sum[:]))
		case name:
			e.data = []byte(change(string(e.data)))
		}
		put(e.Header, e.data)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	changed := path.Join(t.TempDir(), "changed.backup")
	if err := os.WriteFile(changed, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return changed
}
