package main

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
)

// The tests of this file are named after RFC 9700, section 4, and the RFCs 6749, 7636 and 8252.

func TestAttackRedirectVariants(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a := w.app("public", oauthScopes, oauthRedirect, "http://127.0.0.1/cb", "https://127.0.0.1/cb")
	for _, redirect := range []string{
		"https://app.example/cb/", "https://app.example/c", "https://app.example/cb/../evil", "https://app.example/cb?x=1", "https://app.example/cb#f", "https://app.example/CB",
		"https://APP.example/cb", "https://app.example:444/cb", "http://app.example/cb", "https://user@app.example/cb", "https://app.example@evil.example/cb",
		"https://sub.app.example/cb", "https://app.example.evil.example/cb", "https://evil.example/cb", "https://app.example\\.evil.example/cb", "https://app.example/%63b",
		"https://аpp.example/cb", "//app.example/cb", "javascript:alert(1)", "https://127.0.0.1:999/cb", "http://127.0.0.1:999/other", "http://localhost/cb", "http://127.0.0.1:x/cb",
	} {
		c, got := w.authorize(w.user, a.request("redirect_uri", redirect))
		if got.Status != http.StatusBadRequest || c.Redirect != "" || c.FlowID != "" {
			t.Errorf("%q: %d %s", redirect, got.Status, got.Body)
		}
	}
	twice := a.request().Encode() + "&redirect_uri=" + url.QueryEscape("https://evil.example/cb")
	if got := w.ask(w.user, http.MethodGet, "/_internal/oauth/authorize?"+twice, nil); got.Status != http.StatusBadRequest {
		t.Errorf("twice: %d %s", got.Status, got.Body)
	}
	_, got := w.authorize(w.user, a.request("redirect_uri", ""))
	w.wants("left out where there are several", got.Status, http.StatusBadRequest)
	c, _ := w.authorize(w.user, a.request("client_id", "zzzzzzzz"))
	w.wants("an unknown client", c.Redirect, "")
}

func TestAttackTheSameCodeFiftyTimesAtOnce(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a := w.app("confidential", oauthScopes)
	code := w.code(a.request())
	var all sync.WaitGroup
	var given atomic.Int64
	var token atomic.Value
	for range 50 {
		all.Go(func() {
			switch got := w.post("token", "", a.exchange(code)); {
			case got.Status == http.StatusOK:
				given.Add(1)
				token.Store(got.AccessToken)
			case got.Error != "invalid_grant":
				t.Errorf("%+v", got)
			}
		})
	}
	all.Wait()
	if n := given.Load(); n != 1 {
		t.Fatalf("%d tokens for one code", n)
	}
	w.wants("the token after a second use of its code", w.reads(token.Load().(string)), http.StatusUnauthorized)
}

func TestAttackAReplayedCodeEndsWhatFollowedFromIt(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a := w.app("confidential", oauthScopes)
	code := w.code(a.request("scope", "USER_READ offline_access"))
	got := w.post("token", "", a.exchange(code))
	other := w.tokens(a)
	w.wants("replayed", w.post("token", "", a.exchange(code)).Error, "invalid_grant")
	w.wants("its token", w.reads(got.AccessToken), http.StatusUnauthorized)
	w.wants("its refresh token", w.refreshed(a, got.RefreshToken).Error, "invalid_grant")
	w.wants("the token of another code", w.reads(other.AccessToken), http.StatusOK)
}

func TestAttackACodeOfAnotherClientOrAnotherRedirect(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a, b := w.app("confidential", oauthScopes, oauthRedirect, "https://app.example/two"), w.app("confidential", oauthScopes)
	code := w.code(a.request())
	w.wants("of another client", w.post("token", "", b.exchange(code)).Error, "invalid_grant")
	for name, change := range map[string][]string{
		"another redirect": {"redirect_uri", "https://app.example/two"}, "no redirect": {"redirect_uri", ""}, "an unknown one": {"redirect_uri", "https://evil.example"},
	} {
		w.wants(name, w.post("token", "", a.exchange(w.code(a.request()), change...)).Error, "invalid_grant")
	}
	single := w.code(b.request("redirect_uri", ""))
	w.wants("where the request named none", w.post("token", "", b.exchange(single, "redirect_uri", "")).Status, http.StatusOK)
}

func TestAttackDowngradeOfPKCE(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a, public := w.app("confidential", oauthScopes), w.app("public", oauthScopes)
	wrong := strings.Repeat("w", 43)
	for name, verifier := range map[string]string{
		"a wrong verifier": wrong, "none": "", "of 42 characters": strings.Repeat("a", 42), "of 129 characters": strings.Repeat("a", 129),
		"with other characters": strings.Repeat("a", 42) + "é", "the challenge itself": oauthChallenge(oauthVerifier),
	} {
		code := w.code(a.request())
		w.wants(name, w.post("token", "", a.exchange(code, "code_verifier", verifier)).Error, "invalid_grant")
		w.wants(name+", then none", w.post("token", "", a.exchange(code, "code_verifier", "")).Error, "invalid_grant")
		w.wants(name+", then the right one", w.post("token", "", a.exchange(code)).Error, "invalid_grant")
	}
	bare := w.code(a.request("code_challenge", "", "code_challenge_method", ""))
	w.wants("a verifier without a challenge", w.post("token", "", a.exchange(bare)).Error, "invalid_grant")
	bare = w.code(a.request("code_challenge", "", "code_challenge_method", ""))
	w.wants("without both", w.post("token", "", a.exchange(bare, "code_verifier", "")).Status, http.StatusOK)
	long := strings.Repeat("a", 128)
	w.wants("of 128 characters", w.post("token", "", a.exchange(w.code(a.request("code_challenge", oauthChallenge(long))), "code_verifier", long)).Status, http.StatusOK)
	for name, change := range map[string][]string{
		"plain": {"code_challenge_method", "plain"}, "no method": {"code_challenge_method", ""}, "no challenge": {"code_challenge", ""},
		"neither": {"code_challenge", "", "code_challenge_method", ""}, "a short challenge": {"code_challenge", "abc"}, "a padded one": {"code_challenge", strings.Repeat("a", 42) + "="},
	} {
		c, _ := w.authorize(w.user, public.request(change...))
		w.wants(name, w.answered(c.Redirect).Get("error"), "invalid_request")
	}
}

func TestAttackAFlowOfAnotherSessionOrAccount(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a := w.app("confidential", oauthScopes)
	flow := map[string]any{"flow": w.asked(w.user, a.request()).FlowID}
	_, begun, err := w.Identity.Login(t.Context(), "user", password, identity.Origin{})
	if err != nil {
		t.Fatal(err)
	}
	for name, session := range map[string]string{"another account": w.owner, "another session": begun.Token} {
		w.wants(name, w.ask(session, http.MethodPost, "/v3/oauth/accept", flow).Status, http.StatusBadRequest)
		w.wants(name+" rejects", w.ask(session, http.MethodPost, "/v3/oauth/reject", flow).Status, http.StatusBadRequest)
		w.wants(name+" reads", w.ask(session, http.MethodGet, "/_internal/oauth/flow/"+flow["flow"].(string), nil).Status, http.StatusBadRequest)
	}
	w.wants("nobody", w.ask("", http.MethodPost, "/v3/oauth/accept", flow).Status, http.StatusUnauthorized)
	w.wants("its own", w.ask(w.user, http.MethodPost, "/v3/oauth/accept", flow).Status, http.StatusOK)
}

func TestAttackATokenAtAnotherPlaceOrTime(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a, b := w.app("confidential", oauthScopes), w.app("confidential", oauthScopes)
	got := w.tokens(a)
	_, refused := w.authorize(got.AccessToken, a.request())
	w.wants("a token authorises nothing", refused.Status, http.StatusUnauthorized)
	w.wants("nor makes tokens", w.ask(got.AccessToken, http.MethodPost, "/v2/pat", map[string]any{"name": "令牌", "scopes": 1}).Status, http.StatusUnauthorized)
	token := func(token string) url.Values { return url.Values{"token": {token}} }
	w.wants("introspected by its own", w.post("introspect", a.basic(), token(got.AccessToken)).Active, true)
	seen := w.post("introspect", b.basic(), token(got.AccessToken))
	if seen.Status != http.StatusOK || seen.Active || seen.Subject != "" || seen.Scope != "" {
		t.Errorf("a stranger sees %+v", seen)
	}
	w.wants("introspected by nobody", w.post("introspect", "", token(got.AccessToken)).Error, "invalid_client")
	w.wants("a session", w.post("introspect", a.basic(), token(w.user)).Active, false)
	w.wants("revoked by a stranger", w.post("revoke", b.basic(), token(got.AccessToken)).Status, http.StatusOK)
	w.wants("has no effect", w.reads(got.AccessToken), http.StatusOK)
	w.wants("revoked by its own", w.post("revoke", a.basic(), token(got.AccessToken)).Status, http.StatusOK)
	w.wants("after that", w.reads(got.AccessToken), http.StatusUnauthorized)
	w.wants("introspected after that", w.post("introspect", a.basic(), token(got.AccessToken)).Active, false)
	w.wants("what never was", w.post("revoke", a.basic(), token("mro_x")).Status, http.StatusOK)
	offline := w.tokens(a, "scope", "USER_READ offline_access")
	w.wants("with its refresh token", w.post("revoke", a.basic(), token(offline.RefreshToken)).Status, http.StatusOK)
	w.wants("the access token too", w.reads(offline.AccessToken), http.StatusUnauthorized)
	w.wants("a refresh token is no access token", w.reads(w.tokens(a, "scope", "USER_READ offline_access").RefreshToken), http.StatusUnauthorized)
	old := w.tokens(a)
	w.json(w.user, http.MethodDelete, "/v3/oauth/authorizations?client_id="+a.id, nil, nil)
	fresh := w.tokens(a)
	w.wants("of an authorization that ended and began again", w.reads(old.AccessToken), http.StatusUnauthorized)
	w.wants("of the new one", w.reads(fresh.AccessToken), http.StatusOK)
	code := w.code(a.request())
	w.json(w.user, http.MethodDelete, "/v3/oauth/authorizations?client_id="+a.id, nil, nil)
	w.wants("a code of a revoked authorization", w.post("token", "", a.exchange(code)).Error, "invalid_grant")
}

func TestAttackReuseOfARefreshToken(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a, b := w.app("confidential", oauthScopes), w.app("confidential", oauthScopes)
	got := w.tokens(a, "scope", "USER_READ COLLECTION_READ offline_access")
	w.wants("by another client", w.refreshed(b, got.RefreshToken).Error, "invalid_grant")
	w.wants("a wider scope", w.refreshed(a, got.RefreshToken, "scope", "USER_READ USER_READ_EMAIL").Error, "invalid_scope")
	narrow := w.refreshed(a, got.RefreshToken, "scope", "USER_READ")
	w.wants("a narrower scope", narrow.Scope, "USER_READ")
	back := w.refreshed(a, narrow.RefreshToken)
	w.wants("the next one has all again", back.Scope, "offline_access USER_READ COLLECTION_READ")
	other := w.tokens(a)
	w.wants("used twice", w.refreshed(a, got.RefreshToken).Error, "invalid_grant")
	for name, token := range map[string]string{"the newest": back.AccessToken, "the first": got.AccessToken, "another of the grant": other.AccessToken} {
		w.wants(name, w.reads(token), http.StatusUnauthorized)
	}
	w.wants("the newest refresh token", w.refreshed(a, back.RefreshToken).Error, "invalid_grant")
	w.until("the authorization is not listed any more", func() bool {
		var list []contract.Authorization
		w.json(w.user, http.MethodGet, "/v3/oauth/authorizations", nil, &list)
		return len(list) == 0
	})
}

func TestAttackRequestsThatNoClientMaySend(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a, public := w.app("confidential", oauthScopes), w.app("public", oauthScopes)
	const formed = "application/x-www-form-urlencoded"
	refused := func(name, want string, status int, got oauthTokens) {
		t.Helper()
		if got.Status != status || got.Error != want || got.Described == "" || got.Description == "" {
			t.Errorf("%s: %+v, want %d %s", name, got, status, want)
		}
	}
	get := w.ask("", http.MethodGet, "/v3/oauth/token?"+a.exchange("x").Encode(), nil)
	w.wants("GET on the token endpoint", get.Status, http.StatusMethodNotAllowed)
	refused("JSON", "invalid_request", 400, w.send("token", "", "application/json", `{"grant_type":"authorization_code"}`))
	refused("a parameter twice", "invalid_request", 400, w.send("token", "", formed, a.exchange("x").Encode()+"&code=y"))
	refused("broken encoding", "invalid_request", 400, w.send("token", "", formed, "grant_type=%zz"))
	refused("a NUL", "invalid_request", 400, w.send("token", "", formed, "grant_type=a%00"))
	refused("two authentications", "invalid_request", 400, w.post("token", a.basic(), a.exchange("x")))
	refused("two clients", "invalid_request", 400, w.post("token", a.basic(), a.exchange("x", "client_secret", "", "client_id", public.id)))
	refused("no grant type", "invalid_request", 400, w.post("token", "", a.exchange("x", "grant_type", "")))
	refused("no code", "invalid_request", 400, w.post("token", "", a.exchange("")))
	for _, grant := range []string{"password", "client_credentials", "implicit", "urn:ietf:params:oauth:grant-type:device_code"} {
		refused(grant, "unsupported_grant_type", 400, w.post("token", "", a.exchange("x", "grant_type", grant)))
	}
	refused("an unknown code", "invalid_grant", 400, w.post("token", "", a.exchange("x")))
	refused("a wrong secret", "invalid_client", 401, w.post("token", "", a.exchange("x", "client_secret", "wrong")))
	refused("no secret", "invalid_client", 401, w.post("token", "", a.exchange("x", "client_secret", "")))
	refused("a secret of a public one", "invalid_client", 401, w.post("token", "", public.exchange("x", "client_secret", a.secret)))
	refused("an unknown client", "invalid_client", 401, w.post("token", "", a.exchange("x", "client_id", "zzzzzzzz")))
	refused("no client", "invalid_client", 401, w.post("token", "", a.exchange("x", "client_id", "")))
	basic := w.post("token", "Basic "+base64.StdEncoding.EncodeToString([]byte(a.id+":wrong")), a.exchange("x", "client_secret", ""))
	refused("a wrong secret in the header", "invalid_client", 401, basic)
	w.wants("the scheme of the header", basic.Header.Get("WWW-Authenticate"), `Basic realm="oauth"`)
	refused("a broken header", "invalid_client", 401, w.post("token", "Basic !!!", a.exchange("x", "client_secret", "")))
	w.wants("the bare secret in the header", w.post("token", a.secret, a.exchange(w.code(a.request()), "client_secret", "")).Status, http.StatusOK)
	for range 80 { // more than the limit of wrong secrets
		w.post("token", "", a.exchange("x", "client_secret", "wrong"))
	}
	w.wants("the right one after many wrong ones", w.post("token", "", a.exchange(w.code(a.request()))).Status, http.StatusOK)
	w.wants("another wrong one", w.post("token", "", a.exchange("x", "client_secret", "wrong")).Status, http.StatusTooManyRequests)
	for name, c := range map[string]struct {
		error string
		pairs []string
	}{
		"another response type": {"unsupported_response_type", []string{"response_type", "token"}}, "two of them": {"unsupported_response_type", []string{"response_type", "code id_token"}},
		"another response mode": {"invalid_request", []string{"response_mode", "fragment"}}, "a request object": {"request_not_supported", []string{"request", "e30.e30."}},
		"a foreign request_uri": {"request_uri_not_supported", []string{"request_uri", "https://evil.example/r"}}, "an unknown scope": {"invalid_scope", []string{"scope", "EVERYTHING"}},
		"a restricted scope": {"invalid_scope", []string{"scope", "USER_READ SESSION_ACCESS"}}, "a scope beyond the maximum": {"invalid_scope", []string{"scope", "PROJECT_WRITE"}},
		"an unknown prompt": {"invalid_request", []string{"prompt", "please"}}, "prompt none and login": {"invalid_request", []string{"prompt", "none login"}},
		"a negative age": {"invalid_request", []string{"max_age", "-1"}}, "a long state": {"invalid_request", []string{"state", strings.Repeat("s", 8<<10+1)}},
		"profile without openid": {"invalid_scope", []string{"scope", "profile"}},
	} {
		got, answer := w.authorize(w.user, a.request(c.pairs...))
		if q := w.answered(got.Redirect); q.Get("error") != c.error || q.Get("iss") == "" || q.Has("code") || q.Get("error_description") == "" {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
		}
	}
	state := strings.Repeat("状\"\\<", 8<<10/6)
	var done contract.ConsentDone
	w.json(w.user, http.MethodPost, "/v3/oauth/reject", map[string]any{"flow": w.asked(w.user, a.request("state", state, "prompt", "consent")).FlowID}, &done)
	w.wants("8 KiB of state", w.answered(done.Redirect).Get("state") == state, true)
	var refusals contract.ApplicationUsage
	w.json(w.owner, http.MethodGet, "/v3/oauth/app/"+a.id+"/usage", nil, &refusals)
	if n := len(refusals.Refused); n < 80 || n > 100 {
		t.Errorf("%d refusals are shown", n)
	}
	if data, err := json.Marshal(refusals); err != nil || strings.Contains(string(data), a.secret) {
		t.Error("a refusal contains a secret")
	}
}
