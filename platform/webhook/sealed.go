package webhook

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/modyard/modyard/platform/keyfile"
)

// ErrForeign means that a sealed text was changed, is of another webhook, or was sealed with another keys file.
var ErrForeign = errors.New("a text of a webhook was changed, or sealed with another key")

// sealingKey derives the key of the texts from the keys file, which the database does not contain.
func sealingKey(k keyfile.Keys) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, k.Wrapping[:], nil, "modyard webhooks 1", 32)
	if err != nil {
		return nil, fmt.Errorf("derive the key of webhooks: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("derive the key of webhooks: %w", err)
	}
	return cipher.NewGCM(block)
}

// seal encrypts a text. It is bound to its webhook and its id.
func (s *Store) seal(hook string, t Text) []byte {
	nonce := make([]byte, s.key.NonceSize())
	_, _ = rand.Read(nonce) // crypto/rand never fails
	return s.key.Seal(nonce, nonce, []byte(t.Plain), place(hook, t.ID))
}

func (s *Store) open(hook, id string, box []byte) (string, error) {
	n := s.key.NonceSize()
	if len(box) < n {
		return "", ErrForeign
	}
	plain, err := s.key.Open(nil, box[:n], box[n:], place(hook, id))
	if err != nil {
		return "", ErrForeign
	}
	return string(plain), nil
}

func place(hook, id string) []byte { return []byte(hook + "\n" + id) }

const (
	secretPrefix  = "whs_"
	secretLength  = 48
	secretLetters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// NewSecret draws a secret: its prefix and letters with more than 256 random bits.
func NewSecret() string {
	out := append(make([]byte, 0, len(secretPrefix)+secretLength), secretPrefix...)
	var buf [secretLength]byte
	for len(out) < cap(out) {
		_, _ = rand.Read(buf[:]) // crypto/rand never fails
		for _, b := range buf {
			if int(b) < 256-256%len(secretLetters) && len(out) < cap(out) { // all letters have the same probability
				out = append(out, secretLetters[int(b)%len(secretLetters)])
			}
		}
	}
	return string(out)
}
