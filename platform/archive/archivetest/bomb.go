// Package archivetest makes archives for tests.
package archivetest

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"hash/crc32"
	"testing"
)

// Bomb is a ZIP archive with one entry, "zeros", of mebibytes MiB of zeros. One packed MiB is repeated, so that making
// the archive costs little with the race detector.
func Bomb(t testing.TB, mebibytes int) []byte {
	t.Helper()
	zeros := make([]byte, 1<<20)
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err != nil {
		t.Fatalf("archivetest: %v", err)
	}
	write := func(err error) {
		if err != nil {
			t.Fatalf("archivetest: pack zeros: %v", err)
		}
	}
	_, err = w.Write(zeros)
	write(err)
	write(w.Flush())
	data := bytes.Repeat(packed.Bytes(), mebibytes)
	packed.Reset()
	write(w.Close())
	data = append(data, packed.Bytes()...)
	sum := uint32(0)
	for range mebibytes {
		sum = crc32.Update(sum, crc32.IEEETable, zeros)
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	entry, err := z.CreateRaw(&zip.FileHeader{
		Name: "zeros", Method: zip.Deflate, CRC32: sum, CompressedSize64: uint64(len(data)), UncompressedSize64: uint64(mebibytes) << 20,
	})
	write(err)
	_, err = entry.Write(data)
	write(err)
	write(z.Close())
	return out.Bytes()
}
