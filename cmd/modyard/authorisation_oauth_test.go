package main

import (
	"crypto/sha256"
	"net/http"
	"net/url"
	"slices"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/ids"
)

func (authorisationParts) OAuth() part { return part{oauthObjects(), oauthRequests()} }

// oauthObjects are applications of the owner, which has authorised them itself.
func oauthObjects() map[string]func(w *authorised) thing {
	register := func(w *authorised) thing {
		made := w.by("owner", http.MethodPost, "/v3/oauth/app", applicationDocument(w))
		client := made["client"].(map[string]any)
		o := thing{"id": client["id"].(string), "secret": client["secrets"].([]any)[0].(map[string]any)["id"].(string)}
		o["client"], o["shows"] = o["id"], o["id"]
		return o
	}
	flow := func(w *authorised) thing {
		o := register(w)
		w.must("", http.MethodGet, "/v3/oauth/app/"+o["id"], request{}) // the read model has it
		query := url.Values{"client_id": {o["id"]}, "scope": {"USER_READ"}}.Encode()
		o["flow"] = w.must(w.person("owner").session, http.MethodGet, "/_internal/oauth/authorize?"+query, request{})["flow_id"].(string)
		return o
	}
	return map[string]func(w *authorised) thing{
		"application": register, "consent-flow": flow,
		"application-owner": func(w *authorised) thing {
			return thing{"id": w.person("owner").id, "shows": register(w)["id"]}
		},
		"organization-application": func(w *authorised) thing {
			o := w.organization("owner", true)
			spec := applicationDocument(w)
			spec["organization_id"] = o["id"]
			made := w.by("owner", http.MethodPost, "/v3/oauth/app", spec)
			return thing{"id": o["id"], "shows": made["client"].(map[string]any)["id"].(string)}
		},
		"authorization": func(w *authorised) thing {
			o := flow(w)
			w.by("owner", http.MethodPost, "/v3/oauth/accept", map[string]any{"flow": o["flow"]})
			o["id"] = w.person("owner").id + "-" + o["client"]
			return o
		},
	}
}

func applicationDocument(w *authorised) map[string]any {
	return map[string]any{"name": "Pack Sync " + w.unique(), "max_scopes": identity.ScopeUserRead, "redirect_uris": []string{"https://app.example/cb"}}
}

func oauthRequests() map[string]builder {
	reasoned := sends(map[string]any{"reason": because})
	decides := func(_ *authorised, o thing, _ string) request { return asJSON(map[string]any{"flow": o["flow"]}) }
	return map[string]builder{
		"POST /oauth/app":       func(w *authorised, _ thing, _ string) request { return asJSON(applicationDocument(w)) },
		"PATCH /oauth/app/{id}": sends(map[string]any{"description": "新的简介"}), "PATCH /oauth/app/{id}/icon": pictured,
		"POST /oauth/app/{id}/suspend": reasoned, "POST /oauth/app/{id}/restore": reasoned, "POST /oauth/app/{id}/verify": reasoned,
		"GET /oauth/apps": batch, "GET /user/{id}/oauth_apps": lists, "GET /_internal/user/{id}/oauth_apps": lists, "GET /oauth/authorizations": lists,
		"GET /organization/{id}/oauth_apps": lists, "GET /_internal/organization/{id}/oauth_apps": lists, "POST /oauth/app/{id}/hand-over": sends(map[string]any{"organization_id": ""}),
		"PATCH /oauth/authorizations/{id}": sends(map[string]any{"scopes": 0}), "DELETE /oauth/authorizations": asks("client_id={client}"),
		"POST /oauth/accept": decides, "POST /oauth/reject": decides, "GET /oauth/authorize": asks("client_id={client}&scope=USER_READ"),
	}
}

// application is a token of an application for a person, with exactly the given scopes.
func (w *authorised) application(who string, scopes identity.Scopes) string {
	w.t.Helper()
	token, client, account := "mro_"+fixedLetters(w.unique(), 60), ids.New(), w.person(who).id
	hash := sha256.Sum256([]byte(token))
	for _, step := range []struct {
		sql  string
		args []any
	}{
		{"INSERT INTO identity.oauth_clients (id, max_scopes, usable, verified, skeleton, events) VALUES ($1, $2, true, false, '', 1)", []any{client, int64(scopes)}},
		{"INSERT INTO identity.oauth_grants (account, application, live, scopes, openid, number, events) VALUES ($1, $2, true, $3, '{}', 1, 1)", []any{account, client, int64(scopes)}},
		{`INSERT INTO identity.oauth_tokens (hash, refresh, family, account, application, number, scopes, openid, auth_time, created, expires)
			VALUES ($1, false, 'f', $2, $3, 1, $4, '{}', now(), now(), now() + interval '1 hour')`, []any{hash[:], account, client, int64(scopes)}},
	} {
		if _, err := w.DB.Pool.Exec(w.t.Context(), step.sql, step.args...); err != nil {
			w.t.Fatal(err)
		}
	}
	return token
}

// fixedLetters repeats a text to a length.
func fixedLetters(text string, n int) string {
	out := make([]byte, n)
	for i := range out {
		out[i] = text[i%len(text)]
	}
	return string(out)
}

// ofApplication is true if the table allows an answer to a token of an application: it may what an access token with the same
// scopes may, but its owner is never of the staff by it. How it is refused depends on the object.
func (r ruling) ofApplication(got string) bool {
	if r.expected[6] == "ok" && r.holder() != "owner" {
		return (got == "ok") == (r.expected[slices.Index(callers, "stranger")] == "ok")
	}
	return (got == "ok") == (r.expected[6] == "ok")
}
