package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
)

func TestAnInvalidTokenReadsWhatIsPublicAndNothingElse(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author := s.person("author", identity.RoleUser)
	<-s.Runner.Prepared()
	s.caughtUp()
	token := func(name string) (id, secret string) {
		t.Helper()
		got := s.ask(author, http.MethodPost, "/v2/pat", map[string]any{"name": name, "scopes": identity.ScopeUserRead, "expires": time.Now().AddDate(0, 1, 0)})
		var made struct {
			ID          string
			AccessToken string `json:"access_token"`
		}
		if err := json.Unmarshal(got.Body, &made); err != nil || got.Status != http.StatusOK {
			t.Fatalf("POST /v2/pat: %d %s", got.Status, got.Body)
		}
		if got := s.ask(made.AccessToken, http.MethodGet, "/v2/user", nil); got.Status != http.StatusOK {
			t.Fatalf("the token %s does not read: %d", name, got.Status)
		}
		return made.ID, made.AccessToken
	}
	expiredID, expired := token("expired")
	revokedID, revoked := token("revoked")
	if _, err := s.DB.Pool.Exec(t.Context(), "UPDATE identity.tokens SET expires = now() - interval '1 minute' WHERE id = $1", expiredID); err != nil {
		t.Fatal(err)
	}
	s.change(author, http.MethodDelete, "/v2/pat/"+revokedID, nil)
	for _, token := range []string{expired, revoked, "unknown", "mrp_" + strings.Repeat("x", 60), "Bearer mra_" + strings.Repeat("y", 60)} {
		for _, c := range []struct {
			method, path string
			body         any
			want         int
		}{
			{"GET", "/v2/search", nil, 200}, {"GET", "/v3/user/author", nil, 200}, {"GET", "/v2/tag/loader", nil, 200},
			{"POST", "/v2/version_files", map[string]any{"hashes": []string{strings.Repeat("0", 40)}}, 200},
			{"GET", "/v2/project/none", nil, 404},
			{"GET", "/v2/user", nil, 401}, {"GET", "/v2/notifications?ids=[]", nil, 401}, {"GET", "/v2/pat", nil, 401},
			{"POST", "/v2/report", map[string]any{"report_type": "spam", "item_type": "user", "item_id": "author", "body": "x"}, 401},
			{"PATCH", "/v2/project/none", map[string]any{"title": "x"}, 401}, {"POST", "/v2/auth/login", map[string]any{"username": "author", "password": password}, 401},
		} {
			if got := s.ask(token, c.method, c.path, c.body); got.Status != c.want {
				t.Errorf("%s %s with %.8s…: %d, want %d: %s", c.method, c.path, token, got.Status, c.want, got.Body)
			}
		}
	}
	if got := s.ask("", http.MethodGet, "/v2/search", nil); got.Status != http.StatusOK {
		t.Errorf("nobody: %d", got.Status)
	}
}
