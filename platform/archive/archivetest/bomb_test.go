package archivetest_test

import (
	"archive/zip"
	"bytes"
	"io"
	"testing"

	"github.com/modyard/modyard/platform/archive/archivetest"
)

func TestABombIsAValidArchive(t *testing.T) {
	data := archivetest.Bomb(t, 3)
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := z.Open("zeros")
	if err != nil {
		t.Fatal(err)
	}
	if n, err := io.Copy(io.Discard, f); n != 3<<20 || err != nil {
		t.Fatalf("unpacked %d bytes of a %d byte archive: %v", n, len(data), err)
	}
}
