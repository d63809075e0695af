package erasure

import (
	"context"
	"crypto/cipher"
	"fmt"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/eventlog"
)

// Seal returns the payload in the form that the log may store: every text is encrypted, bound to the stream, the event
// and its member. A text of an erased subject is dropped, because it could never be read. Sealed texts are unchanged.
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
