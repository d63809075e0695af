package identity_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
)

func signUp(name string) map[string]string {
	return map[string]string{"username": name, "email": "x@example.org", "password": goodPassword}
}

func TestANameThatLooksLikeAnotherIsRefused(t *testing.T) {
	s := newSite(t)
	v, other := s.signedUp("PaypaI-Support"), s.signedUp("alex")
	for _, name := range []string{"paypal-support", "PAYPAL-SUPPORT", "раураl-suррогt", "paypa1-support", "pаypaI-support"} {
		r := s.visitor().want(400, "POST", "/v2/auth/create", signUp(name))
		if !strings.Contains(r.body, `"field":"username"`) || !strings.Contains(r.text(), "相似") {
			t.Errorf("%s: %s", name, r.body)
		}
		if r := other.want(400, "PATCH", "/v2/user/"+other.id(), map[string]any{"username": name, "bio": "x"}); !strings.Contains(r.body, `"field":"username"`) {
			t.Errorf("rename to %s: %s", name, r.body)
		}
	}
	if r := s.visitor().want(409, "POST", "/v2/auth/create", signUp("ALEX")); r.code() != "username_taken" {
		t.Errorf("the same name: %s", r.body)
	}
	v.want(204, "PATCH", "/v2/user/"+v.id(), map[string]any{"username": "paypal-support"}) // the account's own
	s.visitor().want(200, "POST", "/v2/auth/create", signUp("paypel-support"))
	s.visitor().want(400, "POST", "/v2/auth/create", signUp("已注销用户-x"))
}

func TestACapitalLetterDoesNotMakeANameLookLikeAnother(t *testing.T) {
	s := newSite(t)
	s.signedUp("lvan")
	v := s.signedUp("ivan")
	v.want(400, "PATCH", "/v2/user/"+v.id(), map[string]any{"username": "Ivan"})
	v.want(204, "PATCH", "/v2/user/"+v.id(), map[string]any{"username": "iVan"})
}

func TestOfTwoConcurrentNamesThatLookAlikeOneIsGiven(t *testing.T) {
	s := newSite(t)
	var all sync.WaitGroup
	var mu sync.Mutex
	given := 0
	for _, name := range []string{"modern", "modem", "rnodern", "rnodem"} {
		all.Go(func() {
			r := s.visitor().do("POST", "/v2/auth/create", signUp(name))
			mu.Lock()
			defer mu.Unlock()
			if r.status == 200 {
				given++
			} else if r.status != 400 {
				t.Errorf("%s: %d %s", name, r.status, r.body)
			}
		})
	}
	all.Wait()
	if given != 1 {
		t.Errorf("%d accounts have names that look alike", given)
	}
}

func TestAccountsThatLookAlikeAlreadyKeepTheirNames(t *testing.T) {
	s := newSite(t)
	for _, name := range []string{"modern", "modem"} { // as the import creates them
		if _, err := s.Create(t.Context(), identity.NewAccount{Username: name, Password: goodPassword}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.db.Pool.Exec(t.Context(), "UPDATE identity.accounts SET username_skeleton = NULL"); err != nil { // as an older program
		t.Fatal(err)
	}
	if err := s.Clean(t.Context()); err != nil {
		t.Fatal(err)
	}
	v := s.visitor()
	v.want(200, "POST", "/v2/auth/login", creds("modem", goodPassword))
	v.csrf = v.cookies["modyard_csrf"]
	v.want(204, "PATCH", "/v2/user/"+v.id(), map[string]any{"username": "modem", "bio": "x"})
	s.visitor().want(400, "POST", "/v2/auth/create", signUp("rnodern"))
}

func TestAFormerNameRests(t *testing.T) {
	s := newSite(t)
	v, other := s.signedUp("modern"), s.signedUp("alex")
	v.want(204, "PATCH", "/v2/user/"+v.id(), map[string]any{"username": "notch"})
	for _, name := range []string{"modern", "MODERN", "modem"} {
		r := s.visitor().want(400, "POST", "/v2/auth/create", signUp(name))
		if !strings.Contains(r.body, `"field":"username"`) || !strings.Contains(r.text(), "不久前") {
			t.Errorf("%s: %s", name, r.body)
		}
		other.want(400, "PATCH", "/v2/user/"+other.id(), map[string]any{"username": name})
	}
	v.want(204, "PATCH", "/v2/user/"+v.id(), map[string]any{"username": "Modern"}) // its former owner
	other.want(400, "PATCH", "/v2/user/"+other.id(), map[string]any{"username": "notch"})
	v.want(204, "PATCH", "/v2/user/"+v.id(), map[string]any{"username": "jeb"})
	s.pass(30*24*time.Hour - time.Minute)
	other = s.visitor()
	other.want(200, "POST", "/v2/auth/login", creds("alex", goodPassword))
	other.csrf = other.cookies["modyard_csrf"]
	other.want(400, "PATCH", "/v2/user/"+other.id(), map[string]any{"username": "modern"})
	s.pass(2 * time.Minute)
	other.want(204, "PATCH", "/v2/user/"+other.id(), map[string]any{"username": "modern"})
	if err := s.Clean(t.Context()); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := s.db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM identity.former_names WHERE until <= $1", s.clock()).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d rows are left: %v", left, err)
	}
}

func TestTheNameOfAClosedAccountRestsUnreadably(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("modern")
	v.want(204, "DELETE", "/v2/user/"+v.id(), map[string]string{"password": goodPassword})
	s.visitor().want(400, "POST", "/v2/auth/create", signUp("modern"))
	var named int
	if err := s.db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM identity.former_names f WHERE f::text LIKE '%modern%'").Scan(&named); err != nil || named != 0 {
		t.Errorf("the name can be read: %v", err)
	}
	s.pass(30*24*time.Hour + time.Minute)
	s.visitor().want(200, "POST", "/v2/auth/create", signUp("modern"))
}

func TestRenamingBlocksFewNames(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("first")
	for _, name := range []string{"second", "third", "fourth", "fifth", "sixth"} {
		s.pass(time.Second)
		v.want(204, "PATCH", "/v2/user/"+v.id(), map[string]any{"username": name})
	}
	s.visitor().want(200, "POST", "/v2/auth/create", signUp("first"))
	s.visitor().want(400, "POST", "/v2/auth/create", signUp("fifth"))
}

func TestABrowserGetsItsSessionAsACookieOnly(t *testing.T) {
	s := newSite(t)
	browser := []string{"Sec-Fetch-Site", "same-origin"}
	v := s.visitor()
	answers := []reply{v.want(200, "POST", "/v2/auth/create", signUp("steve"), browser...)}
	answers = append(answers, s.visitor().want(200, "POST", "/v2/auth/login", creds("steve", goodPassword), browser...))
	v.csrf = v.cookies["modyard_csrf"]
	answers = append(answers, v.want(200, "POST", "/v2/session/refresh", nil, browser...))
	v.csrf = v.cookies["modyard_csrf"]
	v.want(200, "GET", "/v2/user", nil)
	for _, r := range answers {
		if strings.Contains(r.body, "session") || strings.Contains(r.body, v.cookies["modyard_session"]) || len(r.header.Values("Set-Cookie")) < 2 {
			t.Errorf("a browser got %s and %v", r.body, r.header.Values("Set-Cookie"))
		}
	}
	program := s.visitor()
	program.token = field(t, s.visitor().want(200, "POST", "/v2/auth/login", creds("steve", goodPassword)), "session")
	program.token = field(t, program.want(200, "POST", "/v2/session/refresh", nil), "session")
	program.want(200, "GET", "/v2/user", nil)
}
