package identity_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
)

func TestACookieNeedsTheCSRFTokenToChangeAnything(t *testing.T) {
	s := newSite(t)
	v, other := s.signedUp("steve"), s.signedUp("alex")
	path := "/v2/user/" + v.id()
	bio := map[string]string{"bio": "你好"}
	right := v.csrf
	for _, csrf := range []string{"", "x", other.csrf, right + "x"} {
		v.csrf = csrf
		if r := v.want(401, "PATCH", path, bio); r.code() != "csrf_error" {
			t.Errorf("csrf %q: %s", csrf, r.body)
		}
		v.cookies["modyard_csrf"] = csrf // a forged cookie that equals the header is rejected
		v.want(401, "PATCH", path, bio)
	}
	v.csrf = ""
	v.want(200, "GET", "/v2/user", nil) // reading needs none, and restores a lost cookie
	if v.cookies["modyard_csrf"] != right {
		t.Errorf("the lost cookie is %q", v.cookies["modyard_csrf"])
	}
	v.csrf = right
	v.want(204, "PATCH", path, bio)
	v.program().want(204, "PATCH", path, bio) // only a program sends the header
}

func TestAnExpiredSessionIsAnonymousButCanBeRefreshed(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	p := v.program()
	s.pass(14*24*time.Hour + time.Second)
	p.want(401, "GET", "/v2/user", nil)
	v.want(401, "GET", "/v2/user", nil)
	old := p.token
	p.token = field(t, p.want(200, "POST", "/v2/session/refresh", nil), "session")
	p.want(200, "GET", "/v2/user", nil)
	p.token = old
	p.want(401, "GET", "/v2/user", nil)
	p.want(401, "POST", "/v2/session/refresh", nil) // only once

	w := s.visitor()
	w.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword))
	s.pass(60 * 24 * time.Hour)
	w.csrf = w.cookies["modyard_csrf"]
	w.want(401, "POST", "/v2/session/refresh", nil)
}

func TestABrowsersExpiredSessionRefreshesOnlyWithItsCSRFToken(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	s.pass(20 * 24 * time.Hour)
	right := v.csrf
	v.csrf = "wrong"
	v.want(401, "POST", "/v2/session/refresh", nil)
	v.csrf = right
	v.want(200, "POST", "/v2/session/refresh", nil)
	v.want(200, "GET", "/v2/user", nil)
}

func TestASessionInUseIsExtendedUntilItMustBeRefreshed(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	for range 9 {
		s.pass(6 * 24 * time.Hour)
		v.want(200, "GET", "/v2/user", nil)
	}
	s.pass(6*24*time.Hour + time.Second) // the sixtieth day
	v.want(401, "GET", "/v2/user", nil)
}

func TestOneSessionEndsAnotherOfTheSameAccountOnly(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	phone := s.visitor()
	phone.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword), "User-Agent", "Mozilla/5.0 (Linux; Android 14) Chrome/130.0 \xff")
	var list []identity.Session
	if err := json.Unmarshal([]byte(v.want(200, "GET", "/v2/session/list", nil).body), &list); err != nil {
		t.Fatal(err)
	}
	if len(list) != 2 {
		t.Fatalf("%d sessions, want 2", len(list))
	}
	var phones string
	for _, one := range list {
		if one.Current == (one.OS != nil && *one.OS == "Android") {
			t.Errorf("the wrong session is current: %+v", one)
		}
		if !one.Current {
			phones = one.ID
		}
		if one.IP != "127.0.0.1" {
			t.Errorf("address %q", one.IP)
		}
	}
	stranger := s.signedUp("alex")
	stranger.want(404, "DELETE", "/v2/session/"+phones, nil)
	phone.want(200, "GET", "/v2/user", nil)
	v.want(204, "DELETE", "/v2/session/"+phones, nil)
	phone.want(401, "GET", "/v2/user", nil)
	v.want(200, "GET", "/v2/user", nil)
}

func TestInvalidTokensAreRejected(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	real := v.cookies["modyard_session"]
	for _, token := range []string{"x", "mra_", "mrp_" + real[4:], real + "a", real[:63], strings.ToUpper(real), "Bearer", "Basic " + real, "mra_" + strings.Repeat("'", 60), "Bearer Bearer " + real} {
		p := s.visitor()
		p.token = token
		if r := p.want(401, "GET", "/v2/user", nil); r.code() != "unauthorized" {
			t.Errorf("%q: %s", token, r.body)
		}
	}
	for _, token := range []string{"x", "mrp_" + strings.Repeat("a", 60), real + "a"} {
		p := s.visitor()
		p.token = token
		for _, write := range []string{"PATCH /v2/user/steve", "POST /v2/auth/login", "POST /v2/pat", "DELETE /v2/user/steve"} {
			method, path, _ := strings.Cut(write, " ")
			if r := p.want(401, method, path, creds("steve", goodPassword)); r.code() != "unauthorized" || !strings.Contains(r.body, "登录凭据无效") {
				t.Errorf("%s with %q: %s", write, token, r.body)
			}
		}
	}
	for _, token := range []string{real, "Bearer " + real, "bearer " + real} {
		p := s.visitor()
		p.token = token
		p.want(200, "GET", "/v2/user", nil)
	}
	w := s.visitor()
	w.cookies["modyard_session"] = "stale" // a browser becomes anonymous and can sign in again
	w.want(401, "GET", "/v2/user", nil)
	w.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword))
}

func TestTheCookieOfAnEndedSessionIsDeleted(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	other := s.visitor()
	other.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword))
	s.pass(15 * 24 * time.Hour)
	v.do("GET", "/openapi.json", nil)
	if v.sessionCookies() != 2 {
		t.Fatal("a session that can be refreshed lost its cookie")
	}
	s.pass(50 * 24 * time.Hour)
	v.want(200, "GET", "/openapi.json", nil)
	if v.sessionCookies() != 0 {
		t.Fatalf("not deleted: %v", v.cookies)
	}
}

func TestASignInEndsTheSessionThatItReplacesInTheBrowser(t *testing.T) {
	for name, again := range map[string]func(v *visitor){
		"the same account": func(v *visitor) { v.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword)) },
		"another account":  func(v *visitor) { v.want(200, "POST", "/v2/auth/login", creds("alex", goodPassword)) },
		"a new account":    func(v *visitor) { v.want(200, "POST", "/v2/auth/create", signUp("robin")) },
		"an expired cookie": func(v *visitor) {
			v.s.pass(14*24*time.Hour + time.Minute)
			v.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword))
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			v, elsewhere := s.signedUp("steve"), s.visitor()
			s.signedUp("alex")
			elsewhere.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword))
			old := v.program()
			v.want(401, "POST", "/v2/auth/login", creds("steve", "wrong-Horse-9-battery")) // ends nothing
			old.want(200, "GET", "/v2/user", nil)
			again(v)
			old.want(401, "GET", "/v2/user", nil)
			old.want(401, "POST", "/v2/session/refresh", nil)
			v.csrf = v.cookies["modyard_csrf"]
			v.want(200, "GET", "/v2/user", nil)
			if name != "an expired cookie" {
				elsewhere.want(200, "GET", "/v2/user", nil)
			}
		})
	}
	s := newSite(t)
	program := s.signedUp("steve").program()
	program.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword))
	program.want(200, "GET", "/v2/user", nil) // its header was not replaced
}
