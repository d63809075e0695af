package erasure

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/eventlog"
)

// The hash of a request with texts is also keyed with a key of each subject, and names them:
// <hash>@<subject>,<subject>. When a subject is erased, its key is destroyed. A request with more subjects than metadata can
// name, such as one that publishes many pages of a wiki, has a random hash without subjects: it cannot be compared, as if a
// key was destroyed.
const (
	subjectsAfter = "@"
	subjectsApart = ","
	hashLength    = 43 // of HMAC-SHA-256 in base64url
)

// RequestHash is the form of a request's hash that the log stores: unchanged if no payload contains a text, otherwise
// keyed with a key of each subject, so that it reveals nothing of a text after its subject was erased. It must be
// called after Seal, which creates a subject's key. An erased subject has no key.
func (v *Vault) RequestHash(ctx context.Context, hash string, payloads ...any) (string, error) {
	if hash == "" {
		return "", nil
	}
	subjects, err := v.list(payloads, func(t *erasable.Text) bool { return !t.Gone && *t != (erasable.Text{}) })
	if err != nil || len(subjects) == 0 {
		return hash, err
	}
	names := strings.Join(subjects, subjectsApart)
	if hashLength+len(subjectsAfter)+len(names) > eventlog.MaxMetaBytes {
		return rand.Text() + subjectsAfter, nil
	}
	keyed, known, err := v.rehash(ctx, hash, subjects)
	if err != nil {
		return "", err
	}
	if !known {
		keyed = rand.Text()
	}
	return keyed + subjectsAfter + names, nil
}

// SameRequest compares a request's hash with the stored form (RequestHash). If a key was destroyed, they cannot be
// compared, and count as equal.
func (v *Vault) SameRequest(ctx context.Context, hash, stored string) (bool, error) {
	mac, list, keyed := strings.Cut(stored, subjectsAfter)
	if keyed {
		var known bool
		var err error
		if hash, known, err = v.rehash(ctx, hash, strings.Split(list, subjectsApart)); err != nil || !known {
			return err == nil, err
		}
	}
	return subtle.ConstantTimeCompare([]byte(hash), []byte(mac)) == 1, nil
}

// rehash is HMAC-SHA-256 in base64url; false if a subject has no key.
func (v *Vault) rehash(ctx context.Context, hash string, subjects []string) (string, bool, error) {
	found, err := v.store.find(ctx, subjects)
	if err != nil {
		return "", false, fmt.Errorf("find the keys of a request's hash: %w", err)
	}
	sum := []byte(hash)
	for _, subject := range subjects {
		h, exists := found[subject]
		if !exists || h.wrapped == nil {
			return "", false, nil
		}
		secret, err := v.secret(subject, h)
		if err != nil {
			return "", false, err
		}
		// The key of the texts must not have two uses.
		key := hmac.New(sha256.New, secret)
		key.Write([]byte("modyard request hash"))
		mac := hmac.New(sha256.New, key.Sum(nil))
		mac.Write(sum)
		sum = mac.Sum(nil)
	}
	return base64.RawURLEncoding.EncodeToString(sum), true, nil
}

// list returns the subjects of the texts for which meant is true, sorted.
func (v *Vault) list(payloads []any, meant func(*erasable.Text) bool) ([]string, error) {
	var list []string
	for _, payload := range payloads {
		_, err := v.edit(payload, func(_ string, t *erasable.Text) error {
			if meant(t) {
				list = append(list, t.Subject)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}
