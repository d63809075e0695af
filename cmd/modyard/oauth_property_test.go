package main

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/modyard/modyard/identity"
)

// grantModel is what the account allows an application, and the tokens that were given out for it.
type grantModel struct {
	live, suspended bool
	current         bool            // the application has the owner whom the account allowed it
	scopes          identity.Scopes // of the grant
	most            identity.Scopes // of the application
	number          int
	tokens          []modelToken
}

type modelToken struct {
	access, refresh string
	number          int
	scopes          identity.Scopes
	spent           bool // the refresh token
	gone            bool
}

// end is what ends a grant: every token of it is gone.
func (m *grantModel) end() {
	m.live = false
	for i := range m.tokens {
		m.tokens[i].gone = true
	}
}

// may is what a token allows now.
func (m *grantModel) may(k modelToken) identity.Scopes {
	if k.gone || !m.live || m.suspended || k.number != m.number {
		return 0
	}
	return k.scopes & m.scopes & m.most
}

// TestNoTokenDoesMoreThanItsGrantAllowsNow draws histories of an authorization on a running site. After each step, every token that was
// ever given out does exactly what the model says: nothing when its grant has ended, and never more than the grant and the application allow.
func TestNoTokenDoesMoreThanItsGrantAllowsNow(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	admin := w.person("admin", identity.RoleAdmin)
	scopes := []identity.Scopes{identity.ScopeUserRead, identity.ScopeCollectionRead}
	all := scopes[0] | scopes[1]
	why := map[string]any{"reason": map[string]string{"code": "malicious"}}
	apps := 0
	var team struct{ ID string }
	w.json(w.owner, http.MethodPost, "/v3/organization", map[string]any{"slug": "quay", "name": "蒸汽码头", "description": "大家一起做的团队"}, &team)
	rapid.Check(t, func(rt *rapid.T) {
		if apps++; apps > 12 {
			return // each history costs hundreds of requests, and an owner has sixteen applications at most
		}
		a := w.app("confidential", all)
		m := &grantModel{most: all}
		path := "/v3/oauth/app/" + a.id
		owners := []string{team.ID, ""} // the next one first
		drawn := func(name string) identity.Scopes {
			return rapid.SampledFrom([]identity.Scopes{scopes[0], scopes[1], all}).Draw(rt, name)
		}
		for range rapid.IntRange(5, 15).Draw(rt, "steps") {
			switch rapid.IntRange(0, 7).Draw(rt, "step") {
			case 0, 1: // the account consents
				asked := drawn("asked")
				if m.suspended || asked&^m.most != 0 {
					continue
				}
				names := append(asked.Names(), "offline_access")
				got := w.tokens(a, "scope", strings.Join(names, " "), "prompt", "consent")
				if !m.live {
					m.live, m.scopes = true, 0
					m.number++
				}
				if !m.current { // what a former owner was allowed is not part of it
					m.current, m.scopes = true, 0
				}
				m.scopes = m.scopes&m.most | asked
				m.tokens = append(m.tokens, modelToken{access: got.AccessToken, refresh: got.RefreshToken, number: m.number, scopes: asked})
			case 2: // the program refreshes, perhaps with an old token
				if len(m.tokens) == 0 {
					continue
				}
				i := rapid.IntRange(0, len(m.tokens)-1).Draw(rt, "token")
				k := m.tokens[i]
				got := w.refreshed(a, k.refresh)
				switch {
				case m.suspended || k.gone || !m.live || k.number != m.number:
					if got.Status == http.StatusOK {
						rt.Fatalf("a token of an ended grant was refreshed: %+v", got)
					}
				case k.spent:
					m.end()
				case !m.current: // and it is not spent
					if got.Error != "invalid_grant" {
						rt.Fatalf("a later owner refreshed: %+v", got)
					}
				case got.Status != http.StatusOK:
					rt.Fatalf("refresh: %+v", got)
				default:
					m.tokens[i].spent = true
					m.tokens = append(m.tokens, modelToken{access: got.AccessToken, refresh: got.RefreshToken, number: m.number, scopes: k.scopes})
				}
			case 7: // the application gets another owner
				if m.suspended {
					continue
				}
				if status := w.handsOver(w.owner, a.id, owners[0]); status != http.StatusNoContent {
					rt.Fatalf("hand-over: %d", status)
				}
				owners[0], owners[1] = owners[1], owners[0]
				m.current = false
			case 3: // the account narrows
				if left := drawn("left"); m.live && left&^m.scopes == 0 {
					w.json(w.user, http.MethodPatch, "/v3/oauth/authorizations/"+w.userID+"-"+a.id, map[string]any{"scopes": left}, nil)
					m.scopes = left
				}
			case 4: // the account revokes
				if m.live {
					w.json(w.user, http.MethodDelete, "/v3/oauth/authorizations?client_id="+a.id, nil, nil)
					m.end()
				}
			case 5: // the application asks for less or more
				m.most = drawn("most")
				w.json(w.owner, http.MethodPatch, path, map[string]any{"max_scopes": m.most}, nil)
			case 6: // the staff suspends or restores
				if m.suspended {
					w.json(admin, http.MethodPost, path+"/restore", why, nil)
				} else {
					w.json(admin, http.MethodPost, path+"/suspend", why, nil)
					for i := range m.tokens {
						m.tokens[i].gone = true
					}
				}
				m.suspended = !m.suspended
			}
			w.holds(rt, a, m)
		}
	})
}

// holds checks every token against the model.
func (w *oauthWorld) holds(rt *rapid.T, a oauthApp, m *grantModel) {
	for _, k := range m.tokens {
		if got, want := w.reads(k.access) == http.StatusOK, m.may(k).Has(identity.ScopeUserRead); got != want {
			rt.Fatalf("%+v of %+v reads: %v, want %v", k, m, got, want)
		}
		if m.suspended {
			continue // the application itself is refused
		}
		seen := w.post("introspect", a.basic(), url.Values{"token": {k.access}})
		live := !k.gone && m.live && k.number == m.number
		scope := ""
		if live {
			scope = strings.Join(append([]string{"offline_access"}, m.may(k).Names()...), " ")
		}
		if seen.Active != live || seen.Scope != scope {
			rt.Fatalf("%+v of %+v is seen as %+v, want %v %q", k, m, seen, live, scope)
		}
	}
}
