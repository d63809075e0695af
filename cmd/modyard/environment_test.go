package main

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
)

// read sends a request that must succeed, and decodes its answer, which shows every command of the test: an account waits by
// itself for its own commands only.
func read[T any](s *testSite, auth, path string) (value T) {
	s.t.Helper()
	var got siteAnswer
	// On a busy machine a read gives up waiting for a command, and says so.
	s.until("a fresh "+path, func() bool {
		got = s.ask(auth, http.MethodGet, path, nil, "Min-Position", strconv.FormatUint(s.newest.Load(), 10))
		return !got.Stale
	})
	if got.Status != http.StatusOK {
		s.t.Fatalf("GET %s: %d %s", path, got.Status, got.Body)
	}
	if err := json.Unmarshal(got.Body, &value); err != nil {
		s.t.Fatalf("GET %s: %v", path, err)
	}
	return value
}

// made sends a form that must succeed, and returns the new thing's id.
func (s *testSite) made(auth, path string, data map[string]any, files map[string][]byte) string {
	s.t.Helper()
	body, kind := form(data, files)
	got := s.ask(auth, http.MethodPost, path, body, "Content-Type", kind)
	var thing struct{ ID string }
	if err := json.Unmarshal(got.Body, &thing); err != nil || got.Status != http.StatusOK {
		s.t.Fatalf("POST %s: %d %s", path, got.Status, got.Body)
	}
	return thing.ID
}

// change sends a command that must succeed with 204, and returns its position in the log.
func (s *testSite) change(auth, method, path string, body any) (position string) {
	s.t.Helper()
	got := s.ask(auth, method, path, body)
	if got.Status != http.StatusNoContent {
		s.t.Fatalf("%s %s %v: %d %s", method, path, body, got.Status, got.Body)
	}
	return got.Position
}

// inV3 is the data of a new project in v3, as an uploader sends it.
func inV3(slug string, more map[string]any) map[string]any {
	data := map[string]any{
		"name": "试验 " + slug, "slug": slug, "summary": "一个试验用的资源", "description": "正文", "project_type": "mod", "categories": []string{},
		"additional_categories": []string{}, "license_id": "MIT", "initial_versions": []any{}, "is_draft": true, "link_urls": map[string]string{},
	}
	for key, value := range more {
		data[key] = value
	}
	return data
}

func versionInV3(project, number string, more map[string]any) map[string]any {
	data := map[string]any{
		"project_id": project, "name": "版本 " + number, "version_number": number, "changelog": "", "dependencies": []any{}, "version_type": "release",
		"game_versions": []string{"1.21.1"}, "loaders": []string{"fabric"}, "featured": false, "file_parts": []string{"file"}, "primary_file": "file",
	}
	for key, value := range more {
		data[key] = value
	}
	return data
}

func TestTheEnvironmentOfV3AndTheSidesOfV2AreOne(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author := s.person("author", identity.RoleUser)
	id := s.made(author, "/v3/project", inV3("sided", nil), nil)
	upload := func(number string, more map[string]any) string {
		return s.made(author, "/v3/version", versionInV3(id, number, more), map[string][]byte{"file": jar(t, number)})
	}
	sides := func(client, server string, environments ...string) {
		t.Helper()
		v2, v3 := read[contract.Project](s, author, "/v2/project/sided"), read[contract.ProjectV3](s, author, "/v3/project/sided")
		if v2.ClientSide != client || v2.ServerSide != server || !slices.Equal(v3.Environment, environments) || !slices.Equal(v2.Environment, environments) {
			t.Errorf("v2 has %s and %s, v3 has %v; want %s, %s, %v", v2.ClientSide, v2.ServerSide, v3.Environment, client, server, environments)
		}
	}
	of := func(version, want string) {
		t.Helper()
		if v3 := read[contract.VersionV3](s, author, "/v3/version/"+version); v3.Environment != want {
			t.Errorf("v3: version %s has %q, want %q", version, v3.Environment, want)
		}
		if v2 := read[contract.Version](s, author, "/v2/version/"+version); v2.Environment != want {
			t.Errorf("v2: version %s has %q, want %q", version, v2.Environment, want)
		}
	}
	sides("unknown", "unknown", "unknown")

	first := upload("1.0", map[string]any{"environment": "client_only"})
	sides("required", "unsupported", "client_only")
	second := upload("2.0", nil)
	of(first, "client_only")
	of(second, "client_only")

	s.change(author, http.MethodPatch, "/v3/version/"+second, map[string]any{"environment": "singleplayer_only"})
	of(second, "singleplayer_only")
	sides("required", "unsupported", "client_only", "singleplayer_only")

	for filter, want := range map[string]string{"client_only": first, "singleplayer_only": second} {
		fields := `{"environment":["` + filter + `"]}`
		list := read[[]contract.VersionV3](s, author, "/v3/project/sided/version?loader_fields="+url.QueryEscape(fields))
		if len(list) != 1 || list[0].ID != want {
			t.Errorf("%d versions for %s, want %s", len(list), filter, want)
		}
		hash := read[contract.VersionV3](s, author, "/v3/version/"+first).Files[0].Hashes.SHA512
		update := s.ask(author, http.MethodPost, "/v3/version_file/"+hash+"/update", map[string]any{"loader_fields": map[string]any{"environment": []string{filter}}})
		var v contract.VersionV3
		if err := json.Unmarshal(update.Body, &v); err != nil || v.ID != want {
			t.Errorf("the update for %s is %s %v, want %s", filter, v.ID, err, want)
		}
	}

	s.change(author, http.MethodPatch, "/v2/project/sided", map[string]any{"client_side": "optional", "server_side": "required"})
	sides("optional", "required", "server_only_client_optional")
	of(first, "server_only_client_optional")
	of(second, "server_only_client_optional")

	s.change(author, http.MethodPatch, "/v3/version/"+first, map[string]any{"environment": "server_only"})
	of(first, "server_only")
	s.change(author, http.MethodPatch, "/v3/project/sided", map[string]any{"environment": "server_only_client_optional"})
	sides("optional", "required", "server_only_client_optional")
	of(first, "server_only_client_optional")

	for _, wrong := range []string{"/v3/version/" + first, "/v3/project/sided"} {
		if got := s.ask(author, http.MethodPatch, wrong, map[string]any{"environment": "moon"}); got.Status != http.StatusBadRequest {
			t.Errorf("PATCH %s with an unknown environment: %d %s", wrong, got.Status, got.Body)
		}
	}
}

func TestAProjectIsMadeWithTheEnvironmentOfItsVersionsAndIsFoundByIt(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, staff := s.person("author", identity.RoleUser), s.person("staff", identity.RoleModerator)
	initial := versionInV3("", "1.0", map[string]any{"environment": "dedicated_server_only"})
	delete(initial, "project_id")
	id := s.made(author, "/v3/project", inV3("served", map[string]any{"initial_versions": []any{initial}, "is_draft": false}), map[string][]byte{"file": jar(t, "served")})
	if v2 := read[contract.Project](s, author, "/v2/project/"+id); v2.Status != "processing" || v2.ClientSide != "unsupported" || v2.ServerSide != "required" {
		t.Errorf("the project is %s, %s and %s", v2.Status, v2.ClientSide, v2.ServerSide)
	}
	s.made(author, "/v3/version", versionInV3(id, "2.0", map[string]any{"environment": "server_only"}), map[string][]byte{"file": jar(t, "served2")})
	other := s.made(author, "/v3/project", inV3("chosen", map[string]any{"environment": "client_only"}), nil)
	if v3 := read[contract.ProjectV3](s, author, "/v3/project/"+other); !slices.Equal(v3.Environment, []string{"client_only"}) {
		t.Errorf("a project that was made with an environment has %v", v3.Environment)
	}
	s.change(staff, http.MethodPatch, "/v2/project/"+id, map[string]any{"status": "approved", "reason": because})
	for facet, want := range map[string]int{"dedicated_server_only": 1, "server_only": 1, "client_only": 0} {
		page := read[contract.SearchAnswerV3](s, staff, "/v3/search?facets="+url.QueryEscape(`[["environment:`+facet+`"]]`))
		if page.TotalHits != want {
			t.Errorf("environment:%s finds %d, want %d", facet, page.TotalHits, want)
		}
	}
}
