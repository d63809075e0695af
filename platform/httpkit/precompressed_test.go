package httpkit

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

func asking(accept string) *http.Request {
	r := httptest.NewRequest("GET", "/v2/x", nil)
	r.Header.Set("Accept-Encoding", accept)
	return r
}

func unpacked(t *testing.T, data []byte, encoding string) string {
	t.Helper()
	var r io.Reader = bytes.NewReader(data)
	switch encoding {
	case "br":
		r = brotli.NewReader(r)
	case "gzip":
		var err error
		if r, err = gzip.NewReader(r); err != nil {
			t.Fatal(err)
		}
	}
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestACachedBodyIsCompressedOnceAndComparedByItsBytes(t *testing.T) {
	c := newCompressedBodies()
	one, two := []byte(strings.Repeat("one ", 1000)), []byte(strings.Repeat("two ", 1000))
	for accept, want := range map[string]string{"gzip, deflate, br": "br", "gzip": "gzip", "gzip, deflate": "gzip"} {
		for _, body := range [][]byte{one, two, one} {
			data, encoding := c.encoded(asking(accept), body)
			if encoding != want || unpacked(t, data, encoding) != string(body) {
				t.Errorf("%q: %q", accept, encoding)
			}
			again, _ := c.encoded(asking(accept), bytes.Clone(body))
			if &again[0] != &data[0] {
				t.Errorf("%q: the same body was compressed twice", accept)
			}
		}
	}
	// Even where two bodies have the same hash, each gets its own.
	for key, b := range c.bodies.All() {
		c.bodies.Set(key, &compressedBody{body: append([]byte("other"), b.body...)})
	}
	if data, encoding := c.encoded(asking("br"), one); unpacked(t, data, encoding) != string(one) {
		t.Error("the cache returned another body")
	}
}

func TestSmallHugeAndWeightedBodiesAreNotCached(t *testing.T) {
	c := newCompressedBodies()
	large := make([]byte, 5000)
	ranged := asking("br")
	ranged.Header.Set("Range", "bytes=0-1")
	for name, data := range map[string][]byte{
		"small":   first(c.encoded(asking("br"), large[:100])),
		"huge":    first(c.encoded(asking("br"), make([]byte, rememberUpTo+1))),
		"weights": first(c.encoded(asking("br;q=0, gzip"), large)),
		"nothing": first(c.encoded(asking(""), large)),
		"unknown": first(c.encoded(asking("zstd"), large)),
		"range":   first(c.encoded(ranged, large)),
	} {
		if data != nil || c.bodies.EstimatedSize() != 0 {
			t.Errorf("%s: was packed", name)
		}
	}
}

func first(data []byte, _ string) []byte { return data }

func TestTheCacheOfCompressedBodiesIsBounded(t *testing.T) {
	c := newCompressedBodies()
	hot := []byte(strings.Repeat("hot ", 1000))
	kept, _ := c.encoded(asking("gzip"), hot)
	for i := range 300 {
		c.encoded(asking("gzip"), fmt.Appendf(make([]byte, 200_000), "%d", i))
		c.bodies.CleanUp() // the cache learns of requests in the background
		now, _ := c.encoded(asking("gzip"), hot)
		if &now[0] != &kept[0] {
			t.Fatal("a frequently requested body was evicted")
		}
	}
	c.bodies.CleanUp()
	if held := c.bodies.WeightedSize(); held == 0 || held > compressedMemory {
		t.Errorf("%d bytes are held", held)
	}
}
