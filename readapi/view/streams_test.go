package view_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/readapi/view"
)

func TestAnonymousStreamsAreCountedByNetworkAndOthersByAccount(t *testing.T) {
	key := func(from, account string) string {
		r := httptest.NewRequest(http.MethodGet, "/_internal/live", nil)
		r.RemoteAddr = from
		if account != "" {
			r = r.WithContext(identity.WithCaller(r.Context(), identitytest.Session(account, identity.RoleUser)))
		}
		return view.StreamKey(r, nil)
	}
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{key("[2001:db8:1:2::1]:1", ""), key("[2001:db8:1:2:ffff::9]:2", ""), true},
		{key("[2001:db8:1:2::1]:1", ""), key("[2001:db8:1:3::1]:1", ""), false},
		{key("203.0.113.1:1", ""), key("[::ffff:203.0.113.1]:2", ""), true},
		{key("203.0.113.1:1", ""), key("203.0.113.2:1", ""), false},
		{key("203.0.113.1:1", "UserOne1"), key("[2001:db8::1]:1", "UserOne1"), true},
		{key("203.0.113.1:1", "UserOne1"), key("203.0.113.1:1", "UserTwo2"), false},
	} {
		if (c.a == c.b) != c.same {
			t.Errorf("%q and %q", c.a, c.b)
		}
	}
	var s view.Streams
	refused := 0
	for range 40 { // a host has 2^64 addresses in its network
		if s.Join(key("[2001:db8:1:2::1]:1", "")) != nil {
			refused++
		}
	}
	if refused == 0 || s.Join(key("[2001:db8:1:2::2]:1", "")) == nil || s.Join(key("[2001:db8:1:3::1]:1", "")) != nil {
		t.Errorf("%d streams of a network are refused", refused)
	}
}
