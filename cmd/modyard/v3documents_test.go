package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/readapi/tag"
)

func TestAHitOfV3HasTheFieldsOfAllVersions(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, staff := s.person("author", identity.RoleUser), s.person("staff", identity.RoleModerator)
	data := inV3("mixed", map[string]any{"environment": "client_and_server", "categories": []string{"utility"}})
	id := s.made(author, "/v3/project", data, nil)
	s.made(author, "/v3/version", versionInV3(id, "1.0", nil), map[string][]byte{"file": jar(t, "mixed1")})
	s.made(author, "/v3/version", versionInV3(id, "1.1", map[string]any{"game_versions": []string{"1.20.1"}, "environment": "client_only"}), map[string][]byte{"file": jar(t, "mixed2")})
	s.change(staff, http.MethodPatch, "/v2/project/"+id, map[string]any{"status": "approved", "reason": because})
	page := read[contract.SearchAnswerV3](s, staff, "/v3/search")
	if len(page.Hits) != 1 {
		t.Fatalf("search finds %d projects", len(page.Hits))
	}
	hit := page.Hits[0]
	environments := []string{"client_and_server", "client_only"}
	for name, got := range map[string][2][]string{
		"project_types": {hit.ProjectTypes, {"mod"}}, "all_project_types": {hit.AllProjectTypes, {"mod"}}, "loaders": {hit.Loaders, {"fabric"}},
		"mrpack_loaders": {hit.MrpackLoaders, {}}, "game_versions": {hit.GameVersions, {"1.20.1", "1.21.1"}}, "environment": {hit.Environment, environments},
		"project_loader_fields.game_versions":  {hit.ProjectLoaderFields["game_versions"], {"1.20.1", "1.21.1"}},
		"project_loader_fields.environment":    {hit.ProjectLoaderFields["environment"], environments},
		"project_loader_fields.mrpack_loaders": {hit.ProjectLoaderFields["mrpack_loaders"], {}},
	} {
		if got[0] == nil || !slices.Equal(got[0], got[1]) {
			t.Errorf("%s is %v, want %v", name, got[0], got[1])
		}
	}
}

// The loader of a modpack is mrpack in v3, with the loaders of the mods in it beside it, sent and answered.
func TestModpacksAreSentFoundAndUpdatedByTheNamesOfTheThirdVersion(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, staff := s.person("author", identity.RoleUser), s.person("staff", identity.RoleModerator)
	version := func(number, inside string) map[string]any {
		return versionInV3("", number, map[string]any{"loaders": []string{"mrpack"}, "mrpack_loaders": []string{inside}, "file_parts": []string{number + ".mrpack"}, "primary_file": number + ".mrpack"})
	}
	first := version("1.0", "fabric")
	delete(first, "project_id")
	data := inV3("pack", map[string]any{"project_type": "modpack", "environment": "client_and_server", "initial_versions": []any{first}})
	id := s.made(author, "/v3/project", data, map[string][]byte{"1.0.mrpack": packed(t, "1.0", "fabric-loader")})
	forge := version("2.0", "forge")
	forge["project_id"] = id
	second := s.made(author, "/v3/version", forge, map[string][]byte{"2.0.mrpack": packed(t, "2.0", "forge")})
	s.change(staff, http.MethodPatch, "/v2/project/"+id, map[string]any{"status": "approved", "reason": because})

	both := []string{"fabric", "forge"}
	project := read[contract.ProjectV3](s, author, "/v3/project/pack")
	hits := read[contract.SearchAnswerV3](s, staff, "/v3/search").Hits
	if len(hits) != 1 {
		t.Fatalf("search finds %d projects", len(hits))
	}
	for name, got := range map[string][2][]string{
		"project loaders": {project.Loaders, {"mrpack"}}, "project mrpack_loaders": {project.MrpackLoaders, both},
		"hit loaders": {hits[0].Loaders, {"mrpack"}}, "hit mrpack_loaders": {hits[0].MrpackLoaders, both},
		"hit project_loader_fields": {hits[0].ProjectLoaderFields["mrpack_loaders"], both}, "hit project_types": {hits[0].ProjectTypes, {"modpack"}},
	} {
		if !slices.Equal(got[0], got[1]) {
			t.Errorf("%s: %v, want %v", name, got[0], got[1])
		}
	}
	versions := map[string]contract.VersionV3{}
	for _, v := range read[[]contract.VersionV3](s, author, "/v3/project/pack/version") {
		versions[v.VersionNumber] = v
	}
	for number, inside := range map[string]string{"1.0": "fabric", "2.0": "forge"} {
		if v := versions[number]; !slices.Equal(v.Loaders, []string{"mrpack"}) || !slices.Equal(v.MrpackLoaders, []string{inside}) {
			t.Errorf("version %s has %v and %v", number, v.Loaders, v.MrpackLoaders)
		}
	}
	if v2 := read[contract.Version](s, author, "/v2/version/"+second); !slices.Equal(v2.Loaders, []string{"forge"}) {
		t.Errorf("v2 has the loaders %v", v2.Loaders)
	}

	hash := versions["1.0"].Files[0].Hashes.SHA512
	for inside, want := range map[string][]string{"fabric": {versions["1.0"].ID}, "forge": {second}, "quilt": nil} {
		fields := map[string]any{"mrpack_loaders": []string{inside}, "game_versions": []string{"1.21.1"}}
		many := posted[map[string][]contract.VersionV3](s, "/v3/version_files/update_many", map[string]any{"hashes": []string{hash}, "algorithm": "sha512", "loaders": []string{"mrpack"}, "loader_fields": fields})
		var got []string
		for _, v := range many[hash] {
			got = append(got, v.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("update_many for %s: %v, want %v", inside, got, want)
		}
		one := posted[map[string]contract.VersionV3](s, "/v3/version_files/update_individual", map[string]any{
			"algorithm": "sha512", "hashes": []any{map[string]any{"hash": hash, "loaders": []string{"mrpack"}, "loader_fields": fields}},
		})
		if v, found := one[hash]; found != (want != nil) || found && v.ID != want[0] {
			t.Errorf("update_individual for %s: %q, want %v", inside, v.ID, want)
		}
	}
	for path, body := range map[string]any{
		"/v3/version_files/update_many":       map[string]any{"hashes": []string{hash}, "algorithm": "sha512", "loader_fields": map[string]any{"colour": []string{"red"}}},
		"/v3/version_files/update_individual": map[string]any{"algorithm": "sha512", "hashes": []any{map[string]any{"hash": hash, "loader_fields": map[string]any{"colour": []string{"red"}}}}},
	} {
		if got := s.ask("", http.MethodPost, path, body); got.Status != http.StatusBadRequest {
			t.Errorf("%s with an unknown field: %d %s", path, got.Status, got.Body)
		}
	}
}

// posted sends a question of nobody that must be answered, and decodes the answer.
func posted[T any](s *testSite, path string, body any) (value T) {
	s.t.Helper()
	got := s.ask("", http.MethodPost, path, body)
	if err := json.Unmarshal(got.Body, &value); err != nil || got.Status != http.StatusOK {
		s.t.Fatalf("POST %s: %d %s", path, got.Status, got.Body)
	}
	return value
}

func TestProgramsReadTheFieldsOfVersionsFromV3(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	values := func(query string) []tag.FieldValue {
		t.Helper()
		return read[[]tag.FieldValue](s, "", "/v3/loader_field?"+query)
	}
	all := values("loader_field=game_versions")
	release := values("loader_field=game_versions&filters=" + url.QueryEscape(`{"type":"release"}`))
	major := values("loader_field=game_versions&filters=" + url.QueryEscape(`{"type":"release","major":true}`))
	if len(all) <= len(release) || len(release) <= len(major) || len(major) == 0 {
		t.Errorf("%d game versions, %d releases, %d of them major", len(all), len(release), len(major))
	}
	for _, v := range major {
		if v.Value == "" || v.Type != "release" || v.Major == nil || !*v.Major || v.Created == nil {
			t.Errorf("a major release is %+v", v)
		}
	}
	var names []string
	for _, v := range values("loader_field=environment") {
		names = append(names, v.Value)
	}
	if !slices.Equal(names, contract.EnvironmentNames()) {
		t.Errorf("the environments are %v", names)
	}
	if inside := values("loader_field=mrpack_loaders"); !slices.ContainsFunc(inside, func(v tag.FieldValue) bool { return v.Value == "fabric" }) {
		t.Errorf("the loaders of modpacks are %v", inside)
	}
	for query, want := range map[string]int{"loader_field=colour": 404, "loader_field=game_versions&filters=x": 400, "loader_field=game_versions&filters=%7B%22a%22%3A1%7D": 400, "": 400} {
		if got := s.ask("", http.MethodGet, "/v3/loader_field?"+query, nil); got.Status != want {
			t.Errorf("%s: %d, want %d", query, got.Status, want)
		}
	}

	games := read[[]tag.Game](s, "", "/v3/games")
	if len(games) != 1 || games[0].Slug != "minecraft-java" || games[0].Name == "" {
		t.Errorf("the games are %+v", games)
	}
	loaders := read[[]map[string]any](s, "", "/v3/tag/loader")
	found := map[string]map[string]any{}
	for _, l := range loaders {
		found[l["name"].(string)] = l
		for _, key := range []string{"icon", "name", "supported_project_types", "supported_games", "supported_fields", "metadata"} {
			if l[key] == nil {
				t.Errorf("loader %v has no %s", l["name"], key)
			}
		}
	}
	for name, want := range map[string]string{"fabric": "mod", "paper": "plugin", "mrpack": "modpack", "iris": "shader", "minecraft": "resourcepack"} {
		types, _ := found[name]["supported_project_types"].([]any)
		if len(types) != 1 || types[0] != want {
			t.Errorf("%s is for %v, want %s", name, types, want)
		}
	}
	if fields, _ := found["mrpack"]["supported_fields"].([]any); !slices.Contains(fields, any("mrpack_loaders")) {
		t.Errorf("the fields of modpacks are %v", fields)
	}
	if read[[]map[string]any](s, "", "/v2/tag/loader")[0]["supported_games"] != nil {
		t.Error("v2 has the loaders of v3")
	}
	var donating []string
	for _, p := range read[[]tag.LinkPlatform](s, "", "/v3/tag/link_platform") {
		if p.Donation {
			donating = append(donating, p.Name)
		}
	}
	if !slices.Contains(donating, "ko-fi") || slices.Contains(donating, "source") {
		t.Errorf("the platforms of donations are %v", donating)
	}
}

// packed is a modpack whose mods run on one loader.
func packed(t *testing.T, version, loader string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	index, err := z.Create("modrinth.index.json")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(index, `{"formatVersion":1,"game":"minecraft","versionId":%q,"name":"包","files":[],"dependencies":{"minecraft":"1.21.1",%q:"1"}}`, version, loader)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
