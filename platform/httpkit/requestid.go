package httpkit

import (
	"math/rand/v2"
	"net/http"
)

const idAlphabet = "0123456789abcdefghijklmnopqrstuv"

// requestID keeps a valid id of the caller or proxy, so that a request can be followed through several logs;
// otherwise it makes one.
func requestID(r *http.Request) string {
	if id := r.Header.Get("X-Request-Id"); saneID(id) {
		return id
	}
	var b [16]byte
	v := rand.Uint64()
	for i := range b {
		if i == 12 {
			v = rand.Uint64()
		}
		b[i] = idAlphabet[v&31]
		v >>= 5
	}
	return string(b[:])
}

func saneID(id string) bool {
	if len(id) < 8 || len(id) > 64 {
		return false
	}
	for _, c := range []byte(id) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '_' {
			return false
		}
	}
	return true
}
