// Package idempotency lets a caller name a request, so that the same one sent again does nothing again and another
// one under that name is refused.
package idempotency

import (
	"net/http"
	"time"
	"unicode"

	"github.com/google/uuid"

	"github.com/modyard/modyard/platform/httpkit"
)

// Header is a caller's own name for a request: sent again, it is not done again.
const Header = "Idempotency-Key"

// Honoured is how long a key is remembered at least.
const Honoured = 7 * 24 * time.Hour

const maxKey = 128

// keySpace separates ids made of keys from every other UUID.
var keySpace = uuid.MustParse("6f1b3c62-0f0e-5c8e-9d3c-3f7d3f0e6a51")

// ID is the id that the request's key stands for, and false where it has none. The key counts within the account, the
// method and the path: two callers, or two kinds of request, never meet.
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

// refusal is a fault about the header.
type refusal struct{ kind, code, text string }

func (r refusal) Error() string      { return r.code + ": " + r.text }
func (r refusal) FaultKind() string  { return r.kind }
func (r refusal) FaultCode() string  { return r.code }
func (r refusal) FaultText() string  { return r.text }
func (r refusal) FaultField() string { return Header }

func badKey(text string) error {
	return refusal{httpkit.KindInvalid, httpkit.CodeInvalidInput, text}
}

// ErrReused refuses a request under the key of another one.
func ErrReused() error {
	return refusal{httpkit.KindMismatch, "idempotency_key_reused", "此 Idempotency-Key 已用于另一个内容不同的请求。"}
}
