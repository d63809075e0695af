// Package idempotency lets a caller name a request with a key, so that repeating it has no further effect and a
// different request under the key is rejected.
package idempotency

import (
	"net/http"
	"time"
	"unicode"

	"github.com/google/uuid"

	"github.com/modyard/modyard/platform/httpkit"
)

// Header is the caller's key for a request: a repeated request does not run again.
const Header = "Idempotency-Key"

// Honoured is the minimum time for which a key is kept.
const Honoured = 7 * 24 * time.Hour

const maxKey = 128

// keySpace separates ids derived from keys from every other UUID.
var keySpace = uuid.MustParse("6f1b3c62-0f0e-5c8e-9d3c-3f7d3f0e6a51")

// ID is the id that the request's key stands for, and false without a key. It depends on the account, the method and
// the path: keys of different callers, or of different kinds of requests, never collide.
func ID(r *http.Request, account string) (string, bool, error) {
	key := r.Header.Get(Header)
	if key == "" {
		return "", false, nil
	}
	if len(key) > maxKey {
		return "", false, badKey("Idempotency-Key 不能超过 128 个字符。")
	}
	for _, c := range key {
		if unicode.IsControl(c) || c == unicode.ReplacementChar {
			return "", false, badKey("Idempotency-Key 包含不允许的字符。")
		}
	}
	name := account + "\x00" + r.Method + "\x00" + r.URL.Path + "\x00" + key
	return uuid.NewSHA1(keySpace, []byte(name)).String(), true, nil
}

// refusal is a fault of the header.
type refusal struct{ kind, code, text string }

func (r refusal) Error() string      { return r.code + ": " + r.text }
func (r refusal) FaultKind() string  { return r.kind }
func (r refusal) FaultCode() string  { return r.code }
func (r refusal) FaultText() string  { return r.text }
func (r refusal) FaultField() string { return Header }

func badKey(text string) error {
	return refusal{httpkit.KindInvalid, httpkit.CodeInvalidInput, text}
}

// ErrReused rejects a request under the key of another request.
func ErrReused() error {
	return refusal{httpkit.KindMismatch, "idempotency_key_reused", "此 Idempotency-Key 已用于另一个内容不同的请求。"}
}
