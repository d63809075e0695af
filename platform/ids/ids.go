// Package ids makes the public identifiers of the site: eight base62 characters.
package ids

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
)

const (
	// Length is the number of characters of every identifier.
	Length   = 8
	alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

	low  = 62 * 62 * 62 * 62 * 62 * 62 * 62 // 62^7: the first number written with eight digits
	high = low * 62                         // 62^8
	span = uint64(high - low)

	// Numbers from here on would favour some identifiers and are drawn again.
	unbiased = ^uint64(0) - ^uint64(0)%span
)

// New draws an identifier from the system's secure random source.
func New() string {
	var b [8]byte
	for {
		_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the program instead
		if n := binary.BigEndian.Uint64(b[:]); n < unbiased {
			return encode(n)
		}
	}
}

// FromBytes derives an identifier from a seed, deterministically.
func FromBytes(seed []byte) string {
	sum := sha256.Sum256(seed)
	for {
		for i := 0; i < len(sum); i += 8 {
			if n := binary.BigEndian.Uint64(sum[i:]); n < unbiased {
				return encode(n)
			}
		}
		sum = sha256.Sum256(sum[:])
	}
}

// Valid says whether s has the form of an identifier, not whether one exists.
func Valid(s string) bool {
	if len(s) != Length || s[0] == '0' {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

func encode(n uint64) string {
	n = low + n%span
	var out [Length]byte
	for i := Length - 1; i >= 0; i-- {
		out[i] = alphabet[n%62]
		n /= 62
	}
	return string(out[:])
}
