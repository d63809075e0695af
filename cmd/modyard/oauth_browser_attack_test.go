package main

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
)

// The tests of this file are named after RFC 9700, section 4, as those of oauth_attack_test.go are. They are about what browsers and
// several processes see.

// plainly sends a request without following its redirect.
func (w *oauthWorld) plainly(method, path, kind, body string) *http.Response {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), method, w.url+path, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		w.t.Fatal(err)
	}
	_ = res.Body.Close()
	return res
}

func TestAttackFramingOfTheConsentPage(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a := w.app("confidential", oauthScopes)
	for _, path := range []string{
		"/auth/authorize?" + a.request().Encode(), "/auth/authorize", "/auth/authorize?client_id=zzzzzzzz", "/auth/sign-in?redirect=%2Fauth%2Fauthorize%3Fclient_id%3Da",
		"/_internal/oauth/authorize?" + a.request().Encode(), "/settings/authorizations",
	} {
		h := w.plainly(http.MethodGet, path, "", "").Header
		if policy := h.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors 'none'") || h.Get("X-Frame-Options") != "DENY" {
			t.Errorf("%s may be framed: %v", path, h)
		}
	}
	flow := map[string]any{"flow": w.asked(w.user, a.request()).FlowID}
	var accepted atomic.Int64
	var all sync.WaitGroup
	for range 10 { // a double click, and worse
		all.Go(func() {
			if w.ask(w.user, http.MethodPost, "/v3/oauth/accept", flow).Status == http.StatusOK {
				accepted.Add(1)
			}
		})
	}
	all.Wait()
	w.wants("one click counts", accepted.Load(), 1)
}

func TestAttackLeaksByRefererAndHistory(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a := w.app("confidential", oauthScopes)
	const form = "application/x-www-form-urlencoded"
	for _, c := range [][4]string{
		{http.MethodGet, "/auth/authorize?" + a.request().Encode()}, {http.MethodPost, "/auth/authorize", form, a.request().Encode()},
		{http.MethodGet, "/_internal/oauth/authorize?" + a.request().Encode()}, {http.MethodPost, "/v3/oauth/token", form, a.exchange("x").Encode()},
		{http.MethodPost, "/v3/oauth/token", form, a.exchange("x", "client_secret", "wrong").Encode()}, {http.MethodGet, "/v3/oauth/userinfo"},
	} {
		h := w.plainly(c[0], c[1], c[2], c[3]).Header
		if h.Get("Cache-Control") != "no-store" || h.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s %s: %v", c[0], c[1], h)
		}
	}
	for _, endpoint := range []string{"token", "revoke", "introspect", "par"} { // what stands in an address stands in logs
		got := w.send(endpoint+"?"+a.exchange("x").Encode(), "", form, "")
		w.wants(endpoint+" with parameters in its address", got.Error, "invalid_request")
	}
}

func TestAttackMixUp(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a, public := w.app("confidential", oauthScopes), w.app("public", oauthScopes)
	named := func(name, redirect string) {
		t.Helper()
		if iss := w.answered(redirect)["iss"]; len(iss) != 1 || iss[0] != w.Config.Public() {
			t.Errorf("%s: the issuer in %q is %v", name, redirect, iss)
		}
	}
	decided := func(act string, q url.Values) string {
		t.Helper()
		var done contract.ConsentDone
		w.json(w.user, http.MethodPost, "/v3/oauth/"+act, map[string]any{"flow": w.asked(w.user, q).FlowID}, &done)
		return done.Redirect
	}
	named("denied", decided("reject", a.request()))
	named("accepted", decided("accept", a.request()))
	for name, c := range map[string]struct {
		session string
		query   url.Values
	}{
		"covered": {w.user, a.request()}, "nobody is signed in": {"", a.request("prompt", "none")}, "no consent": {w.user, public.request("prompt", "none")},
		"a wrong scope": {w.user, a.request("scope", "EVERYTHING")}, "a wrong type": {w.user, a.request("response_type", "token")},
		"no challenge": {w.user, public.request("code_challenge", "")}, "a long state": {w.user, a.request("state", strings.Repeat("s", 8<<10+1))},
		"an issuer of its own": {w.user, a.request("iss", "https://evil.example")},
	} {
		got, answer := w.authorize(c.session, c.query)
		if got.Redirect == "" {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
			continue
		}
		named(name, got.Redirect)
	}
	// A registered address cannot say beforehand what the answer says.
	for _, name := range []string{"iss", "code", "state", "error", "error_description", "%69ss"} {
		spec := map[string]any{"name": "Pack Sync", "max_scopes": oauthScopes, "redirect_uris": []string{oauthRedirect + "?a=1&" + name + "=x"}}
		w.wants("an address with "+name, w.ask(w.owner, http.MethodPost, "/v3/oauth/app", spec).Status, http.StatusBadRequest)
	}
}

func TestAttackLookAlikeRedirects(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a := w.app("public", oauthScopes, "https://xn--bcher-kva.example/cb", "http://127.0.0.1/cb")
	confidential := w.app("confidential", oauthScopes, "http://127.0.0.1:8123/cb")
	for _, redirect := range []string{
		"https://bücher.example/cb", "https://b%C3%BCcher.example/cb", "https://XN--BCHER-KVA.example/cb", "https://xn--bcher-kva.example./cb", "https://xn--bcher-kva。example/cb",
		"https://xn--bcher-kva.example:443/cb", "https://ｘn--bcher-kva.example/cb", "https://xn--bcher-kva.example/cb?", "https://xn--bcher-kva.example/cb/.", "https://xn--bcher-kva.example//cb",
		"https:/xn--bcher-kva.example/cb", "https:\\\\xn--bcher-kva.example/cb", "https://xn--bcher-kva.example\t/cb", "https://xn--bcher-kva.example/cb%00", "https://*.example/cb",
		"http://127.1/cb", "http://2130706433/cb", "http://0x7f.0.0.1/cb", "http://127.0.0.1.nip.example/cb", "http://[::ffff:127.0.0.1]/cb", "http://127.0.0.2/cb", "http://127.0.0.1:80:80/cb",
		"http://127.0.0.1@evil.example/cb", "http://127.0.0.1:1@evil.example/cb", "HTTP://127.0.0.1/cb", "http://127.0.0.1:8080/CB", "http://１27.0.0.1/cb",
	} {
		c, got := w.authorize(w.user, a.request("redirect_uri", redirect))
		if got.Status != http.StatusBadRequest || c.Redirect != "" || c.FlowID != "" {
			t.Errorf("%q: %d %s", redirect, got.Status, got.Body)
		}
	}
	_, got := w.authorize(w.user, confidential.request("redirect_uri", "http://127.0.0.1:8124/cb"))
	w.wants("another port of an application with a secret", got.Status, http.StatusBadRequest)
	w.wants("its own port", w.asked(w.user, confidential.request("redirect_uri", "http://127.0.0.1:8123/cb")).ClientID, confidential.id)
	for _, redirect := range []string{
		"https://bücher.example/cb", "https://App.example/cb", "https://user@app.example/cb", "https://app.example/cb#f", "https://app.example\\cb", "https://*.app.example/cb", "http://localhost/cb",
		"http://127.0.0.1.nip.example/cb", "https://app.example/a/../cb", "https://app.example/%2e%2e/cb", "https://app.example./cb", "javascript://a.b/%0aalert(1)", "data:text/html,x", "intent:a",
	} {
		spec := map[string]any{"name": "Pack Sync", "type": "public", "max_scopes": oauthScopes, "redirect_uris": []string{redirect}}
		if got := w.ask(w.owner, http.MethodPost, "/v3/oauth/app", spec); got.Status != http.StatusBadRequest {
			t.Errorf("%q is registered: %d %s", redirect, got.Status, got.Body)
		}
	}
}

func TestAttackOpenRedirector(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a := w.app("confidential", oauthScopes)
	for name, q := range map[string]url.Values{
		"an unknown client": a.request("client_id", "zzzzzzzz", "redirect_uri", "https://evil.example/cb"), "no client": a.request("client_id", "", "redirect_uri", "https://evil.example/cb"),
		"an address of somebody else": a.request("redirect_uri", "https://evil.example/cb"), "without a page": a.request("redirect_uri", "https://evil.example/cb", "prompt", "none"),
		"with a wrong scope": a.request("redirect_uri", "https://evil.example/cb", "scope", "EVERYTHING"),
	} {
		for _, session := range []string{w.user, ""} {
			c, got := w.authorize(session, q)
			if got.Status != http.StatusBadRequest || c.Redirect != "" || strings.Contains(string(got.Body), "evil.example") {
				t.Errorf("%s: %d %s", name, got.Status, got.Body)
			}
		}
		res := w.plainly(http.MethodGet, "/auth/authorize?"+q.Encode(), "", "")
		w.wants(name+" is a page", res.StatusCode, http.StatusOK)
		w.wants(name+" leads nowhere", res.Header.Get("Location"), "")
	}
}

func TestAttack307AfterAPost(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a := w.app("confidential", oauthScopes)
	const form = "application/x-www-form-urlencoded"
	res := w.plainly(http.MethodPost, "/auth/authorize", form, a.request().Encode())
	w.wants("the answer to a POST", res.StatusCode, http.StatusSeeOther)
	to, err := url.Parse(res.Header.Get("Location"))
	if err != nil || to.Host != "" || to.Path != "/auth/authorize" || to.Query().Get("client_id") != a.id {
		t.Errorf("it leads to %v (%v)", to, err)
	}
	w.wants("another method", w.plainly(http.MethodPut, "/auth/authorize", form, a.request().Encode()).StatusCode, http.StatusMethodNotAllowed)
	// The decision is answered with an address in its body: no form with a password or a decision is ever sent on.
	got := w.ask(w.user, http.MethodPost, "/v3/oauth/accept", map[string]any{"flow": w.asked(w.user, a.request()).FlowID})
	w.wants("the answer to a decision", got.Status, http.StatusOK)
}

// second is another serve on the database of the first.
func (w *oauthWorld) second() *oauthWorld {
	w.t.Helper()
	other := *w
	other.testSite = newTestSiteOn(w.t, w.Core.Config, app.SiteOptions{})
	return &other
}

func TestAttackOneCodeAtTwoServers(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a := w.app("confidential", oauthScopes)
	sites := []*oauthWorld{w, w.second()}
	for range 10 {
		code := w.code(a.request("scope", "USER_READ offline_access"))
		var all sync.WaitGroup
		var answers [2]oauthTokens
		for i, site := range sites {
			all.Go(func() { answers[i] = site.post("token", "", a.exchange(code)) })
		}
		all.Wait()
		won, lost := answers[0], answers[1]
		if won.Status != http.StatusOK {
			won, lost = lost, won
		}
		if won.Status != http.StatusOK || lost.Error != "invalid_grant" {
			t.Fatalf("one code gave %+v and %+v", won, lost)
		}
		// Whoever lost had the code too: what the other one got ends.
		for i, site := range sites {
			w.wants("the token at a site", site.reads(won.AccessToken), http.StatusUnauthorized)
			w.wants("the refresh token at a site", sites[1-i].refreshed(a, won.RefreshToken).Error, "invalid_grant")
		}
	}
}

func TestAttackOneRefreshTokenAtTwoServers(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a := w.app("confidential", oauthScopes)
	sites := []*oauthWorld{w, w.second()}
	for range 5 {
		got := w.tokens(a, "scope", "USER_READ offline_access")
		var all sync.WaitGroup
		var answers [2]oauthTokens
		for i, site := range sites {
			all.Go(func() { answers[i] = site.refreshed(a, got.RefreshToken) })
		}
		all.Wait()
		won, lost := answers[0], answers[1]
		if won.Status != http.StatusOK {
			won, lost = lost, won
		}
		if won.Status != http.StatusOK || lost.Error != "invalid_grant" {
			t.Fatalf("one refresh token gave %+v and %+v", won, lost)
		}
		for _, site := range sites {
			w.wants("the first token", site.reads(got.AccessToken), http.StatusUnauthorized)
			w.wants("the next token", site.reads(won.AccessToken), http.StatusUnauthorized)
		}
	}
}

func TestWhatOneServerRevokesTheOtherRefusesAtTheNextRequest(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a, admin := w.app("confidential", oauthScopes), w.person("admin", identity.RoleAdmin)
	other := w.second()
	for name, end := range map[string]func(token string){
		"by the program": func(token string) { w.post("revoke", a.basic(), url.Values{"token": {token}}) },
		"by the account": func(string) { w.json(w.user, http.MethodDelete, "/v3/oauth/authorizations?client_id="+a.id, nil, nil) },
		"by the staff": func(string) {
			why := map[string]any{"reason": map[string]string{"code": "malicious"}}
			w.json(admin, http.MethodPost, "/v3/oauth/app/"+a.id+"/suspend", why, nil)
			w.json(admin, http.MethodPost, "/v3/oauth/app/"+a.id+"/restore", why, nil)
		},
	} {
		got := w.tokens(a)
		w.wants(name+", before", other.reads(got.AccessToken), http.StatusOK)
		end(got.AccessToken)
		w.wants(name+", after", other.reads(got.AccessToken), http.StatusUnauthorized)
	}
}
