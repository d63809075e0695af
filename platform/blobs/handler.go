package blobs

import (
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/modyard/modyard/platform/httpkit"
)

// inlineTypes may be displayed by the browser; all others are downloaded. None of them can run a script under the
// policies below.
var inlineTypes = map[string]bool{
	"image/png": true, "image/jpeg": true, "image/gif": true, "image/webp": true, "image/avif": true, "image/svg+xml": true,
}

// downloadTypes are sent with their own type; other types are sent as bytes.
var downloadTypes = map[string]bool{
	"application/java-archive": true, "application/zip": true, "application/gzip": true, "application/json": true,
	"application/octet-stream": true, "application/x-modrinth-modpack+zip": true, "application/pdf": true,
}

const (
	policyAny = "default-src 'none'; sandbox"
	policySVG = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
)

// Access is who may read a blob now.
type Access int

// The kinds of access.
const (
	Nobody    Access = iota // it is not found
	Members                 // the caller may, others may not: no cache keeps it
	ByLink                  // everybody may, and it may be hidden soon: caches ask again
	Everybody               // it was approved: caches keep it
)

// Handler serves /data/<key>: whole or in ranges, cached for ever where the content is immutable, and under policies
// that keep an uploaded page or picture from running scripts or reaching the site. access decides for each request; nil
// lets everybody read everything. Mount it at "GET /data/" and list "/data/" among httpkit.Options.Uncompressed.
func (s *Store) Handler(access func(r *http.Request, key string) (Access, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key, found := strings.CutPrefix(r.URL.Path, "/data/")
		if !found || CheckKey(key) != nil || strings.HasPrefix(strings.ToLower(key), PrivatePrefix) {
			httpkit.WriteError(w, r, ErrNotFound)
			return
		}
		allowed := Everybody
		if access != nil {
			var err error
			if allowed, err = access(r, key); err != nil {
				httpkit.WriteError(w, r, err)
				return
			}
		}
		if allowed == Nobody {
			httpkit.WriteError(w, r, ErrNotFound)
			return
		}
		blob, err := s.Open(r.Context(), key)
		if err != nil {
			httpkit.WriteError(w, r, err)
			return
		}
		defer func() { _ = blob.Close() }()

		h := w.Header()
		setPolicies(h, key, blob.ContentType())
		h.Set("ETag", fmt.Sprintf(`"%x-%x"`, blob.ModTime().UnixNano(), blob.Size()))
		h.Set("Cache-Control", caching(allowed, key))
		http.ServeContent(w, r, "", blob.ModTime(), blob)
	})
}

func caching(allowed Access, key string) string {
	switch {
	case allowed == Members:
		return "private, no-store"
	case allowed == ByLink:
		return "public, no-cache"
	case immutable(key):
		return "public, max-age=31536000, immutable"
	}
	return "public, max-age=300"
}

func setPolicies(h http.Header, key, storedType string) {
	mediaType, _, err := mime.ParseMediaType(storedType)
	if err != nil || !inlineTypes[mediaType] && !downloadTypes[mediaType] {
		mediaType = "application/octet-stream"
	}
	disposition, policy := "attachment", policyAny
	if inlineTypes[mediaType] {
		disposition = "inline"
	}
	if mediaType == "image/svg+xml" {
		policy = policySVG
	}
	h.Set("Content-Type", mediaType)
	h.Set("Content-Disposition", contentDisposition(disposition, path.Base(key)))
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Access-Control-Allow-Origin", "*")
}

// contentDisposition gives the file name twice: in ASCII for old programs, and encoded by RFC 5987.
func contentDisposition(kind, name string) string {
	ascii := strings.Map(func(r rune) rune {
		if r < 0x20 || r > 0x7e || r == '"' || r == '\\' || r == '%' {
			return '_'
		}
		return r
	}, name)
	// PathEscape does not escape some bytes that RFC 5987 requires escaped.
	extended := strings.NewReplacer("'", "%27", "(", "%28", ")", "%29", "*", "%2A", ":", "%3A", "=", "%3D", "@", "%40", ",", "%2C", ";", "%3B").
		Replace(url.PathEscape(name))
	return fmt.Sprintf(`%s; filename="%s"; filename*=UTF-8''%s`, kind, ascii, extended)
}
