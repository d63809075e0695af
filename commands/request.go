package commands

import (
	"net/http"
	"strconv"
	"unicode"

	"github.com/google/uuid"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// HeaderLogPosition carries the position at which a command's effect stands.
const HeaderLogPosition = "Log-Position"

// HeaderIdempotencyKey is a caller's own name for a command: sent again, the command is not done again.
const HeaderIdempotencyKey = "Idempotency-Key"

const maxKey = 128

// keySpace separates ids made of keys from every other UUID.
var keySpace = uuid.MustParse("6f1b3c62-0f0e-5c8e-9d3c-3f7d3f0e6a51")

// NewRequest reads what a command needs to know of its request. The key counts within the account, the
// method and the path: two callers, or two kinds of command, never meet.
func NewRequest(r *http.Request, caller identity.Caller) (Request, error) {
	req := Request{Actor: caller.Account, Credential: caller.Credential, ID: httpkit.RequestID(r.Context())}
	key := r.Header.Get(HeaderIdempotencyKey)
	if key == "" {
		req.Command = uuid.Must(uuid.NewV7()).String()
		return req, nil
	}
	if len(key) > maxKey {
		return Request{}, fault.Invalid(HeaderIdempotencyKey, "Idempotency-Key 不能超过 128 个字符。")
	}
	for _, c := range key {
		if unicode.IsControl(c) || c == unicode.ReplacementChar {
			return Request{}, fault.Invalid(HeaderIdempotencyKey, "Idempotency-Key 包含不允许的字符。")
		}
	}
	name := caller.Account + "\x00" + r.Method + "\x00" + r.URL.Path + "\x00" + key
	req.Command = uuid.NewSHA1(keySpace, []byte(name)).String()
	return req, nil
}

// Keyed says that the caller named the command.
func Keyed(r *http.Request) bool { return r.Header.Get(HeaderIdempotencyKey) != "" }

// WritePosition tells the client where its command stands.
func WritePosition(w http.ResponseWriter, p eventlog.Position) {
	w.Header().Set(HeaderLogPosition, strconv.FormatUint(uint64(p), 10))
}

// Done answers a command that has nothing to show: 204 with where it stands in the log.
func Done(w http.ResponseWriter, outcome Outcome) error {
	WritePosition(w, outcome.Position)
	w.WriteHeader(http.StatusNoContent)
	return nil
}
