package identity_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
)

func creds(name, password string) map[string]string {
	return map[string]string{"username": name, "password": password}
}

func TestSignUpSignOutSignIn(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("方块_Steve")
	if got := field(t, v.want(200, "GET", "/v2/user", nil), "username"); got != "方块_Steve" {
		t.Fatalf("signed up as %q", got)
	}
	v.want(204, "POST", "/v2/auth/logout", nil)
	if n := v.sessionCookies(); n != 0 {
		t.Fatalf("cookies after signing out: %v", v.cookies)
	}
	v.want(401, "GET", "/v2/user", nil)
	for _, name := range []string{"方块_Steve", "方块_STEVE", "方块_steve@example.org", "方块_Steve@EXAMPLE.org"} {
		w := s.visitor()
		r := w.want(200, "POST", "/_internal/auth/login", creds(name, goodPassword))
		if token := field(t, r, "session"); token != w.cookies["modyard_session"] || !strings.HasPrefix(token, "mra_") || len(token) != 64 {
			t.Errorf("session %q, cookie %q", token, w.cookies["modyard_session"])
		}
		if r.header.Get("Cache-Control") != "no-store" {
			t.Errorf("a session may be cached: %q", r.header.Get("Cache-Control"))
		}
	}
}

func TestCookiesAreSafe(t *testing.T) {
	for _, secure := range []bool{false, true} {
		s := newSite(t, func(o *identity.Options) { o.Secure = secure })
		v := s.visitor()
		r := v.want(200, "POST", "/v2/auth/create", map[string]string{"username": "a", "email": "a@example.org", "password": goodPassword})
		v.want(200, "GET", "/v2/user", nil)
		for _, c := range r.header.Values("Set-Cookie") {
			forScripts := strings.Contains(c, "modyard_csrf=")
			if strings.Contains(c, "HttpOnly") == forScripts || !strings.Contains(c, "SameSite=Lax") || strings.Contains(c, "Secure") != secure || strings.HasPrefix(c, "__Host-") != secure || strings.Contains(c, "Domain") || !strings.Contains(c, "Path=/") {
				t.Errorf("secure=%v: %s", secure, strings.SplitN(c, ";", 2)[1])
			}
		}
		if n := len(r.header.Values("Set-Cookie")); n != 3 {
			t.Errorf("%d cookies", n)
		}
	}
}

func TestAWrongPasswordAndAnUnknownNameGiveTheSameAnswer(t *testing.T) {
	s := newSite(t)
	s.signedUp("steve")
	if _, err := s.Create(t.Context(), identity.NewAccount{Username: "repost-team"}); err != nil { // has no password
		t.Fatal(err)
	}
	var bodies []string
	for _, name := range []string{"steve", "steve@example.org", "herobrine", "herobrine@example.org", "repost-team", "", "'; DROP TABLE identity.accounts; --"} {
		before := s.hasher.count()
		r := s.visitor().want(401, "POST", "/v2/auth/login", creds(name, "wrong-Horse-9-battery"))
		if n := s.hasher.count() - before; n != 1 {
			t.Errorf("%q: %d passwords were verified, want one for any name", name, n)
		}
		if len(r.header.Values("Set-Cookie")) != 0 {
			t.Errorf("%q: cookies for a failed sign-in", name)
		}
		bodies = append(bodies, r.body)
	}
	for _, b := range bodies {
		if b != bodies[0] {
			t.Errorf("%s and %s differ", b, bodies[0])
		}
	}
}

func TestAttemptsOnAnAccountAreLimitedForAWindow(t *testing.T) {
	s := newSite(t, func(o *identity.Options) {
		o.Limits = &identity.Limits{LoginByAccount: identity.Limit{Most: 3, Window: 10 * time.Minute},
			LoginByAddress: identity.Limit{Most: 100, Window: time.Hour}, SignUp: identity.Limit{Most: 100, Window: time.Hour}}
	})
	s.signedUp("steve")
	for _, name := range []string{"steve", "herobrine"} { // the same for an account that does not exist
		for range 3 {
			s.visitor().want(401, "POST", "/v2/auth/login", creds(name, "wrong"))
			s.pass(time.Minute)
		}
		r := s.visitor().want(429, "POST", "/v2/auth/login", creds(name, goodPassword))
		if !strings.Contains(r.text(), "7 分钟") {
			t.Errorf("%s: %s", name, r.body)
		}
	}
	s.visitor().want(429, "POST", "/v2/auth/login", creds("STEVE@example.org", goodPassword)) // by the address
	s.pass(8 * time.Minute)
	s.visitor().want(200, "POST", "/v2/auth/login", creds("steve", goodPassword))
	for range 3 { // a success resets the account's count
		s.visitor().want(401, "POST", "/v2/auth/login", creds("steve", "wrong"))
	}
}

func TestConcurrentAttemptsCannotExceedTheLimit(t *testing.T) {
	s := newSite(t, func(o *identity.Options) {
		o.Limits = &identity.Limits{LoginByAccount: identity.Limit{Most: 5, Window: time.Hour},
			LoginByAddress: identity.Limit{Most: 100, Window: time.Hour}, SignUp: identity.Limit{Most: 100, Window: time.Hour}}
	})
	s.signedUp("steve")
	before := s.hasher.count()
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() { s.visitor().do("POST", "/v2/auth/login", creds("steve", "wrong")) })
	}
	wg.Wait()
	if n := s.hasher.count() - before; n != 5 {
		t.Fatalf("%d guesses were tried, want 5", n)
	}
}

func TestAttemptsFromAnAddressAreLimited(t *testing.T) {
	s := newSite(t, func(o *identity.Options) {
		o.Limits = &identity.Limits{LoginByAccount: identity.Limit{Most: 100, Window: time.Hour},
			LoginByAddress: identity.Limit{Most: 4, Window: time.Hour}, SignUp: identity.Limit{Most: 2, Window: time.Hour}}
	})
	s.signedUp("steve")
	s.signedUp("alex")
	s.visitor().want(429, "POST", "/v2/auth/create", map[string]string{"username": "third", "email": "third@example.org", "password": goodPassword})
	for i := range 4 {
		s.visitor().want(401, "POST", "/v2/auth/login", creds(fmt.Sprint("name", i), "wrong"))
	}
	s.visitor().want(429, "POST", "/v2/auth/login", creds("steve", goodPassword))
	s.pass(61 * time.Minute)
	for range 6 { // successes do not count as attempts
		s.visitor().want(200, "POST", "/v2/auth/login", creds("steve", goodPassword))
	}
}

func TestConcurrentSignUpsForOneNameCreateOneAccount(t *testing.T) {
	s := newSite(t)
	statuses := make([]int, 8)
	var wg sync.WaitGroup
	for i := range statuses {
		wg.Go(func() {
			name := []string{"Steve", "steve", "ＳＴＥＶＥ"}[i%3]
			statuses[i] = s.visitor().do("POST", "/v2/auth/create", map[string]string{"username": name, "email": fmt.Sprintf("s%d@example.org", i), "password": goodPassword}).status
		})
	}
	wg.Wait()
	made := 0
	for _, status := range statuses {
		switch status {
		case 200:
			made++
		case 409:
		default:
			t.Errorf("status %d", status)
		}
	}
	if made != 1 {
		t.Fatalf("%d accounts were made: %v", made, statuses)
	}
	var rows int
	if err := s.db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM identity.accounts").Scan(&rows); err != nil || rows != 1 {
		t.Fatalf("%d rows, %v", rows, err)
	}
}

func TestInvalidSignUpsAreRejected(t *testing.T) {
	s := newSite(t)
	s.signedUp("steve")
	id := s.signedUp("alex").id()
	good := func(change func(m map[string]string)) map[string]string {
		m := map[string]string{"username": "fresh", "email": "fresh@example.org", "password": goodPassword}
		change(m)
		return m
	}
	names := []string{"", " ", "..", ".", "a b", "a/b", "../etc", "<script>", "a\u202eb", "a\u200bb", "ㅤ", "\u0301", "a@b", "a\nb", strings.Repeat("名", 40), "emoji😀", id}
	for _, name := range names {
		r := s.visitor().do("POST", "/v2/auth/create", good(func(m map[string]string) { m["username"] = name }))
		if r.status != 400 && r.status != 409 {
			t.Errorf("username %q = %d %s", name, r.status, r.body)
		}
	}
	for _, email := range []string{"", "fresh", "fresh@", "@example.org", "fresh@localhost", "a b@example.org", "fresh@example.org\r\nBcc: x@example.org", "Fresh <fresh@example.org>", "fresh@[127.0.0.1]", strings.Repeat("a", 300) + "@example.org"} {
		if r := s.visitor().do("POST", "/v2/auth/create", good(func(m map[string]string) { m["email"] = email })); r.status != 400 {
			t.Errorf("e-mail %q = %d %s", email, r.status, r.body)
		}
	}
	for _, password := range []string{"", "short", "password1", "freshfresh", "fresh@example.org", "12345678", "qwertyuiop", strings.Repeat("长", 257)} {
		if r := s.visitor().do("POST", "/v2/auth/create", good(func(m map[string]string) { m["password"] = password })); r.status != 400 {
			t.Errorf("password %q = %d %s", password, r.status, r.body)
		}
	}
	for _, body := range []string{"", "{", "[]", "null", `{"username":1}`, `{"username":{"a":1},"email":"a@b.c","password":"x"}`, "\xff\xfe", `{"username":"a\u0000b","email":"a@b.cd","password":"` + goodPassword + `"}`} {
		if r := s.visitor().do("POST", "/v2/auth/create", body, "Content-Type", "application/json"); r.status != 400 {
			t.Errorf("body %q = %d %s", body, r.status, r.body)
		}
	}
	s.visitor().want(413, "POST", "/v2/auth/create", `{"username":"`+strings.Repeat("a", 1<<20)+`"}`)
	form := s.visitor().want(400, "POST", "/v2/auth/login", `{"username":"steve","password":"`+goodPassword+`"}`, "Content-Type", "text/plain")
	if len(form.header.Values("Set-Cookie")) != 0 {
		t.Error("a form of another site can sign a user in")
	}
	var rows int
	if err := s.db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM identity.accounts").Scan(&rows); err != nil || rows != 2 {
		t.Fatalf("%d accounts, want the first two: %v", rows, err)
	}
}

func TestAPasswordMayHaveAnyScript(t *testing.T) {
	s := newSite(t)
	for i, password := range []string{"我的世界钠模组真好玩呀九百", strings.Repeat("xK9#", 64), "päßwörd Zebra 77 Ölfaß", "🙂🙃🙂 correct battery staple 8"} {
		name := fmt.Sprint("user", i)
		s.visitor().want(200, "POST", "/v2/auth/create", map[string]string{"username": name, "email": name + "@example.org", "password": password})
		s.visitor().want(200, "POST", "/v2/auth/login", creds(name, password))
		s.visitor().want(401, "POST", "/v2/auth/login", creds(name, password+"x"))
	}
}

func TestNoSecretReachesTheLogOrTheTables(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	pat := field(t, v.want(200, "POST", "/v2/pat", map[string]any{"name": "ci token", "scopes": 2, "expires": s.clock().Add(time.Hour)}), "access_token")
	s.visitor().do("POST", "/v2/auth/login", creds("steve", "wrong-secret-guess"))
	s.visitor().do("POST", "/v2/auth/create", map[string]string{"username": "steve", "email": "other@example.org", "password": goodPassword})
	p := s.visitor()
	p.token = pat
	p.do("GET", "/v2/user", nil)
	p.token = "mrp_unknown"
	p.do("GET", "/v2/user", nil)
	logs := s.logs.String()
	if !strings.Contains(logs, "/v2/auth/login") {
		t.Fatal("the log is empty, so this test checks nothing")
	}
	secrets := []string{goodPassword, "wrong-secret-guess", pat, v.cookies["modyard_session"], v.cookies["modyard_csrf"], "example.org", "mrp_unknown"}
	for _, secret := range secrets {
		if strings.Contains(logs, secret) {
			t.Errorf("the log contains %q", secret)
		}
	}
	for _, table := range []string{"accounts", "sessions", "tokens", "attempts", "outbox"} {
		var text string
		if err := s.db.Pool.QueryRow(t.Context(), "SELECT coalesce(string_agg(x::text, E'\\n'), '') FROM identity."+table+" x").Scan(&text); err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{goodPassword, pat, v.cookies["modyard_session"]} {
			if strings.Contains(text, secret) {
				t.Errorf("table %s contains a readable secret", table)
			}
		}
	}
}
