package identity_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
)

func (s *site) code(secret string) string {
	s.t.Helper()
	code, err := totp.GenerateCode(secret, s.clock())
	if err != nil {
		s.t.Fatal(err)
	}
	return code
}

func enable(t *testing.T, s *site, v *visitor) (secret string, codes []string) {
	t.Helper()
	r := v.want(200, "POST", "/v2/auth/2fa/get_secret", nil)
	secret = field(t, r, "secret")
	if !strings.HasPrefix(field(t, r, "uri"), "otpauth://totp/") || !strings.Contains(r.body, `"path":"M`) {
		t.Fatal(r.body)
	}
	v.want(400, "POST", "/v2/auth/2fa", map[string]string{"flow": field(t, r, "flow"), "code": "000000"})
	got := v.want(200, "POST", "/v2/auth/2fa", map[string]string{"flow": field(t, r, "flow"), "code": s.code(secret)})
	codes = regexp.MustCompile(`[a-z2-9]{5}-[a-z2-9]{5}`).FindAllString(got.body, -1)
	if len(codes) != 10 {
		t.Fatal(got.body)
	}
	return secret, codes
}

func TestASecondFactorIsRequiredAndNoCodeIsValidTwice(t *testing.T) {
	s, _ := newMailSite(t)
	v := s.signedUp("steve")
	secret, recovery := enable(t, s, v)
	v.want(409, "POST", "/v2/auth/2fa/get_secret", nil)
	begin := func() (*visitor, string) {
		guest := s.visitor()
		r := guest.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword))
		if r.code() != "2fa_required" || len(guest.cookies) != 0 {
			t.Fatalf("signed in without a code: %s %v", r.body, guest.cookies)
		}
		return guest, field(t, r, "flow")
	}
	try := func(status int, code string) *visitor {
		t.Helper()
		guest, flow := begin()
		guest.want(status, "POST", "/v2/auth/login/2fa", map[string]string{"flow": flow, "code": code})
		return guest
	}
	try(400, s.code(secret)) // it confirmed the factor in this half minute
	s.pass(30 * time.Second)
	try(200, s.code(secret)).want(200, "GET", "/v2/user", nil)
	try(400, s.code(secret))
	s.pass(30 * time.Second)
	spaced := s.code(secret)
	try(200, spaced[:3]+" "+spaced[3:])
	try(200, strings.ToUpper(recovery[0]))
	try(400, recovery[0])
	try(400, "")

	guest, flow := begin()
	s.pass(30 * time.Minute)
	guest.want(400, "POST", "/v2/auth/login/2fa", map[string]string{"flow": flow, "code": s.code(secret)})

	v.want(204, "POST", "/v2/auth/confirm", object{"password": goodPassword})
	r := v.want(200, "POST", "/v2/auth/2fa/backup_codes", map[string]string{"code": s.code(secret)})
	if strings.Contains(r.body, recovery[1]) {
		t.Fatal("the old codes are among the new ones")
	}
	try(400, recovery[1])
	s.pass(30 * time.Second)
	v.want(400, "DELETE", "/v2/auth/2fa", map[string]string{"code": "123"})
	v.want(204, "DELETE", "/v2/auth/2fa", map[string]string{"code": s.code(secret)})
	s.visitor().want(200, "POST", "/v2/auth/login", creds("steve", goodPassword))
	if len(s.visitor().want(200, "POST", "/v2/auth/login", creds("steve", goodPassword)).header.Values("Set-Cookie")) == 0 {
		t.Fatal("a code is still required")
	}
}

func TestCodesCannotBeGuessed(t *testing.T) {
	s, _ := newMailSite(t)
	v := s.signedUp("steve")
	secret, _ := enable(t, s, v)
	guest := s.visitor()
	flow := field(t, guest.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword)), "flow")
	for range 10 {
		guest.do("POST", "/v2/auth/login/2fa", map[string]string{"flow": flow, "code": "000000"})
	}
	s.pass(30 * time.Second)
	if r := guest.do("POST", "/v2/auth/login/2fa", map[string]string{"flow": flow, "code": s.code(secret)}); r.status == 200 {
		t.Fatal("a flow allows any number of attempts")
	}
	for range 3 {
		next := field(t, guest.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword)), "flow")
		guest.do("POST", "/v2/auth/login/2fa", map[string]string{"flow": next, "code": "000000"})
	}
	next := field(t, guest.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword)), "flow")
	guest.want(429, "POST", "/v2/auth/login/2fa", map[string]string{"flow": next, "code": s.code(secret)})
}
