package readapi_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/readapi/family"
)

func TestForgesUpdateCheckerGetsTheNewestVersionOfEachGameVersion(t *testing.T) {
	s := newSite(t)
	s.Account(owner, "Owner舟", "user")
	s.Account(moderator, "Moderator", "moderator")
	forge, neo, games := []string{"forge"}, []string{"neoforge"}, []string{"1.20.1", "1.21"}
	s.publish("ProjFor1", "anvil", project.TypeMod,
		newVersion("VersFor1", "ProjFor1", "1.0.0", project.Release, 0, forge, games),
		newVersion("VersFor2", "ProjFor1", "1.1.0", project.Beta, 1, forge, []string{"1.21"}),
		newVersion("VersFor3", "ProjFor1", "2.0.0", project.Release, 2, neo, []string{"1.21"}),
		external(newVersion("VersFor4", "ProjFor1", "9.0.0", project.Release, 3, forge, games), "https://files.example.org/9.jar"))
	s.publish("ProjFor2", "closed", project.TypeMod)
	s.Settle()
	for query, want := range map[string]map[string]string{
		"":                  {"1.20.1-latest": "1.0.0", "1.20.1-recommended": "1.0.0", "1.21-latest": "1.1.0", "1.21-recommended": "1.0.0"},
		"?neoforge=only":    {"1.21-latest": "2.0.0", "1.21-recommended": "2.0.0"},
		"?neoforge=include": {"1.20.1-latest": "1.0.0", "1.20.1-recommended": "1.0.0", "1.21-latest": "2.0.0", "1.21-recommended": "2.0.0"},
	} {
		got := answer[family.Updates](s, "GET", "/updates/anvil/forge_updates.json"+query, "anonymous", "")
		if !maps.Equal(got.Promos, want) || got.Homepage != "https://site.example/mod/anvil" {
			t.Errorf("%s: %+v", query, got)
		}
	}
	for path, want := range map[string]int{"/updates/nothing/forge_updates.json": 404, "/updates/anvil/forge_updates.json?neoforge=maybe": 400} {
		if w := s.get(path, "anonymous"); w.Code != want {
			t.Errorf("%s: %d, want %d", path, w.Code, want)
		}
	}
}

// unmet are the required items of the publishing checklist.
func unmet(c family.Checked) []string {
	var ids []string
	var types []project.Type
	for _, name := range c.Types {
		types = append(types, project.Type(name))
	}
	for _, item := range (project.Checked{
		Types: types, Body: c.Body, Environments: project.Environment{Client: c.ClientSide, Server: c.ServerSide}, License: c.License, Versions: c.Versions,
	}).Unmet() {
		ids = append(ids, item.ID)
	}
	return ids
}

func TestWhatDoesNotExistHereIsAnEmptyList(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/v3/friends", "/v3/blocks"} {
		if w := s.get(path, "stranger"); w.Code != http.StatusOK || w.Body.String() != "[]" {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
		if w := s.get(path, "anonymous"); w.Code != http.StatusUnauthorized {
			t.Errorf("%s as nobody: %d", path, w.Code)
		}
	}
	for _, write := range []string{"POST /v3/friend/anybody", "DELETE /v3/friend/anybody", "POST /v3/block/anybody", "DELETE /v3/block/anybody"} {
		method, path, _ := strings.Cut(write, " ")
		if w := s.ask(method, path, "stranger", ""); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", write, w.Code)
		}
	}
}

func TestTheSettingsThatProgramsAskForAreThoseOfASiteWithoutTaxesAndCaptchas(t *testing.T) {
	s := newSite(t)
	for _, as := range []string{"anonymous", "stranger"} {
		if w := s.get("/_internal/globals", as); w.Code != http.StatusOK || w.Body.String() != `{"tax_compliance_thresholds":{},"captcha_enabled":false}` {
			t.Errorf("as %s: %d %s", as, w.Code, w.Body)
		}
	}
}
