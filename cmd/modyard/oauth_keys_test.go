package main

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// signedBy is the id of the key that signs the id tokens of a site.
func (w *oauthWorld) signedBy(a oauthApp) string {
	w.t.Helper()
	header, _, _ := strings.Cut(w.tokens(a, "scope", "openid USER_READ").IDToken, ".")
	raw, err := base64.RawURLEncoding.DecodeString(header)
	var key struct{ Kid string }
	if err == nil {
		err = json.Unmarshal(raw, &key)
	}
	if err != nil || key.Kid == "" {
		w.t.Fatalf("the header %q: %v", header, err)
	}
	return key.Kid
}

// published are the ids of the keys with which the id tokens of a site are checked.
func (w *oauthWorld) published() (ids []string) {
	w.t.Helper()
	var set struct{ Keys []struct{ Kid string } }
	w.json("", http.MethodGet, "/.well-known/jwks.json", nil, &set)
	for _, key := range set.Keys {
		ids = append(ids, key.Kid)
	}
	return ids
}

func TestAKeyOfIDTokensSignsForNinetyDaysAndIsPublishedForThirtyMore(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a := w.app("confidential", oauthScopes)
	first := w.signedBy(a)
	// Each process keeps what it has read for a minute: a new one reads.
	after := func(days int) *oauthWorld {
		t.Helper()
		if _, err := w.DB.Pool.Exec(t.Context(), "UPDATE identity.oauth_keys SET created = created - make_interval(days => $1)", days); err != nil {
			t.Fatal(err)
		}
		return w.second()
	}
	young := after(89)
	w.wants("after 89 days", young.signedBy(a), first)
	old := after(2)
	second := old.signedBy(a)
	if second == first || !slices.Equal(old.published(), []string{second, first}) {
		t.Errorf("after 91 days %s signs after %s, and %v are published", second, first, old.published())
	}
	gone := after(30)
	w.wants("after 121 days", gone.signedBy(a), second)
	w.wants("the published ones", gone.published(), []string{second})
	if err := gone.Identity.Clean(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.wants("the stored ones", w.count("SELECT count(*) FROM identity.oauth_keys"), 1)
}

func TestAStateOfEightKiBComesBackUnchanged(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a := w.app("confidential", oauthScopes)
	state := strings.Repeat("/+ %&=状", 8<<10)[:8<<10]
	state = strings.ToValidUTF8(state, "?")
	w.wants("the state", w.answered(w.consented(a.request("state", state))).Get("state") == state, true)
}
