package erasure

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"errors"
	"fmt"
	"io"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/eventlog"
)

// ErrForeign means that a sealed text was changed, or was sealed for another place.
var ErrForeign = errors.New("a sealed text was changed or sealed for another place")

func aead(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// place is the place of a text, to which its encryption is bound.
type place struct {
	stream string
	event  eventlog.EventID
	member string // JSON member path, parts joined by dots; elements of a list by index
}

func (p place) bytes() []byte { return []byte(p.stream + "\n" + p.event.String() + "\n" + p.member) }

// seal encrypts a text.
func seal(random io.Reader, id string, key cipher.AEAD, at place, text string) (erasable.Box, error) {
	nonce := make([]byte, key.NonceSize())
	if _, err := io.ReadFull(random, nonce); err != nil {
		return erasable.Box{}, fmt.Errorf("seal %s of %s: %w", at.member, at.stream, err)
	}
	return erasable.Box{
		Key: id, Nonce: base64.RawURLEncoding.EncodeToString(nonce),
		Box: base64.RawURLEncoding.EncodeToString(key.Seal(nil, nonce, []byte(text), at.bytes())),
	}, nil
}

// open decrypts a text.
func open(key cipher.AEAD, at place, b erasable.Box) (string, error) {
	nonce, err := base64.RawURLEncoding.DecodeString(b.Nonce)
	if err == nil && len(nonce) != key.NonceSize() {
		err = fmt.Errorf("the nonce has %d bytes", len(nonce))
	}
	var sealed, text []byte
	if err == nil {
		sealed, err = base64.RawURLEncoding.DecodeString(b.Box)
	}
	if err == nil {
		text, err = key.Open(nil, nonce, sealed, at.bytes())
	}
	if err != nil {
		return "", fmt.Errorf("open %s of event %s in %s: %w: %w", at.member, at.event, at.stream, ErrForeign, err)
	}
	return string(text), nil
}
