package identity_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"maps"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/provider/providertest"
	"github.com/modyard/modyard/platform/idempotency"
)

// keyed sends a request with an idempotency key.
func (v *visitor) keyed(status int, key, method, path string, body any) reply {
	v.s.t.Helper()
	return v.want(status, method, path, body, idempotency.Header, key)
}

// reused expects an error for another request with the same key.
func (v *visitor) reused(key, method, path string, body any) {
	v.s.t.Helper()
	if r := v.do(method, path, body, idempotency.Header, key); r.status != 422 || r.code() != "idempotency_key_reused" {
		v.s.t.Errorf("another %s %s under the key = %d %s", method, path, r.status, r.body)
	}
}

func (s *site) letters() (n int) {
	s.t.Helper()
	if err := s.db.Pool.QueryRow(s.t.Context(), "SELECT count(*) FROM jobs.river_job WHERE kind = 'identity.letter'").Scan(&n); err != nil {
		s.t.Fatal(err)
	}
	return n
}

type object = map[string]any

// writeRoutes are the routes that write, each with its mounted path.
func (s *site) writeRoutes() map[string]string {
	s.t.Helper()
	var doc struct{ Paths map[string]map[string]any }
	if err := json.Unmarshal([]byte(s.visitor().want(200, "GET", "/openapi.json", nil).body), &doc); err != nil {
		s.t.Fatal(err)
	}
	routes := map[string]string{}
	for path, methods := range doc.Paths {
		for _, prefix := range []string{"/v2", "/_internal"} {
			rest, under := strings.CutPrefix(path, prefix)
			for method := range methods {
				if under && method != "get" {
					routes[strings.ToUpper(method)+" "+rest] = prefix
				}
			}
		}
	}
	delete(routes, "POST /auth/create/validate") // it changes nothing, and repeats are executed again
	return routes
}

// dot is a small picture.
func dot(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, 3, 3))); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func with(path, query string) string {
	if strings.Contains(path, "?") {
		return path + "&" + query
	}
	return path + "?" + query
}

// Each route that writes, with a request that succeeds and the status of its repeat. Requests that cannot differ in the
// body differ in the query.
func TestEveryRouteRejectsAnotherRequestWithAUsedKey(t *testing.T) {
	limits := identity.DefaultLimits()
	limits.SignUp.Most = 100 // an account for each route
	issuer := providertest.New(t)
	s, box := newPasskeySite(t, func(o *identity.Options) { o.Limits = &limits }, withProvider(t, issuer))
	outside := func(v *visitor) string { // a person of the provider whom the site does not know
		issuer.Subject = "of " + v.id()
		return flowOf(s.visitor().outside(issuer, "/"))
	}
	written := s.writeRoutes()
	later := s.clock().Add(time.Hour)
	newToken := func(v *visitor, name string) string {
		return field(t, v.want(200, "POST", "/v2/pat", object{"name": name, "scopes": 2, "expires": later}), "id")
	}
	secondFactor := func(v *visitor) string { secret, _ := enable(t, s, v); s.pass(time.Minute); return secret }
	name := func(v *visitor) string { return field(t, v.want(200, "GET", "/v2/user", nil), "username") }
	why := object{"code": "legal"}
	staff := func(name string) func(*visitor) *visitor { return func(*visitor) *visitor { return s.admin(name) } }
	login := func(name string) object { return object{"username": name, "password": goodPassword} }
	for _, row := range []struct {
		route   string
		begin   func(v *visitor) (path string, body any) // the preparation of the account; nil: none
		as      func(v *visitor) *visitor                // the sender; nil: the account
		lone    bool                                     // sent without an account
		status  int
		repeat  int // status of the same request again
		another object
	}{
		{route: "POST /auth/create", lone: true, status: 200, repeat: 200, another: object{"username": "b"},
			begin: func(*visitor) (string, any) {
				return "", object{"username": "fresh", "email": "fresh@example.org", "password": goodPassword}
			}},
		{route: "POST /auth/login", lone: true, status: 200, repeat: 200, another: object{"username": "somebody"},
			begin: func(v *visitor) (string, any) { return "", login(name(v)) }},
		{route: "POST /auth/login/2fa", lone: true, status: 200, repeat: 400,
			begin: func(v *visitor) (string, any) {
				secret := secondFactor(v)
				flow := field(t, s.visitor().want(200, "POST", "/v2/auth/login", creds(name(v), goodPassword)), "flow")
				return "", object{"flow": flow, "code": s.code(secret)}
			}},
		{route: "POST /auth/logout", as: (*visitor).program, status: 204, repeat: 401},
		{route: "POST /session/refresh", as: (*visitor).program, status: 200, repeat: 401},
		{route: "PATCH /pat/{id}", status: 204, repeat: 204, another: object{"name": "another"},
			begin: func(v *visitor) (string, any) { return "/pat/" + newToken(v, "first"), object{"name": "changed"} }},
		{route: "POST /pat", status: 200, repeat: 200, another: object{"name": "another"},
			begin: func(*visitor) (string, any) { return "", object{"name": "token", "scopes": 2, "expires": later} }},
		{route: "DELETE /pat/{id}", status: 204, repeat: 204,
			begin: func(v *visitor) (string, any) { return "/pat/" + newToken(v, "first"), nil }},
		{route: "DELETE /session/{id}", status: 204, repeat: 204,
			begin: func(v *visitor) (string, any) {
				s.visitor().want(200, "POST", "/v2/auth/login", creds(name(v), goodPassword))
				var list []struct {
					ID      string
					Current bool
				}
				if err := json.Unmarshal([]byte(v.want(200, "GET", "/v2/session/list", nil).body), &list); err != nil {
					t.Fatal(err)
				}
				for _, session := range list {
					if !session.Current {
						return "/session/" + session.ID, nil
					}
				}
				t.Fatal("there is no other session")
				return "", nil
			}},
		{route: "POST /auth/2fa/get_secret", status: 200, repeat: 200},
		{route: "POST /auth/2fa", status: 200, repeat: 400,
			begin: func(v *visitor) (string, any) {
				r := v.want(200, "POST", "/v2/auth/2fa/get_secret", nil)
				return "", object{"flow": field(t, r, "flow"), "code": s.code(field(t, r, "secret"))}
			}},
		{route: "POST /auth/2fa/backup_codes", status: 200, repeat: 400,
			begin: func(v *visitor) (string, any) { return "", object{"code": s.code(secondFactor(v))} }},
		{route: "DELETE /auth/2fa", status: 204, repeat: 204,
			begin: func(v *visitor) (string, any) { return "", object{"code": s.code(secondFactor(v))} }},
		{route: "POST /auth/passkeys/begin", status: 200, repeat: 200},
		{route: "POST /auth/passkeys", status: 200, repeat: 200, another: object{"name": "another"},
			begin: func(v *visitor) (string, any) {
				q := asked(t, v.want(200, "POST", "/_internal/auth/passkeys/begin", nil))
				return "", object{"flow": q.Flow, "name": "first", "credential": newAuthenticator(t).create(q)}
			}},
		{route: "PATCH /auth/passkeys", status: 200, repeat: 200, another: object{"required": false},
			begin: func(v *visitor) (string, any) { v.addPasskey(newAuthenticator(t)); return "", object{"required": true} }},
		{route: "PATCH /auth/passkeys/{id}", status: 204, repeat: 204, another: object{"name": "another"},
			begin: func(v *visitor) (string, any) {
				return "/auth/passkeys/" + v.addPasskey(newAuthenticator(t)), object{"name": "changed"}
			}},
		{route: "DELETE /auth/passkeys/{id}", status: 204, repeat: 204,
			begin: func(v *visitor) (string, any) { return "/auth/passkeys/" + v.addPasskey(newAuthenticator(t)), nil }},
		{route: "POST /auth/confirm/begin", status: 200, repeat: 200,
			begin: func(v *visitor) (string, any) { v.addPasskey(newAuthenticator(t)); return "", nil }},
		{route: "POST /auth/login/passkey/begin", lone: true, status: 200, repeat: 200,
			begin: func(*visitor) (string, any) { return "", object{} }},
		{route: "POST /auth/login/passkey", lone: true, status: 200, repeat: 400,
			begin: func(v *visitor) (string, any) {
				device := newAuthenticator(t)
				v.addPasskey(device)
				q := asked(t, s.visitor().want(200, "POST", "/_internal/auth/login/passkey/begin", object{}))
				return "", object{"flow": q.Flow, "credential": device.get(q)}
			}},
		{route: "POST /auth/joining", lone: true, status: 200, repeat: 200,
			begin: func(v *visitor) (string, any) { return "", object{"flow": outside(v)} }},
		{route: "POST /auth/join", lone: true, status: 200, repeat: 200, another: object{"username": "b"},
			begin: func(v *visitor) (string, any) {
				return "", object{"flow": outside(v), "username": "joined", "email": "joined@example.org"}
			}},
		{route: "POST /auth/link", status: 200, repeat: 200, another: object{"provider": "another"},
			begin: func(*visitor) (string, any) { return "", object{"provider": providertest.Key} }},
		{route: "DELETE /auth/provider", status: 204, repeat: 204, another: object{"provider": "another"},
			begin: func(v *visitor) (string, any) {
				issuer.Subject = "of " + v.id()
				v.linked(issuer)
				return "", object{"provider": providertest.Key}
			}},
		{route: "POST /auth/password/reset", lone: true, status: 204, repeat: 204, another: object{"username": "somebody"},
			begin: func(v *visitor) (string, any) { return "", object{"username": name(v)} }},
		{route: "PATCH /auth/password", status: 204, repeat: 204, another: object{"new_password": "a-quite-Different-1-phrase"},
			begin: func(*visitor) (string, any) {
				return "", object{"old_password": goodPassword, "new_password": "correct-Donkey-8-battery"}
			}},
		{route: "POST /auth/confirm", status: 204, repeat: 204,
			begin: func(*visitor) (string, any) { return "", object{"password": goodPassword} }},
		{route: "PATCH /auth/email", status: 204, repeat: 204, another: object{"email": "another@example.org"},
			begin: func(*visitor) (string, any) {
				return "", object{"email": "moved@example.org", "password": goodPassword}
			}},
		{route: "POST /auth/email/verify", lone: true, status: 204, repeat: 204,
			begin: func(*visitor) (string, any) { s.deliver(); return "", object{"flow": link(t, box.last(t, "验证"))} }},
		{route: "POST /auth/email/resend_verify", status: 204, repeat: 204},
		{route: "POST /auth/email/subscribe", status: 204, repeat: 204},
		{route: "DELETE /auth/email/subscribe", status: 204, repeat: 204},
		{route: "DELETE /user/{id}", as: (*visitor).program, status: 204, repeat: 401,
			begin: func(v *visitor) (string, any) { return "/user/" + v.id(), object{"password": goodPassword} }},
		{route: "PATCH /user/{id}/icon", status: 204, repeat: 204,
			begin: func(v *visitor) (string, any) { return "/user/" + v.id() + "/icon?ext=png", dot(t) }},
		{route: "DELETE /user/{id}/icon", status: 204, repeat: 204,
			begin: func(v *visitor) (string, any) { return "/user/" + v.id() + "/icon", nil }},
		{route: "POST /user/{id}/erase", status: 204, repeat: 204, another: object{"reason": object{"code": "spam"}},
			as: func(*visitor) *visitor { return s.admin("root") },
			begin: func(v *visitor) (string, any) {
				return "/user/" + v.id() + "/erase", object{"reason": object{"code": "legal"}}
			}},
		{route: "PATCH /user/{id}", status: 204, repeat: 204, another: object{"bio": "another"},
			begin: func(v *visitor) (string, any) { return "/user/" + v.id(), object{"bio": "你好"} }},
		{route: "POST /user/{id}/suspend", status: 204, repeat: 204, another: object{"reason": object{"code": "spam"}}, as: staff("staff0"),
			begin: func(v *visitor) (string, any) {
				return "/user/" + v.id() + "/suspend", object{"kind": "talk", "until": nil, "reason": why}
			}},
		{route: "POST /user/{id}/unsuspend", status: 204, repeat: 204, another: object{"reason": object{"code": "spam"}}, as: staff("staff1"),
			begin: func(v *visitor) (string, any) {
				s.admin("staff8").want(204, "POST", "/v2/user/"+v.id()+"/suspend", s.suspension("talk", 3))
				return "/user/" + v.id() + "/unsuspend", object{"kind": "talk", "reason": why}
			}},
		{route: "PUT /user/{id}/right", status: 204, repeat: 204, another: object{"reason": object{"code": "spam"}}, as: staff("staff2"),
			begin: func(v *visitor) (string, any) {
				return "/user/" + v.id() + "/right", object{"right": "analyst", "give": true, "reason": why}
			}},
		{route: "POST /user/{id}/sign-out", status: 204, repeat: 204, another: object{"reason": object{"code": "spam"}}, as: staff("staff3"),
			begin: func(v *visitor) (string, any) { return "/user/" + v.id() + "/sign-out", object{"reason": why} }},
		{route: "POST /user/{id}/reset", status: 204, repeat: 204, another: object{"reason": object{"code": "spam"}}, as: staff("staff4"),
			begin: func(v *visitor) (string, any) {
				return "/user/" + v.id() + "/reset", object{"part": "bio", "reason": why}
			}},
		{route: "POST /user/{id}/address", status: 200, repeat: 200, another: object{"reason": object{"code": "spam"}}, as: staff("staff5"),
			begin: func(v *visitor) (string, any) { return "/user/" + v.id() + "/address", object{"reason": why} }},
		{route: "POST /moderation/accounts/find", status: 200, repeat: 200, another: object{"address": "root@example.org"}, as: staff("staff9"),
			begin: func(v *visitor) (string, any) { return "", object{"address": name(v) + "@example.org"} }},
		{route: "PATCH /preferences", status: 200, repeat: 200, another: object{"theme": "light"},
			begin: func(*visitor) (string, any) { return "", object{"theme": "dark"} }},
	} {
		t.Run(row.route, func(t *testing.T) {
			prefix, known := written[row.route]
			if !known {
				t.Fatal("there is no such route")
			}
			delete(written, row.route)
			method, path, _ := strings.Cut(row.route, " ")
			account := s.signedUp(strings.NewReplacer("/", "", " ", "", "{", "", "}", "").Replace(row.route))
			var body any
			if row.begin != nil {
				var at string
				if at, body = row.begin(account); at != "" {
					path = at
				}
			}
			who := account
			if row.as != nil {
				who = row.as(account)
			}
			path = prefix + path
			send := func() *visitor {
				if row.lone {
					return s.visitor()
				}
				return who
			}
			send().keyed(row.status, "k", method, path, body)
			if row.repeat != 401 { // otherwise the sender is anonymous now
				if row.another != nil {
					other := maps.Clone(body.(object))
					maps.Copy(other, row.another)
					send().reused("k", method, path, other)
				}
				send().reused("k", method, with(path, "another=1"), body)
			}
			send().keyed(row.repeat, "k", method, path, body)
		})
	}
	for route := range written {
		t.Errorf("%s writes but is not in the table", route)
	}
}

func TestARepeatedRequestForALetterSendsOne(t *testing.T) {
	s, _ := newMailSite(t)
	v := s.signedUp("steve")
	posted := s.letters()
	stranger := s.visitor()
	for range 3 {
		stranger.keyed(204, "a", "POST", "/v2/auth/password/reset", object{"username": "steve"})
		v.keyed(204, "b", "POST", "/v2/auth/email/resend_verify", nil)
		v.keyed(204, "c", "PATCH", "/v2/auth/email", object{"email": "moved@example.org", "password": goodPassword})
		v.keyed(204, "d", "PATCH", "/v2/auth/password", object{"old_password": goodPassword, "new_password": "correct-Donkey-8-battery"})
	}
	if got := s.letters() - posted; got != 4 {
		t.Errorf("%d letters were posted, want one of each", got)
	}
	stranger.keyed(204, "another", "POST", "/v2/auth/password/reset", object{"username": "steve"})
	if got := s.letters() - posted; got != 5 {
		t.Errorf("%d letters with another key, want 5", got)
	}
}

func TestConcurrentRepeatsOfARequestForALetterSendOne(t *testing.T) {
	s, _ := newMailSite(t)
	v := s.signedUp("steve").program()
	posted := s.letters()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if r := v.do("PATCH", "/v2/auth/email", object{"email": "moved@example.org", "password": goodPassword}, idempotency.Header, "k"); r.status != 204 {
				t.Error(r.status, r.body)
			}
		})
	}
	all.Wait()
	if got := s.letters() - posted; got != 1 {
		t.Errorf("%d letters, want 1", got)
	}
}

func TestARejectedRequestDoesNotUseItsKey(t *testing.T) {
	s, _ := newMailSite(t)
	v := s.signedUp("steve")
	s.signedUp("alex")
	v.keyed(400, "a", "PATCH", "/v2/auth/email", object{"email": "moved@example.org", "password": "wrong"})
	v.keyed(204, "a", "PATCH", "/v2/auth/email", object{"email": "other@example.org", "password": goodPassword})
	v.keyed(409, "b", "PATCH", "/v2/user/"+v.id(), object{"username": "alex"})
	v.keyed(204, "b", "PATCH", "/v2/user/"+v.id(), object{"username": "stefan"})
	v.keyed(400, "c", "PATCH", "/v2/auth/password", object{"old_password": "wrong", "new_password": "correct-Donkey-8-battery"})
	v.keyed(204, "c", "PATCH", "/v2/auth/password", object{"old_password": goodPassword, "new_password": "correct-Donkey-8-battery"})
	stranger := s.visitor()
	stranger.keyed(401, "d", "POST", "/v2/auth/login", object{"username": "nobody", "password": "x"})
	stranger.keyed(200, "d", "POST", "/v2/auth/login", object{"username": "alex", "password": goodPassword})
}

func TestARepeatedSignInReturnsASession(t *testing.T) {
	s := newSite(t)
	s.signedUp("steve")
	seen := map[string]bool{}
	for range 3 {
		guest := s.visitor()
		r := guest.keyed(200, "k", "POST", "/v2/auth/login", object{"username": "steve", "password": goodPassword})
		if session := field(t, r, "session"); session == "" || seen[session] {
			t.Fatal(r.body)
		} else {
			seen[session] = true
		}
		guest.want(200, "GET", "/v2/user", nil)
	}
	s.visitor().keyed(401, "k", "POST", "/v2/auth/login", object{"username": "steve", "password": "another"})
}

// Later changes of the account stay, and a repeat returns the position at which it can be read.
func TestARepeatedChangeOfAnAccountAppendsOneEvent(t *testing.T) {
	s, _ := newMailSite(t)
	v := s.signedUp("steve")
	id, admin := v.id(), s.admin("root")
	rename := object{"username": "stefan", "bio": "你好"}
	v.keyed(204, "a", "PATCH", "/v2/user/"+id, rename)
	v.want(204, "PATCH", "/v2/user/"+id, object{"bio": "再见"})
	v.keyed(204, "b", "PATCH", "/v2/user/"+id+"/icon?ext=png", dot(t))
	v.keyed(204, "c", "DELETE", "/v2/user/"+id+"/icon", nil)
	promote := object{"role": "moderator", "badges": 4, "reason": object{"code": "housekeeping"}}
	admin.keyed(204, "d", "PATCH", "/v2/user/"+id, promote)
	admin.want(204, "PATCH", "/v2/user/"+id, object{"role": "developer", "badges": 0, "reason": object{"code": "housekeeping"}})
	before := len(events(t, s.log, "account-"+id))
	for range 2 {
		v.keyed(204, "a", "PATCH", "/v2/user/"+id, rename)
		icon := v.keyed(204, "b", "PATCH", "/v2/user/"+id+"/icon?ext=png", dot(t))
		if icon.header.Get("Log-Position") == "" {
			t.Error("a repeat does not return the position of the change")
		}
		v.keyed(204, "c", "DELETE", "/v2/user/"+id+"/icon", nil)
		admin.keyed(204, "d", "PATCH", "/v2/user/"+id, promote)
	}
	if got := len(events(t, s.log, "account-"+id)); got != before {
		t.Errorf("%d events after the repeats, want %d", got, before)
	}
	var own struct {
		Username, Bio, Role string
		Badges              int
	}
	if err := json.Unmarshal([]byte(v.want(200, "GET", "/v2/user", nil).body), &own); err != nil || own.Bio != "再见" || own.Badges != 0 || own.Role != "developer" {
		t.Errorf("a repeat changed the account: %+v %v", own, err)
	}
}

func TestARepeatedChoiceReturnsTheCurrentChoice(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	v.keyed(200, "k", "PATCH", "/_internal/preferences", object{"theme": "dark"})
	v.want(200, "PATCH", "/_internal/preferences", object{"theme": "light"})
	if r := v.keyed(200, "k", "PATCH", "/_internal/preferences", object{"theme": "dark"}); field(t, r, "theme") != "light" {
		t.Error(r.body)
	}
}
