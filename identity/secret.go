package identity

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

const (
	prefixPAT     = "mrp_"
	prefixSession = "mra_"
	secretLength  = 60
	secretLetters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// newSecret creates a token: its prefix and sixty letters, more than 350 random bits.
func newSecret(prefix string) string {
	out := make([]byte, 0, len(prefix)+secretLength)
	out = append(out, prefix...)
	var buf [secretLength]byte
	for len(out) < cap(out) {
		_, _ = rand.Read(buf[:]) // never fails: crypto/rand ends the program instead
		for _, b := range buf {
			if int(b) < 256-256%len(secretLetters) && len(out) < cap(out) { // all letters have the same probability
				out = append(out, secretLetters[int(b)%len(secretLetters)])
			}
		}
	}
	return string(out)
}

// hashSecret is the stored form. A token has so much randomness that a plain hash suffices.
func hashSecret(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// looksLike is true if a text has the form of a token with the prefix.
func looksLike(token, prefix string) bool {
	rest, ok := strings.CutPrefix(token, prefix)
	if !ok || len(rest) != secretLength {
		return false
	}
	return strings.Trim(rest, secretLetters) == ""
}

// csrfToken belongs to one session and cannot be computed without its token, so that a cookie set by another subdomain
// is useless.
func csrfToken(session string) string {
	sum := sha256.Sum256([]byte("modyard csrf\x00" + session))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
