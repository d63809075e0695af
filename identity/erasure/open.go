package erasure

import (
	"context"
	"crypto/cipher"
	"fmt"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/eventlog"
)

// Open replaces each payload with one whose texts are readable; payloads[i] was decoded from events[i]. A text whose
// key was destroyed or lost is Gone. A text that was changed or moved is an error (ErrForeign), and then no payload is
// replaced.
func (v *Vault) Open(ctx context.Context, events []eventlog.Recorded, payloads []any) error {
	subjects, err := v.list(payloads, func(t *erasable.Text) bool { return t.Sealed != (erasable.Box{}) })
	if err != nil || len(subjects) == 0 {
		return err
	}
	found, err := v.store.find(ctx, subjects)
	if err != nil {
		return fmt.Errorf("find the keys of sealed texts: %w", err)
	}
	keys := make(map[string]cipher.AEAD, len(found))
	for subject, h := range found {
		if h.wrapped == nil {
			continue
		}
		if keys[subject], err = v.unwrap(subject, h); err != nil {
			return err
		}
	}
	opened := make([]any, len(payloads))
	for i, payload := range payloads {
		opened[i], err = v.edit(payload, func(member string, t *erasable.Text) error {
			if t.Sealed == (erasable.Box{}) {
				return nil
			}
			key, exists := keys[t.Subject]
			if !exists || found[t.Subject].id != t.Sealed.Key {
				*t = t.Erase()
				return nil
			}
			text, err := open(key, place{events[i].Stream, events[i].ID, member}, t.Sealed)
			if err != nil {
				return err
			}
			*t = t.Open(text)
			return nil
		})
		if err != nil {
			return err
		}
	}
	copy(payloads, opened)
	return nil
}
