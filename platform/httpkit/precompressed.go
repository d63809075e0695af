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
	// Larger bodies are compressed as they go.
	rememberUpTo = 256 << 10
	// compressedMemory is how many bytes are held, originals included.
	compressedMemory = 16 << 20
)

// compressedBodies remembers stored documents in compressed form: the same ones are asked for again and again, and
// packing one costs more than all the rest of its request. What is asked for least is forgotten.
type compressedBodies struct {
	seed   maphash.Seed
	bodies *otter.Cache[uint64, *compressedBody]
}

// compressedBody is one body and its forms, made when first asked for.
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

// encoded is body in the best form that the request accepts; nil when it is
// to be sent as it is. body must not be changed afterwards.
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
	if bytes.Equal(b.body, body) { // the hash finds it, the bytes decide: no answer ever shows another's body
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
		if err == nil && w.Close() == nil { // a buffer takes everything
			p.data = bytes.Clone(out.Bytes())
		}
	})
	return p.data
}

// preferred is the better of the two encodings that a plain Accept-Encoding
// names. Anything with weights is left to the compressing middleware.
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
