package identity_test

import (
	"bytes"
	"crypto/rand"
	"maps"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
)

// with returns a copy of a credential with a changed response.
func altered(credential, members object) object {
	c := maps.Clone(credential)
	response := maps.Clone(c["response"].(object))
	for name, value := range members {
		if value == nil {
			delete(response, name)
		} else {
			response[name] = value
		}
	}
	c["response"] = response
	return c
}

func TestHostileRegistrationsAreRejected(t *testing.T) {
	s, _ := newPasskeySite(t)
	v := s.signedUp("steve")
	alex, alexs := s.signedUp("alex"), newAuthenticator(t)
	alex.addPasskey(alexs)
	whole := func(a *authenticator, q question) any { return a.create(q) }
	statement := func(change func([]byte) []byte) func(*authenticator, question) any {
		return func(a *authenticator, q question) any {
			c := a.create(q)
			return altered(c, object{"attestationObject": b64(change(a.unb64(c["response"].(object)["attestationObject"].(string))))})
		}
	}
	for name, c := range map[string]struct {
		set    func(*authenticator)
		send   func(*authenticator, question) any
		status int // 0: 400
	}{
		"another origin":              {set: func(a *authenticator) { a.origin = "https://evil.example" }},
		"another port":                {set: func(a *authenticator) { a.origin = "http://localhost:9090" }},
		"another site":                {set: func(a *authenticator) { a.host = "evil.example" }},
		"an unverified owner":         {set: func(a *authenticator) { a.verified = false }},
		"another account's passkey":   {set: func(a *authenticator) { a.fakeID = alexs.keys[0].id }, status: 409},
		"a statement of another form": {set: func(a *authenticator) { a.format = "android-safetynet" }},
		"another challenge": {send: func(a *authenticator, q question) any {
			q.Options.Challenge = b64(make([]byte, 32))
			return a.create(q)
		}},
		"an answer to a sign-in": {send: func(a *authenticator, q question) any {
			c := a.create(q)
			return altered(c, object{"clientDataJSON": b64(a.client("webauthn.get", q.Options.Challenge))})
		}},
		"a truncated statement":      {send: statement(func(b []byte) []byte { return b[:len(b)-7] })},
		"an empty statement":         {send: statement(func([]byte) []byte { return nil })},
		"bytes after the statement":  {send: statement(func(b []byte) []byte { return append(b, 0) })},
		"deeply nested CBOR":         {send: statement(func([]byte) []byte { return bytes.Repeat([]byte{0x81}, 4096) })},
		"an endless array":           {send: statement(func([]byte) []byte { return []byte{0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff} })},
		"an endless string":          {send: statement(func([]byte) []byte { return []byte{0x5b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff} })},
		"short authenticator data":   {set: func(a *authenticator) { a.alter = func(b []byte) []byte { return b[:36] } }},
		"a truncated key":            {set: func(a *authenticator) { a.alter = func(b []byte) []byte { return b[:len(b)-20] } }},
		"a key that is on no curve":  {set: func(a *authenticator) { a.alter = func(b []byte) []byte { b[len(b)-1] ^= 1; return b } }},
		"no response":                {send: func(a *authenticator, q question) any { c := a.create(q); delete(c, "response"); return c }},
		"a response of another type": {send: func(a *authenticator, q question) any { c := a.create(q); c["response"] = 7; return c }},
		"null":                       {send: func(*authenticator, question) any { return nil }},
		"text":                       {send: func(*authenticator, question) any { return "x" }},
		"another type of credential": {send: func(a *authenticator, q question) any { c := a.create(q); c["type"] = "password"; return c }},
		"an id that is not the key's": {send: func(a *authenticator, q question) any {
			c := a.create(q)
			c["id"], c["rawId"] = b64([]byte("x")), b64([]byte("x"))
			return c
		}},
		"too many transports": {send: func(a *authenticator, q question) any {
			return altered(a.create(q), object{"transports": strings.Split(strings.Repeat("usb,", 9), ",")})
		}},
		"a long transport": {send: func(a *authenticator, q question) any {
			return altered(a.create(q), object{"transports": []string{strings.Repeat("u", 33)}})
		}},
		"a long id": {set: func(a *authenticator) { a.fakeID = make([]byte, 1024); _, _ = rand.Read(a.fakeID) }},
	} {
		a := newAuthenticator(t)
		if c.set != nil {
			c.set(a)
		}
		if c.send == nil {
			c.send = whole
		}
		if c.status == 0 {
			c.status = 400
		}
		q := asked(t, v.want(200, "POST", "/_internal/auth/passkeys/begin", nil))
		if r := v.do("POST", "/_internal/auth/passkeys", object{"flow": q.Flow, "name": "x", "credential": c.send(a, q)}); r.status != c.status {
			t.Errorf("%s: %d %s", name, r.status, r.body)
		}
		// No challenge is good twice, also not after a mistake.
		if r := v.do("POST", "/_internal/auth/passkeys", object{"flow": q.Flow, "name": "x", "credential": newAuthenticator(t).create(q)}); r.status != 400 {
			t.Errorf("%s: the challenge is used again: %d", name, r.status)
		}
	}
	// A question belongs to its account and session, and expires.
	other := s.visitorOf("steve")
	for _, stranger := range []*visitor{alex, other} {
		q := asked(t, v.want(200, "POST", "/_internal/auth/passkeys/begin", nil))
		stranger.want(400, "POST", "/_internal/auth/passkeys", object{"flow": q.Flow, "name": "x", "credential": newAuthenticator(t).create(q)})
	}
	q := asked(t, v.want(200, "POST", "/_internal/auth/passkeys/begin", nil))
	s.pass(15 * time.Minute)
	v.want(204, "POST", "/v2/auth/confirm", object{"password": goodPassword})
	v.want(400, "POST", "/_internal/auth/passkeys", object{"flow": q.Flow, "name": "x", "credential": newAuthenticator(t).create(q)})
	for _, name := range []string{"", "   ", strings.Repeat("长", 65), "a\u202eb", "a\nb"} {
		q := asked(t, v.want(200, "POST", "/_internal/auth/passkeys/begin", nil))
		if r := v.want(400, "POST", "/_internal/auth/passkeys", object{"flow": q.Flow, "name": name, "credential": newAuthenticator(t).create(q)}); field(t, r, "field") != "name" {
			t.Errorf("%q: %s", name, r.body)
		}
	}
	v.want(413, "POST", "/_internal/auth/passkeys", object{"flow": q.Flow, "name": "x", "credential": object{"id": strings.Repeat("A", 70<<10)}})
	if n := len(v.passkeys().Passkeys); n != 0 {
		t.Errorf("%d passkeys were added", n)
	}
}

func TestHostileSignInsAreRejected(t *testing.T) {
	s, _ := newPasskeySite(t)
	v, device := s.signedUp("steve"), newAuthenticator(t)
	v.addPasskey(device)
	alex, alexs := s.signedUp("alex"), newAuthenticator(t)
	alex.addPasskey(alexs)
	stranger := newAuthenticator(t) // with a key that the site does not know
	stranger.create(asked(t, v.want(200, "POST", "/_internal/auth/passkeys/begin", nil)))
	honest := *device
	for name, c := range map[string]struct {
		set  func(*authenticator)
		send func(*authenticator, question) any
	}{
		"another origin":      {set: func(a *authenticator) { a.origin = "http://localhost.evil.example:8080" }},
		"https":               {set: func(a *authenticator) { a.origin = "https://localhost:8080" }},
		"another site":        {set: func(a *authenticator) { a.host = "evil.example" }},
		"an unverified owner": {set: func(a *authenticator) { a.verified = false }},
		"an unknown key":      {set: func(a *authenticator) { a.keys = stranger.keys }},
		"the id of another account's passkey": {send: func(a *authenticator, q question) any {
			c := a.get(q)
			c["id"], c["rawId"] = b64(alexs.keys[0].id), b64(alexs.keys[0].id)
			return c
		}},
		"the name of another account": {send: func(a *authenticator, q question) any {
			return altered(a.get(q), object{"userHandle": b64(alexs.keys[0].user)})
		}},
		"no account": {send: func(a *authenticator, q question) any { return altered(a.get(q), object{"userHandle": nil}) }},
		"another challenge": {send: func(a *authenticator, q question) any {
			q.Options.Challenge = b64(make([]byte, 32))
			return a.get(q)
		}},
		"another signature": {send: func(a *authenticator, q question) any {
			return altered(a.get(q), object{"signature": b64([]byte("none"))})
		}},
		"changed data": {send: func(a *authenticator, q question) any {
			c := a.get(q)
			data := a.unb64(c["response"].(object)["authenticatorData"].(string))
			data[36]++
			return altered(c, object{"authenticatorData": b64(data)})
		}},
		"short data":              {set: func(a *authenticator) { a.alter = func(b []byte) []byte { return b[:20] } }},
		"a flag without its data": {set: func(a *authenticator) { a.alter = func(b []byte) []byte { b[32] |= 0x40; return b } }},
		"extensions that are cut": {set: func(a *authenticator) { a.alter = func(b []byte) []byte { b[32] |= 0x80; return append(b, 0xbf) } }},
		"client data of no JSON": {send: func(a *authenticator, q question) any {
			return altered(a.get(q), object{"clientDataJSON": b64([]byte("{"))})
		}},
		"an answer to registration": {send: func(a *authenticator, q question) any { return newAuthenticator(t).create(q) }},
		"an empty object":           {send: func(*authenticator, question) any { return object{} }},
		"null":                      {send: func(*authenticator, question) any { return nil }},
	} {
		a := honest
		if c.set != nil {
			c.set(&a)
		}
		guest := s.visitor()
		q := asked(t, guest.want(200, "POST", "/_internal/auth/login/passkey/begin", object{}))
		var sent any = nil
		if c.send != nil {
			sent = c.send(&a, q)
		} else {
			sent = a.get(q)
		}
		if r := guest.do("POST", "/_internal/auth/login/passkey", object{"flow": q.Flow, "credential": sent}); r.status != 400 || len(guest.cookies) != 0 {
			t.Errorf("%s: %d %s", name, r.status, r.body)
		}
		if r := guest.do("POST", "/_internal/auth/login/passkey", object{"flow": q.Flow, "credential": device.get(q)}); r.status != 400 {
			t.Errorf("%s: the challenge is used again: %d", name, r.status)
		}
	}
	guest := s.visitor()
	guest.want(413, "POST", "/_internal/auth/login/passkey", object{"flow": "x", "credential": object{"id": strings.Repeat("A", 70<<10)}})
	q := asked(t, guest.want(200, "POST", "/_internal/auth/login/passkey/begin", object{}))
	credential := device.get(q)
	guest.want(400, "POST", "/v2/auth/confirm", object{"passkey": object{"flow": q.Flow, "credential": credential}}, "Authorization", v.cookies["modyard_session"])
	guest.want(200, "POST", "/_internal/auth/login/passkey", object{"flow": q.Flow, "credential": credential})
	s.visitor().want(400, "POST", "/_internal/auth/login/passkey", object{"flow": q.Flow, "credential": credential})
	q = asked(t, s.visitor().want(200, "POST", "/_internal/auth/login/passkey/begin", object{}))
	s.pass(15 * time.Minute)
	s.visitor().want(400, "POST", "/_internal/auth/login/passkey", object{"flow": q.Flow, "credential": device.get(q)})
}

func TestTheSecondStepAcceptsTheAccountsOwnPasskeyOnly(t *testing.T) {
	s, _ := newPasskeySite(t)
	v, device := s.signedUp("steve"), newAuthenticator(t)
	v.addPasskey(device)
	v.enrol()
	alex, alexs := s.signedUp("alex"), newAuthenticator(t)
	alex.addPasskey(alexs)
	guest := s.visitor()
	flow := field(t, guest.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword)), "flow")
	q := asked(t, guest.want(200, "POST", "/_internal/auth/login/passkey/begin", object{"flow": flow}))
	guest.want(400, "POST", "/_internal/auth/login/passkey", object{"flow": q.Flow, "credential": alexs.get(q)})
	q = asked(t, guest.want(200, "POST", "/_internal/auth/login/passkey/begin", object{"flow": flow}))
	guest.want(400, "POST", "/_internal/auth/login/passkey", object{"flow": q.Flow, "credential": altered(alexs.get(q), object{"userHandle": b64(device.keys[0].user)})})
	// A question that was asked before the password changed is void.
	q = asked(t, guest.want(200, "POST", "/_internal/auth/login/passkey/begin", object{"flow": flow}))
	v.want(204, "PATCH", "/v2/auth/password", object{"old_password": goodPassword, "new_password": otherPassword})
	guest.want(400, "POST", "/_internal/auth/login/passkey", object{"flow": q.Flow, "credential": device.get(q)})
}

func TestAPasskeyWhoseCounterGoesBackIsSuspended(t *testing.T) {
	s, box := newPasskeySite(t)
	v, device := s.signedUp("steve"), newAuthenticator(t)
	v.addPasskey(device)
	s.visitor().passkeyLogin(200, device)
	s.visitor().passkeyLogin(200, device)
	copied := *device
	key := *device.keys[0]
	key.counter = 1 // a copy of the device that was made after its first signature
	copied.keys = []*softKey{&key}
	s.visitor().passkeyLogin(400, &copied)
	s.deliver()
	if m := box.last(t, "可能被复制"); m.To != "steve@example.org" {
		t.Error(m.To)
	}
	// Nobody knows which of the two is the owner's.
	s.visitor().passkeyLogin(400, device)
	copied.keys[0].counter = 1000
	s.visitor().passkeyLogin(400, &copied)
	list := v.passkeys().Passkeys
	if len(list) != 1 || list[0].Suspect == nil {
		t.Fatalf("%+v", list)
	}
	if sent := box.count(); s.deliver() != 0 || box.count() != sent {
		t.Error("a letter for each attempt")
	}
	if r := v.want(200, "GET", "/v2/user", nil); !strings.Contains(r.body, `"has_passkey":false`) {
		t.Error(r.body)
	}
	v.want(404, "POST", "/_internal/auth/confirm/begin", nil)
	v.want(404, "PATCH", "/_internal/auth/passkeys", object{"required": true})
	v.want(204, "DELETE", "/_internal/auth/passkeys/"+list[0].ID, nil)
	v.addPasskey(device)
	s.visitor().passkeyLogin(200, device)
}

func TestAnAuthenticatorThatDoesNotCountSignsInAgainAndAgain(t *testing.T) {
	s, _ := newPasskeySite(t)
	v, device := s.signedUp("steve"), newAuthenticator(t)
	device.step = 0
	v.addPasskey(device)
	for range 3 {
		s.visitor().passkeyLogin(200, device)
	}
}

func TestAnAnswerSentManyTimesAtOnceGivesOneSession(t *testing.T) {
	s, _ := newPasskeySite(t)
	v, device := s.signedUp("steve"), newAuthenticator(t)
	v.addPasskey(device)
	q := asked(t, s.visitor().want(200, "POST", "/_internal/auth/login/passkey/begin", object{}))
	credential := device.get(q)
	var group sync.WaitGroup
	var mu sync.Mutex
	count := map[int]int{}
	for range 8 {
		group.Go(func() {
			r := s.visitor().do("POST", "/_internal/auth/login/passkey", object{"flow": q.Flow, "credential": credential})
			mu.Lock()
			defer mu.Unlock()
			count[r.status]++
		})
	}
	group.Wait()
	if count[200] != 1 || count[400] != 7 {
		t.Error(count)
	}
}

func TestSignInsByPasskeyAreLimitedByAddress(t *testing.T) {
	s, _ := newPasskeySite(t, func(o *identity.Options) {
		o.Limits = &identity.Limits{LoginByAddress: identity.Limit{Most: 3, Window: time.Hour}, Passkeys: identity.Limit{Most: 8, Window: time.Hour},
			SignUp: identity.Limit{Most: 9, Window: time.Hour}, Notices: identity.Limit{Most: 9, Window: time.Hour}}
		o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	v, device := s.signedUp("steve"), newAuthenticator(t)
	v.addPasskey(device)
	s.visitor().passkeyLogin(200, device)
	wrong := *device
	wrong.verified = false
	for range 3 {
		s.visitor().passkeyLogin(400, &wrong)
	}
	s.visitor().passkeyLogin(429, device)
	guest := s.visitor()
	for range 3 {
		guest.want(200, "POST", "/_internal/auth/login/passkey/begin", object{})
	}
	guest.want(429, "POST", "/_internal/auth/login/passkey/begin", object{})
	guest.want(200, "POST", "/_internal/auth/login/passkey/begin", object{}, "X-Forwarded-For", "198.51.100.7")
}

func FuzzPasskeyAnswers(f *testing.F) {
	f.Add([]byte(`{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"e30","attestationObject":"oA","authenticatorData":"AA","signature":"AA","userHandle":"AA"}}`))
	f.Add([]byte(`{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"e30","attestationObject":"o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVgl"}}`))
	f.Fuzz(func(t *testing.T, answer []byte) {
		if identity.ParsePasskeyAnswers(answer) {
			t.Errorf("accepted: %s", answer)
		}
	})
}
