package identity_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
)

func TestASignUpIsCheckedBeforeItIsSent(t *testing.T) {
	s := newSite(t)
	s.signedUp("steve")
	for _, c := range []struct {
		body   object
		status int
		code   string
		field  string
	}{
		{object{"username": "alex", "email": "alex@example.org", "password": goodPassword}, 204, "", ""},
		{object{"username": "alex"}, 204, "", ""},
		{object{}, 204, "", ""},
		{object{"username": "ＳＴＥＶＥ"}, 409, "username_taken", "username"},
		{object{"username": "steve", "email": "new@example.org", "password": goodPassword}, 409, "username_taken", "username"},
		{object{"username": ""}, 400, "invalid_input", "username"},
		{object{"username": "a b"}, 400, "invalid_input", "username"},
		{object{"username": "已注销用户-1"}, 400, "invalid_input", "username"},
		{object{"email": "nobody"}, 400, "invalid_input", "email"},
		{object{"username": "alex", "password": "short"}, 400, "invalid_input", "password"},
		{object{"password": "password123"}, 400, "invalid_input", "password"},
		{object{"username": "correcthorse", "password": "correcthorse1"}, 400, "invalid_input", "password"},
		{object{"password": strings.Repeat("長い", 4000)}, 400, "invalid_input", "password"},
	} {
		r := s.visitor().want(c.status, "POST", "/v2/auth/create/validate", c.body)
		if r.code() != c.code || c.field != "" && field(t, r, "field") != c.field {
			t.Errorf("%v: %s", c.body, r.body)
		}
	}
	var accounts int
	if err := s.db.Pool.QueryRow(t.Context(), `select count(*) from identity.accounts`).Scan(&accounts); err != nil || accounts != 1 {
		t.Errorf("%d accounts after the checks: %v", accounts, err)
	}
	s.visitor().want(200, "POST", "/v2/auth/create", object{"username": "alex", "email": "alex@example.org", "password": goodPassword})
}

func TestACheckSaysNothingAboutAnAddress(t *testing.T) {
	s := newSite(t)
	s.signedUp("steve")
	known := s.visitor().want(204, "POST", "/v2/auth/create/validate", object{"username": "alex", "email": "steve@example.org", "password": goodPassword})
	unknown := s.visitor().want(204, "POST", "/v2/auth/create/validate", object{"username": "alex", "email": "else@example.org", "password": goodPassword})
	if known.body != unknown.body {
		t.Errorf("%q and %q differ", known.body, unknown.body)
	}
}

func TestChecksOfSignUpsAreLimitedByAddress(t *testing.T) {
	s := newSite(t, func(o *identity.Options) {
		o.Limits = &identity.Limits{SignUpCheck: identity.Limit{Most: 2, Window: time.Hour}, SignUp: identity.Limit{Most: 9, Window: time.Hour}}
	})
	for range 2 {
		s.visitor().want(400, "POST", "/v2/auth/create/validate", object{"password": "short"})
	}
	s.visitor().want(429, "POST", "/v2/auth/create/validate", object{"password": "short"})
	s.pass(61 * time.Minute)
	s.visitor().want(204, "POST", "/v2/auth/create/validate", object{"username": "alex"})
	s.signedUp("alex") // a sign-up has its own limit
}

func TestAConcurrentCheckDoesNotTakeTheName(t *testing.T) {
	s := newSite(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { s.visitor().want(204, "POST", "/v2/auth/create/validate", object{"username": "alex"}) })
	}
	wg.Wait()
	s.signedUp("alex")
}
