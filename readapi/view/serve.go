package view

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"

	"github.com/modyard/modyard/platform/httpkit"
)

// Answer writes the result of a query.
type Answer func(w http.ResponseWriter, r *http.Request) error

// AtPosition answers with a stored document. Its entity tag is the position of the last event that changed it,
// followed by the viewer's account for members: each member may see another variant.
func AtPosition(position int64, inside string, body []byte) Answer {
	tag := strconv.FormatInt(position, 10)
	if inside != "" {
		tag += "-" + inside
	}
	return WithTag(tag, body)
}

// Digested answers with JSON that depends on many rows and on the viewer: its entity tag is a digest of the bytes.
func Digested(body []byte) Answer {
	sum := sha256.Sum256(body)
	return WithTag(hex.EncodeToString(sum[:12]), body)
}

// WithTag answers with JSON that depends on the viewer, under the given entity tag, without quotes.
func WithTag(tag string, body []byte) Answer {
	return func(w http.ResponseWriter, r *http.Request) error {
		private(w.Header())
		httpkit.Document(w, r, tag, body, "application/json")
		return nil
	}
}

// Unchanging answers with data that is the same for all viewers until the program changes. tag has no quotes.
func Unchanging(tag string, body []byte) Answer {
	return func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Cache-Control", "public, max-age=300")
		httpkit.Document(w, r, tag, body, "application/json")
		return nil
	}
}

// JSONOf answers with v as JSON that depends on the viewer.
func JSONOf(v any) Answer {
	return func(w http.ResponseWriter, _ *http.Request) error {
		private(w.Header())
		return httpkit.WriteJSON(w, http.StatusOK, v)
	}
}

// Bytes answers with encoded JSON that depends on the viewer.
func Bytes(body []byte) Answer {
	return func(w http.ResponseWriter, _ *http.Request) error {
		private(w.Header())
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body) // the reader may have closed the connection
		return nil
	}
}

// private lets clients store an answer that they must revalidate.
func private(h http.Header) {
	h.Set("Cache-Control", "private, no-cache")
	h.Add("Vary", "Authorization, Cookie")
}
