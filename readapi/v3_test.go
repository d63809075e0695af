package readapi_test

import (
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
)

func TestTheVersionsOfAModpackAreFoundByTheNamesOfTheThirdVersion(t *testing.T) {
	s := newSite(t)
	s.Account(owner, "Owner舟", "user")
	s.Account(moderator, "Moderator", "moderator")
	old, fabric, forge := newVersion("VersPac1", "ProjPac1", "1.0.0", project.Release, 0, []string{"fabric"}, []string{"1.20.1"}),
		newVersion("VersPac2", "ProjPac1", "1.1.0", project.Release, 1, []string{"fabric"}, []string{"1.21"}),
		newVersion("VersPac3", "ProjPac1", "2.0.0", project.Release, 2, []string{"forge"}, []string{"1.20.1"})
	s.publish("ProjPac1", "packed", project.TypeModpack, old, fabric, forge)
	s.Settle()

	v3 := answer[contract.VersionV3](s, "GET", "/v3/version/VersPac3", "anonymous", "")
	if !slices.Equal(v3.Loaders, []string{"mrpack"}) || !slices.Equal(v3.MrpackLoaders, []string{"forge"}) || !slices.Equal(v3.ProjectTypes, []string{"modpack"}) {
		t.Errorf("v3: loaders %v, mrpack_loaders %v, types %v", v3.Loaders, v3.MrpackLoaders, v3.ProjectTypes)
	}
	if v2 := answer[contract.Version](s, "GET", "/v2/version/VersPac3", "anonymous", ""); !slices.Equal(v2.Loaders, []string{"forge"}) {
		t.Errorf("v2: loaders %v", v2.Loaders)
	}
	p := answer[contract.ProjectV3Answer](s, "GET", "/v3/project/packed", "anonymous", "")
	if !slices.Equal(p.Loaders, []string{"mrpack"}) || !slices.Equal(p.MrpackLoaders, []string{"fabric", "forge"}) {
		t.Errorf("the project: loaders %v, mrpack_loaders %v", p.Loaders, p.MrpackLoaders)
	}
	hash := old.Files[0].SHA512
	for filter, want := range map[string]string{
		`{"loaders":["mrpack"]}`: "VersPac3",
		`{"loaders":["mrpack"],"loader_fields":{"mrpack_loaders":["fabric"]}}`:                            "VersPac2",
		`{"loaders":["mrpack"],"loader_fields":{"mrpack_loaders":["fabric"],"game_versions":["1.20.1"]}}`: "VersPac1",
		`{"loader_fields":{"game_versions":["1.21"]}}`:                                                    "VersPac2",
	} {
		if v := answer[contract.VersionV3](s, "POST", "/v3/version_file/"+hash+"/update", "anonymous", filter); v.ID != want {
			t.Errorf("the update for %s is %s, want %s", filter, v.ID, want)
		}
		many := answer[map[string]contract.VersionV3](s, "POST", "/v3/version_files/update", "anonymous", `{"hashes":["`+hash+`"],`+filter[1:])
		if many[hash].ID != want {
			t.Errorf("the update of many for %s is %s, want %s", filter, many[hash].ID, want)
		}
	}
	for query, want := range map[string]int{
		`loaders=["mrpack"]&loader_fields={"game_versions":["1.20.1"]}`: 2, `loader_fields={"mrpack_loaders":["forge"]}`: 1, `loaders=mrpack`: 3, ``: 3,
	} {
		values := url.Values{}
		parsed, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		for name := range parsed {
			values.Set(name, parsed.Get(name))
		}
		if got := answer[[]contract.VersionV3](s, "GET", "/v3/project/packed/version?"+values.Encode(), "anonymous", ""); len(got) != want {
			t.Errorf("%s: %d versions, want %d", query, len(got), want)
		}
	}
	for _, wrong := range []string{`{`, `{"game_versions":"1.20"}`, `{"unknown":["x"]}`} {
		if w := s.get("/v3/project/packed/version?loader_fields="+url.QueryEscape(wrong), "anonymous"); w.Code != http.StatusBadRequest {
			t.Errorf("loader_fields=%s: %d", wrong, w.Code)
		}
	}
}
