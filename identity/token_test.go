package identity_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
)

func TestATokenIsLimitedToItsScopes(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	id := v.id()
	make := func(scopes identity.Scopes) (*visitor, string) {
		r := v.want(200, "POST", "/v2/pat", map[string]any{"name": "机器人", "scopes": scopes, "expires": s.clock().Add(time.Hour)})
		p := s.visitor()
		p.token = field(t, r, "access_token")
		if !strings.HasPrefix(p.token, "mrp_") || len(p.token) != 64 {
			t.Fatalf("token %q", p.token)
		}
		return p, field(t, r, "id")
	}
	none, _ := make(0)
	if r := none.want(401, "GET", "/v2/user", nil); !strings.Contains(r.text(), "权限") {
		t.Errorf("%s", r.body)
	}
	reader, readerID := make(identity.ScopeUserRead)
	if email := field(t, reader.want(200, "GET", "/v2/user", nil), "email"); email != "" {
		t.Errorf("a token without the scope reads the address %q", email)
	}
	reader.want(401, "PATCH", "/v2/user/"+id, map[string]string{"bio": "x"})
	for _, route := range []string{"GET /v2/pat", "POST /v2/pat", "GET /v2/session/list", "DELETE /v2/session/AAAAAAAA", "DELETE /v2/pat/" + readerID, "PATCH /v2/pat/" + readerID} {
		method, path, _ := strings.Cut(route, " ")
		reader.want(401, method, path, nil)
	}
	both, _ := make(identity.ScopeUserRead | identity.ScopeUserReadEmail)
	if email := field(t, both.want(200, "GET", "/v2/user", nil), "email"); email != "steve@example.org" {
		t.Errorf("address %q", email)
	}
	writer, writerID := make(identity.ScopeUserWrite)
	writer.want(204, "PATCH", "/v2/user/"+id, map[string]string{"bio": "x"})

	v.want(204, "PATCH", "/v2/pat/"+readerID, map[string]any{"scopes": identity.ScopeUserWrite})
	reader.want(401, "GET", "/v2/user", nil)
	v.want(204, "DELETE", "/v2/pat/"+writerID, nil)
	if r := writer.want(401, "PATCH", "/v2/user/"+id, map[string]string{"bio": "y"}); !strings.Contains(r.text(), "登录") {
		t.Errorf("a withdrawn token: %s", r.body)
	}
	s.pass(time.Hour)
	both.want(401, "GET", "/v2/user", nil)
}

func TestRestrictedAndUnknownScopesAreRejected(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	restricted := []int{3, 4, 24, 25, 26, 27, 28, 29, 30, 39}
	for bit := range 64 {
		scopes := fmt.Sprint(uint64(1) << bit)
		want := 200
		for _, r := range restricted {
			if r == bit {
				want = 400
			}
		}
		if bit > 40 && (bit < 48 || bit > 50) { // those between belong to hosted servers
			want = 400
		}
		body := fmt.Sprintf(`{"name":"bit %d","scopes":%s,"expires":%q}`, bit, scopes, s.clock().Add(time.Hour).Format(time.RFC3339))
		if r := v.do("POST", "/v2/pat", body); r.status != want {
			t.Errorf("bit %d = %d %s, want %d", bit, r.status, r.body, want)
		}
	}
	for _, scopes := range []string{"-1", "1.5", `"x"`, "null", "1e3", "99999999999999999999", "[]"} {
		body := fmt.Sprintf(`{"name":"strange","scopes":%s,"expires":%q}`, scopes, s.clock().Add(time.Hour).Format(time.RFC3339))
		if r := v.do("POST", "/v2/pat", body); r.status != 400 {
			t.Errorf("scopes %s = %d %s", scopes, r.status, r.body)
		}
	}
}

func TestInvalidTokenRequestsAreRejected(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	later, earlier := s.clock().Add(time.Hour).Format(time.RFC3339), s.clock().Add(-time.Second).Format(time.RFC3339)
	for _, body := range []string{
		`{}`, `{"name":"ab","scopes":2,"expires":"` + later + `"}`, `{"name":"` + strings.Repeat("名", 256) + `","scopes":2,"expires":"` + later + `"}`,
		`{"name":"    ","scopes":2,"expires":"` + later + `"}`, `{"name":"a\u202eb c","scopes":2,"expires":"` + later + `"}`,
		`{"name":"good","scopes":2,"expires":"` + earlier + `"}`, `{"name":"good","scopes":2,"expires":"tomorrow"}`, `{"name":"good","scopes":2}`, `{"name":"good","expires":"` + later + `"}`,
	} {
		if r := v.do("POST", "/v2/pat", body); r.status != 400 {
			t.Errorf("%s = %d %s", body, r.status, r.body)
		}
	}
	s.visitor().want(401, "POST", "/v2/pat", `{}`)
	mine := field(t, v.want(200, "POST", "/v2/pat", `{"name":"good","scopes":2,"expires":"`+later+`"}`), "id")
	if list := v.want(200, "GET", "/v2/pat", nil); strings.Contains(list.body, "mrp_") || !strings.Contains(list.body, mine) {
		t.Errorf("list: %s", list.body)
	}
	stranger := s.signedUp("alex")
	stranger.want(404, "DELETE", "/v2/pat/"+mine, nil)
	stranger.want(404, "PATCH", "/v2/pat/"+mine, map[string]any{"name": "stolen"})
	v.want(400, "PATCH", "/v2/pat/"+mine, map[string]any{"scopes": identity.ScopePATCreate})
}

func TestTheNumberOfTokensOfAnAccountIsLimited(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	name, scopes, expires := "many", identity.ScopeUserRead, s.clock().Add(time.Hour)
	if _, err := s.db.Pool.Exec(t.Context(), `INSERT INTO identity.tokens (id, account, token_hash, name, scopes, created, expires)
		SELECT 'many' || n, $1, sha256(n::text::bytea), 'many', 2, $2, $3 FROM generate_series(1, 99) n`, v.id(), s.clock(), expires); err != nil {
		t.Fatal(err)
	}
	v.want(200, "POST", "/v2/pat", map[string]any{"name": name, "scopes": scopes, "expires": expires})
	if r := v.want(400, "POST", "/v2/pat", map[string]any{"name": name, "scopes": scopes, "expires": expires}); r.code() != "limit_reached" {
		t.Errorf("%s", r.body)
	}
}

func TestARevokedTokenIsShownForThirtyDays(t *testing.T) {
	s, _ := newMailSite(t)
	v := s.signedUp("steve")
	first, second := v.newToken(), v.newToken()
	type shown struct {
		ID      string
		Revoked *time.Time
	}
	list := func() (out []shown) {
		t.Helper()
		if err := json.Unmarshal([]byte(v.want(200, "GET", "/v2/pat", nil).body), &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	kept := list()[0].ID
	gone := list()[1].ID
	v.want(204, "DELETE", "/v2/pat/"+gone, nil)
	if l := list(); len(l) != 2 || l[0].Revoked != nil || l[1].ID != gone || l[1].Revoked == nil || !l[1].Revoked.Equal(s.clock()) {
		t.Fatalf("%+v", l)
	}
	if first.do("GET", "/v2/user", nil).status == second.do("GET", "/v2/user", nil).status {
		t.Fatal("one of the two is revoked")
	}
	// It can be neither used, changed nor revoked again, and does not count.
	v.want(404, "DELETE", "/v2/pat/"+gone, nil)
	v.want(404, "PATCH", "/v2/pat/"+gone, object{"name": "renamed"})
	v.want(204, "PATCH", "/v2/auth/password", object{"old_password": goodPassword, "new_password": otherPassword, "end_tokens": true})
	if l := list(); len(l) != 2 || l[0].Revoked == nil || l[1].Revoked == nil {
		t.Fatalf("%+v", l)
	}
	first.want(401, "GET", "/v2/user", nil)
	second.want(401, "GET", "/v2/user", nil)
	v.want(204, "POST", "/v2/auth/confirm", object{"password": otherPassword})
	// One that expires unrevoked is removed at once.
	expires := field(t, v.want(200, "POST", "/v2/pat", object{"name": "short", "scopes": 2, "expires": s.clock().Add(time.Hour)}), "id")
	s.pass(2 * time.Hour)
	v.want(204, "DELETE", "/v2/pat/"+expires, nil)
	if l := list(); len(l) != 2 {
		t.Fatalf("%+v", l)
	}
	s.pass(30 * 24 * time.Hour)
	v.want(200, "POST", "/v2/session/refresh", nil)
	v.csrf = v.cookies["modyard_csrf"]
	if l := list(); len(l) != 0 {
		t.Fatalf("%+v", l)
	}
	if err := s.Clean(t.Context()); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := s.db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM identity.tokens WHERE id = ANY($1)", []string{kept, gone}).Scan(&left); err != nil || left != 0 {
		t.Error(left, err)
	}
}

func TestTheNumberOfShownRevokedTokensIsLimited(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	if _, err := s.db.Pool.Exec(t.Context(), `INSERT INTO identity.tokens (id, account, token_hash, name, scopes, created, expires, revoked)
		SELECT 'old' || n, $1, sha256(n::text::bytea), 'old', 2, $2, $2::timestamptz + interval '90 days', $2::timestamptz - n * interval '1 minute'
		FROM generate_series(1, 150) n`, v.id(), s.clock()); err != nil {
		t.Fatal(err)
	}
	made := field(t, v.want(200, "POST", "/v2/pat", object{"name": "token", "scopes": 2, "expires": s.clock().Add(time.Hour)}), "id")
	v.want(204, "DELETE", "/v2/pat/"+made, nil)
	r := v.want(200, "GET", "/v2/pat", nil)
	if n := strings.Count(r.body, `"revoked":"`); n != 100 || !strings.Contains(r.body, made) || strings.Contains(r.body, `"old150"`) {
		t.Errorf("%d are shown", n)
	}
}
