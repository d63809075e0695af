package readapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/readapi/stats"
)

// external is a version whose file is only on another site.
func external(v project.VersionCreated, address string) project.VersionCreated {
	v.Files = nil
	if address != "" {
		v.Files = []project.File{{URL: address, Name: "there.jar", Primary: true}}
	}
	return v
}

func TestAVersionOnAnotherSiteIsListedButNeverOffered(t *testing.T) {
	s := newSite(t)
	s.Account(owner, "Owner舟", "user")
	s.Account(moderator, "Moderator", "moderator")
	games, loaders := []string{"1.21"}, []string{"fabric"}
	here := newVersion("VersHer1", "ProjExt1", "1.0.0", project.Release, 0, loaders, games)
	s.publish("ProjExt1", "half-here", project.TypeMod, here,
		external(newVersion("VersExt2", "ProjExt1", "2.0.0", project.Release, 1, loaders, games), "https://www.files.example.org/there.jar"),
		external(newVersion("VersExt3", "ProjExt1", "3.0.0", project.Release, 2, loaders, games), ""))
	s.Settle()

	for id, want := range map[string][]contract.DiskURL{
		"VersHer1": {}, "VersExt2": {{Platform: "files.example.org", URL: "https://www.files.example.org/there.jar"}}, "VersExt3": {},
	} {
		v2 := answer[contract.Version](s, "GET", "/v2/version/"+id, "anonymous", "")
		v3 := answer[contract.VersionV3](s, "GET", "/v3/version/"+id, "anonymous", "")
		only, files := id != "VersHer1", 0
		if !only {
			files = len(here.Files)
		}
		for _, got := range []struct {
			only  bool
			urls  []contract.DiskURL
			files []contract.File
		}{{v2.DiskOnly, v2.DiskURLs, v2.Files}, {v3.DiskOnly, v3.DiskURLs, v3.Files}} {
			if got.only != only || got.urls == nil || len(got.urls) != len(want) || len(want) > 0 && got.urls[0] != want[0] || got.files == nil || len(got.files) != files {
				t.Errorf("%s: disk_only %t, disk_urls %v, files %v", id, got.only, got.urls, got.files)
			}
		}
	}
	if list := answer[[]contract.Version](s, "GET", `/v2/project/half-here/version?loaders=%5B%22fabric%22%5D&game_versions=%5B%221.21%22%5D`, "anonymous", ""); len(list) != 3 {
		t.Errorf("the project's list has %d versions", len(list))
	}
	sha1 := here.Files[0].SHA1
	if v := answer[contract.Version](s, "POST", "/v2/version_file/"+sha1+"/update", "anonymous", `{"loaders":["fabric"],"game_versions":["1.21"]}`); v.ID != "VersHer1" {
		t.Errorf("the update of the file is %s", v.ID)
	}
	for path, body := range map[string]string{
		"/v2/version_files/update":            `{"hashes":["` + sha1 + `"],"algorithm":"sha1","loaders":["fabric"],"game_versions":["1.21"]}`,
		"/v3/version_files/update":            `{"hashes":["` + sha1 + `"],"algorithm":"sha1","loaders":["fabric"],"game_versions":["1.21"]}`,
		"/v2/version_files/update_many":       `{"hashes":["` + sha1 + `"],"algorithm":"sha1"}`,
		"/v2/version_files/update_individual": `{"algorithm":"sha1","hashes":[{"hash":"` + sha1 + `","loaders":["fabric"],"game_versions":["1.21"]}]}`,
		"/v2/version_files":                   `{"hashes":["` + sha1 + `","",null],"algorithm":"sha1"}`,
	} {
		w := s.ask("POST", path, "anonymous", body)
		if got := w.Body.String(); w.Code != http.StatusOK || strings.Contains(got, "VersExt") || !strings.Contains(got, "VersHer1") {
			t.Errorf("POST %s: %d %s", path, w.Code, got)
		}
	}
	if got, want := answer[stats.Answer](s, "GET", "/v2/statistics", "anonymous", ""), (stats.Answer{Projects: 1, Versions: 1, Authors: 1, Files: 1}); got != want {
		t.Errorf("statistics are %+v, want %+v", got, want)
	}
}

func TestAPageSaysWhetherAnyVersionHasAFile(t *testing.T) {
	s := newSite(t)
	s.Account(owner, "Owner舟", "user")
	games, loaders := []string{"1.21"}, []string{"fabric"}
	versions := func(id string, address ...string) []project.VersionCreated {
		var list []project.VersionCreated
		for i, a := range address {
			list = append(list, external(newVersion(fmt.Sprintf("%s%d", id, i), "Proj"+id[:4], fmt.Sprintf("%d.0.0", i), project.Release, byte(i), loaders, games), a))
		}
		return list
	}
	const elsewhere = "https://files.example.org/a.jar"
	s.publish("ProjNone", "no-file", project.TypeMod, versions("NoneVer", "", "")...)
	s.publish("ProjFirs", "new-file", project.TypeMod, versions("FirsVer", "", elsewhere)...)
	// Only the oldest of more versions than a page contains has a file.
	s.publish("ProjLast", "old-file", project.TypeMod, versions("LastVer", elsewhere, "", "", "", "", "", "")...)
	s.publish("ProjMany", "many-without", project.TypeMod, versions("ManyVer", "", "", "", "", "", "", "")...)
	s.publish("ProjHere", "own-file", project.TypeMod, newVersion("HereVer1", "ProjHere", "1.0.0", project.Release, 0, loaders, games))
	s.Settle()
	for slug, want := range map[string]bool{"no-file": false, "new-file": true, "old-file": true, "many-without": false, "own-file": true} {
		if page := answer[contract.ProjectPageAnswer](s, "GET", "/_internal/project/"+slug, "anonymous", ""); page.Obtainable != want {
			t.Errorf("%s: obtainable %t", slug, page.Obtainable)
		}
	}
}
