package view

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"

	"github.com/modyard/modyard/platform/httpkit"
)

// Answer writes what a query found.
type Answer func(w http.ResponseWriter, r *http.Request) error

// AtPosition answers with a stored document. Its entity tag is the position of the last event that
// changed it, with the account of one inside: each of them may see another variant.
func AtPosition(position int64, inside string, body []byte) Answer {
	tag := strconv.FormatInt(position, 10)
	if inside != "" {
		tag += "-" + inside
	}
	return WithTag(tag, body)
}

// Digested answers with JSON that depends on many rows and on who asks: its entity tag is made of the bytes.
func Digested(body []byte) Answer {
	sum := sha256.Sum256(body)
	return WithTag(hex.EncodeToString(sum[:12]), body)
}

// WithTag answers with JSON that depends on who asks, under an entity tag of the caller's own, without quotes.
func WithTag(tag string, body []byte) Answer {
	return func(w http.ResponseWriter, r *http.Request) error {
		private(w.Header())
		httpkit.Document(w, r, tag, body, "application/json")
		return nil
	}
}

// Unchanging answers with what is the same for everybody until the program changes. tag has no quotes.
func Unchanging(tag string, body []byte) Answer {
	return func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Cache-Control", "public, max-age=300")
		httpkit.Document(w, r, tag, body, "application/json")
		return nil
	}
}

// JSONOf answers with v as JSON that depends on who asks.
func JSONOf(v any) Answer {
	return func(w http.ResponseWriter, _ *http.Request) error {
		private(w.Header())
		return httpkit.WriteJSON(w, http.StatusOK, v)
	}
}

// Bytes answers with bytes that are JSON already and depend on who asks.
func Bytes(body []byte) Answer {
	return func(w http.ResponseWriter, _ *http.Request) error {
		private(w.Header())
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body) // a reader who left is no error of ours
		return nil
	}
}

// private lets clients keep an answer as long as they ask whether it still holds.
func private(h http.Header) {
	h.Set("Cache-Control", "private, no-cache")
	h.Add("Vary", "Authorization, Cookie")
}
