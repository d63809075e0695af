package main

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/identity"
)

func TestAnApplicationIsRegisteredWithinTheRules(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	document := func(pairs ...any) map[string]any {
		d := map[string]any{"name": "Pack Sync", "max_scopes": identity.ScopeUserRead, "redirect_uris": []string{oauthRedirect}}
		for i := 0; i+1 < len(pairs); i += 2 {
			d[pairs[i].(string)] = pairs[i+1]
		}
		return d
	}
	for name, d := range map[string]map[string]any{
		"the brand": document("name", "Modyard Launcher"), "what looks like the brand": document("name", "Мodyard Launcher"), "spaced": document("name", "m o d y a r d"),
		"official": document("name", "官方启动器"), "a short name": document("name", "ab"), "no redirect": document("redirect_uris", []string{}),
		"a restricted scope": document("max_scopes", identity.ScopeSessionAccess), "a scope that is none": document("max_scopes", uint64(1)<<63), "another type": document("type", "x"),
	} {
		if got := w.ask(w.owner, http.MethodPost, "/v3/oauth/app", d); got.Status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
	}
	if got := w.ask(w.owner, http.MethodPost, "/v3/oauth/app", document("max_scopes", identity.ScopePATCreate)); !strings.Contains(string(got.Body), "Invalid scopes requested!") {
		t.Errorf("%s", got.Body)
	}
	if _, err := w.DB.Pool.Exec(t.Context(), "UPDATE identity.accounts SET email_verified = false, verified_at = NULL WHERE id = $1", w.userID); err != nil {
		t.Fatal(err)
	}
	w.wants("without a confirmed address", w.ask(w.user, http.MethodPost, "/v3/oauth/app", document()).Status, http.StatusBadRequest)

	named := []string{"Idempotency-Key", "0198a2de-0000-7000-8000-000000000001"}
	first, again := w.ask(w.owner, http.MethodPost, "/v3/oauth/app", document(), named...), w.ask(w.owner, http.MethodPost, "/v3/oauth/app", document(), named...)
	var made, repeated contract.ApplicationCreated
	if json.Unmarshal(first.Body, &made) != nil || json.Unmarshal(again.Body, &repeated) != nil || made.ClientSecret == "" || repeated.ClientSecret != "" || made.Client.ID != repeated.Client.ID {
		t.Errorf("%s, repeated %s", first.Body, again.Body)
	}
	path := "/_internal/oauth/app/" + made.Client.ID
	w.json(w.owner, http.MethodPatch, path, map[string]any{"name": "Pack Tools", "url": "https://app.example", "description": "工具", "redirect_uris": []string{"https://app.example/new"}}, nil)
	w.wants("the name of the site", w.ask(w.owner, http.MethodPatch, path, map[string]any{"name": "Modyard"}).Status, http.StatusBadRequest)
	w.wants("another type", w.ask(w.owner, http.MethodPatch, path, map[string]any{"type": "public"}).Status, http.StatusBadRequest)
	w.wants("by a stranger", w.ask(w.user, http.MethodPatch, path, map[string]any{"name": "Other"}).Status, http.StatusUnauthorized)
	var shown contract.Application
	w.until("the change is shown", func() bool {
		shown = contract.Application{}
		w.json("", http.MethodGet, path, nil, &shown)
		return shown.Name == "Pack Tools"
	})
	if shown.Name != "Pack Tools" || shown.URL == nil || *shown.URL != "https://app.example" || shown.Description == nil || shown.RedirectURIs[0] != "https://app.example/new" ||
		shown.Creator.Username != "owner" || len(shown.Secrets) > 0 {
		t.Errorf("%+v", shown)
	}
	var own []contract.Application
	w.json(w.owner, http.MethodGet, "/v3/user/owner/oauth_apps", nil, &own)
	if len(own) != 1 || len(own[0].Secrets) != 1 {
		t.Errorf("%+v", own)
	}
	w.wants("a stranger's list", w.ask(w.user, http.MethodGet, "/v3/user/owner/oauth_apps", nil).Status, http.StatusUnauthorized)
	w.json(w.owner, http.MethodDelete, path, nil, nil)
	w.caughtUp()
	w.wants("after it was deleted", w.ask("", http.MethodGet, path, nil).Status, http.StatusNotFound)
}

func TestNothingActsForAnAccountThatLeft(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a := w.app("confidential", oauthScopes)
	got := w.tokens(a, "scope", "USER_READ offline_access")
	w.json(w.user, http.MethodDelete, "/v2/user/"+w.userID, map[string]any{"password": password}, nil)
	w.wants("its token", w.reads(got.AccessToken), http.StatusUnauthorized)
	w.wants("its refresh token", w.refreshed(a, got.RefreshToken).Error, "invalid_grant")
	w.erase(w.userID)
	w.until("the authorization has ended", func() bool {
		grants, err := w.Identity.LiveGrants(t.Context(), w.userID)
		return err == nil && len(grants) == 0
	})
	var me struct{ ID string }
	w.json(w.owner, http.MethodGet, "/v2/user", nil, &me)
	w.erase(me.ID)
	w.until("its application is deleted", func() bool {
		return w.ask("", http.MethodGet, "/v3/oauth/app/"+a.id, nil).Status == http.StatusNotFound
	})
	w.wants("the client", w.post("token", "", a.exchange("mrc_x")).Error, "invalid_client")
}

// erase erases an account: one that leaves may come back for 14 days.
func (w *oauthWorld) erase(account string) {
	w.t.Helper()
	admin := identity.Caller{Account: "Admin001", Role: identity.RoleAdmin, Scopes: identity.AllScopes, Kind: identity.KindSession}
	if err := w.Identity.EraseAccount(w.t.Context(), admin, account, reason.Reason{Code: reason.Legal}); err != nil {
		w.t.Fatal(err)
	}
}

func TestWhatHasExpiredGivesNothing(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a := w.app("confidential", oauthScopes)
	expire := func(table string) {
		t.Helper()
		if _, err := w.DB.Pool.Exec(t.Context(), "UPDATE identity.oauth_"+table+" SET expires = now() - interval '1 second'"); err != nil {
			t.Fatal(err)
		}
	}
	flow := w.asked(w.user, a.request()).FlowID
	expire("flows")
	w.wants("a flow", w.ask(w.user, http.MethodPost, "/v3/oauth/accept", map[string]any{"flow": flow}).Status, http.StatusBadRequest)
	code := w.code(a.request())
	expire("codes")
	w.wants("a code", w.post("token", "", a.exchange(code)).Error, "invalid_grant")
	got := w.tokens(a, "scope", "USER_READ offline_access")
	pushed := w.post("par", a.basic(), a.request("client_id", ""))
	expire("tokens")
	expire("pushed")
	w.wants("a token", w.reads(got.AccessToken), http.StatusUnauthorized)
	w.wants("a refresh token", w.refreshed(a, got.RefreshToken).Error, "invalid_grant")
	w.wants("an introspected one", w.post("introspect", a.basic(), url.Values{"token": {got.AccessToken}}).Active, false)
	c, _ := w.authorize(w.user, url.Values{"client_id": {a.id}, "request_uri": {pushed.RequestURI}})
	w.wants("a pushed request", w.answered(c.Redirect).Get("error"), "request_uri_not_supported")
	if err := w.Identity.Clean(t.Context()); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := w.DB.Pool.QueryRow(t.Context(), "SELECT (SELECT count(*) FROM identity.oauth_flows) + (SELECT count(*) FROM identity.oauth_tokens) + (SELECT count(*) FROM identity.oauth_pushed)").Scan(&left); err != nil || left != 0 {
		t.Errorf("%d rows are left (%v)", left, err)
	}
}

func TestEventsOfATokenNameTheAuthorization(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a := w.app("confidential", identity.ScopeCollectionCreate)
	got := w.tokens(a, "scope", "COLLECTION_CREATE")
	var made struct{ ID string }
	w.json(got.AccessToken, http.MethodPost, "/v3/collection", map[string]any{"name": "收藏的整合包", "projects": []string{}}, &made)
	for e, err := range w.Log.Stream(t.Context(), "collection-"+made.ID, 0) {
		if err != nil {
			t.Fatal(err)
		}
		w.wants("the credential", e.Meta.Credential, w.userID+"-"+a.id)
	}
	var usage contract.ApplicationUsage
	w.json(w.owner, http.MethodGet, "/v3/oauth/app/"+a.id+"/usage", nil, &usage)
	if len(usage.Days) != 1 || usage.Days[0].Requests != 1 {
		t.Errorf("%+v", usage)
	}
}

func TestPagesOfOtherSitesMayAskTheEndpoints(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	for _, c := range [][2]string{{"OPTIONS", "/v3/oauth/token"}, {"GET", "/.well-known/openid-configuration"}, {"GET", "/.well-known/jwks.json"}} {
		r, err := http.NewRequestWithContext(t.Context(), c[0], w.url+c[1], nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Origin", "https://app.example")
		r.Header.Set("Access-Control-Request-Method", http.MethodPost)
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		w.wants(c[1], res.Header.Get("Access-Control-Allow-Origin"), "*")
	}
}
