package identity_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
)

func (v *visitor) passkeys() identity.Passkeys {
	v.s.t.Helper()
	var list identity.Passkeys
	if err := json.Unmarshal([]byte(v.want(200, "GET", "/_internal/auth/passkeys", nil).body), &list); err != nil {
		v.s.t.Fatal(err)
	}
	return list
}

func TestAPasskeySignsInWithoutAPassword(t *testing.T) {
	s, box := newPasskeySite(t)
	v := s.signedUp("steve")
	if list := v.passkeys(); list.Host == nil || *list.Host != passkeyHost || list.Most != 10 || len(list.Passkeys) != 0 {
		t.Fatalf("%+v", list)
	}
	device := newAuthenticator(t)
	q := asked(t, v.want(200, "POST", "/_internal/auth/passkeys/begin", nil))
	if o := q.Options; o.Rp.ID != passkeyHost || o.Rp.Name != "Modyard" || o.User.Name != "steve" || o.AuthenticatorSelection.ResidentKey != "required" || o.AuthenticatorSelection.UserVerification != "required" {
		t.Fatalf("%+v", o)
	}
	made := v.want(200, "POST", "/_internal/auth/passkeys", object{"flow": q.Flow, "name": "  我的电脑 ", "credential": device.create(q)})
	s.deliver()
	if field(t, made, "name") != "我的电脑" || box.last(t, "新的通行密钥").To != "steve@example.org" {
		t.Fatal(made.body)
	}
	if again := asked(t, v.want(200, "POST", "/_internal/auth/passkeys/begin", nil)); len(again.Options.ExcludeCredentials) != 1 || again.Options.ExcludeCredentials[0].ID != b64(device.keys[0].id) {
		t.Errorf("the browser is not told of the passkey that it has: %+v", again.Options)
	}
	s.pass(time.Hour)

	guest := s.visitor()
	ask := asked(t, guest.want(200, "POST", "/_internal/auth/login/passkey/begin", object{}))
	if ask.Options.RPID != passkeyHost || ask.Options.UserVerification != "required" || len(ask.Options.AllowCredentials) != 0 {
		t.Fatalf("%+v", ask.Options)
	}
	guest.want(200, "POST", "/_internal/auth/login/passkey", object{"flow": ask.Flow, "credential": device.get(ask)})
	guest.csrf = guest.cookies["modyard_csrf"]
	if field(t, guest.want(200, "GET", "/v2/user", nil), "username") != "steve" {
		t.Fatal("signed in to another account")
	}
	// The sign-in counts as a confirmation, and the list of sessions says how it was done.
	guest.want(204, "PATCH", "/_internal/auth/passkeys/"+field(t, made, "id"), object{"name": "书房"})
	if r := guest.want(200, "GET", "/v2/session/list", nil); strings.Count(r.body, `"method":"passkey"`) != 1 || strings.Count(r.body, `"method":"password"`) != 1 {
		t.Error(r.body)
	}
	list := guest.passkeys().Passkeys
	if len(list) != 1 || list[0].Name != "书房" || list[0].LastUsed == nil || !list[0].LastUsed.Equal(s.clock()) || list[0].Suspect != nil {
		t.Fatalf("%+v", list)
	}
	guest.want(204, "DELETE", "/_internal/auth/passkeys/"+list[0].ID, nil)
	s.deliver()
	box.last(t, "移除了通行密钥")
	guest.want(404, "DELETE", "/_internal/auth/passkeys/"+list[0].ID, nil)
	s.visitor().passkeyLogin(400, device)
	s.visitor().want(200, "POST", "/v2/auth/login", creds("steve", goodPassword))
}

func TestAPasskeyReplacesTheCodeOfTheSecondStep(t *testing.T) {
	s, _ := newPasskeySite(t)
	v := s.signedUp("steve")
	device := newAuthenticator(t)
	v.addPasskey(device)
	if r := s.visitor().want(200, "POST", "/v2/auth/login", creds("steve", goodPassword)); strings.Contains(r.body, "2fa_required") {
		t.Fatal("a passkey alone makes no second step")
	}
	v.enrol()
	guest := s.visitor()
	r := guest.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword))
	if r.code() != "2fa_required" || !strings.Contains(r.body, `"code":true`) || !strings.Contains(r.body, `"passkey":true`) {
		t.Fatal(r.body)
	}
	flow := field(t, r, "flow")
	ask := func() question {
		return asked(t, guest.want(200, "POST", "/_internal/auth/login/passkey/begin", object{"flow": flow}))
	}
	first, second := ask(), ask()
	if len(first.Options.AllowCredentials) != 1 || first.Options.UserVerification == "required" {
		t.Fatalf("%+v", first.Options)
	}
	device.verified = false // the password was given: the device need only be there
	guest.want(200, "POST", "/_internal/auth/login/passkey", object{"flow": first.Flow, "credential": device.get(first)})
	guest.want(200, "GET", "/v2/user", nil)
	// One flow of a password gives one session.
	s.visitor().want(400, "POST", "/_internal/auth/login/passkey", object{"flow": second.Flow, "credential": device.get(second)})
	s.visitor().want(400, "POST", "/_internal/auth/login/passkey/begin", object{"flow": flow})
}

func TestAnAccountCanRequireAPasskeyAfterThePassword(t *testing.T) {
	s, box := newPasskeySite(t)
	v := s.signedUp("steve")
	v.want(404, "PATCH", "/_internal/auth/passkeys", object{"required": true})
	device := newAuthenticator(t)
	id := v.addPasskey(device)
	var on struct {
		Codes []string `json:"backup_codes"`
	}
	if err := json.Unmarshal([]byte(v.want(200, "PATCH", "/_internal/auth/passkeys", object{"required": true}).body), &on); err != nil || len(on.Codes) != 10 {
		t.Fatal(on, err)
	}
	s.deliver()
	box.last(t, "两步验证已开启")
	if !v.passkeys().Required {
		t.Fatal("not required")
	}
	guest := s.visitor()
	r := guest.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword))
	if r.code() != "2fa_required" || !strings.Contains(r.body, `"code":false`) || len(guest.cookies) != 0 {
		t.Fatal(r.body)
	}
	guest.want(200, "POST", "/v2/auth/login/2fa", object{"flow": field(t, r, "flow"), "code": on.Codes[0]})
	again := field(t, s.visitor().want(200, "POST", "/v2/auth/login", creds("steve", goodPassword)), "flow")
	s.visitor().want(400, "POST", "/v2/auth/login/2fa", object{"flow": again, "code": on.Codes[0]})
	// The password alone turns nothing off: neither directly, nor by removing the last passkey, nor with the account.
	v.want(204, "POST", "/v2/auth/confirm", object{"password": goodPassword})
	v.want(428, "PATCH", "/_internal/auth/passkeys", object{"required": false})
	v.want(428, "DELETE", "/_internal/auth/passkeys/"+id, nil)
	v.want(428, "DELETE", "/v2/user/"+v.id(), object{"password": goodPassword})
	if len(v.passkeys().Passkeys) != 1 {
		t.Fatal("removed")
	}
	q := asked(t, v.want(200, "POST", "/_internal/auth/confirm/begin", nil))
	v.want(204, "POST", "/v2/auth/confirm", object{"passkey": object{"flow": q.Flow, "credential": device.get(q)}})
	v.want(204, "DELETE", "/_internal/auth/passkeys/"+id, nil)
	if list := v.passkeys(); list.Required || len(list.Passkeys) != 0 {
		t.Errorf("%+v", list)
	}
	if r := s.visitor().want(200, "POST", "/v2/auth/login", creds("steve", goodPassword)); r.code() != "" {
		t.Error("the second step outlives the last passkey: ", r.body)
	}
	v.want(400, "POST", "/v2/auth/confirm", object{"code": on.Codes[1]}) // codes go with the second step

	// An authenticator app and a required passkey end one by one.
	device = newAuthenticator(t)
	v.addPasskey(device)
	v.want(200, "PATCH", "/_internal/auth/passkeys", object{"required": true})
	secret := v.enrol()
	s.pass(time.Minute)
	v.want(204, "DELETE", "/v2/auth/2fa", object{"code": s.code(secret)})
	s.deliver()
	box.last(t, "验证器应用已移除")
	if r := s.visitor().want(200, "POST", "/v2/auth/login", creds("steve", goodPassword)); r.code() != "2fa_required" || !strings.Contains(r.body, `"code":false`) {
		t.Error(r.body)
	}
}

func TestAPasskeyConfirmsASession(t *testing.T) {
	s, _ := newPasskeySite(t)
	v := s.signedUp("steve")
	device := newAuthenticator(t)
	id := v.addPasskey(device)
	s.pass(15 * time.Minute)
	closed := func() {
		t.Helper()
		for route, body := range map[string]any{
			"POST /_internal/auth/passkeys/begin":  nil,
			"POST /_internal/auth/passkeys":        object{"flow": strings.Repeat("a", 60), "name": "x", "credential": object{}},
			"PATCH /_internal/auth/passkeys":       object{"required": true},
			"PATCH /_internal/auth/passkeys/" + id: object{"name": "x"}, "DELETE /_internal/auth/passkeys/" + id: nil,
		} {
			method, path, _ := strings.Cut(route, " ")
			if r := v.do(method, path, body); r.status != 428 || r.code() != "precondition_required" {
				t.Errorf("%s: %d %s", route, r.status, r.body)
			}
		}
	}
	closed()
	begin := func(by *visitor) question {
		return asked(t, by.want(200, "POST", "/_internal/auth/confirm/begin", nil))
	}
	confirm := func(status int, by *visitor, q question) {
		t.Helper()
		by.want(status, "POST", "/v2/auth/confirm", object{"passkey": object{"flow": q.Flow, "credential": device.get(q)}})
	}
	// The question belongs to the session that asked, also within the account.
	other := s.visitorOf("steve")
	confirm(400, v, begin(other))
	device.verified = false // used alone, it must verify its owner
	confirm(400, v, begin(v))
	device.verified = true
	closed()
	confirm(204, v, begin(v))
	v.newToken()
	v.want(400, "POST", "/v2/auth/confirm", object{"passkey": object{"flow": "none", "credential": object{}}})
	s.signedUp("alex").want(404, "POST", "/_internal/auth/confirm/begin", nil)
}

func TestAnAccountHasTenPasskeysAtMost(t *testing.T) {
	s, _ := newPasskeySite(t)
	v := s.signedUp("steve")
	var begun []question
	for range 12 {
		begun = append(begun, asked(t, v.want(200, "POST", "/_internal/auth/passkeys/begin", nil)))
	}
	var group sync.WaitGroup
	var mu sync.Mutex
	count := map[int]int{}
	for i, q := range begun {
		credential := newAuthenticator(t).create(q)
		group.Go(func() {
			r := v.do("POST", "/_internal/auth/passkeys", object{"flow": q.Flow, "name": fmt.Sprint(i), "credential": credential})
			mu.Lock()
			defer mu.Unlock()
			count[r.status]++
		})
	}
	group.Wait()
	if count[200] != 10 || count[400] != 2 || len(v.passkeys().Passkeys) != 10 {
		t.Error(count)
	}
	if r := v.want(400, "POST", "/_internal/auth/passkeys/begin", nil); r.code() != "limit_reached" {
		t.Error(r.body)
	}
}

func TestAResetEndsPasskeysThatWereAddedBeforeTheAddressWasVerified(t *testing.T) {
	for name, verifyFirst := range map[string]bool{"unverified until the reset": false, "verified by its owner before the reset": true} {
		t.Run(name, func(t *testing.T) {
			s, box := newPasskeySite(t)
			attacker, device := s.signedUp("victim"), newAuthenticator(t)
			attacker.addPasskey(device)
			attacker.want(200, "PATCH", "/_internal/auth/passkeys", object{"required": true})
			s.deliver()
			if verifyFirst {
				s.pass(time.Minute)
				s.visitor().want(204, "POST", "/v2/auth/email/verify", object{"flow": link(t, box.last(t, "验证你的邮箱"))})
			}
			s.reset("victim@example.org", otherPassword)
			s.visitor().passkeyLogin(400, device)
			owner := s.visitor()
			if r := owner.want(200, "POST", "/v2/auth/login", creds("victim", otherPassword)); strings.Contains(r.body, "2fa_required") {
				t.Error("the passkey of another person is asked for")
			}
			owner.csrf = owner.cookies["modyard_csrf"]
			own := newAuthenticator(t)
			s.pass(time.Minute)
			owner.addPasskey(own)
			s.reset("victim@example.org", goodPassword)
			s.visitor().passkeyLogin(200, own)
		})
	}
}

func TestAClosedAccountHasNoPasskeys(t *testing.T) {
	s, _ := newPasskeySite(t)
	v, device := s.signedUp("steve"), newAuthenticator(t)
	v.addPasskey(device)
	v.want(200, "PATCH", "/_internal/auth/passkeys", object{"required": true})
	q := asked(t, v.want(200, "POST", "/_internal/auth/confirm/begin", nil))
	v.want(204, "POST", "/v2/auth/confirm", object{"passkey": object{"flow": q.Flow, "credential": device.get(q)}})
	v.erased()
	s.visitor().passkeyLogin(400, device)
	var left int
	if err := s.db.Pool.QueryRow(t.Context(), "SELECT (SELECT count(*) FROM identity.passkeys) + (SELECT count(*) FROM identity.accounts WHERE passkey_step)").Scan(&left); err != nil || left != 0 {
		t.Error(left, err)
	}
}

func TestASiteOnAnAddressHasNoPasskeys(t *testing.T) {
	s, _ := newMailSite(t)
	v := s.signedUp("steve")
	if list := v.passkeys(); list.Host != nil || list.URL != "https://modyard.test" {
		t.Errorf("%+v", list)
	}
	for route, body := range map[string]any{
		"POST /_internal/auth/passkeys/begin": nil, "POST /_internal/auth/login/passkey/begin": object{}, "POST /_internal/auth/confirm/begin": nil,
		"POST /_internal/auth/passkeys":      object{"flow": "f", "name": "x", "credential": object{}},
		"POST /_internal/auth/login/passkey": object{"flow": "f", "credential": object{}},
	} {
		method, path, _ := strings.Cut(route, " ")
		if r := v.do(method, path, body); r.status != 409 || r.code() != "passkeys_off" {
			t.Errorf("%s: %d %s", route, r.status, r.body)
		}
	}
	if _, err := identity.New(t.Context(), identity.Options{Pool: s.db.Pool, Passkeys: identity.PasskeySite{Name: "192.0.2.7", Origins: []string{"https://192.0.2.7"}}}); err == nil {
		t.Error("an address is accepted as a name")
	}
}
