package main

import (
	"net/http"
	"testing"

	"github.com/modyard/modyard/identity"
)

func TestWikiOpenIsWhatTheSettingsOfTheWikiSay(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	owner := s.person("owner", identity.RoleUser)
	id, _, _ := s.published(owner, s.person("staff", identity.RoleModerator), "harbour-open")
	check := func(want bool, after string) {
		t.Helper()
		for _, version := range []string{"/v2/project/", "/v3/project/"} {
			if got := read[map[string]any](s, owner, version+id)["wiki_open"]; got != want {
				t.Errorf("after %s: %s%s has wiki_open %v", after, version, id, got)
			}
		}
	}
	editing := func() any { return read[map[string]any](s, owner, "/v3/project/"+id+"/wiki/settings")["editing"] }
	check(false, "nothing")
	s.change(owner, http.MethodPatch, "/v2/project/"+id, map[string]any{"wiki_open": true})
	if check(true, "PATCH v2"); editing() != "open" {
		t.Error(editing())
	}
	s.change(owner, http.MethodPatch, "/v3/project/"+id, map[string]any{"wiki_open": false, "name": "Harbour"})
	if check(false, "PATCH v3"); editing() != "members" {
		t.Error(editing())
	}
	s.change(owner, http.MethodPatch, "/v3/project/"+id+"/wiki/settings", map[string]any{"editing": "open"})
	check(true, "PATCH wiki/settings")
	s.change(owner, http.MethodPatch, "/v3/project/"+id+"/wiki/settings", map[string]any{"editing": "named"})
	check(false, "naming editors")
	s.change(owner, http.MethodPatch, "/v2/project/"+id, map[string]any{"wiki_open": false})
	if check(false, "PATCH v2 of what is named"); editing() != "named" {
		t.Error(editing())
	}
}
