package main

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/ids"
)

// module is a run of a module of the basic plan of OpenID's conformance suite: an application that x/oauth2 and go-oidc make, and its user.
type module struct {
	*oauthWorld
	t      *testing.T
	issuer string
	app    oauthApp
	client goClient
}

// asks is the answer to a request for authorization; the user consents where it is asked.
func (m *module) asks(pairs ...string) url.Values {
	m.t.Helper()
	return m.answered(m.consented(m.app.request(append([]string{"scope", "openid", "nonce", "n-1", "prompt", ""}, pairs...)...)))
}

// given exchanges the code of an answer, and checks its id token.
func (m *module) given(answer url.Values) (*oauth2.Token, *oidc.IDToken) {
	m.t.Helper()
	token, err := m.client.Exchange(m.t.Context(), answer.Get("code"), oauth2.VerifierOption(oauthVerifier))
	if err != nil {
		m.t.Fatalf("%v: %v", answer, err)
	}
	return token, m.client.identified(m.t.Context(), m.t, token)
}

// signsIn is a whole sign-in that succeeds.
func (m *module) signsIn(pairs ...string) (*oauth2.Token, *oidc.IDToken) {
	m.t.Helper()
	token, id := m.given(m.asks(pairs...))
	m.wants("subject", id.Subject, m.userID)
	return token, id
}

func (m *module) wants(name string, got, want any) {
	m.t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		m.t.Errorf("%s: %v, want %v", name, got, want)
	}
}

// claims is what userinfo says.
func (m *module) claims(token *oauth2.Token) (claims map[string]any) {
	m.t.Helper()
	info, err := m.client.provider.UserInfo(m.t.Context(), oauth2.StaticTokenSource(token))
	if err == nil {
		err = info.Claims(&claims)
	}
	if err != nil {
		m.t.Fatal(err)
	}
	return claims
}

// proves confirms the user's session.
func (m *module) proves() {
	m.t.Helper()
	m.json(m.user, http.MethodPost, "/v2/auth/confirm", map[string]any{"password": password}, nil)
}

// ages makes the user's session older.
func (m *module) ages() {
	m.t.Helper()
	if _, err := m.DB.Pool.Exec(m.t.Context(), "UPDATE identity.sessions SET created = created - interval '1 hour', confirmed = confirmed - interval '1 hour' WHERE account = $1", m.userID); err != nil {
		m.t.Fatal(err)
	}
}

// provesAgain is a request that demands a proof of who was signed in already: it is asked for, and the next id token says when it was given.
func (m *module) provesAgain(pairs ...string) {
	m.t.Helper()
	_, first := m.signsIn()
	var before, after struct {
		At int64 `json:"auth_time"`
	}
	if err := first.Claims(&before); err != nil {
		m.t.Fatal(err)
	}
	m.ages()
	before.At -= 3600
	q := m.app.request(append([]string{"scope", "openid", "nonce", "n-1"}, pairs...)...)
	for range 2 {
		_, asked := m.authorize(m.user, q)
		m.wants("asked to prove it", asked.Status, http.StatusPreconditionRequired)
	}
	m.proves()
	_, second := m.given(m.answered(m.consented(q)))
	if err := second.Claims(&after); err != nil || after.At <= before.At {
		m.t.Errorf("auth_time was %d and is %d (%v)", before.At, after.At, err)
	}
	_, again := m.authorize(m.user, with(q, "state", "another request"))
	if pairs[0] == "prompt" {
		m.wants("another request asks again", again.Status, http.StatusPreconditionRequired)
	}
}

// error is the error of a request that is answered without a page.
func (m *module) error(session string, pairs ...string) string {
	m.t.Helper()
	c, _ := m.oauthWorld.authorize(session, m.app.request(pairs...))
	answer := m.answered(c.Redirect)
	m.wants("the issuer of an error", answer.Get("iss"), m.issuer)
	return answer.Get("error")
}

// ignored is a parameter that changes nothing.
func ignored(pairs ...string) func(*module) {
	return func(m *module) { m.signsIn(pairs...) }
}

// modules are those of oidcc-basic-certification-test-plan, by their names. Of what the site does not have, the refusal or the plain answer is the pass.
func modules() map[string]func(*module) {
	return map[string]func(*module){
		"oidcc-server": func(m *module) { m.signsIn() },
		"oidcc-response-type-missing": func(m *module) {
			// The page's own route takes code for granted; the answer is an error or a code, never another type.
			if answer := m.asks("response_type", ""); answer.Get("code") == "" && answer.Get("error") == "" || answer.Has("id_token") {
				m.t.Errorf("%v", answer)
			}
		},
		"oidcc-idtoken-signature": func(m *module) {
			token, _ := m.signsIn()
			raw := token.Extra("id_token").(string)
			if _, err := m.client.verifier.Verify(m.t.Context(), raw[:len(raw)-6]+"AAAAAA"); err == nil {
				m.t.Error("another signature is accepted")
			}
		},
		"oidcc-idtoken-unsigned": func(m *module) {
			token, _ := m.signsIn()
			if raw := token.Extra("id_token").(string); strings.HasSuffix(raw, ".") {
				m.t.Errorf("the id token is not signed: %s", raw)
			}
		},
		"oidcc-userinfo-get": func(m *module) {
			token, _ := m.signsIn()
			m.wants("subject", m.claims(token)["sub"], m.userID)
		},
		"oidcc-userinfo-post-header": func(m *module) {
			token, _ := m.signsIn()
			got := m.post("userinfo", "Bearer "+token.AccessToken, url.Values{})
			m.wants("subject", got.Subject, m.userID)
		},
		"oidcc-userinfo-post-body": func(m *module) {
			token, _ := m.signsIn()
			m.wants("subject", m.post("userinfo", "", url.Values{"access_token": {token.AccessToken}}).Subject, m.userID)
		},
		"oidcc-ensure-request-without-nonce-succeeds-for-code-flow": func(m *module) {
			_, id := m.signsIn("nonce", "")
			m.wants("nonce", id.Nonce, "")
		},
		"oidcc-scope-profile": func(m *module) {
			token, _ := m.signsIn("scope", "openid profile")
			m.wants("name", m.claims(token)["preferred_username"], "user")
		},
		"oidcc-scope-email": func(m *module) {
			token, _ := m.signsIn("scope", "openid email")
			m.wants("email", m.claims(token)["email"], "user@example.org")
		},
		"oidcc-scope-address": func(m *module) { m.wants("refused", m.asks("scope", "openid address").Get("error"), "invalid_scope") },
		"oidcc-scope-phone":   func(m *module) { m.wants("refused", m.asks("scope", "openid phone").Get("error"), "invalid_scope") },
		"oidcc-scope-all": func(m *module) {
			m.wants("refused", m.asks("scope", "openid profile email address phone").Get("error"), "invalid_scope")
		},
		"oidcc-ensure-other-scope-order-succeeds": func(m *module) {
			token, _ := m.signsIn("scope", "email openid")
			m.wants("email", m.claims(token)["email"], "user@example.org")
		},
		"oidcc-display-page":  ignored("display", "page"),
		"oidcc-display-popup": ignored("display", "popup"),
		"oidcc-prompt-login":  func(m *module) { m.provesAgain("prompt", "login") },
		"oidcc-prompt-none-not-logged-in": func(m *module) {
			m.wants("error", m.error("", "prompt", "none"), "login_required")
		},
		"oidcc-prompt-none-logged-in": func(m *module) {
			m.wants("before consent", m.error(m.user, "scope", "openid", "prompt", "none"), "consent_required")
			m.signsIn()
			m.signsIn("prompt", "none")
		},
		"oidcc-max-age-1":     func(m *module) { m.provesAgain("max_age", "1") },
		"oidcc-max-age-10000": ignored("max_age", "10000"),
		"oidcc-ensure-request-with-unknown-parameter-succeeds": ignored("extra", "foobar"),
		"oidcc-id-token-hint": func(m *module) {
			token, _ := m.signsIn()
			hint := token.Extra("id_token").(string)
			m.signsIn("prompt", "none", "id_token_hint", hint)
			m.wants("of another account", m.error(m.owner, "scope", "openid", "prompt", "none", "id_token_hint", hint), "login_required")
			m.wants("another text", m.error(m.user, "id_token_hint", hint[:len(hint)-6]+"AAAAAA"), "invalid_request")
			m.wants("without a signature", m.error(m.user, "id_token_hint", hint[:strings.LastIndex(hint, ".")+1]), "invalid_request")
			c, _ := m.oauthWorld.authorize(m.owner, m.app.request("scope", "openid", "id_token_hint", hint))
			m.wants("with a page another account is asked", c.FlowID != "", true)
		},
		"oidcc-login-hint":                              ignored("login_hint", "somebody@example.net"),
		"oidcc-ui-locales":                              ignored("ui_locales", "se"),
		"oidcc-claims-locales":                          ignored("claims_locales", "se"),
		"oidcc-ensure-request-with-acr-values-succeeds": ignored("acr_values", "1 2"),
		"oidcc-claims-essential":                        ignored("claims", `{"userinfo":{"name":{"essential":true}}}`),
		"oidcc-codereuse": func(m *module) {
			answer := m.asks()
			token, _ := m.given(answer)
			_, err := m.client.Exchange(m.t.Context(), answer.Get("code"), oauth2.VerifierOption(oauthVerifier))
			m.wants("error", refusal(m.t, err), "invalid_grant")
			m.wants("its token", m.ask("Bearer "+token.AccessToken, http.MethodGet, "/v3/oauth/userinfo", nil).Status, http.StatusUnauthorized)
		},
		"oidcc-codereuse-30seconds": func(m *module) {
			answer := m.asks()
			token, _ := m.given(answer)
			if _, err := m.DB.Pool.Exec(m.t.Context(), "UPDATE identity.oauth_codes SET used = used - interval '30 seconds' WHERE used IS NOT NULL"); err != nil {
				m.t.Fatal(err)
			}
			_, err := m.client.Exchange(m.t.Context(), answer.Get("code"), oauth2.VerifierOption(oauthVerifier))
			m.wants("error", refusal(m.t, err), "invalid_grant")
			m.wants("its token", m.ask("Bearer "+token.AccessToken, http.MethodGet, "/v3/oauth/userinfo", nil).Status, http.StatusUnauthorized)
		},
		"oidcc-ensure-registered-redirect-uri": func(m *module) {
			_, got := m.oauthWorld.authorize(m.user, m.app.request("redirect_uri", oauthRedirect+"/other"))
			m.wants("a page", got.Status, http.StatusBadRequest)
		},
		"oidcc-ensure-post-request-succeeds": func(m *module) {
			res := m.plainly(http.MethodPost, "/auth/authorize", "application/x-www-form-urlencoded", m.app.request("scope", "openid").Encode())
			to, err := url.Parse(res.Header.Get("Location"))
			if err != nil || res.StatusCode != http.StatusSeeOther {
				m.t.Fatalf("%d %v", res.StatusCode, err)
			}
			m.given(m.answered(m.consented(to.Query())))
		},
		"oidcc-server-client-secret-post": func(m *module) {
			m.client.Endpoint.AuthStyle = oauth2.AuthStyleInParams
			m.signsIn()
		},
		"oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported": func(m *module) {
			m.wants("error", m.error(m.user, "request", "eyJhbGciOiJub25lIn0.e30."), "request_not_supported")
		},
		"oidcc-ensure-request-object-with-redirect-uri": func(m *module) {
			m.wants("error", m.error(m.user, "request", "eyJhbGciOiJub25lIn0.eyJyZWRpcmVjdF91cmkiOiJodHRwczovL2V2aWwuZXhhbXBsZSJ9."), "request_not_supported")
		},
		"oidcc-refresh-token": func(m *module) {
			token, _ := m.signsIn("scope", "openid offline_access")
			next := m.refreshed(m.app, token.RefreshToken)
			id, err := m.client.verifier.Verify(m.t.Context(), next.IDToken)
			if err != nil || id.Subject != m.userID || next.RefreshToken == token.RefreshToken {
				m.t.Errorf("%+v %v", next, err)
			}
		},
		"oidcc-ensure-request-with-valid-pkce-succeeds": func(m *module) { m.signsIn("code_challenge", oauthChallenge(oauthVerifier)) },
	}
}

func TestModulesOfTheBasicPlanOfOpenIDConnect(t *testing.T) {
	t.Parallel()
	w, issuer := newClientsWorld(t)
	for name, run := range modules() {
		t.Run(name, func(t *testing.T) {
			own := *w
			own.owner = w.person("o"+ids.New(), identity.RoleUser) // an owner has sixteen applications at most
			m := &module{oauthWorld: &own, t: t, issuer: issuer}
			m.app = m.oauthWorld.app("confidential", oauthScopes)
			m.client = newGoClient(t, issuer, m.app)
			run(m)
		})
	}
}
