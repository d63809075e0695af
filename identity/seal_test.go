package identity_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
)

func (s *site) storedSecret(account string) (secret string) {
	s.t.Helper()
	if err := s.db.Pool.QueryRow(s.t.Context(), "SELECT totp_secret FROM identity.accounts WHERE id = $1", account).Scan(&secret); err != nil {
		s.t.Fatal(err)
	}
	return secret
}

func TestTheSecretsOfSecondFactorsAreSealedAtRest(t *testing.T) {
	s, _ := newMailSite(t, func(o *identity.Options) { o.Secrets = bytes.Repeat([]byte{7}, 32) })
	v := s.signedUp("steve")
	begun := v.want(200, "POST", "/v2/auth/2fa/get_secret", nil)
	secret := field(t, begun, "secret")
	var readable int
	if err := s.db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM identity.flows WHERE data = $1", secret).Scan(&readable); err != nil || readable != 0 {
		t.Errorf("the secret of a flow is readable: %v", err)
	}
	v.want(200, "POST", "/v2/auth/2fa", object{"flow": field(t, begun, "flow"), "code": s.code(secret)})
	id := v.id()
	if stored := s.storedSecret(id); strings.Contains(stored, secret) || !strings.HasPrefix(stored, "v1:") {
		t.Errorf("stored as %s", stored)
	}
	codeOf := func(secret string) {
		t.Helper()
		s.pass(30 * time.Second)
		guest := s.visitor()
		flow := field(t, guest.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword)), "flow")
		guest.want(200, "POST", "/v2/auth/login/2fa", object{"flow": flow, "code": s.code(secret)})
	}
	codeOf(secret)

	// One that was stored before is good, and is sealed soon.
	if _, err := s.db.Pool.Exec(t.Context(), "UPDATE identity.accounts SET totp_secret = $2 WHERE id = $1", id, secret); err != nil {
		t.Fatal(err)
	}
	codeOf(secret)
	if err := s.Clean(t.Context()); err != nil {
		t.Fatal(err)
	}
	if stored := s.storedSecret(id); strings.Contains(stored, secret) {
		t.Errorf("stored as %s after the sweep", stored)
	}
	codeOf(secret)

	// A row that was copied to another account is useless there.
	other := s.signedUp("alex")
	if _, err := s.db.Pool.Exec(t.Context(), "UPDATE identity.accounts SET totp_secret = $2 WHERE id = $1", other.id(), s.storedSecret(id)); err != nil {
		t.Fatal(err)
	}
	guest := s.visitor()
	flow := field(t, guest.want(200, "POST", "/v2/auth/login", creds("alex", goodPassword)), "flow")
	guest.want(400, "POST", "/v2/auth/login/2fa", object{"flow": flow, "code": s.code(secret)})
}
