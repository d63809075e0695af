package erasure

import (
	"context"
	"crypto/cipher"
	"fmt"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/eventlog"
)

// Seal gives the payload as the log may hold it: every text in its box, bound to the stream, the event and its member.
// A text for a subject that was erased is dropped: it could never be shown. Texts that are sealed already
// stay as they are.
func (v *Vault) Seal(ctx context.Context, stream string, event eventlog.EventID, payload any) (any, error) {
	type current struct {
		id  string
		key cipher.AEAD
		ok  bool
	}
	keys := map[string]current{}
	return v.edit(payload, func(member string, t *erasable.Text) error {
		if t.Gone || *t == (erasable.Text{}) || t.Sealed != (erasable.Box{}) {
			return nil
		}
		if t.Subject == "" {
			return fmt.Errorf("seal %s of %s: the text has no subject", member, stream)
		}
		k, known := keys[t.Subject]
		if !known {
			var err error
			if k.id, k.key, k.ok, err = v.key(ctx, t.Subject); err != nil {
				return fmt.Errorf("seal %s of %s: %w", member, stream, err)
			}
			keys[t.Subject] = k
		}
		if !k.ok {
			*t = t.Erase()
			return nil
		}
		box, err := seal(v.random, k.id, k.key, place{stream, event, member}, t.Text)
		if err != nil {
			return err
		}
		*t = t.Seal(box)
		return nil
	})
}
