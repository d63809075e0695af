package httpkit

import (
	"compress/gzip"
	"net/http"
	"strings"

	"github.com/CAFxX/httpcompression"
)

// Smaller answers fit one packet without compression.
const compressFrom = 1024

// Levels for compression at request time: higher ones cost more time than they save in transfer.
const (
	brotliLevel = 4
	gzipLevel   = gzip.DefaultCompression
)

// compressedTypes are the types that compress well. Event streams, pictures and archives do not.
func compressedTypes() []string {
	return []string{
		"application/json", "application/openapi+json", "application/javascript", "application/manifest+json",
		"application/xml", "application/rss+xml", "application/atom+xml", "image/svg+xml",
		"text/html", "text/css", "text/javascript", "text/plain", "text/xml",
	}
}

func compressing(next http.Handler) http.Handler {
	adapter, err := httpcompression.Adapter(
		httpcompression.BrotliCompressionLevel(brotliLevel),
		httpcompression.GzipCompressionLevel(gzipLevel),
		httpcompression.MinSize(compressFrom),
		httpcompression.ContentTypes(compressedTypes(), false),
	)
	if err != nil {
		panic("httpkit: compression options: " + err.Error()) // constants above
	}
	return adapter(next)
}

func compressible(o Options, r *http.Request) bool {
	// A byte range refers to the uncompressed representation, and the answer to an upgrade is followed by another protocol.
	if r.Method == http.MethodHead || r.Header.Get("Range") != "" || r.Header.Get("Upgrade") != "" {
		return false
	}
	for _, prefix := range o.Uncompressed {
		if strings.HasPrefix(r.URL.Path, prefix) {
			return false
		}
	}
	return true
}
