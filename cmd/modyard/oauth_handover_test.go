package main

import (
	"net/http"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/identity"
)

// handsOver is the status of handing an application over.
func (w *oauthWorld) handsOver(session, id, to string) int {
	w.t.Helper()
	return w.ask(session, http.MethodPost, "/v3/oauth/app/"+id+"/hand-over", map[string]any{"organization_id": to}).Status
}

// managed are the ids of the applications of a list, of those whose secrets it shows.
func (w *oauthWorld) managed(session, path string) (ids []string) {
	w.t.Helper()
	w.caughtUp()
	var list []contract.Application
	w.json(session, http.MethodGet, path, nil, &list)
	for _, a := range list {
		if len(a.Secrets) > 0 {
			ids = append(ids, a.ID)
		}
	}
	return ids
}

func TestAnApplicationGoesFromPersonToPersonByWayOfTheirOrganization(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	admin := w.person("admin", identity.RoleAdmin)
	a := w.app("confidential", oauthScopes)
	got := w.tokens(a)
	why := map[string]any{"reason": map[string]string{"code": "complies"}}
	w.json(admin, http.MethodPost, "/v3/oauth/app/"+a.id+"/verify", why, nil)
	var team struct{ ID string }
	w.json(w.owner, http.MethodPost, "/v3/organization", map[string]any{"slug": "quay", "name": "蒸汽码头", "description": "大家一起做的团队"}, &team)
	members := "/v3/organization/" + team.ID + "/members"

	w.wants("to an organization of others", w.handsOver(w.user, a.id, team.ID), http.StatusUnauthorized)
	w.wants("to one that does not exist", w.handsOver(w.owner, a.id, "nowhere"), http.StatusNotFound)
	w.wants("to the organization", w.handsOver(w.owner, a.id, "quay"), http.StatusNoContent)
	w.wants("once more", w.handsOver(w.owner, a.id, team.ID), http.StatusNoContent)
	w.wants("its owner still manages it", len(w.managed(w.owner, "/v3/user/owner/oauth_apps")), 1)
	w.wants("in the organization's list", len(w.managed(w.owner, "/v3/organization/quay/oauth_apps")), 1)
	w.wants("which strangers do not see", w.ask(w.user, http.MethodGet, "/v3/organization/quay/oauth_apps", nil).Status, http.StatusUnauthorized)
	w.wants("taken by a stranger", w.handsOver(w.user, a.id, ""), http.StatusUnauthorized)
	var shown contract.Application
	w.json("", http.MethodGet, "/v3/oauth/app/"+a.id, nil, &shown)
	if shown.Organization == nil || *shown.Organization != team.ID || shown.Verified || shown.Name != "Pack Sync" || len(shown.Secrets) > 0 {
		t.Errorf("it is shown as %+v", shown)
	}

	// A member who may not edit the organization's details manages nothing.
	w.json(w.owner, http.MethodPost, members, map[string]any{"user_id": w.userID, "organization_permissions": organization.ManageInvites}, nil)
	w.json(w.user, http.MethodPost, "/v3/organization/"+team.ID+"/join", nil, nil)
	w.caughtUp()
	w.wants("by a member without the right", w.handsOver(w.user, a.id, ""), http.StatusUnauthorized)
	w.wants("whose list is empty", len(w.managed(w.user, "/v3/user/user/oauth_apps")), 0)
	w.json(w.owner, http.MethodPatch, members+"/"+w.userID, map[string]any{"organization_permissions": organization.EditDetails}, nil)
	w.wants("with the right it is in the member's list", len(w.managed(w.user, "/v3/user/user/oauth_apps")), 1)
	w.wants("taken by the member", w.handsOver(w.user, a.id, ""), http.StatusNoContent)
	w.wants("who manages it", len(w.managed(w.user, "/v3/user/user/oauth_apps")), 1)
	w.wants("and the former owner does not", len(w.managed(w.owner, "/v3/user/owner/oauth_apps")), 0)
	w.wants("nor change it", w.ask(w.owner, http.MethodPatch, "/v3/oauth/app/"+a.id, map[string]any{"description": "x"}).Status, http.StatusUnauthorized)
	w.wants("nor the organization", len(w.managed(w.owner, "/v3/organization/quay/oauth_apps")), 0)
	w.wants("the program runs on", w.reads(got.AccessToken), http.StatusOK)

	// What the new owner is responsible for does not end with the former one.
	var me struct{ ID string }
	w.json(w.owner, http.MethodGet, "/v2/user", nil, &me)
	w.json(w.owner, http.MethodDelete, "/v3/organization/"+team.ID, nil, nil)
	w.erase(me.ID)
	w.caughtUp()
	w.json("", http.MethodGet, "/v3/oauth/app/"+a.id, nil, &shown)
	w.wants("its name", shown.Name, "Pack Sync")
}

func TestAnAccountIsAskedAgainAfterAnApplicationWasHandedOver(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	a := w.app("confidential", oauthScopes)
	request := a.request("scope", "USER_READ offline_access")
	got := w.tokens(a, "scope", "USER_READ offline_access")
	c, _ := w.authorize(w.user, request)
	w.wants("what was allowed is not asked again", c.FlowID, "")
	late := w.code(request)
	var team struct{ ID string }
	w.json(w.owner, http.MethodPost, "/v3/organization", map[string]any{"slug": "quay", "name": "蒸汽码头", "description": "大家一起做的团队"}, &team)
	w.wants("handed over", w.handsOver(w.owner, a.id, team.ID), http.StatusNoContent)

	listed := func() (list []contract.Authorization) {
		w.caughtUp()
		w.json(w.user, http.MethodGet, "/v3/oauth/authorizations", nil, &list)
		return list
	}
	if list := listed(); len(list) != 1 || !list[0].HandedOver {
		t.Errorf("the account sees %+v", list)
	}
	w.wants("its token ends by itself", w.reads(got.AccessToken), http.StatusOK)
	w.wants("no token follows from it", w.refreshed(a, got.RefreshToken).Error, "invalid_grant")
	w.wants("nor from a code of before", w.post("token", "", a.exchange(late)).Error, "invalid_grant")
	c, _ = w.authorize(w.user, with(request, "prompt", "none"))
	w.wants("nor without a page", w.answered(c.Redirect).Get("error"), "consent_required")
	asked := w.asked(w.user, with(request, "prompt", ""))
	if !asked.HandedOver || asked.GrantedScopes != 0 {
		t.Errorf("it is asked as %+v", asked)
	}
	w.json(w.user, http.MethodPost, "/v3/oauth/reject", map[string]any{"flow": asked.FlowID}, nil)
	w.wants("a refusal renews nothing", w.refreshed(a, got.RefreshToken).Error, "invalid_grant")
	w.code(request)
	if list := listed(); len(list) != 1 || list[0].HandedOver {
		t.Errorf("after it agreed the account sees %+v", list)
	}
	next := w.refreshed(a, got.RefreshToken)
	w.wants("the refresh token, which was not used up, is good again", next.Status, http.StatusOK)
	w.wants("and what it gives", w.reads(next.AccessToken), http.StatusOK)
	c, _ = w.authorize(w.user, request)
	w.wants("it is not asked a second time", c.FlowID, "")
}

func TestAnAccountIsToldThatARefreshTokenWasUsedTwice(t *testing.T) {
	t.Parallel()
	w := newOAuthWorld(t)
	w.until("the place of the reactor", func() bool {
		return w.count(`SELECT count(*) FROM reactors.consumers WHERE name = 'decision-letters' AND position IS NOT NULL`) == 1
	})
	a, b := w.app("confidential", oauthScopes), w.app("confidential", oauthScopes)
	got := w.tokens(a, "scope", "USER_READ offline_access")
	w.tokens(b)
	w.json(w.user, http.MethodDelete, "/v3/oauth/authorizations?client_id="+b.id, nil, nil) // what the account ends itself is no news
	w.refreshed(a, got.RefreshToken)
	w.wants("used twice", w.refreshed(a, got.RefreshToken).Error, "invalid_grant")
	w.wants("used a third time", w.refreshed(a, got.RefreshToken).Error, "invalid_grant")
	w.caughtUp()
	var inbox struct {
		Notifications []contract.Notification
	}
	w.json(w.user, http.MethodGet, "/_internal/notifications", nil, &inbox)
	if n := inbox.Notifications; len(n) != 1 || n[0].Type != "authorization_reused" || n[0].Link != "/settings/activity?key="+w.userID+"-"+a.id || n[0].Title == "" {
		t.Errorf("%+v", n)
	}
	w.until("a letter", func() bool { return w.letters() == 1 })
	w.until("an empty queue", func() bool {
		return w.count(`SELECT count(*) FROM jobs.river_job WHERE kind = 'identity.notice' AND state NOT IN ('completed', 'cancelled', 'discarded')`) == 0
	})
	w.wants("letters", w.letters(), 1)
}
