package identity_test

import (
	"strings"
	"testing"
)

func TestPreferencesAreMergedFieldByField(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	if got := v.want(200, "GET", "/_internal/preferences", nil).body; strings.TrimSpace(got) != "{}" {
		t.Fatalf("before any choice: %s", got)
	}
	v.want(200, "PATCH", "/_internal/preferences", `{"theme":"retro","cosmetics":{"searchDisplayMode":{"mod":"grid"}}}`)
	v.want(200, "PATCH", "/_internal/preferences", `{"preferred_dark":"oled","cosmetics":{"advancedRendering":false,"searchDisplayMode":{"shader":"list"}}}`)
	got := strings.TrimSpace(v.want(200, "GET", "/_internal/preferences", nil).body)
	want := `{"theme":"retro","preferred_dark":"oled","cosmetics":{"advancedRendering":false,"searchDisplayMode":{"mod":"grid","shader":"list"}}}`
	if got != want {
		t.Fatalf("got  %s\nwant %s", got, want)
	}
	if other := s.signedUp("alex").want(200, "GET", "/_internal/preferences", nil).body; strings.TrimSpace(other) != "{}" {
		t.Fatalf("those of another account: %s", other)
	}
	s.visitor().want(401, "GET", "/_internal/preferences", nil)
}

func TestUnknownPreferencesAreRejected(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	for _, body := range []string{
		`{"theme":"pink"}`, `{"preferred_dark":"light"}`, `{"colour":"red"}`, `{"cosmetics":{"flags":true}}`,
		`{"cosmetics":{"searchDisplayMode":{"mod":"table"}}}`, `{"cosmetics":{"searchDisplayMode":{"wiki":"list"}}}`,
		`{"theme":1}`, `[]`, `{} {}`, ``, `{`,
	} {
		if r := v.do("PATCH", "/_internal/preferences", body); r.status != 400 || r.text() == "" {
			t.Errorf("%s: %d %s", body, r.status, r.body)
		}
	}
	v.want(413, "PATCH", "/_internal/preferences", `{"theme":"dark"`+strings.Repeat(" ", 5000)+`}`)
	v.want(401, "PATCH", "/_internal/preferences", `{"theme":"dark"}`, "X-CSRF-Token", "none")
	if got := v.want(200, "GET", "/_internal/preferences", nil).body; strings.TrimSpace(got) != "{}" {
		t.Fatalf("after rejected changes: %s", got)
	}
}
