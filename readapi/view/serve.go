package view

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

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

// Repeated answers with JSON that is the same for all viewers and may be repeated for a while.
func Repeated(body []byte, age time.Duration) Answer {
	return func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Cache-Control", "public, max-age="+strconv.Itoa(int(age.Seconds())))
		sum := sha256.Sum256(body)
		httpkit.Document(w, r, hex.EncodeToString(sum[:12]), body, "application/json")
		return nil
	}
}

// JSONOf answers with v as JSON that depends on the viewer.
func JSONOf(v any) Answer {
	return func(w http.ResponseWriter, r *http.Request) error {
		body, err := json.Marshal(v)
		if err != nil {
			return fmt.Errorf("marshal answer: %w", err)
		}
		return Bytes(body)(w, r)
	}
}

// Bytes answers with encoded JSON that depends on the viewer. The answer to a GET has a digest of the bytes as its
// entity tag, so that a client that polls a list transfers it only after a change.
func Bytes(body []byte) Answer {
	return func(w http.ResponseWriter, r *http.Request) error {
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			return Digested(body)(w, r)
		}
		PrivateJSON(w.Header())
		_, _ = w.Write(body) // the reader may have closed the connection
		return nil
	}
}

// PrivateJSON sets the headers of JSON that depends on the viewer.
func PrivateJSON(h http.Header) {
	private(h)
	h.Set("Content-Type", "application/json")
}

// private lets clients store an answer that they must revalidate.
func private(h http.Header) {
	h.Set("Cache-Control", "private, no-cache")
	h.Add("Vary", "Authorization, Cookie")
}
