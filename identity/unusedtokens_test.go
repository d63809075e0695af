package identity_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
)

const day = 24 * time.Hour

// sweeps ends and tells of unused tokens twice, as two processes do, and returns the number of letters.
func (s *site) sweeps() int {
	s.t.Helper()
	for range 2 {
		if err := s.EndUnused(s.t.Context()); err != nil {
			s.t.Fatal(err)
		}
	}
	return s.deliver()
}

// prolonged is a token that its owner gave a later end after days of its life, so that it could be unused for more than a year.
func (s *site) prolonged(v *visitor, name string, days int) (program *visitor, owner *visitor) {
	s.t.Helper()
	made := v.want(200, "POST", "/v2/pat", object{"name": name, "scopes": identity.ScopeUserRead, "expires": s.clock().Add(360 * day)})
	s.pass(time.Duration(days) * day)
	owner = again(s, v)
	owner.want(204, "PATCH", "/v2/pat/"+field(s.t, made, "id"), object{"expires": s.clock().Add(360 * day)})
	program = s.visitor()
	program.token = field(s.t, made, "access_token")
	return program, owner
}

func TestATokenThatIsUnusedForAYearEndsAndItsOwnerIsToldBefore(t *testing.T) {
	s, box := newMailSite(t)
	program, _ := s.prolonged(s.signedUp("steve"), "build", 200)
	s.deliver()
	s.pass(150 * day)
	if n := s.sweeps(); n != 0 {
		t.Errorf("%d letters after 350 days", n)
	}
	s.pass(day + time.Hour)
	if n := s.sweeps(); n != 1 {
		t.Errorf("%d letters after 351 days", n)
	}
	letter := box.last(t, "访问令牌即将失效")
	if !strings.Contains(letter.Text, "「build」") || !strings.Contains(letter.Text, "2027 年 11 月 21 日") {
		t.Error(letter.Text)
	}
	s.pass(13 * day)
	if n := s.sweeps(); n != 0 {
		t.Errorf("%d more letters", n)
	}
	s.pass(day)
	if n := s.sweeps(); n != 0 {
		t.Errorf("%d letters at its end", n)
	}
	program.want(401, "GET", "/v2/user", nil)
	if list := again(s, nil).want(200, "GET", "/v2/pat", nil); !strings.Contains(list.body, `"revoked":"20`) {
		t.Error("its owner does not see that it ended: " + list.body)
	}
}

func TestATokenThatIsUsedAfterTheLetterStays(t *testing.T) {
	s, _ := newMailSite(t)
	program, _ := s.prolonged(s.signedUp("steve"), "build", 200)
	s.deliver()
	s.pass(155 * day)
	if n := s.sweeps(); n != 1 {
		t.Fatalf("%d letters", n)
	}
	program.want(200, "GET", "/v2/user", nil)
	s.pass(20 * day)
	if n := s.sweeps(); n != 0 {
		t.Errorf("%d letters of a token that was used", n)
	}
	program.want(200, "GET", "/v2/user", nil)
}

func TestAnOwnerIsToldOfAllUnusedTokensInOneLetterAndOfThoseThatEndAnywayInNone(t *testing.T) {
	s, box := newMailSite(t)
	v := s.signedUp("steve")
	for n := range 3 {
		v.want(200, "POST", "/v2/pat", object{"name": fmt.Sprint("token ", n), "scopes": identity.ScopeUserRead, "expires": s.clock().Add(360 * day)})
	}
	v.want(200, "POST", "/v2/pat", object{"name": "short", "scopes": identity.ScopeUserRead, "expires": s.clock().Add(355 * day)})
	s.deliver()
	if _, err := s.db.Pool.Exec(t.Context(), "UPDATE identity.tokens SET expires = expires + interval '300 days' WHERE name <> 'short'"); err != nil {
		t.Fatal(err)
	}
	s.pass(352 * day)
	if n := s.sweeps(); n != 1 {
		t.Errorf("%d letters", n)
	}
	if text := box.last(t, "访问令牌即将失效").Text; !strings.Contains(text, "「token 0」、「token 1」、「token 2」") || strings.Contains(text, "short") {
		t.Error(text)
	}
	// A site that did not run for long tells first all the same.
	s.pass(400 * day)
	late, _ := s.prolonged(again(s, nil), "late", 100)
	if _, err := s.db.Pool.Exec(t.Context(), "UPDATE identity.tokens SET created = created - interval '900 days', last_used = NULL WHERE name = 'late'"); err != nil {
		t.Fatal(err)
	}
	s.deliver()
	s.sweeps()
	late.want(200, "GET", "/v2/user", nil)
}

// agent is a visitor's program, from an address.
func agent(name, address string) []string {
	return []string{"User-Agent", name, "X-Forwarded-For", address}
}

func TestTheOwnerGetsALetterOfASignInOnANewDevice(t *testing.T) {
	s, box := newMailSite(t, func(o *identity.Options) { o.TrustedProxies = loopback() })
	const firefox = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0"
	v := s.signedUp("steve")
	signsIn := func(what string, v *visitor, letters int, header ...string) {
		t.Helper()
		v.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword), header...)
		v.csrf = v.cookies["modyard_csrf"]
		if n := s.deliver(); n != letters {
			t.Errorf("%s: %d letters, want %d", what, n, letters)
		}
	}
	if n := s.deliver(); n != 1 { // that of the address
		t.Errorf("%d letters of a sign-up", n)
	}
	signsIn("before the address is verified", s.visitor(), 0, agent("first", "203.0.113.1")...)
	v.want(204, "POST", "/v2/auth/email/verify", object{"flow": link(t, box.last(t, "验证你的邮箱"))})
	stranger := s.visitor()
	signsIn("a browser that was never here", stranger, 1, agent(firefox, "203.0.113.2")...)
	letter := box.last(t, "在新的设备上登录")
	for _, part := range []string{"2026 年 11 月 21 日 16:00", "Windows · Firefox", "203.0.113.2", "/settings/sessions", "重设密码"} {
		if !strings.Contains(letter.Text, part) {
			t.Errorf("the letter does not contain %q:\n%s", part, letter.Text)
		}
	}
	signsIn("that browser elsewhere", stranger, 0, agent(firefox, "203.0.113.3")...)
	signsIn("the browser of the sign-up", v, 0, agent(firefox, "203.0.113.4")...)
	program := func() *visitor { return s.visitor() }
	signsIn("a program", program(), 1, agent("launcher/1", "203.0.113.5")...)
	signsIn("that program again, which keeps no cookie", program(), 0, agent("launcher/1", "203.0.113.5")...)
	s.visitor().want(401, "POST", "/v2/auth/login", creds("steve", "wrong"), agent("guess", "203.0.113.6")...)
	signsIn("a guess that came true is new all the same", s.visitor(), 1, agent("guess", "203.0.113.6")...)
	// The mailbox is not filled: five in a day.
	for n := range 4 {
		signsIn(fmt.Sprint("another program ", n), s.visitor(), map[bool]int{true: 1}[n < 2], agent(fmt.Sprint("program ", n), "203.0.113.7")...)
	}
	s.pass(25 * time.Hour)
	signsIn("a day later", s.visitor(), 1, agent("program 5", "203.0.113.7")...)
	var named int
	if err := s.db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM jobs.river_job WHERE kind = 'identity.letter' AND (args ? 'session' OR args ? 'account')").Scan(&named); err != nil || named != 0 {
		t.Errorf("%d jobs of sent letters name a session or an account (%v)", named, err)
	}
}

func TestALetterOfANewDeviceGoesToAVerifiedAddressOfAnAccountThatIsThere(t *testing.T) {
	s, box := newMailSite(t)
	v := s.signedUp("steve")
	s.deliver()
	v.want(204, "POST", "/v2/auth/email/verify", object{"flow": link(t, box.last(t, "验证你的邮箱"))})
	s.visitor().want(200, "POST", "/v2/auth/login", creds("steve", goodPassword), "User-Agent", "another")
	if _, err := s.db.Pool.Exec(t.Context(), "UPDATE identity.accounts SET email_verified = false"); err != nil {
		t.Fatal(err)
	}
	if n := s.deliver(); n != 0 {
		t.Errorf("%d letters", n)
	}
}
