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
)

const (
	// Larger bodies are compressed as they go.
	rememberUpTo = 256 << 10
	// Each of the two generations holds so many bytes, originals included.
	generationSize = 8 << 20
)

// compressedBodies remembers stored documents in compressed form: the same
// ones are asked for again and again, and packing one costs more than all the
// rest of its request. What has not been asked for since the last change of
// generations is forgotten.
type compressedBodies struct {
	seed maphash.Seed

	mu         sync.Mutex
	young, old map[uint64]*compressedBody
	size       int // of young
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
	return &compressedBodies{seed: maphash.MakeSeed(), young: map[uint64]*compressedBody{}}
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
	c.mu.Lock()
	defer c.mu.Unlock()
	// The hash finds it, the bytes decide: no answer ever shows another's body.
	if b := c.young[key]; b != nil && bytes.Equal(b.body, body) {
		return b
	}
	b := c.old[key]
	if b == nil || !bytes.Equal(b.body, body) {
		b = &compressedBody{body: body}
	}
	if c.size += len(body) * 2; c.size > generationSize {
		c.old, c.young, c.size = c.young, map[uint64]*compressedBody{}, len(body)*2
	}
	c.young[key] = b
	return b
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
