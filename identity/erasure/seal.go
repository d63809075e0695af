package erasure

import (
	"context"
	"crypto/cipher"
	"fmt"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/eventlog"
)

// Seal is SealAll for one payload, which it leaves as it is.
func (v *Vault) Seal(ctx context.Context, stream string, event eventlog.EventID, payload any) (any, error) {
	payloads := []any{payload}
	err := v.SealAll(ctx, []eventlog.Recorded{{Event: eventlog.Event{ID: event}, Stream: stream}}, payloads)
	return payloads[0], err
}

// SealAll replaces each payload with the form that the log may store: every text is encrypted, bound to the stream, the
// event and its member. A text of an erased subject is dropped, because it could never be read. Sealed texts are
// unchanged. payloads[i] is of events[i]. After an error, no payload is replaced.
func (v *Vault) SealAll(ctx context.Context, events []eventlog.Recorded, payloads []any) error {
	subjects, err := v.list(payloads, plain)
	if err != nil || len(subjects) == 0 {
		return err
	}
	keys, err := v.keys(ctx, subjects)
	if err != nil {
		return fmt.Errorf("seal texts: %w", err)
	}
	sealed := make([]any, len(payloads))
	for i, payload := range payloads {
		sealed[i], err = v.edit(payload, func(member string, t *erasable.Text) error {
			if !plain(t) {
				return nil
			}
			at := place{events[i].Stream, events[i].ID, member}
			if t.Subject == "" {
				return fmt.Errorf("seal %s of %s: the text has no subject", member, events[i].Stream)
			}
			k := keys[t.Subject]
			if k.aead == nil {
				*t = t.Erase()
				return nil
			}
			box, err := seal(v.random, k.id, k.aead, at, t.Text)
			if err != nil {
				return err
			}
			*t = t.Seal(box)
			return nil
		})
		if err != nil {
			return err
		}
	}
	copy(payloads, sealed)
	return nil
}

// plain is true for a text that can be sealed.
func plain(t *erasable.Text) bool {
	return !t.Gone && *t != (erasable.Text{}) && t.Sealed == (erasable.Box{})
}

// current is a subject's key for new texts; aead is nil for an erased subject.
type current struct {
	id   string
	aead cipher.AEAD
}

// keys are the keys of subjects, which are sorted. Keys are created when they are first needed.
func (v *Vault) keys(ctx context.Context, subjects []string) (map[string]current, error) {
	found, err := v.store.find(ctx, subjects)
	if err != nil {
		return nil, fmt.Errorf("find keys: %w", err)
	}
	var names []string
	var fresh []held
	for _, subject := range subjects {
		if _, exists := found[subject]; exists || subject == "" {
			continue
		}
		h, err := v.fresh(subject)
		if err != nil {
			return nil, fmt.Errorf("make a key for %s: %w", subject, err)
		}
		names, fresh = append(names, subject), append(fresh, h)
	}
	if len(names) > 0 {
		held, err := v.store.hold(ctx, names, fresh)
		if err != nil {
			return nil, fmt.Errorf("store keys: %w", err)
		}
		for subject, h := range held {
			found[subject] = h
		}
	}
	keys := make(map[string]current, len(found))
	for subject, h := range found {
		k := current{id: h.id}
		if h.wrapped != nil {
			if k.aead, err = v.unwrap(subject, h); err != nil {
				return nil, err
			}
		}
		keys[subject] = k
	}
	return keys, nil
}
