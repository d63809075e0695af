package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/modyard/modyard/identity"
)

// newClientsWorld is a world whose issuer is the address at which it answers, as a library of clients demands.
func newClientsWorld(t *testing.T) (*oauthWorld, string) {
	t.Helper()
	s, front := newFrontedSite(t)
	return newOAuthWorldOn(s), front
}

// goClient is an application that uses x/oauth2 and go-oidc and nothing else.
type goClient struct {
	oauth2.Config
	provider *oidc.Provider
	verifier *oidc.IDTokenVerifier
}

func newGoClient(t *testing.T, issuer string, a oauthApp, scopes ...string) goClient {
	t.Helper()
	provider, err := oidc.NewProvider(t.Context(), issuer)
	if err != nil {
		t.Fatal(err)
	}
	return goClient{
		oauth2.Config{ClientID: a.id, ClientSecret: a.secret, Endpoint: provider.Endpoint(), RedirectURL: oauthRedirect, Scopes: append([]string{oidc.ScopeOpenID}, scopes...)},
		provider, provider.Verifier(&oidc.Config{ClientID: a.id}),
	}
}

// identified checks the id token of an answer and returns it.
func (c goClient) identified(ctx context.Context, t *testing.T, given *oauth2.Token) *oidc.IDToken {
	t.Helper()
	raw, _ := given.Extra("id_token").(string)
	id, err := c.verifier.Verify(ctx, raw)
	if err == nil {
		err = id.VerifyAccessToken(given.AccessToken)
	}
	if err != nil {
		t.Fatalf("the id token %q: %v", raw, err)
	}
	return id
}

// refusal is the code of the error with which an answer of the token endpoint is refused.
func refusal(t *testing.T, err error) string {
	t.Helper()
	var answer *oauth2.RetrieveError
	if !errors.As(err, &answer) {
		t.Fatalf("not refused: %v", err)
	}
	return answer.ErrorCode
}

func TestTheLibrariesOfGoSignPeopleInHere(t *testing.T) {
	t.Parallel()
	w, issuer := newClientsWorld(t)
	for _, kind := range []string{"confidential", "public"} {
		a, ctx := w.app(kind, oauthScopes), t.Context()
		c := newGoClient(t, issuer, a, "profile", "email", oidc.ScopeOfflineAccess, "USER_READ")
		verifier := oauth2.GenerateVerifier()
		asked := c.AuthCodeURL("state of the client", oauth2.S256ChallengeOption(verifier), oidc.Nonce("n-1"))
		page, err := url.Parse(asked)
		if err != nil || !strings.HasPrefix(asked, issuer+"/auth/authorize?") {
			t.Fatalf("%s: the browser is sent to %s", kind, asked)
		}
		answer := w.answered(w.consented(page.Query()))
		w.wants(kind+": state", answer.Get("state"), "state of the client")
		w.wants(kind+": iss", answer.Get("iss"), issuer)
		given, err := c.Exchange(ctx, answer.Get("code"), oauth2.VerifierOption(verifier))
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		id := c.identified(ctx, t, given)
		w.wants(kind+": subject", id.Subject, w.userID)
		w.wants(kind+": nonce", id.Nonce, "n-1")
		info, err := c.provider.UserInfo(ctx, c.TokenSource(ctx, given))
		if err != nil || info.Subject != w.userID || info.Email != "user@example.org" || !info.EmailVerified {
			t.Errorf("%s: userinfo %+v, %v", kind, info, err)
		}
		old := *given
		old.Expiry = time.Now().Add(-time.Hour) // the library refreshes what has expired
		next, err := c.TokenSource(ctx, &old).Token()
		if err != nil {
			t.Fatalf("%s: refresh: %v", kind, err)
		}
		w.wants(kind+": the refresh token rotates", next.RefreshToken != "" && next.RefreshToken != given.RefreshToken, true)
		w.wants(kind+": subject after a refresh", c.identified(ctx, t, next).Subject, w.userID)
		w.wants(kind+": it reads", w.reads(next.AccessToken), http.StatusOK)
		_, err = c.TokenSource(ctx, &old).Token()
		w.wants(kind+": the old refresh token", refusal(t, err), "invalid_grant")
		w.wants(kind+": what it ended", w.reads(next.AccessToken), http.StatusUnauthorized)
		_, err = c.Exchange(ctx, answer.Get("code"), oauth2.VerifierOption(verifier))
		w.wants(kind+": the code again", refusal(t, err), "invalid_grant")
	}
}

func TestWhatDiscoveryNamesIsThere(t *testing.T) {
	t.Parallel()
	w, issuer := newClientsWorld(t)
	a := w.app("confidential", oauthScopes)
	c := newGoClient(t, issuer, a, "USER_READ")
	var named struct {
		Revoke     string   `json:"revocation_endpoint"`
		Introspect string   `json:"introspection_endpoint"`
		Push       string   `json:"pushed_authorization_request_endpoint"`
		Keys       string   `json:"jwks_uri"`
		Scopes     []string `json:"scopes_supported"`
		Methods    []string `json:"token_endpoint_auth_methods_supported"`
		Iss        bool     `json:"authorization_response_iss_parameter_supported"`
	}
	if err := c.provider.Claims(&named); err != nil {
		t.Fatal(err)
	}
	send := func(endpoint string, form url.Values) (status int, answer map[string]any) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, endpoint, strings.NewReader(form.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.SetBasicAuth(url.QueryEscape(a.id), url.QueryEscape(a.secret))
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close() //nolint:errcheck // only read
		_ = json.NewDecoder(res.Body).Decode(&answer)
		return res.StatusCode, answer
	}
	status, pushed := send(named.Push, a.request("scope", "openid USER_READ", "nonce", "n-2"))
	uri, _ := pushed["request_uri"].(string)
	if status != http.StatusCreated || uri == "" {
		t.Fatalf("pushed: %d %v", status, pushed)
	}
	answer := w.answered(w.consented(url.Values{"client_id": {a.id}, "request_uri": {uri}}))
	given, err := c.Exchange(t.Context(), answer.Get("code"), oauth2.VerifierOption(oauthVerifier))
	if err != nil {
		t.Fatal(err)
	}
	w.wants("the nonce of the pushed request", c.identified(t.Context(), t, given).Nonce, "n-2")
	token := url.Values{"token": {given.AccessToken}, "token_type_hint": {"access_token"}}
	_, seen := send(named.Introspect, token)
	w.wants("introspected", seen["active"], true)
	status, _ = send(named.Revoke, token)
	w.wants("revoked", status, http.StatusOK)
	_, seen = send(named.Introspect, token)
	w.wants("introspected after that", seen["active"], false)
	w.wants("the answers name the issuer", named.Iss, true)
	for _, scope := range named.Scopes {
		if scope == "SESSION_ACCESS" || scope == "" {
			t.Errorf("discovery offers %q", scope)
		}
	}
	w.wants("the site's own scopes are offered", strings.Contains(strings.Join(named.Scopes, " "), identity.ScopeUserRead.Names()[0]), true)
}
