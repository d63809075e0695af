package identity_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
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

func TestAFormOfAnAccountIsAnsweredWithAllItsFaults(t *testing.T) {
	s := newSite(t)
	steve := s.signedUp("steve")
	for _, c := range []struct {
		v            *visitor
		status       int
		method, path string
		body         object
		fields       []string
	}{
		{s.visitor(), 400, "POST", "/v2/auth/create", object{}, []string{"email", "password", "username"}},
		{s.visitor(), 400, "POST", "/v2/auth/create", object{"username": "a b", "email": "nobody", "password": "short"}, []string{"email", "password", "username"}},
		{s.visitor(), 409, "POST", "/v2/auth/create", object{"username": "steve", "email": "nobody", "password": "password123"}, []string{"email", "password", "username"}},
		{s.visitor(), 400, "POST", "/v2/auth/create", object{"username": "alex", "email": "nobody", "password": "password123"}, []string{"email", "password"}},
		{s.visitor(), 409, "POST", "/v2/auth/create/validate", object{"username": "steve", "email": "nobody", "password": "short"}, []string{"email", "password", "username"}},
		{steve, 400, "PATCH", "/v2/auth/password", object{"old_password": "wrong", "new_password": "short"}, []string{"new_password", "old_password"}},
		{steve, 400, "PATCH", "/v2/auth/email", object{"email": "nobody", "password": "wrong"}, []string{"email", "password"}},
	} {
		r := c.v.want(c.status, c.method, c.path, c.body)
		var answer httpkit.ErrorBody
		if err := json.Unmarshal([]byte(r.body), &answer); err != nil {
			t.Fatal(err)
		}
		if got := slices.Sorted(maps.Keys(answer.Fields)); !slices.Equal(got, c.fields) || answer.Fields[answer.Field] != answer.Description {
			t.Errorf("%s %v: %s", c.path, c.body, r.body)
		}
	}
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
