package erasure

import (
	"context"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/modyard/modyard/platform/keyfile"
)

// store contains the wrapped keys.
type store interface {
	// hold returns the keys of subjects, which are sorted and differ. Where a subject has none and was never erased, it
	// stores the fresh one.
	hold(ctx context.Context, subjects []string, fresh []held) (map[string]held, error)
	// find returns the keys of subjects. Subjects without a key are missing.
	find(ctx context.Context, subjects []string) (map[string]held, error)
	// destroy deletes the keys of subjects permanently.
	destroy(ctx context.Context, subjects []string) error
}

// held is one row of a store: wrapped is nil for an erased subject.
type held struct {
	id      string
	wrapped []byte
}

// Vault seals and opens texts, and erases subjects. It is safe for concurrent use.
type Vault struct {
	store  store
	master cipher.AEAD
	random io.Reader
	layout sync.Map // reflect.Type → whether it contains texts
}

func newVault(s store, keys keyfile.Keys) (*Vault, error) {
	master, err := aead(keys.Wrapping[:])
	if err != nil {
		return nil, fmt.Errorf("open the vault: %w", err)
	}
	return &Vault{store: s, master: master, random: rand.Reader}, nil
}

// Erase destroys the keys of subjects permanently: texts sealed with them can never be opened, and new texts of these
// subjects are dropped. It is idempotent.
func (v *Vault) Erase(ctx context.Context, subjects ...string) error {
	if slices.Contains(subjects, "") {
		return errors.New("erase: no subject")
	}
	if err := v.store.destroy(ctx, subjects); err != nil {
		return fmt.Errorf("destroy keys: %w", err)
	}
	return nil
}

// fresh generates a key and wraps it.
func (v *Vault) fresh(subject string) (held, error) {
	name, secret, nonce := make([]byte, 12), make([]byte, 32), make([]byte, v.master.NonceSize())
	for _, b := range [][]byte{name, secret, nonce} {
		if _, err := io.ReadFull(v.random, b); err != nil {
			return held{}, err
		}
	}
	h := held{id: base64.RawURLEncoding.EncodeToString(name)}
	h.wrapped = v.master.Seal(nonce, nonce, secret, wrapContext(subject, h.id))
	return h, nil
}

func (v *Vault) unwrap(subject string, h held) (cipher.AEAD, error) {
	secret, err := v.secret(subject, h)
	if err != nil {
		return nil, err
	}
	return aead(secret)
}

// secret unwraps the key.
func (v *Vault) secret(subject string, h held) ([]byte, error) {
	n := v.master.NonceSize()
	if len(h.wrapped) < n {
		return nil, fmt.Errorf("key %s of %s: the wrapped key is too short", h.id, subject)
	}
	secret, err := v.master.Open(nil, h.wrapped[:n], h.wrapped[n:], wrapContext(subject, h.id))
	if err != nil {
		return nil, fmt.Errorf("key %s of %s was wrapped under another keys file: %w", h.id, subject, err)
	}
	return secret, nil
}

// wrapContext binds a wrapped key to its row.
func wrapContext(subject, id string) []byte { return []byte("modyard key\n" + subject + "\n" + id) }
