package identity_test

import (
	"encoding/json"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
)

func TestEveryRouteIsDocumentedOnce(t *testing.T) {
	s := newSite(t)
	var doc struct {
		Paths map[string]map[string]struct{ OperationID string }
	}
	if err := json.Unmarshal([]byte(s.visitor().want(200, "GET", "/openapi.json", nil).body), &doc); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for path, methods := range doc.Paths {
		if own, found := strings.CutPrefix(path, "/_internal"); found && doc.Paths["/v2"+own] != nil {
			t.Errorf("%s is documented beside its public path", path)
		}
		for method, op := range methods {
			if op.OperationID == "" || seen[op.OperationID] {
				t.Errorf("%s %s has the id %q, which is empty or a duplicate", method, path, op.OperationID)
			}
			seen[op.OperationID] = true
		}
	}
	if len(seen) != 62 {
		t.Errorf("%d routes are documented, want 62", len(seen))
	}
}

// Every route with every kind of caller. The bodies are valid, so that only the right decides.
func TestTheAccessRulesOfEveryRoute(t *testing.T) {
	s := newSite(t)
	steve := s.signedUp("steve")
	id := steve.id()
	as := func(login string) *visitor {
		v := s.visitor()
		r := v.want(200, "POST", "/v2/auth/login", creds(login, goodPassword))
		return &visitor{s: s, cookies: map[string]string{}, token: field(t, r, "session")}
	}
	for name, role := range map[string]identity.Role{"alex": identity.RoleUser, "mod": identity.RoleModerator, "root": identity.RoleAdmin} {
		if _, err := s.Create(t.Context(), identity.NewAccount{Username: name, Email: name + "@example.org", Password: goodPassword, Role: role}); err != nil {
			t.Fatal(err)
		}
	}
	later := s.clock().Add(time.Hour).Format(time.RFC3339)
	pat := func(scopes identity.Scopes) *visitor {
		r := steve.want(200, "POST", "/v2/pat", map[string]any{"name": "token", "scopes": scopes, "expires": later})
		return &visitor{s: s, cookies: map[string]string{}, token: field(t, r, "access_token")}
	}
	grantable := identity.AllScopes &^ identity.RestrictedScopes
	who := []*visitor{s.visitor(), steve.program(), as("alex"), as("mod"), as("root"), pat(0), pat(grantable)}
	for _, row := range []struct {
		route, body string
		want        [7]int // anonymous, the account's owner, another account, moderator, admin, token without scopes, token with all grantable scopes
	}{
		{"GET /v2/user", "", [7]int{401, 200, 200, 200, 200, 401, 200}},
		{"PATCH /v2/user/" + id, `{"bio":"你好"}`, [7]int{401, 204, 401, 401, 204, 401, 204}},
		{"PATCH /v2/user/" + id, `{"role":"user"}`, [7]int{401, 401, 401, 401, 204, 401, 401}},
		{"GET /v2/pat", "", [7]int{401, 200, 200, 200, 200, 401, 401}},
		{"POST /v2/pat", `{"name":"fresh","scopes":2,"expires":"` + later + `"}`, [7]int{401, 200, 200, 200, 200, 401, 401}},
		{"PATCH /v2/pat/AAAAAAAA", `{"name":"fresh"}`, [7]int{401, 404, 404, 404, 404, 401, 401}},
		{"DELETE /v2/pat/AAAAAAAA", "", [7]int{401, 404, 404, 404, 404, 401, 401}},
		{"GET /_internal/auth/passkeys", "", [7]int{401, 200, 200, 200, 200, 401, 401}},
		{"PATCH /_internal/auth/passkeys/AAAAAAAA", `{"name":"fresh"}`, [7]int{401, 404, 404, 404, 404, 401, 401}},
		{"DELETE /_internal/auth/passkeys/AAAAAAAA", "", [7]int{401, 404, 404, 404, 404, 401, 401}},
		{"GET /v2/session/list", "", [7]int{401, 200, 200, 200, 200, 401, 401}},
		{"GET /v3/account/sign-ins", "", [7]int{401, 200, 200, 200, 200, 401, 401}},
		{"DELETE /v2/session/AAAAAAAA", "", [7]int{401, 404, 404, 404, 404, 401, 401}},
		{"GET /_internal/user", "", [7]int{401, 200, 200, 200, 200, 401, 200}},
	} {
		method, path, _ := strings.Cut(row.route, " ")
		for i, v := range who {
			var body any
			if row.body != "" {
				body = row.body
			}
			if r := v.do(method, path, body); r.status != row.want[i] {
				t.Errorf("%s %s by number %d = %d %s, want %d", row.route, row.body, i, r.status, r.body, row.want[i])
			}
		}
	}
	for i, v := range who[1:5] { // a session ends itself
		v.want(204, "POST", "/v2/auth/logout", nil)
		if r := v.do("GET", "/v2/user", nil); r.status != 401 {
			t.Errorf("number %d after signing out: %d", i+1, r.status)
		}
	}
}

func TestAnErrorNamesTheInvalidMember(t *testing.T) {
	s := newSite(t)
	steve := s.signedUp("steve")
	fresh := func(member, value string) object {
		o := object{"username": "fresh", "email": "fresh@example.org", "password": goodPassword}
		o[member] = value
		return o
	}
	for _, c := range []struct {
		status       int
		method, path string
		body         object
		field        string
	}{
		{409, "POST", "/v2/auth/create", fresh("username", "Steve"), "username"},
		{400, "POST", "/v2/auth/create", fresh("username", "a b"), "username"},
		{400, "POST", "/v2/auth/create", fresh("email", "nobody"), "email"},
		{400, "POST", "/v2/auth/create", fresh("password", "short"), "password"},
		{400, "PATCH", "/v2/auth/password", object{"old_password": goodPassword, "new_password": "short"}, "new_password"},
		{400, "PATCH", "/v2/auth/password", object{"old_password": "wrong", "new_password": "correct-Donkey-8-battery"}, "old_password"},
		{400, "PATCH", "/v2/auth/email", object{"email": "moved@example.org", "password": "wrong"}, "password"},
		{400, "POST", "/v2/pat", object{"name": "token", "scopes": 2}, "expires"},
		{400, "POST", "/v2/auth/password/reset", object{"username": ""}, "username"},
		{400, "POST", "/v2/auth/email/verify", object{"flow": "none"}, "flow"},
		{400, "PATCH", "/_internal/preferences", object{"theme": "pink"}, "theme"},
	} {
		if got := field(t, steve.want(c.status, c.method, c.path, c.body), "field"); got != c.field {
			t.Errorf("%s %s %v names the field %q, want %q", c.method, c.path, c.body, got, c.field)
		}
	}
}

// unread fails the test if its body is read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, io.EOF
}

func TestAnUnauthorizedCallerIsRejectedBeforeTheBodyIsRead(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	later := s.clock().Add(time.Hour).Format(time.RFC3339)
	weak := field(t, v.want(200, "POST", "/v2/pat", object{"name": "token", "scopes": 2, "expires": later}), "access_token")
	for _, route := range []string{
		"POST /v2/auth/2fa", "DELETE /v2/auth/2fa", "POST /_internal/auth/passkeys", "PATCH /_internal/auth/passkeys", "PATCH /_internal/auth/passkeys/x", "POST /v2/auth/2fa/backup_codes", "PATCH /v2/auth/email", "POST /v2/pat", "PATCH /v2/pat/x",
		"DELETE /v2/user/x", "PATCH /v2/user/x/icon", "POST /_internal/user/x/erase", "PATCH /_internal/preferences", "PATCH /_internal/user/x",
	} {
		method, path, _ := strings.Cut(route, " ")
		for _, token := range []string{"", weak} {
			r := httptest.NewRequestWithContext(t.Context(), method, path, unread{t})
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Idempotency-Key", "a key")
			if token != "" {
				r.Header.Set("Authorization", token)
			}
			w := httptest.NewRecorder()
			s.server.Config.Handler.ServeHTTP(w, r)
			if w.Code != 401 {
				t.Errorf("%s: %d %s", route, w.Code, w.Body)
			}
		}
	}
}

func TestAnErrorNamesAMemberOfAWrongType(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	for route, body := range map[string]string{
		"POST /v2/auth/create": `{"username":1}`, "POST /_internal/auth/login": `{"username":[]}`, "PATCH /v2/auth/email": `{"email":{}}`,
		"POST /v2/pat": `{"name":1}`, "DELETE /v2/user/steve": `{"password":1}`, "PATCH /_internal/auth/password": `{"new_password":true}`,
	} {
		method, path, _ := strings.Cut(route, " ")
		var sent map[string]any
		if err := json.Unmarshal([]byte(body), &sent); err != nil {
			t.Fatal(err)
		}
		r := v.want(400, method, path, body)
		for member := range sent {
			if r.code() != "invalid_input" || field(t, r, "field") != member {
				t.Errorf("%s %s: %s", route, body, r.body)
			}
		}
	}
}
