package httpkit

import (
	"bytes"
	"compress/gzip"
	"hash/maphash"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/maypok86/otter/v2"
)

const (
	// Larger bodies are compressed at request time.
	rememberUpTo = 256 << 10
	// compressedMemory is the cache's size in bytes, originals included.
	compressedMemory = 8 << 20
)

// compressedBodies caches stored documents in compressed form: the same ones are requested repeatedly, and
// compressing one costs more than the rest of its request. It evicts the least used ones.
type compressedBodies struct {
	seed   maphash.Seed
	bodies *otter.Cache[uint64, *compressedBody]
}

// compressedBody is one body and its compressed forms, made on first use.
type compressedBody struct {
	body     []byte
	gzip, br packed
}

type packed struct {
	once sync.Once
	data []byte
}

func newCompressedBodies() *compressedBodies {
	return &compressedBodies{seed: maphash.MakeSeed(), bodies: otter.Must(&otter.Options[uint64, *compressedBody]{
		MaximumWeight: compressedMemory,
		Weigher:       func(_ uint64, b *compressedBody) uint32 { return uint32(2 * len(b.body)) }, //nolint:gosec // at most rememberUpTo
	})}
}

// encoded is body in the best encoding that the request accepts; nil when it is sent uncompressed. body must not be
// changed afterwards.
func (c *compressedBodies) encoded(r *http.Request, body []byte) (data []byte, encoding string) {
	if len(body) < compressFrom || len(body) > rememberUpTo || r.Header.Get("Range") != "" {
		return nil, ""
	}
	switch encoding = preferred(r.Header.Get("Accept-Encoding")); encoding {
	case "br":
		return c.lookUp(body).brotli(), encoding
	case "gzip":
		return c.lookUp(body).gzipped(), encoding
	default:
		return nil, ""
	}
}

func (c *compressedBodies) lookUp(body []byte) *compressedBody {
	key := maphash.Bytes(c.seed, body)
	b, _ := c.bodies.ComputeIfAbsent(key, func() (*compressedBody, bool) { return &compressedBody{body: body}, false })
	if bytes.Equal(b.body, body) { // the hash finds the entry, the bytes must be equal: a collision never returns another body
		return b
	}
	other := &compressedBody{body: body}
	c.bodies.Set(key, other)
	return other
}

func (b *compressedBody) brotli() []byte {
	return b.br.make(b.body, func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, brotliLevel) })
}

func (b *compressedBody) gzipped() []byte {
	return b.gzip.make(b.body, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })
}

func (p *packed) make(body []byte, open func(io.Writer) io.WriteCloser) []byte {
	p.once.Do(func() {
		var out bytes.Buffer
		w := open(&out)
		_, err := w.Write(body)
		if err == nil && w.Close() == nil { // writes to a buffer do not fail
			p.data = bytes.Clone(out.Bytes())
		}
	})
	return p.data
}

// preferred is the better of the two encodings that an Accept-Encoding without weights names. The compressing
// middleware handles weights.
func preferred(accept string) string {
	if accept == "" || strings.IndexByte(accept, ';') >= 0 {
		return ""
	}
	best := ""
	for name := range strings.SplitSeq(accept, ",") {
		switch strings.TrimSpace(name) {
		case "br":
			return "br"
		case "gzip":
			best = "gzip"
		}
	}
	return best
}
