package main

import (
	"encoding/json"
	"net/http"
	"time"
)

func accountRequests() map[string]builder {
	newPassword := password + "-new"
	return map[string]builder{
		"POST /auth/create": func(w *authorised, _ thing, _ string) request {
			name := w.unique()
			return asJSON(map[string]any{"username": name, "email": name + "@example.org", "password": newPassword})
		},
		"POST /auth/login": func(w *authorised, _ thing, _ string) request {
			return asJSON(map[string]any{"username": w.person("guest").name, "password": password})
		},
		"POST /auth/login/2fa": func(_ *authorised, o thing, _ string) request {
			return asJSON(map[string]any{"flow": o["flow"], "code": o["code"]})
		},
		"POST /auth/password/reset": func(w *authorised, _ thing, _ string) request {
			return asJSON(map[string]any{"username": w.person("guest").name})
		},
		"PATCH /auth/password":    sends(map[string]any{"old_password": password, "new_password": newPassword}),
		"POST /auth/confirm":      sends(map[string]any{"password": password}),
		"POST /auth/email/verify": sends(map[string]any{"flow": "unknown"}),
		"POST /auth/2fa": func(w *authorised, _ thing, who string) request {
			if who == callers[0] {
				return asJSON(map[string]any{"flow": "unknown", "code": "000000"})
			}
			return asJSON(w.secondStep(who))
		},
		"GET /auth/callback/{provider}":  func(*authorised, thing, string) request { return request{path: "/v2/auth/callback/unknown"} },
		"POST /auth/link":                sends(map[string]any{"provider": "unknown"}),
		"POST /auth/joining":             sends(map[string]any{"flow": "unknown"}),
		"POST /auth/join":                sends(map[string]any{"flow": "unknown", "username": "新人", "email": "new@example.org"}),
		"DELETE /auth/provider":          sends(map[string]any{"provider": "unknown"}),
		"POST /auth/passkeys":            sends(map[string]any{"flow": "unknown", "name": "电脑", "credential": map[string]any{}}),
		"PATCH /auth/passkeys":           sends(map[string]any{"required": false}),
		"PATCH /auth/passkeys/{id}":      sends(map[string]any{"name": "新的名称"}),
		"POST /auth/login/passkey/begin": sends(map[string]any{}),
		"POST /auth/login/passkey":       sends(map[string]any{"flow": "unknown", "credential": map[string]any{}}),
		"DELETE /auth/2fa":               secondStepOf,
		"POST /auth/2fa/backup_codes":    secondStepOf,
		"PATCH /auth/email": func(w *authorised, _ thing, _ string) request {
			return asJSON(map[string]any{"email": w.unique() + "@example.org", "password": password})
		},
		"DELETE /user/{id}":                  sends(map[string]any{"password": password}),
		"POST /_internal/user/{id}/erase":    sends(map[string]any{"reason": map[string]string{"code": "legal"}}),
		"POST /user/{id}/suspend":            sends(map[string]any{"kind": "talk", "until": time.Now().AddDate(0, 0, 3).UTC(), "reason": because}),
		"POST /user/{id}/unsuspend":          sends(map[string]any{"kind": "talk", "reason": because}),
		"PUT /_internal/user/{id}/right":     sends(map[string]any{"right": "analyst", "give": true, "reason": because}),
		"POST /_internal/user/{id}/sign-out": sends(map[string]any{"reason": because}),
		"POST /_internal/user/{id}/reset":    sends(map[string]any{"part": "bio", "reason": because}),
		"POST /_internal/user/{id}/address":  sends(map[string]any{}),
		"POST /_internal/moderation/accounts/find": func(w *authorised, _ thing, _ string) request {
			return asJSON(map[string]any{"address": w.person("owner").name + "@example.org"})
		},
		"PATCH /_internal/preferences":      sends(map[string]any{}),
		"GET /_internal/user/{id}/projects": lists,
		"GET /user/{id}/projects":           lists,
		"GET /user/{id}/all-projects":       lists,
		"GET /users":                        batch,
		"GET /users/search":                 asks("query=own"),
		"GET /suggest":                      asks("q=own"),
		"POST /auth/create/validate":        sends(map[string]any{"username": "somebody-new"}),
		"PATCH /user/{id}": func(_ *authorised, o thing, _ string) request {
			if o["role"] != "" {
				return asJSON(map[string]any{"role": o["role"], "reason": because})
			}
			return asJSON(map[string]any{"bio": "新的简介", "reason": because})
		},
		"PATCH /user/{id}/icon":  pictured,
		"DELETE /user/{id}/icon": withReason,
		"POST /pat":              sends(map[string]any{"name": "新的令牌", "scopes": 2, "expires": time.Now().AddDate(0, 1, 0).UTC()}),
		"PATCH /pat/{id}":        sends(map[string]any{"name": "新的名称"}),

		"PATCH /notification/{id}":  stillUnread,
		"DELETE /notification/{id}": stillUnread,
		"GET /notifications":        batch,
		"PATCH /notifications":      batchStillUnread,
		"DELETE /notifications":     batchStillUnread,
		"POST /_internal/notifications/restore": func(_ *authorised, o thing, _ string) request {
			return asJSON(map[string]any{"ids": []string{o["id"]}})
		},
		"POST /_internal/notifications/read": sends(map[string]any{}),
	}
}

// secondStepOf protects the caller's account first.
func secondStepOf(w *authorised, _ thing, who string) request {
	if who == callers[0] {
		return asJSON(map[string]any{"code": "000000"})
	}
	r := asJSON(map[string]any{"code": w.twoSteps(who)})
	r.spends = true
	return r
}

// stillUnread is whether the owner's notification was changed.
func stillUnread(w *authorised, o thing, _ string) request {
	return request{shows: func(string) bool {
		answer := w.ask(w.person("owner").session, http.MethodGet, "/v3/notification/"+o["id"], request{})
		var one struct{ Read bool }
		return answer.Status != http.StatusOK || json.Unmarshal(answer.Body, &one) == nil && one.Read
	}}
}

func batchStillUnread(w *authorised, o thing, who string) request {
	r := stillUnread(w, o, who)
	r.query = batch(w, o, who).query
	return r
}
