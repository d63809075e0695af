package webhook_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/keyfile"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/webhook"
)

func TestATextIsReadableOnlyWithItsKeyAtItsPlace(t *testing.T) {
	db := pgtest.Database(t)
	open := func(key byte) *webhook.Store {
		s, err := webhook.New(webhook.Options{Pool: db.Pool, Keys: keyfile.Keys{Wrapping: [32]byte{key}}})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s, text := open(1), webhook.NewText("https://example.org/credential")
	for _, hook := range []string{"Hook0001", "Hook0002"} {
		if err := s.Add(t.Context(), hook, "Owner001"); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Put(t.Context(), "Hook0001", text); err != nil {
		t.Fatal(err)
	}
	if found, err := s.Texts(t.Context(), "Hook0001", text.ID); err != nil || found[text.ID] != text.Plain {
		t.Errorf("%v %v", found, err)
	}
	if _, err := open(2).Texts(t.Context(), "Hook0001", text.ID); !errors.Is(err, webhook.ErrForeign) || strings.Contains(err.Error(), "credential") {
		t.Errorf("with another key: %v", err)
	}
	if _, err := db.Pool.Exec(t.Context(), `UPDATE webhooks.sealed SET hook = 'Hook0002'`); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Texts(t.Context(), "Hook0002", text.ID); !errors.Is(err, webhook.ErrForeign) {
		t.Errorf("at another webhook: %v", err)
	}
}

func TestSecretsDifferAndAreLong(t *testing.T) {
	seen := map[string]bool{}
	for range 100 {
		secret := webhook.NewSecret()
		if seen[secret] || len(secret) != len("whs_")+48 || !strings.HasPrefix(secret, "whs_") {
			t.Fatal(secret)
		}
		seen[secret] = true
	}
}
