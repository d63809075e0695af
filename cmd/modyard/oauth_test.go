package main

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
)

const oauthScopes = identity.ScopeUserRead | identity.ScopeUserReadEmail | identity.ScopeCollectionRead

func TestAnApplicationActsForAnAccountThatAuthorisedIt(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a := w.app("confidential", oauthScopes)
	asked := w.asked(w.user, a.request())
	if asked.ClientID != a.id || asked.ClientName != "Pack Sync" || asked.RequestedScopes != uint64(identity.ScopeUserRead) || asked.GrantedScopes != 0 ||
		asked.RedirectURI != oauthRedirect || asked.App.Creator.Username != "owner" || len(asked.App.Secrets) > 0 {
		t.Errorf("the page shows %+v", asked)
	}
	var again contract.ConsentRequest
	w.json(w.user, http.MethodGet, "/_internal/oauth/flow/"+asked.FlowID, nil, &again)
	w.wants("the flow read again", again.FlowID, asked.FlowID)
	var done contract.ConsentDone
	w.json(w.user, http.MethodPost, "/_internal/oauth/accept", map[string]any{"flow": asked.FlowID}, &done)
	answer := w.answered(done.Redirect)
	if answer.Get("state") != "xyz" || answer.Get("iss") != w.Config.Public() || !strings.HasPrefix(done.Redirect, oauthRedirect+"?") {
		t.Errorf("the browser goes to %s", done.Redirect)
	}
	w.wants("accepted twice", w.ask(w.user, http.MethodPost, "/v3/oauth/accept", map[string]any{"flow": asked.FlowID}).Status, http.StatusBadRequest)
	got := w.post("token", a.basic(), a.exchange(answer.Get("code"), "client_secret", ""))
	if got.Status != http.StatusOK || !strings.HasPrefix(got.AccessToken, "mro_") || len(got.AccessToken) != 64 || got.TokenType != "Bearer" || got.ExpiresIn != 14*24*3600 ||
		got.Scope != "USER_READ" || got.RefreshToken != "" || got.IDToken != "" || got.Header.Get("Cache-Control") != "no-store" || got.Header.Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("the tokens are %+v", got)
	}
	w.wants("it reads", w.reads(got.AccessToken), http.StatusOK)
	w.wants("beyond its scopes", w.ask(got.AccessToken, http.MethodGet, "/v2/session/list", nil).Status, http.StatusUnauthorized)
	w.wants("it manages no application", w.ask(got.AccessToken, http.MethodGet, "/v3/oauth/authorizations", nil).Status, http.StatusUnauthorized)
	w.wants("in the address", w.ask("", http.MethodGet, "/v2/user?access_token="+got.AccessToken, nil).Status, http.StatusUnauthorized)

	// The grant covers the next request, and a wider one asks again.
	c, _ := w.authorize(w.user, a.request("state", ""))
	if answer := w.answered(c.Redirect); answer.Get("code") == "" || answer.Has("state") {
		t.Errorf("a covered request is answered with %+v", c)
	}
	wider := w.asked(w.user, a.request("scope", "USER_READ COLLECTION_READ"))
	w.wants("what was granted", wider.GrantedScopes, uint64(identity.ScopeUserRead))
	var list []contract.Authorization
	w.caughtUp()
	w.json(w.user, http.MethodGet, "/v3/oauth/authorizations", nil, &list)
	if len(list) != 1 || list[0].AppID != a.id || list[0].Scopes != uint64(identity.ScopeUserRead) || list[0].App.Users != 1 || list[0].LastUsed == nil {
		t.Errorf("authorizations: %+v", list)
	}
	w.json(w.user, http.MethodDelete, "/v3/oauth/authorizations?client_id="+a.id, nil, nil)
	w.wants("after it was revoked", w.reads(got.AccessToken), http.StatusUnauthorized)
	w.wants("it asks again", w.asked(w.user, a.request()).GrantedScopes, 0)
	w.wants("revoked twice", w.ask(w.user, http.MethodDelete, "/v3/oauth/authorizations?client_id="+a.id, nil).Status, http.StatusNotFound)
}

func TestARejectedRequestEnds(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a := w.app("confidential", oauthScopes)
	flow := map[string]any{"flow": w.asked(w.user, a.request()).FlowID}
	var done contract.ConsentDone
	w.json(w.user, http.MethodPost, "/v3/oauth/reject", flow, &done)
	answer := w.answered(done.Redirect)
	if answer.Get("error") != "access_denied" || answer.Get("state") != "xyz" || answer.Get("iss") == "" || answer.Has("code") {
		t.Errorf("rejected with %s", done.Redirect)
	}
	w.wants("accepted after that", w.ask(w.user, http.MethodPost, "/v3/oauth/accept", flow).Status, http.StatusBadRequest)
}

func TestAPublicApplicationHasShortTokensAndAsksEachTime(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a := w.app("public", oauthScopes, oauthRedirect, "com.example.app:/cb", "http://127.0.0.1/cb")
	got := w.tokens(a, "scope", "USER_READ offline_access")
	if got.ExpiresIn != 3600 || !strings.HasPrefix(got.RefreshToken, "mrr_") {
		t.Errorf("the tokens are %+v", got)
	}
	w.wants("asked each time", w.asked(w.user, a.request()).ClientID, a.id)
	w.wants("at another port of this machine", w.asked(w.user, a.request("redirect_uri", "http://127.0.0.1:51234/cb")).RedirectURI, "http://127.0.0.1:51234/cb")
	w.wants("by a scheme of its own", w.asked(w.user, a.request("redirect_uri", "com.example.app:/cb")).RedirectURI, "com.example.app:/cb")
	next := w.refreshed(a, got.RefreshToken)
	if next.Status != http.StatusOK || next.RefreshToken == got.RefreshToken || w.reads(next.AccessToken) != http.StatusOK {
		t.Errorf("refreshed to %+v", next)
	}
	w.wants("without a client", w.post("token", "", url.Values{"grant_type": {"refresh_token"}, "refresh_token": {next.RefreshToken}}).Error, "invalid_client")
	c, _ := w.authorize(w.user, a.request("prompt", "none"))
	w.wants("without a page", w.answered(c.Redirect).Get("error"), "consent_required")
	c, _ = w.authorize("", a.request("prompt", "none"))
	w.wants("without a page and a session", w.answered(c.Redirect).Get("error"), "login_required")
}

func TestTheSiteSignsPeopleInElsewhere(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a := w.app("confidential", oauthScopes)
	got := w.tokens(a, "scope", "openid profile email", "nonce", "n-1")
	var keys struct {
		Keys []struct{ Kid, Alg, N, E string }
	}
	w.json("", http.MethodGet, "/.well-known/jwks.json", nil, &keys)
	parts := strings.Split(got.IDToken, ".")
	if len(parts) != 3 || len(keys.Keys) != 1 {
		t.Fatalf("id token %q, keys %+v", got.IDToken, keys)
	}
	var raw [3][]byte
	for i, part := range parts {
		var err error
		if raw[i], err = base64.RawURLEncoding.DecodeString(part); err != nil {
			t.Fatal(err)
		}
	}
	var header struct{ Alg, Kid string }
	var claims struct {
		Iss, Sub, Aud, Nonce string
		Exp, Iat             int64
		AuthTime             int64  `json:"auth_time"`
		Hash                 string `json:"at_hash"`
	}
	if json.Unmarshal(raw[0], &header) != nil || json.Unmarshal(raw[1], &claims) != nil {
		t.Fatalf("%s %s", raw[0], raw[1])
	}
	n, _ := base64.RawURLEncoding.DecodeString(keys.Keys[0].N)
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if err := rsa.VerifyPKCS1v15(&rsa.PublicKey{N: new(big.Int).SetBytes(n), E: 65537}, crypto.SHA256, sum[:], raw[2]); err != nil {
		t.Error(err)
	}
	access := sha256.Sum256([]byte(got.AccessToken))
	if header.Alg != "RS256" || header.Kid != keys.Keys[0].Kid || claims.Iss != w.Config.Public() || claims.Sub != w.userID || claims.Aud != a.id || claims.Nonce != "n-1" ||
		claims.Exp != claims.Iat+3600 || claims.AuthTime == 0 || claims.Hash != base64.RawURLEncoding.EncodeToString(access[:16]) {
		t.Errorf("claims %s %s", raw[0], raw[1])
	}
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		var me struct {
			Sub, Name, Email string
			Preferred        string `json:"preferred_username"`
			Verified         bool   `json:"email_verified"`
		}
		w.json("Bearer "+got.AccessToken, method, "/v3/oauth/userinfo", nil, &me)
		if me.Sub != w.userID || me.Preferred != "user" || me.Email != "user@example.org" || !me.Verified {
			t.Errorf("%s userinfo: %+v", method, me)
		}
	}
	w.wants("by form", w.post("userinfo", "", url.Values{"access_token": {got.AccessToken}}).Subject, w.userID)
	w.wants("in the address", w.ask("", http.MethodGet, "/v3/oauth/userinfo?access_token="+got.AccessToken, nil).Status, http.StatusUnauthorized)
	w.wants("with a session", w.ask(w.user, http.MethodGet, "/v3/oauth/userinfo", nil).Status, http.StatusUnauthorized)
	plain := w.tokens(a)
	w.wants("without openid", w.ask(plain.AccessToken, http.MethodGet, "/v3/oauth/userinfo", nil).Status, http.StatusForbidden)
	for _, path := range []string{"oauth-authorization-server", "openid-configuration"} {
		var found map[string]any
		w.json("", http.MethodGet, "/.well-known/"+path, nil, &found)
		w.wants(path, found["issuer"], w.Config.Public())
	}
}

func TestAPushedRequestIsUsedOnceByItsApplication(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a, b := w.app("confidential", oauthScopes), w.app("confidential", oauthScopes)
	pushed := w.post("par", a.basic(), a.request("client_id", ""))
	if pushed.Status != http.StatusCreated || pushed.RequestURI == "" {
		t.Fatalf("%+v", pushed)
	}
	q := func(a oauthApp) url.Values {
		return url.Values{"client_id": {a.id}, "request_uri": {pushed.RequestURI}}
	}
	c, _ := w.authorize(w.user, q(b))
	w.wants("of another application", w.answered(c.Redirect).Get("error"), "request_uri_not_supported")
	w.wants("of its own", w.asked(w.user, q(a)).RequestedScopes, uint64(identity.ScopeUserRead))
	c, _ = w.authorize(w.user, q(a))
	w.wants("twice", w.answered(c.Redirect).Get("error"), "request_uri_not_supported")
	later := w.post("par", a.basic(), a.request("client_id", ""))
	used := url.Values{"client_id": {a.id}, "request_uri": {later.RequestURI}}
	for range 2 {
		_, got := w.authorize("", used)
		w.wants("before its person has signed in", got.Status, http.StatusUnauthorized)
	}
	if _, err := w.DB.Pool.Exec(t.Context(), "UPDATE identity.oauth_pushed SET expires = expires - interval '10 minutes'"); err != nil {
		t.Fatal(err)
	}
	w.wants("after that", w.asked(w.user, used).ClientID, a.id)
	c, _ = w.authorize(w.user, used)
	w.wants("and again", w.answered(c.Redirect).Get("error"), "request_uri_not_supported")
	w.wants("with a wrong redirect", w.post("par", a.basic(), a.request("redirect_uri", "https://evil.example/cb")).Error, "invalid_request")
	w.wants("by a stranger", w.post("par", "", a.request()).Error, "invalid_client")
}

func TestWhatAnApplicationMayDoFollowsAtOnce(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	admin := w.person("admin", identity.RoleAdmin)
	a := w.app("confidential", oauthScopes)
	got := w.tokens(a, "scope", "USER_READ COLLECTION_READ USER_READ_EMAIL")
	var me map[string]any
	w.json(got.AccessToken, http.MethodGet, "/v2/user", nil, &me)
	w.wants("its address", me["email"], "user@example.org")
	id := w.userID + "-" + a.id
	w.json(w.user, http.MethodPatch, "/v3/oauth/authorizations/"+id, map[string]any{"scopes": identity.ScopeUserRead}, nil)
	me = nil
	w.json(got.AccessToken, http.MethodGet, "/v2/user", nil, &me)
	w.wants("after narrowing", me["email"], nil)
	w.wants("widened", w.ask(w.user, http.MethodPatch, "/v3/oauth/authorizations/"+id, map[string]any{"scopes": oauthScopes}).Status, http.StatusBadRequest)
	w.wants("another's", w.ask(w.owner, http.MethodPatch, "/v3/oauth/authorizations/"+id, map[string]any{"scopes": 0}).Status, http.StatusNotFound)
	w.json(w.owner, http.MethodPatch, "/v3/oauth/app/"+a.id, map[string]any{"max_scopes": identity.ScopeCollectionRead}, nil)
	w.wants("after the application lost the scope", w.reads(got.AccessToken), http.StatusUnauthorized)
	w.json(w.owner, http.MethodPatch, "/v3/oauth/app/"+a.id, map[string]any{"max_scopes": oauthScopes}, nil)
	w.wants("and has it again", w.reads(got.AccessToken), http.StatusOK)

	why := map[string]any{"reason": map[string]string{"code": "malicious"}}
	w.wants("suspended by its owner", w.ask(w.owner, http.MethodPost, "/v3/oauth/app/"+a.id+"/suspend", why).Status, http.StatusUnauthorized)
	w.json(admin, http.MethodPost, "/v3/oauth/app/"+a.id+"/suspend", why, nil)
	w.wants("suspended", w.reads(got.AccessToken), http.StatusUnauthorized)
	_, refused := w.authorize(w.user, a.request())
	w.wants("asks while suspended", refused.Status, http.StatusBadRequest)
	w.wants("exchanges while suspended", w.post("token", "", a.exchange("mrc_x")).Error, "unauthorized_client")
	w.json(admin, http.MethodPost, "/v3/oauth/app/"+a.id+"/restore", why, nil)
	w.wants("a token of before", w.reads(got.AccessToken), http.StatusUnauthorized)

	staff := w.post("token", "", a.exchange(w.codeOf(admin, a.request())))
	w.wants("of an administrator", w.ask(staff.AccessToken, http.MethodGet, "/v3/user/owner/follows", nil).Status, w.ask(w.user, http.MethodGet, "/v3/user/owner/follows", nil).Status)
	w.wants("its session", w.ask(admin, http.MethodGet, "/v3/user/owner/follows", nil).Status, http.StatusOK)

	got = w.tokens(a)
	w.json(w.user, http.MethodPatch, "/v2/auth/password", map[string]any{"old_password": password, "new_password": password + "-new", "end_tokens": true}, nil)
	w.wants("after the password changed with all tokens", w.reads(got.AccessToken), http.StatusUnauthorized)
	got = w.tokens(a)
	w.json(w.owner, http.MethodDelete, "/v3/oauth/app/"+a.id, nil, nil)
	w.wants("of a deleted application", w.reads(got.AccessToken), http.StatusUnauthorized)
	w.wants("its client", w.post("token", "", a.exchange("mrc_x")).Error, "invalid_client")
}

// codeOf is code for another session.
func (w *oauthWorld) codeOf(session string, q url.Values) string {
	w.t.Helper()
	other := *w
	other.user = session
	return other.code(q)
}

func TestTheSecretsOfAnApplicationRotateWithAnOverlap(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a := w.app("confidential", oauthScopes)
	path := "/v3/oauth/app/" + a.id
	var second contract.ApplicationSecretCreated
	w.json(w.owner, http.MethodPost, path+"/secrets", nil, &second)
	w.wants("a third one", w.ask(w.owner, http.MethodPost, path+"/secrets", nil).Status, http.StatusBadRequest)
	w.wants("by a stranger", w.ask(w.user, http.MethodPost, path+"/secrets", nil).Status, http.StatusUnauthorized)
	b := oauthApp{a.id, second.ClientSecret}
	for name, secret := range map[string]string{"the first": a.secret, "the second": b.secret} {
		w.wants(name, w.post("introspect", secret, url.Values{"client_id": {a.id}, "token": {"x"}}).Status, http.StatusOK)
	}
	w.caughtUp()
	var shown contract.Application
	w.json(w.owner, http.MethodGet, path, nil, &shown)
	if len(shown.Secrets) != 2 || shown.Secrets[1].ID != second.ID || shown.Secrets[0].LastUsed == nil {
		t.Fatalf("%+v", shown.Secrets)
	}
	w.json(w.owner, http.MethodDelete, path+"/secrets/"+shown.Secrets[0].ID, nil, nil)
	w.wants("the ended one", w.post("introspect", a.basic(), url.Values{"token": {"x"}}).Error, "invalid_client")
	w.wants("the other one", w.post("introspect", b.basic(), url.Values{"token": {"x"}}).Status, http.StatusOK)
	var usage contract.ApplicationUsage
	w.json(w.owner, http.MethodGet, path+"/usage", nil, &usage)
	if len(usage.Refused) != 1 || usage.Refused[0].Rule != "wrong_secret" || usage.Refused[0].Where != "introspect" || strings.Contains(usage.Refused[0].Detail, "mrs_") {
		t.Errorf("%+v", usage.Refused)
	}
	w.wants("the usage for a stranger", w.ask(w.user, http.MethodGet, path+"/usage", nil).Status, http.StatusUnauthorized)
}
