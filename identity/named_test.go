package identity_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/idempotency"
)

func TestARepeatedRequestForATokenCreatesOneToken(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	body := map[string]any{"name": "机器人", "scopes": identity.ScopeUserRead, "expires": s.clock().Add(time.Hour)}
	first := v.want(200, "POST", "/v2/pat", body, idempotency.Header, "k")
	if field(t, first, "access_token") == "" {
		t.Fatal(first.body)
	}
	again := v.want(200, "POST", "/v2/pat", body, idempotency.Header, "k")
	if field(t, again, "id") != field(t, first, "id") || field(t, again, "access_token") != "" {
		t.Errorf("the repeat answered %s", again.body)
	}
	body["name"] = "另一个"
	if r := v.want(422, "POST", "/v2/pat", body, idempotency.Header, "k"); field(t, r, "error") != "idempotency_key_reused" {
		t.Error(r.body)
	}
	if other := s.signedUp("alex").want(200, "POST", "/v2/pat", body, idempotency.Header, "k"); field(t, other, "access_token") == "" {
		t.Error("another account had the same key")
	}
	v.want(204, "DELETE", "/v2/pat/"+field(t, first, "id"), nil)
	body["name"] = "机器人"
	v.want(404, "POST", "/v2/pat", body, idempotency.Header, "k")
	if r := v.want(200, "GET", "/v2/pat", nil); strings.Count(r.body, `"id"`) != 1 || strings.Contains(r.body, `"revoked":null`) {
		t.Error(r.body)
	}
}

func TestARejectedRequestForATokenIsNotStored(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	body := map[string]any{"name": "x", "scopes": identity.ScopeUserRead, "expires": s.clock().Add(time.Hour)}
	v.want(400, "POST", "/v2/pat", body, idempotency.Header, "k")
	body["name"] = "机器人"
	v.want(200, "POST", "/v2/pat", body, idempotency.Header, "k")
}

func TestConcurrentRequestsForOneTokenCreateOneToken(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	spec := map[string]any{"name": "机器人", "scopes": identity.ScopeUserRead, "expires": s.clock().Add(time.Hour)}
	program := v.program()
	var all sync.WaitGroup
	var mu sync.Mutex
	secrets := 0
	for range 8 {
		all.Go(func() {
			r := program.do("POST", "/v2/pat", spec, idempotency.Header, "k")
			mu.Lock()
			defer mu.Unlock()
			if r.status != 200 {
				t.Error(r.status, r.body)
			} else if field(t, r, "access_token") != "" {
				secrets++
			}
		})
	}
	all.Wait()
	if secrets != 1 {
		t.Error(secrets)
	}
}

func TestARepeatedSignUpCreatesOneAccountAndReturnsNoSession(t *testing.T) {
	s := newSite(t)
	body := map[string]any{"username": "steve", "email": "steve@example.org", "password": goodPassword}
	first := s.visitor().want(200, "POST", "/v2/auth/create", body, idempotency.Header, "k")
	if field(t, first, "session") == "" {
		t.Fatal(first.body)
	}
	stranger := s.visitor()
	again := stranger.want(200, "POST", "/v2/auth/create", body, idempotency.Header, "k")
	if field(t, again, "session") != "" || stranger.cookies["modyard_session"] != "" {
		t.Error("a repeat got a session:", again.body)
	}
	body["username"] = "alex"
	s.visitor().want(422, "POST", "/v2/auth/create", body, idempotency.Header, "k")
	body["username"] = "steve"
	s.visitor().want(409, "POST", "/v2/auth/create", body)
}
