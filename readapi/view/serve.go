package view

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"

	"github.com/modyard/modyard/platform/httpkit"
)

// maxName bounds an id, slug, number or user name in a path.
const maxName = 128

// PathName reads a path parameter that names something. What cannot be a name is not found.
func PathName(r *http.Request, parameter string) (string, error) {
	s := r.PathValue(parameter)
	if !named(s) {
		return "", httpkit.NotFound()
	}
	return s, nil
}

// Document answers with a stored document. Its entity tag is the position of the last event that
// changed it, with the account of one inside: each of them may see another variant.
func Document(w http.ResponseWriter, r *http.Request, position int64, inside string, body []byte) error {
	tag := strconv.FormatInt(position, 10)
	if inside != "" {
		tag += "-" + inside
	}
	private(w.Header())
	httpkit.Document(w, r, tag, body, "application/json")
	return nil
}

// Constant answers with what is the same for everybody until the program changes. tag has no quotes.
func Constant(w http.ResponseWriter, r *http.Request, tag string, body []byte) error {
	w.Header().Set("Cache-Control", "public, max-age=300")
	httpkit.Document(w, r, tag, body, "application/json")
	return nil
}

// JSON answers with bytes that are JSON already and depend on who asks.
func JSON(w http.ResponseWriter, body []byte) error {
	private(w.Header())
	return write(w, body)
}

// Value answers with v as JSON that depends on who asks.
func Value(w http.ResponseWriter, v any) error {
	private(w.Header())
	return httpkit.WriteJSON(w, http.StatusOK, v)
}

// private lets clients keep an answer as long as they ask whether it still holds.
func private(h http.Header) {
	h.Set("Cache-Control", "private, no-cache")
	h.Add("Vary", "Authorization, Cookie")
}

func write(w http.ResponseWriter, body []byte) error {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body) // a reader who left is no error of ours
	return nil
}

// Tagged answers with JSON that depends on many rows and on who asks: its entity tag is made of the bytes.
func Tagged(w http.ResponseWriter, r *http.Request, body []byte) error {
	sum := sha256.Sum256(body)
	return TaggedAs(w, r, hex.EncodeToString(sum[:12]), body)
}

// TaggedAs is Tagged with a tag of the caller's own, without quotes.
func TaggedAs(w http.ResponseWriter, r *http.Request, tag string, body []byte) error {
	private(w.Header())
	httpkit.Document(w, r, tag, body, "application/json")
	return nil
}

// Digested answers with JSON that depends on many rows and on who asks: its entity tag is made of the bytes.
func Digested(body []byte) Answer {
	return func(w http.ResponseWriter, r *http.Request) error { return Tagged(w, r, body) }
}

// WithTag is Digested with a tag of the caller's own, without quotes.
func WithTag(tag string, body []byte) Answer {
	return func(w http.ResponseWriter, r *http.Request) error { return TaggedAs(w, r, tag, body) }
}

// Unchanging answers with what is the same for everybody until the program changes. tag has no quotes.
func Unchanging(tag string, body []byte) Answer {
	return func(w http.ResponseWriter, r *http.Request) error { return Constant(w, r, tag, body) }
}

// JSONOf answers with v as JSON that depends on who asks.
func JSONOf(v any) Answer {
	return func(w http.ResponseWriter, _ *http.Request) error { return Value(w, v) }
}

// Bytes answers with bytes that are JSON already and depend on who asks.
func Bytes(body []byte) Answer {
	return func(w http.ResponseWriter, _ *http.Request) error { return JSON(w, body) }
}

// AtPosition answers with a stored document. Its entity tag is the position of the last event that
// changed it, with the account of one inside: each of them may see another variant.
func AtPosition(position int64, inside string, body []byte) Answer {
	return func(w http.ResponseWriter, r *http.Request) error { return Document(w, r, position, inside, body) }
}
