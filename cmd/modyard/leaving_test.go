package main

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/picture/picturetest"
)

// TestNothingPublicOfAnErasedAccountStaysInTeamsAndCollections erases accounts by themselves and by an administrator.
func TestNothingPublicOfAnErasedAccountStaysInTeamsAndCollections(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, staff, admin := s.person("author", identity.RoleUser), s.person("staff", identity.RoleModerator), s.person("chief", identity.RoleAdmin)
	id := s.made(author, "/v3/project", inV3("team-work", map[string]any{"environment": "client_only"}), nil)
	s.made(author, "/v3/version", versionInV3(id, "1.0", nil), map[string][]byte{"file": jar(t, "team-work")})
	s.change(staff, http.MethodPatch, "/v2/project/"+id, map[string]any{"status": "approved", "reason": because})
	begin := func(auth, path string, body any) (id string) {
		t.Helper()
		got := s.ask(auth, http.MethodPost, path, body)
		var made struct{ ID string }
		if err := json.Unmarshal(got.Body, &made); err != nil || got.Status != http.StatusOK {
			t.Fatalf("POST %s: %d %s", path, got.Status, got.Body)
		}
		return made.ID
	}
	guild := begin(author, "/v3/organization", map[string]any{"slug": "leavers", "name": "试验团队", "description": "一起做"})
	type leaver struct{ session, id, collection, avatar string }
	leavers := map[string]*leaver{"member": {}, "invited": {}, "erased": {}}
	for name, l := range leavers {
		l.session = s.person(name, identity.RoleUser)
		l.id = read[struct{ ID string }](s, l.session, "/v2/user").ID
		if got := s.ask(l.session, http.MethodPatch, "/v2/user/"+l.id+"/icon?ext=jpg", picturetest.Photograph(t, 1), "Content-Type", "image/jpeg"); got.Status != http.StatusNoContent {
			t.Fatalf("the avatar of %s: %d %s", name, got.Status, got.Body)
		}
		avatar, err := url.Parse(read[struct {
			Avatar string `json:"avatar_url"`
		}](s, l.session, "/v2/user/"+l.id).Avatar)
		if err != nil {
			t.Fatal(err)
		}
		if l.avatar = avatar.Path; s.ask("", http.MethodGet, l.avatar, nil).Status != http.StatusOK {
			t.Errorf("nobody sees the avatar of %s at %s", name, l.avatar)
		}
		for _, team := range []string{id, guild} {
			s.change(author, http.MethodPost, "/v2/team/"+team+"/members", map[string]any{"user_id": l.id, "role": "译者" + name})
			if name != "invited" {
				s.change(l.session, http.MethodPost, "/v2/team/"+team+"/join", nil)
			}
		}
		l.collection = begin(l.session, "/v3/collection", map[string]any{"name": "收藏" + name, "description": "住址" + name, "projects": []string{id}})
	}
	for name, l := range leavers {
		s.until("everybody reads the collection of "+name, func() bool {
			got := s.ask("", http.MethodGet, "/v3/collection/"+l.collection, nil)
			return got.Status == http.StatusOK && strings.Contains(string(got.Body), "住址"+name)
		})
		if name == "erased" {
			s.change(admin, http.MethodPost, "/_internal/user/"+l.id+"/erase", map[string]any{"reason": map[string]any{"code": "legal"}})
			continue
		}
		s.change(l.session, http.MethodDelete, "/v2/user/"+l.id, map[string]any{"password": password})
	}
	if _, err := s.Core.DB.Pool.Exec(t.Context(), "UPDATE identity.leaving SET until = now() - interval '1 second'"); err != nil {
		t.Fatal(err)
	}
	if err := s.Identity.EraseLeft(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.until("memberships and collections are gone", func() bool {
		for name, l := range leavers {
			if s.ask("", http.MethodGet, "/v3/collection/"+l.collection, nil).Status != http.StatusNotFound {
				return false
			}
			for _, path := range []string{"/v3/project/" + id + "/members", "/v3/team/" + guild + "/members", "/v3/organization/" + guild} {
				if got := s.ask(author, http.MethodGet, path, nil); got.Status != http.StatusOK || strings.Contains(string(got.Body), l.id) || strings.Contains(string(got.Body), "译者"+name) {
					return false
				}
			}
		}
		return true
	})
	for name, l := range leavers {
		s.until("the avatar of "+name+" is gone", func() bool { return s.ask("", http.MethodGet, l.avatar, nil).Status == http.StatusNotFound })
	}
	if p := read[contract.ProjectV3](s, "", "/v3/project/"+id); p.ID != id {
		t.Errorf("the project is %+v", p)
	}
}
