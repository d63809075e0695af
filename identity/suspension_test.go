package identity_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/identity"
)

func (s *site) suspension(kind string, days int) object {
	body := object{"kind": kind, "until": nil, "reason": object{"code": "spam", "text": "在每个讨论里做广告"}}
	if days > 0 {
		body["until"] = s.clock().Add(time.Duration(days) * 24 * time.Hour)
	}
	return body
}

func TestASuspensionOfTheSignInEndsEverySessionAndRefusesTokens(t *testing.T) {
	s, _ := newMailSite(t)
	admin, v := s.admin("root"), s.signedUp("steve")
	id := v.id()
	v.want(204, "POST", "/v2/auth/confirm", object{"password": goodPassword})
	token := s.visitor()
	token.token = field(t, v.want(200, "POST", "/v2/pat", object{"name": "build", "scopes": 2, "expires": s.clock().Add(48 * 24 * time.Hour)}), "access_token")
	admin.want(204, "POST", "/v2/user/"+id+"/suspend", s.suspension("sign_in", 7))

	v.want(401, "GET", "/v2/user", nil)
	for name, r := range map[string]reply{
		"a token":    token.want(403, "GET", "/v2/user", nil),
		"a password": s.visitor().want(403, "POST", "/v2/auth/login", creds("steve", goodPassword)),
	} {
		if r.code() != identity.CodeBanned || !strings.Contains(r.text(), "暂停登录，到 2026-11-28 16:00（UTC+8）为止。原因：垃圾内容（在每个讨论里做广告）") ||
			!strings.Contains(r.body, `"kind":"sign_in"`) || !strings.Contains(r.body, `"until":"2026-11-28T08:00:00Z"`) {
			t.Errorf("%s: %s", name, r.body)
		}
	}
	s.visitor().want(401, "POST", "/v2/auth/login", creds("steve", "wrong password")) // who does not know the password learns nothing

	s.pass(7*24*time.Hour - time.Second)
	token.want(403, "GET", "/v2/user", nil)
	s.pass(time.Second) // it ends by itself
	token.want(200, "GET", "/v2/user", nil)
	s.visitor().want(200, "POST", "/v2/auth/login", creds("steve", goodPassword))
}

func TestOtherSuspensionsRefuseOnlyTheirScopes(t *testing.T) {
	s := newSite(t)
	admin, v := s.admin("root"), s.signedUp("steve")
	id := v.id()
	admin.want(204, "POST", "/v2/user/"+id+"/suspend", s.suspension("talk", 3))
	own := v.want(200, "GET", "/v2/user", nil)
	if !strings.Contains(own.body, `"suspensions":[{"kind":"talk"`) || !strings.Contains(own.body, "在每个讨论里做广告") {
		t.Error(own.body)
	}
	caller, err := s.Resolve(t.Context(), v.cookies["modyard_session"])
	if err != nil {
		t.Fatal(err)
	}
	for scope, refused := range map[identity.Scopes]bool{
		identity.ScopeThreadWrite: true, identity.ScopeThreadRead: false, identity.ScopeReportCreate: false, identity.ScopeProjectWrite: false, identity.ScopeUserWrite: false,
	} {
		if got := caller.Require(scope) != nil; got != refused {
			t.Errorf("scope %d: refused is %v", scope, got)
		}
	}
	v.want(204, "PATCH", "/v2/user/"+id, object{"bio": "还在"})
	admin.want(400, "POST", "/v2/user/"+id+"/unsuspend", object{"kind": "talk"})
	admin.want(204, "POST", "/v2/user/"+id+"/unsuspend", object{"kind": "talk", "reason": object{"code": "correction"}})
	if own := v.want(200, "GET", "/v2/user", nil); strings.Contains(own.body, "suspensions") {
		t.Error(own.body)
	}
	admin.want(204, "POST", "/v2/user/"+id+"/suspend", s.suspension("publishing", 0))
	if caller, err = s.Resolve(t.Context(), v.cookies["modyard_session"]); err != nil {
		t.Fatal(err)
	}
	for scope, refused := range map[identity.Scopes]bool{
		identity.ScopeProjectCreate: true, identity.ScopeVersionWrite: true, identity.ScopeWikiWrite: true, identity.ScopeThreadWrite: false, identity.ScopeProjectDelete: false,
	} {
		if got := caller.Require(scope) != nil; got != refused {
			t.Errorf("scope %d: refused is %v", scope, got)
		}
	}
}

func TestOnlyTheStaffSuspendsAndNeverTheStaff(t *testing.T) {
	s := newSite(t)
	admin, mod, v := s.admin("root"), s.signedUp("mod"), s.signedUp("steve")
	modID, id, adminID := mod.id(), v.id(), admin.id()
	admin.want(204, "PATCH", "/v2/user/"+modID, roleChange("moderator"))
	for name, c := range map[string]struct {
		by     *visitor
		to     string
		body   object
		status int
	}{
		"nobody":                  {s.visitor(), id, s.suspension("talk", 3), 401},
		"oneself":                 {v, id, s.suspension("talk", 3), 401},
		"a moderator for a week":  {mod, id, s.suspension("talk", 7), 204},
		"a moderator for a year":  {mod, id, s.suspension("talk", 365), 400},
		"a moderator, the signin": {mod, id, s.suspension("sign_in", 3), 401},
		"a moderator, an admin":   {mod, adminID, s.suspension("talk", 3), 401},
		"an admin, a moderator":   {admin, modID, s.suspension("talk", 3), 401},
		"an unknown account":      {admin, "nobodyhe", s.suspension("talk", 3), 404},
		"an unknown kind":         {admin, id, s.suspension("reading", 3), 400},
		"no reason":               {admin, id, object{"kind": "talk", "until": nil}, 400},
	} {
		if r := c.by.do("POST", "/v2/user/"+c.to+"/suspend", c.body); r.status != c.status {
			t.Errorf("%s: %d %s", name, r.status, r.body)
		}
	}
	if list, err := s.Suspensions(t.Context(), modID); err != nil || len(list) != 0 {
		t.Error(list, err)
	}
}

func TestNoSessionBeginsWhileTheSignInIsSuspended(t *testing.T) {
	s := newSite(t)
	admin := s.admin("root")
	id := s.signedUp("steve").id()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { s.visitor().do("POST", "/v2/auth/login", creds("steve", goodPassword)) })
	}
	all.Go(func() { admin.want(204, "POST", "/v2/user/"+id+"/suspend", s.suspension("sign_in", 3)) })
	all.Wait()
	var left int
	if err := s.db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM identity.sessions WHERE account = $1", id).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d sessions are left, %v", left, err)
	}
}

func TestTheStaffEndsSessionsAndTokensAndResetsAProfile(t *testing.T) {
	s, _ := newMailSite(t)
	admin, v := s.admin("root"), s.signedUp("steve")
	id := v.id()
	v.want(204, "PATCH", "/v2/user/"+id, object{"bio": "买号加我"})
	v.want(204, "POST", "/v2/auth/confirm", object{"password": goodPassword})
	token := s.visitor()
	token.token = field(t, v.want(200, "POST", "/v2/pat", object{"name": "build", "scopes": 2, "expires": s.clock().Add(time.Hour)}), "access_token")
	admin.want(400, "POST", "/_internal/user/"+id+"/sign-out", object{})
	admin.want(204, "POST", "/_internal/user/"+id+"/sign-out", object{"reason": object{"code": "security"}})
	v.want(401, "GET", "/v2/user", nil)
	token.want(401, "GET", "/v2/user", nil)
	guest := s.visitor()
	s.pass(time.Second)
	guest.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword))
	guest.want(200, "GET", "/v2/user", nil)

	why := object{"code": "spam"}
	admin.want(400, "POST", "/_internal/user/"+id+"/reset", object{"part": "everything", "reason": why})
	admin.want(400, "POST", "/_internal/user/"+id+"/reset", object{"part": "bio"})
	admin.want(204, "POST", "/_internal/user/"+id+"/reset", object{"part": "bio", "reason": why})
	admin.want(204, "POST", "/_internal/user/"+id+"/reset", object{"part": "username", "reason": why})
	p, err := s.ByUsername(t.Context(), id)
	if err != nil || p.Bio != "" || p.Username != "用户-"+id {
		t.Fatalf("%+v %v", p, err)
	}
}

func TestLookingAtAnAddressIsRecordedAndContainsNone(t *testing.T) {
	s := newSite(t)
	admin := s.admin("root")
	id := s.signedUp("steve").id()
	s.signedUp("alex").want(401, "POST", "/_internal/user/"+id+"/address", object{})
	if r := admin.want(200, "POST", "/_internal/user/"+id+"/address", object{}); field(t, r, "email") != "steve@example.org" {
		t.Fatal(r.body)
	}
	if r := admin.want(200, "POST", "/_internal/moderation/accounts/find", object{"address": "STEVE@example.org"}); field(t, r, "id") != id {
		t.Fatal(r.body)
	}
	admin.want(404, "POST", "/_internal/moderation/accounts/find", object{"address": "nobody@example.org"})
	admin.want(400, "POST", "/_internal/moderation/accounts/find", object{"address": "steve"})
	list := events(t, s.log, "account-"+id)
	if len(list) != 2 || list[0].Type != "account.address-seen.v1" || list[0].Meta.Actor != admin.id() || list[0].Meta.Role != "admin" {
		t.Fatalf("%+v", list)
	}
	for _, e := range list {
		if strings.Contains(string(e.Data), "example.org") {
			t.Error(string(e.Data))
		}
	}
}

func TestSuspensionsFollowTheLogAgainFromItsBeginning(t *testing.T) {
	s := newSite(t)
	admin := s.admin("root")
	id := s.signedUp("steve").id()
	admin.want(204, "POST", "/v2/user/"+id+"/suspend", s.suspension("talk", 3))
	admin.want(204, "POST", "/v2/user/"+id+"/suspend", s.suspension("publishing", 3))
	admin.want(204, "POST", "/v2/user/"+id+"/unsuspend", object{"kind": "talk", "reason": object{"code": "correction"}})
	if _, err := s.db.Pool.Exec(t.Context(), "DELETE FROM identity.suspensions; UPDATE identity.roles_followed SET position = 0"); err != nil {
		t.Fatal(err)
	}
	head, err := s.log.Head(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.RolesFollowed(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	list, err := s.Suspensions(t.Context(), id)
	if err != nil || len(list) != 1 || list[0].Act != account.Publishing || list[0].Text != "在每个讨论里做广告" {
		t.Fatalf("%+v %v", list, err)
	}
}

func FuzzParseSuspended(f *testing.F) {
	for _, text := range []string{"", "talk", "talk 2026-11-28T08:00:00Z", "sign_in never", " 2026", "\x00 \xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		act, until := identity.ParseSuspended(text)
		if !strings.HasPrefix(text, string(act)) || until != nil && !strings.Contains(text, " ") {
			t.Errorf("%q is %q until %v", text, act, until)
		}
	})
}
