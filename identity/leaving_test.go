package identity_test

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
)

func TestAnAvatarIsScaledDownAndCanBeRemoved(t *testing.T) {
	s, _ := newMailSite(t)
	v := s.signedUp("steve")
	var sent bytes.Buffer
	if err := png.Encode(&sent, image.NewNRGBA(image.Rect(0, 0, 300, 300))); err != nil {
		t.Fatal(err)
	}
	path := "/v2/user/" + v.id() + "/icon"
	v.want(204, "PATCH", path+"?ext=png", sent.String(), "Content-Type", "image/png")
	if got := field(t, v.want(200, "GET", "/v2/user", nil), "avatar_url"); !strings.HasSuffix(got, ".png") || !strings.Contains(got, "/users/") {
		t.Fatal(got)
	}
	v.want(400, "PATCH", path+"?ext=svg", sent.String())
	v.want(400, "PATCH", path+"?ext=png", "no picture at all")
	v.want(413, "PATCH", path+"?ext=png", strings.Repeat("x", 300<<10))
	s.signedUp("alex").want(401, "PATCH", path+"?ext=png", sent.String())
	s.visitor().want(401, "DELETE", path, nil)
	v.want(204, "DELETE", path, nil)
	if got := field(t, v.want(200, "GET", "/v2/user", nil), "avatar_url"); got != "" {
		t.Fatal(got)
	}
}

func TestAnAccountThatOwnsProjectsCannotBeDeleted(t *testing.T) {
	owned := identity.Holdings{Projects: 2}
	s, box := newMailSite(t, func(o *identity.Options) {
		o.Holdings = func(context.Context, string) (identity.Holdings, error) { return owned, nil }
	})
	v := s.signedUp("steve")
	id := v.id()
	s.deliver()
	other := s.visitor()
	other.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword))
	v.want(400, "DELETE", "/v2/user/"+id, map[string]string{"password": "wrong"})
	if r := v.do("DELETE", "/v2/user/"+id, map[string]string{"password": goodPassword}); r.status != 409 || !strings.Contains(r.text(), "2 个资源") {
		t.Fatalf("%d %s", r.status, r.body)
	}
	s.signedUp("alex").want(401, "DELETE", "/v2/user/"+id, map[string]string{"password": goodPassword})
	owned = identity.Holdings{}
	v.erased()
	other.want(401, "GET", "/v2/user", nil)
	s.visitor().want(401, "POST", "/v2/auth/login", creds("steve", goodPassword))
	p, err := s.ByUsername(t.Context(), id)
	if err != nil || !strings.HasPrefix(p.Username, "已注销用户") || p.AvatarURL != nil || p.Bio != "" {
		t.Fatalf("%+v %v", p, err)
	}
	s.deliver()
	if m := box.last(t, "账户已注销"); m.To != "steve@example.org" {
		t.Fatal(m.To)
	}
	s.visitor().want(400, "POST", "/v2/auth/create", signUp("steve")) // the name rests
	s.pass(16*24*time.Hour + time.Minute)
	s.signedUp("steve") // the name and the address are free again
}

func TestTheLastAdminCannotBeDeleted(t *testing.T) {
	s, _ := newMailSite(t)
	if _, err := s.CreateAdmin(t.Context(), "root", "root@example.org", goodPassword); err != nil {
		t.Fatal(err)
	}
	v := s.visitor()
	v.want(200, "POST", "/v2/auth/login", creds("root", goodPassword))
	v.csrf = v.cookies["modyard_csrf"]
	v.want(400, "DELETE", "/v2/user/root", map[string]string{"password": goodPassword})
}

func TestADeletedAccountIsErased(t *testing.T) {
	var asked []string
	away := false
	s, box := newMailSite(t, func(o *identity.Options) {
		o.Erase = func(_ context.Context, id string) error {
			if away {
				return context.DeadlineExceeded
			}
			asked = append(asked, id)
			return nil
		}
	})
	pending := func(id string) (line string) {
		t.Helper()
		if err := s.db.Pool.QueryRow(t.Context(), `SELECT concat_ws(' ', actor, role, reason, credential <> '') FROM erasure.pending WHERE account = $1`, id).Scan(&line); err != nil {
			t.Fatal(err)
		}
		return line
	}
	steve := s.signedUp("steve")
	id := steve.id()
	steve.erased()
	if got := pending(id); len(asked) != 1 || asked[0] != id || got != id+" self  t" {
		t.Fatal(asked, got)
	}
	s.deliver() // letters of one delivery arrive in any order

	away = true // the erasure is finished later; the account is closed anyway
	alex, mary := s.signedUp("alex"), s.signedUp("mary")
	if _, err := s.CreateAdmin(t.Context(), "root", "root@example.org", goodPassword); err != nil {
		t.Fatal(err)
	}
	root := s.visitor()
	root.want(200, "POST", "/v2/auth/login", creds("root", goodPassword))
	root.csrf = root.cookies["modyard_csrf"]
	path := "/_internal/user/" + alex.id() + "/erase"
	legal := map[string]any{"reason": map[string]string{"code": "legal"}}
	target, rootID := alex.id(), root.id()
	mary.want(401, "POST", path, legal)
	s.visitor().want(401, "POST", path, legal)
	for name, body := range map[string]any{
		"no reason": map[string]any{}, "words": map[string]any{"reason": map[string]string{"code": "legal", "text": "alex wrote"}},
		"a reason with a text": map[string]any{"reason": map[string]string{"code": "other"}},
	} {
		if r := root.do("POST", path, body); r.status != 400 || !strings.Contains(r.body, `"field":"reason"`) {
			t.Errorf("%s: %d %s", name, r.status, r.body)
		}
	}
	root.want(404, "POST", "/_internal/user/nobodyhe/erase", legal)
	root.want(401, "POST", "/_internal/user/"+rootID+"/erase", legal)
	alex.want(200, "GET", "/v2/user", nil)
	root.want(204, "POST", path, legal)
	alex.want(401, "GET", "/v2/user", nil)
	s.deliver()
	if got := pending(target); got != rootID+" admin legal t" || box.last(t, "账户已注销").To != "alex@example.org" {
		t.Fatal(got)
	}
}

func TestAnErasedAccountRestoredFromABackupIsClosedAgain(t *testing.T) {
	s, box := newMailSite(t)
	steve, alex := s.signedUp("steve"), s.signedUp("alex")
	id := steve.id()
	s.deliver()
	for range 2 {
		if err := s.EraseListed(t.Context(), []string{id, "nobodyhe", "alex"}); err != nil { // a name is not an id
			t.Fatal(err)
		}
	}
	steve.want(401, "GET", "/v2/user", nil)
	alex.want(200, "GET", "/v2/user", nil)
	var line string
	if err := s.db.Pool.QueryRow(t.Context(), `SELECT string_agg(account || actor || role, ',') FROM erasure.pending`).Scan(&line); err != nil || line != id+"system" {
		t.Fatal(line, err)
	}
	before := box.count()
	if s.deliver(); box.count() != before {
		t.Fatal("a second letter was sent")
	}
}
