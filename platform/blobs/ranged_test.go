package blobs_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"

	"github.com/modyard/modyard/platform/blobs"
)

func TestPartsOfABlobAreReadFromEveryStore(t *testing.T) {
	ctx := context.Background()
	data := make([]byte, 20<<20+17) // more than what is kept in memory
	src := rand.NewChaCha8([32]byte{1})
	_, _ = src.Read(data)
	for name, location := range map[string]string{"directory": t.TempDir(), "memory": "mem://", "bucket": bucket(t)} {
		s := open(t, location)
		if _, err := s.Put(ctx, "a/b", "application/zip", bytes.NewReader(data)); err != nil {
			t.Fatal(err)
		}
		r, err := s.Ranged(ctx, "a/b")
		if err != nil || r.Size() != int64(len(data)) {
			t.Fatalf("%s: %v", name, err)
		}
		for range 200 {
			at := rand.IntN(len(data))
			part := make([]byte, min(rand.IntN(600_000), len(data)-at))
			if n, err := r.ReadAt(part, int64(at)); n != len(part) || err != nil || !bytes.Equal(part, data[at:at+n]) {
				t.Fatalf("%s: %d bytes at %d: %d, %v", name, len(part), at, n, err)
			}
		}
		if err := iotest.TestReader(io.NewSectionReader(r, 0, 300_000), data[:300_000]); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if n, err := r.ReadAt(make([]byte, 10), r.Size()-4); n != 4 || !errors.Is(err, io.EOF) {
			t.Errorf("%s: the end answers %d, %v", name, n, err)
		}
		if _, err := s.Ranged(ctx, "a/none"); !errors.Is(err, blobs.ErrNotFound) {
			t.Errorf("%s: a missing blob is %v", name, err)
		}
	}
}
