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

// inlineTypes may be looked at in the browser; everything else is downloaded.
// No type in it can run a script under the policies below.
var inlineTypes = map[string]bool{
	"image/png": true, "image/jpeg": true, "image/gif": true, "image/webp": true, "image/avif": true, "image/svg+xml": true,
}

// downloadTypes are sent to the client as they are; an unknown type is bytes.
var downloadTypes = map[string]bool{
	"application/java-archive": true, "application/zip": true, "application/gzip": true, "application/json": true,
	"application/octet-stream": true, "application/x-modrinth-modpack+zip": true, "application/pdf": true,
}

const (
	policyAny = "default-src 'none'; sandbox"
	policySVG = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
)

// Handler serves /data/<key>: whole or in ranges, with caching for as long as
// the content cannot change, and under policies by which an uploaded page or
// picture runs nothing and sees nothing of the site. Mount it at "GET /data/"
// and list "/data/" among httpkit.Options.Uncompressed.
func (s *Store) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key, found := strings.CutPrefix(r.URL.Path, "/data/")
		if !found || CheckKey(key) != nil || strings.HasPrefix(strings.ToLower(key), PrivatePrefix) {
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
		if immutable(key) {
			h.Set("Cache-Control", "public, max-age=31536000, immutable")
		} else {
			h.Set("Cache-Control", "public, max-age=300")
		}
		http.ServeContent(w, r, "", blob.ModTime(), blob)
	})
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

// contentDisposition names the file twice: in ASCII for old programs, and as
// RFC 5987 says for all others.
func contentDisposition(kind, name string) string {
	ascii := strings.Map(func(r rune) rune {
		if r < 0x20 || r > 0x7e || r == '"' || r == '\\' || r == '%' {
			return '_'
		}
		return r
	}, name)
	// PathEscape leaves some bytes alone that RFC 5987 wants escaped.
	extended := strings.NewReplacer("'", "%27", "(", "%28", ")", "%29", "*", "%2A", ":", "%3A", "=", "%3D", "@", "%40", ",", "%2C", ";", "%3B").
		Replace(url.PathEscape(name))
	return fmt.Sprintf(`%s; filename="%s"; filename*=UTF-8''%s`, kind, ascii, extended)
}
