package identity_test

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
)

// enrol sets a second factor of a browser's account, and returns its secret.
func (v *visitor) enrol() string {
	v.s.t.Helper()
	begun := v.want(200, "POST", "/v2/auth/2fa/get_secret", nil)
	secret := field(v.s.t, begun, "secret")
	v.want(200, "POST", "/v2/auth/2fa", object{"flow": field(v.s.t, begun, "flow"), "code": v.s.code(secret)})
	return secret
}

// token makes an access token.
func (v *visitor) newToken() *visitor {
	v.s.t.Helper()
	r := v.want(200, "POST", "/v2/pat", object{"name": "token", "scopes": identity.ScopeUserRead, "expires": v.s.clock().Add(300 * 24 * time.Hour)})
	return &visitor{s: v.s, cookies: map[string]string{}, token: field(v.s.t, r, "access_token")}
}

// reset sets a new password by the newest letter.
func (s *site) reset(login, password string) {
	s.t.Helper()
	s.visitor().want(204, "POST", "/v2/auth/password/reset", object{"username": login})
	s.deliver()
	s.visitor().want(204, "PATCH", "/v2/auth/password", object{"flow": link(s.t, s.box.last(s.t, "重设密码")), "new_password": password})
}

const otherPassword = "another-Quiet-7-lantern"

func TestWhatWasSetBeforeAnAddressWasVerifiedEndsWithAReset(t *testing.T) {
	for name, verifyFirst := range map[string]bool{"unverified until the reset": false, "verified by its owner before the reset": true} {
		t.Run(name, func(t *testing.T) {
			s, box := newMailSite(t)
			attacker := s.signedUp("victim") // with the address of somebody else
			attacker.enrol()
			token := attacker.newToken()
			token.want(200, "GET", "/v2/user", nil)
			s.deliver()
			if verifyFirst {
				s.pass(time.Minute)
				s.visitor().want(204, "POST", "/v2/auth/email/verify", object{"flow": link(t, box.last(t, "验证你的邮箱"))})
			}
			s.reset("victim@example.org", otherPassword)
			token.want(401, "GET", "/v2/user", nil)
			attacker.want(401, "GET", "/v2/user", nil)
			owner := s.visitor()
			if r := owner.want(200, "POST", "/v2/auth/login", creds("victim", otherPassword)); strings.Contains(r.body, "2fa_required") {
				t.Error("the second factor of another person is asked for")
			}
		})
	}
}

// verifiedSite is a site with steve, who verified his address a minute ago.
func verifiedSite(t *testing.T) (*site, *postbox, *visitor) {
	t.Helper()
	s, box := newMailSite(t)
	v := s.signedUp("steve")
	s.deliver()
	v.want(204, "POST", "/v2/auth/email/verify", object{"flow": link(t, box.last(t, "验证你的邮箱"))})
	s.pass(time.Minute)
	return s, box, v
}

func TestAResetKeepsWhatTheOwnerOfAVerifiedAddressSet(t *testing.T) {
	s, _, v := verifiedSite(t)
	v.enrol()
	token := v.newToken()
	s.reset("steve", otherPassword)
	token.want(200, "GET", "/v2/user", nil)
	if r := s.visitor().want(200, "POST", "/v2/auth/login", creds("steve", otherPassword)); !strings.Contains(r.body, "2fa_required") {
		t.Errorf("the second factor is gone: %s", r.body)
	}
}

func TestAResetEndsAllTokensWhereItsOwnerSaysSo(t *testing.T) {
	s, box, v := verifiedSite(t)
	token, other := v.newToken(), s.signedUp("alex").newToken()
	v.want(204, "POST", "/v2/auth/password/reset", object{"username": "steve"})
	s.deliver()
	flow := link(t, box.last(t, "重设密码"))
	s.visitor().want(400, "PATCH", "/v2/auth/password", object{"flow": flow, "new_password": "short", "end_tokens": true})
	token.want(200, "GET", "/v2/user", nil)
	s.visitor().want(204, "PATCH", "/v2/auth/password", object{"flow": flow, "new_password": otherPassword, "end_tokens": true})
	token.want(401, "GET", "/v2/user", nil)
	other.want(200, "GET", "/v2/user", nil)
}

func TestAPasswordChangeCanEndAllTokens(t *testing.T) {
	s, _ := newMailSite(t)
	v := s.signedUp("steve")
	token := v.newToken()
	v.want(204, "PATCH", "/v2/auth/password", object{"old_password": goodPassword, "new_password": otherPassword})
	token.want(200, "GET", "/v2/user", nil)
	v.want(204, "PATCH", "/v2/auth/password", object{"old_password": otherPassword, "new_password": goodPassword, "end_tokens": true})
	token.want(401, "GET", "/v2/user", nil)
}

func TestATokenLivesAYearAtMost(t *testing.T) {
	s, _ := newMailSite(t)
	v := s.signedUp("steve")
	for days, status := range map[int]int{364: 200, 365: 200, 367: 400, 4000: 400} {
		r := v.want(status, "POST", "/v2/pat", object{"name": "token", "scopes": 2, "expires": s.clock().Add(time.Duration(days) * 24 * time.Hour)})
		if status == 400 && field(t, r, "field") != "expires" {
			t.Error(r.body)
		}
	}
	v.want(400, "PATCH", "/v2/pat/AAAAAAAA", object{"expires": s.clock().Add(400 * 24 * time.Hour)})
}

func TestAnAddressBelongsToWhoVerifiedIt(t *testing.T) {
	s, box := newMailSite(t)
	squatter := s.signedUp("steve")
	s.deliver()
	first := link(t, box.last(t, "验证你的邮箱"))
	// An unverified account reserves no address.
	v := s.visitor()
	v.want(200, "POST", "/v2/auth/create", object{"username": "owner", "email": "STEVE@example.org", "password": goodPassword})
	s.deliver()
	s.visitor().want(204, "POST", "/v2/auth/email/verify", object{"flow": link(t, box.last(t, "验证你的邮箱"))})
	if r := s.visitor().want(409, "POST", "/v2/auth/email/verify", object{"flow": first}); field(t, r, "field") != "email" {
		t.Errorf("verified twice: %s", r.body)
	}
	// A sign-up with a known address has the answer of any other, and its owner gets a letter without a link to verify it.
	third := s.visitor()
	third.want(200, "POST", "/v2/auth/create", object{"username": "third", "email": "steve@example.org", "password": goodPassword})
	third.csrf = third.cookies["modyard_csrf"]
	sent := box.count()
	s.deliver()
	m := box.last(t, "填写了你的邮箱")
	if box.count() != sent+1 || m.To != "steve@example.org" || strings.Contains(m.Text, "flow=") || strings.Contains(m.Text, "third") {
		t.Errorf("%d letters, the last is %+v", box.count()-sent, m)
	}
	if r := third.want(200, "GET", "/v2/user", nil); !strings.Contains(r.body, `"email_verified":false`) {
		t.Error(r.body)
	}
	third.want(204, "PATCH", "/v2/auth/email", object{"email": "OWNER@example.org", "password": goodPassword})
	// The address signs in to the account that verified it.
	if got := field(t, s.visitorOf("steve@example.org").want(200, "GET", "/v2/user", nil), "username"); got != "owner" {
		t.Errorf("the address signs in to %s", got)
	}
	squatter.want(200, "GET", "/v2/user", nil)
}

// visitorOf is a browser that signed in.
func (s *site) visitorOf(login string) *visitor {
	s.t.Helper()
	v := s.visitor()
	v.want(200, "POST", "/v2/auth/login", creds(login, goodPassword))
	v.csrf = v.cookies["modyard_csrf"]
	return v
}

func TestCredentialsAreChangedOnlyAfterALateConfirmation(t *testing.T) {
	s, _ := newMailSite(t)
	v := s.signedUp("steve")
	secret := v.enrol()
	made := field(t, v.want(200, "POST", "/v2/pat", object{"name": "token", "scopes": 2, "expires": s.clock().Add(time.Hour * 24)}), "id")
	s.pass(15 * time.Minute)
	asks := func() {
		t.Helper()
		for route, body := range map[string]any{
			"POST /v2/pat":                   object{"name": "token", "scopes": 2, "expires": s.clock().Add(time.Hour)},
			"PATCH /v2/pat/" + made:          object{"scopes": 4},
			"POST /v2/auth/2fa/backup_codes": object{"code": s.code(secret)},
			"DELETE /v2/auth/2fa":            object{"code": s.code(secret)},
			"POST /v2/auth/2fa":              object{"flow": strings.Repeat("a", 60), "code": "123456"},
		} {
			method, path, _ := strings.Cut(route, " ")
			if r := v.do(method, path, body); r.status != 428 || r.code() != "precondition_required" || r.text() == "" {
				t.Errorf("%s: %d %s", route, r.status, r.body)
			}
		}
	}
	asks()
	for _, wrong := range []object{{"password": "wrong"}, {"code": "000000"}, {}, {"password": ""}} {
		v.want(400, "POST", "/v2/auth/confirm", wrong)
	}
	asks()
	// The exchange of a session for a new one is no confirmation.
	v.want(200, "POST", "/v2/session/refresh", nil)
	v.csrf = v.cookies["modyard_csrf"]
	asks()
	v.want(204, "POST", "/v2/auth/confirm", object{"code": s.code(secret)})
	v.newToken()
	s.pass(15 * time.Minute)
	v.want(204, "POST", "/v2/auth/confirm", object{"password": goodPassword})
	v.want(204, "PATCH", "/v2/pat/"+made, object{"name": "renamed"})
	v.want(204, "DELETE", "/v2/auth/2fa", object{"code": s.code(secret)})
	// Revoking never waits.
	s.pass(time.Hour)
	v.want(204, "DELETE", "/v2/pat/"+made, nil)
	v.want(428, "POST", "/v2/auth/2fa/get_secret", nil)
}

func TestTheOwnerGetsALetterOfEachNewToken(t *testing.T) {
	s, box := newMailSite(t)
	v := s.signedUp("steve")
	s.deliver()
	v.newToken()
	v.newToken()
	if n := s.deliver(); n != 2 || box.last(t, "新的访问令牌").To != "steve@example.org" {
		t.Errorf("%d letters", n)
	}
}

func TestChangesOfCredentialsAreLimitedTogetherBecauseEachSendsALetter(t *testing.T) {
	if got := identity.DefaultLimits().Notices; got != (identity.Limit{Most: 60, Window: time.Hour}) {
		t.Errorf("a site permits %+v", got)
	}
	limits := identity.DefaultLimits()
	limits.Notices = identity.Limit{Most: 3, Window: time.Hour}
	s, _ := newMailSite(t, func(o *identity.Options) { o.Limits = &limits })
	v := s.signedUp("steve")
	s.deliver()
	token := object{"name": "one", "scopes": 2, "expires": s.clock().Add(48 * time.Hour)}
	change := object{"old_password": goodPassword, "new_password": goodPassword + "-2"}
	v.want(200, "POST", "/v2/pat", token)
	v.want(200, "POST", "/v2/pat", token)
	v.want(204, "PATCH", "/v2/auth/password", change)
	v.want(429, "POST", "/v2/pat", token)
	v.want(429, "PATCH", "/v2/auth/password", object{"old_password": goodPassword + "-2", "new_password": goodPassword})
	if n := s.deliver(); n != 3 {
		t.Errorf("%d letters", n)
	}
	s.signedUp("alex").want(200, "POST", "/v2/pat", token)
	s.pass(time.Hour + time.Minute)
	s.visitor().want(200, "POST", "/v2/auth/login", creds("steve", goodPassword+"-2"))
	v.want(204, "POST", "/v2/auth/confirm", object{"password": goodPassword + "-2"})
	v.want(200, "POST", "/v2/pat", token)
}

func TestStrangersCannotLockAnOwnerOut(t *testing.T) {
	s := newSite(t, func(o *identity.Options) {
		o.Limits = &identity.Limits{LoginByAccount: identity.Limit{Most: 3, Window: time.Hour},
			LoginByAddress: identity.Limit{Most: 6, Window: time.Hour}, SignUp: identity.Limit{Most: 100, Window: time.Hour}}
		o.TrustedProxies = loopback()
	})
	owner := s.signedUp("steve")
	owner.want(204, "POST", "/v2/auth/logout", nil)
	owner.csrf = ""
	from := func(network int) []string { return []string{"X-Forwarded-For", fmt.Sprintf("203.0.113.%d", network)} }
	for network := range 3 {
		for range 3 {
			s.visitor().want(401, "POST", "/v2/auth/login", creds("steve", "wrong"), from(network)...)
		}
		s.visitor().want(429, "POST", "/v2/auth/login", creds("steve", goodPassword), from(network)...)
	}
	s.visitor().want(200, "POST", "/v2/auth/login", creds("steve", goodPassword), from(9)...)
	// The owner's browser is known: even from the network of the strangers.
	owner.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword), from(1)...)
	owner.want(204, "POST", "/v2/auth/logout", nil, "X-CSRF-Token", owner.cookies["modyard_csrf"])
	// A known browser may not guess either.
	for range 3 {
		owner.want(401, "POST", "/v2/auth/login", creds("steve", "wrong"), from(9)...)
	}
	owner.want(429, "POST", "/v2/auth/login", creds("steve", goodPassword), from(9)...)
	// Nobody makes the cookie of a browser.
	forged := s.visitor()
	forged.cookies[identity.CookieDevice] = strings.Replace(owner.cookies[identity.CookieDevice], ".1", ".2", 1)
	forged.want(429, "POST", "/v2/auth/login", creds("steve", goodPassword), from(1)...)
	s.pass(200 * 24 * time.Hour)
	for range 3 {
		s.visitor().want(401, "POST", "/v2/auth/login", creds("steve", "wrong"), from(1)...)
	}
	old := s.visitor()
	old.cookies[identity.CookieDevice] = owner.cookies[identity.CookieDevice]
	old.want(429, "POST", "/v2/auth/login", creds("steve", goodPassword), from(1)...)
}

func TestOneAddressGetsFewLettersOfStrangers(t *testing.T) {
	s, _ := newMailSite(t)
	for i := range 12 {
		s.visitor().want(200, "POST", "/v2/auth/create", object{"username": fmt.Sprint("bomber", i), "email": "victim@example.org", "password": goodPassword})
	}
	if n := s.deliver(); n != 8 {
		t.Errorf("%d letters in an hour", n)
	}
	v := s.visitorOf("bomber3")
	for i := range 6 {
		v.want(map[bool]int{true: 204, false: 429}[i < 5], "PATCH", "/v2/auth/email", object{"email": fmt.Sprintf("victim%d@example.org", i), "password": goodPassword})
	}

}

func TestTheNamesOfClosedAccountsAreReserved(t *testing.T) {
	s := newSite(t)
	for _, name := range []string{"已注销用户-abcdefgh", "已注销用户", "已注销用户x"} {
		r := s.visitor().want(400, "POST", "/v2/auth/create", object{"username": name, "email": "x@example.org", "password": goodPassword})
		if field(t, r, "field") != "username" {
			t.Error(r.body)
		}
	}
	v := s.signedUp("steve")
	v.want(400, "PATCH", "/v2/user/"+v.id(), object{"username": "已注销用户-abcdefgh"})
	v.want(204, "DELETE", "/v2/user/"+v.id(), object{"password": goodPassword})
}

func TestAnAccountIsClosedThoughAnotherHasItsClosedName(t *testing.T) {
	for name, spelled := range map[string]func(id string) string{
		"the same letters": func(id string) string { return "已注销用户-" + id }, "small letters": func(id string) string { return "已注销用户-" + strings.ToLower(id) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			squatter, v := s.signedUp("alex"), s.signedUp("steve")
			id, other := v.id(), squatter.id()
			taken := spelled(id)
			if _, err := s.db.Pool.Exec(t.Context(), "UPDATE identity.accounts SET username = $2, username_key = $3 WHERE id = $1", other, taken, strings.ToLower(taken)); err != nil {
				t.Fatal(err)
			}
			v.want(204, "DELETE", "/v2/user/"+id, object{"password": goodPassword})
			var closed string
			if err := s.db.Pool.QueryRow(t.Context(), "SELECT username FROM identity.accounts WHERE id = $1", id).Scan(&closed); err != nil || closed != "已注销用户-"+id {
				t.Errorf("the closed account is called %s, %v", closed, err)
			}
			if got := field(t, squatter.want(200, "GET", "/v2/user", nil), "username"); got != "用户-"+other {
				t.Errorf("the other account is called %s", got)
			}
			squatter.want(204, "PATCH", "/v2/user/"+other, object{"username": "alex"})
			squatter.want(204, "DELETE", "/v2/user/"+other, object{"password": goodPassword})
		})
	}
}

// loopback lets tests name the network of a visitor.
func loopback() []netip.Prefix { return []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} }
