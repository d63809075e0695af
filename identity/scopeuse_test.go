package identity_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
)

func (v *visitor) unused() identity.Scopes {
	v.s.t.Helper()
	var list []identity.Token
	if err := json.Unmarshal([]byte(v.want(200, "GET", "/v2/pat", nil).body), &list); err != nil || len(list) != 1 {
		v.s.t.Fatal(list, err)
	}
	return list[0].Unused
}

func TestScopesThatATokenHasNotUsedForNinetyDaysAreNamed(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	scopes := identity.ScopeUserRead | identity.ScopeUserReadEmail | identity.ScopeProjectWrite
	made := v.want(200, "POST", "/v2/pat", object{"name": "build", "scopes": scopes, "expires": s.clock().Add(300 * 24 * time.Hour)})
	program := s.visitor()
	program.token = field(t, made, "access_token")
	program.want(200, "GET", "/v2/user", nil)
	if unused := v.unused(); unused != 0 {
		t.Errorf("of a young token: %d", unused)
	}
	s.pass(89 * 24 * time.Hour)
	v = again(s, v)
	if unused := v.unused(); unused != 0 {
		t.Errorf("after 89 days: %d", unused)
	}
	program.want(200, "GET", "/v2/user", nil)
	s.pass(2 * 24 * time.Hour)
	if unused := again(s, v).unused(); unused != identity.ScopeProjectWrite {
		t.Errorf("after 91 days: %d", unused)
	}
	s.pass(90 * 24 * time.Hour)
	if unused := again(s, v).unused(); unused != scopes {
		t.Errorf("after 181 days: %d", unused)
	}
	// What a token asks for and does not have is no use.
	program.want(401, "GET", "/v2/session/list", nil)
	program.want(401, "GET", "/v2/pat", nil)
	if unused := again(s, v).unused(); unused != scopes {
		t.Errorf("after refused requests: %d", unused)
	}
}

// again is a new session of a visitor's account: the former has expired.
func again(s *site, _ *visitor) *visitor {
	s.t.Helper()
	v := s.visitor()
	v.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword))
	v.csrf = v.cookies["modyard_csrf"]
	return v
}
