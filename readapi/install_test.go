package readapi_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/project"
	readproject "github.com/modyard/modyard/readapi/project"
)

// planned is a plan as text: each version with the one that requires it, then what is skipped.
func planned(p readproject.InstallPlan) []string {
	text := func(id *string) string {
		if id == nil {
			return "-"
		}
		return *id
	}
	out := []string{p.Primary.ProjectID + " " + p.Primary.VersionID + " " + text(p.Primary.DependentOn)}
	for _, d := range p.Dependencies {
		out = append(out, d.ProjectID+" "+d.VersionID+" "+text(d.DependentOn))
	}
	for _, x := range p.Skipped {
		name := x.ProjectID
		if name == "" {
			name = text(x.FileName)
		}
		out = append(out, "skipped "+name+" "+text(x.DependentOn)+" "+x.Reason)
	}
	return out
}

func needing(kind string, to project.Dependency) project.Dependency { to.Kind = kind; return to }

func TestAnInstallationHasEveryVersionThatItNeeds(t *testing.T) {
	s := workshop(t)
	fabric := `"target":{"game_versions":["1.20.1"],"loaders":["fabric"]}`
	for body, want := range map[string][]string{
		`{"project_id":"machine",` + fabric + `}`: {
			"ProjMod1 VersMod1 -", "ProjLib1 VersLibA VersMod1", "ProjLib2 VersDeep VersLibA",
			"skipped ProjLib3 VersMod1 no_compatible_version", "skipped ProjLib1 VersDeep duplicate_project",
		},
		`{"project_id":"ProjMod1","content_type":"mod",` + fabric + `,"existing_project_ids":["ProjLib1"],"excluded_project_ids":["ProjLib3"]}`: {
			"ProjMod1 VersMod1 -", "skipped ProjLib1 VersMod1 already_installed", "skipped ProjLib3 VersMod1 excluded_by_user",
		},
		`{"project_id":"machine","version_id":"VersMod1","target":{"game_versions":["1.21"],"loaders":["forge"]}}`: {
			"ProjMod1 VersMod1 -", "ProjLib1 VersLibC VersMod1", "skipped ProjLib3 VersMod1 no_compatible_version",
		},
		`{"project_id":"library"}`:                                                             {"ProjLib1 VersLibA -", "ProjLib2 VersDeep VersLibA", "skipped ProjLib1 VersDeep duplicate_project"},
		`{"project_id":"library","selected":{"game_versions":["1.21"]}}`:                       {"ProjLib1 VersLibC -"},
		`{"project_id":"library","selected":{"game_versions":["1.7.10"]},` + fabric + `}`:      {"ProjLib1 VersLibA -", "ProjLib2 VersDeep VersLibA", "skipped ProjLib1 VersDeep duplicate_project"},
		`{"project_id":"library","selected":{"loaders":["forge"]}}`:                            {"ProjLib1 VersLibC -"},
		`{"project_id":"library","version_id":"VersLibB","content_type":"mod",` + fabric + `}`: {"ProjLib1 VersLibB -"},
	} {
		got := planned(answer[readproject.InstallPlan](s, "POST", "/v3/content/resolve", "anonymous", body))
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n got %s\nwant %s", body, strings.Join(got, " | "), strings.Join(want, " | "))
		}
	}
	plan := answer[readproject.InstallPlan](s, "POST", "/v3/content/resolve", "anonymous", `{"project_id":"machine",`+fabric+`}`)
	if m := plan.Dependencies[0].Metadata; m.Title != "library" || m.VersionNumber != "1.0.0" || m.Filename != "b.jar" || m.SHA1 != hash(1, 40) {
		t.Errorf("the library is described as %+v", m)
	}
}

func TestAnInstallationNeverHasWhatCannotBeInstalled(t *testing.T) {
	s := newSite(t)
	s.Account(owner, "Owner舟", "user")
	s.Account(moderator, "Moderator", "moderator")
	fabric, games := []string{"fabric"}, []string{"1.20.1"}
	s.publish("ProjMain", "main", project.TypeMod, requiring(newVersion("VersMain", "ProjMain", "1", project.Release, 0, fabric, games),
		required("ProjExtn"), project.Dependency{Project: "ProjExt2", Version: "VersExt2", Kind: "required"}, required("ProjHidn"), required("ProjNone"),
		project.Dependency{FileName: "lib.jar", Kind: "required"}, required("ProjPack"), project.Dependency{Project: "ProjPinX", Version: "VersPinX", Kind: "required"},
		needing("optional", project.Dependency{Project: "ProjOpti"})))
	s.publish("ProjExtn", "elsewhere", project.TypeMod, external(newVersion("VersExtn", "ProjExtn", "1", project.Release, 1, fabric, games), "https://x.example/1.jar"))
	s.publish("ProjExt2", "halfway", project.TypeMod, newVersion("VersHere", "ProjExt2", "1", project.Release, 2, fabric, games),
		external(newVersion("VersExt2", "ProjExt2", "2", project.Release, 3, fabric, games), "https://x.example/2.jar"))
	s.publish("ProjPack", "textures", project.TypeResourcepack, newVersion("VersPack", "ProjPack", "1", project.Release, 4, []string{"minecraft"}, games))
	s.publish("ProjPinX", "pinned", project.TypeMod, newVersion("VersPinX", "ProjPinX", "1", project.Release, 5, []string{"forge"}, games),
		newVersion("VersPinY", "ProjPinX", "2", project.Release, 6, fabric, games))
	s.publish("ProjOpti", "optional", project.TypeMod, newVersion("VersOpti", "ProjOpti", "1", project.Release, 7, fabric, games))
	s.Slug("hidden", "ProjHidn")
	s.Project("ProjHidn", owner, newProject("ProjHidn", "hidden", "Hidden"))
	s.Happen("version-VersHidn", owner, newVersion("VersHidn", "ProjHidn", "1", project.Release, 8, fabric, games))
	s.Settle()
	target := `"target":{"game_versions":["1.20.1"],"loaders":["fabric"]}`
	got := planned(answer[readproject.InstallPlan](s, "POST", "/v3/content/resolve", "anonymous", `{"project_id":"main",`+target+`}`))
	want := []string{
		"ProjMain VersMain -", "ProjPack VersPack VersMain", "ProjPinX VersPinY VersMain", "skipped ProjExtn VersMain no_compatible_version",
		"skipped ProjExt2 VersMain missing_version", "skipped ProjHidn VersMain missing_version", "skipped ProjNone VersMain missing_version",
		"skipped lib.jar VersMain missing_version",
	}
	if !slices.Equal(got, want) {
		t.Errorf(" got %s\nwant %s", strings.Join(got, " | "), strings.Join(want, " | "))
	}
	for body, status := range map[string]int{
		`{"project_id":"elsewhere",` + target + `}`:                              400,
		`{"project_id":"elsewhere","version_id":"VersExtn"}`:                     404,
		`{"project_id":"hidden"}`:                                                404,
		`{"project_id":"main","version_id":"VersHidn"}`:                          404,
		`{"project_id":"main","version_id":"VersHere"}`:                          400,
		`{"project_id":"textures","content_type":"mod",` + target + `}`:          400,
		`{"project_id":"textures","content_type":"resourcepack",` + target + `}`: 200,
		`{"project_id":"textures",` + target + `}`:                               200,
		`{"project_id":"nothing"}`:                                               404,
		`{"project_id":"` + strings.Repeat("x", 600) + `"}`:                      404,
		`{"project_id":"a\u0000b"}`:                                              400,
		`{"project_id":"main","version_id":"\u0000"}`:                            400,
		`{"project_id":"main","target":{"loaders":["\u0000"]}}`:                  400,
		`{}`: 400,
		`{"project_id":"main","content_type":"plugin pack"}`:                                     400,
		`{"project_id":"main","existing_project_ids":[` + strings.Repeat(`"x",`, 1000) + `"x"]}`: 400,
		`{"project_id":"main","projects":[]}`:                                                    400,
	} {
		if w := s.ask(http.MethodPost, "/v3/content/resolve", "anonymous", body); w.Code != status {
			t.Errorf("%.90s: %d %s, want %d", body, w.Code, w.Body, status)
		}
	}
	if w := s.ask(http.MethodPost, "/v3/content/resolve", "owner", `{"project_id":"hidden","version_id":"VersHidn"}`); w.Code != http.StatusOK {
		t.Errorf("a member's own hidden version: %d %s", w.Code, w.Body)
	}
}

func TestWhatExcludesEachOtherIsNotInstalledTogether(t *testing.T) {
	s := newSite(t)
	s.Account(owner, "Owner舟", "user")
	s.Account(moderator, "Moderator", "moderator")
	fabric, games := []string{"fabric"}, []string{"1.20.1"}
	mod := func(n int, deps ...project.Dependency) {
		id, version := fmt.Sprintf("ProjCon%d", n), fmt.Sprintf("VersCon%d", n)
		s.publish(id, fmt.Sprintf("con-%d", n), project.TypeMod, requiring(newVersion(version, id, "1", project.Release, byte(n), fabric, games), deps...))
	}
	not := func(id string) project.Dependency { return project.Dependency{Project: id, Kind: "incompatible"} }
	mod(1, required("ProjCon2"), required("ProjCon3"), required("ProjCon4"), not("ProjCon4"), not("ProjCon9"))
	mod(2)
	mod(3, not("ProjCon2"), required("ProjCon5"))
	mod(4)
	mod(5)
	mod(9)
	s.publish("ProjCon6", "two-pins", project.TypeMod, requiring(newVersion("VersCon6", "ProjCon6", "1", project.Release, 10, fabric, games),
		project.Dependency{Version: "VersTwoA", Kind: "required"}, project.Dependency{Version: "VersTwoB", Kind: "required"}, project.Dependency{Version: "VersTwoA", Kind: "required"}))
	s.publish("ProjTwo1", "two", project.TypeMod, newVersion("VersTwoA", "ProjTwo1", "1", project.Release, 11, fabric, games), newVersion("VersTwoB", "ProjTwo1", "2", project.Release, 12, fabric, games))
	s.Settle()
	for body, want := range map[string][]string{
		`{"project_id":"con-1"}`: {
			"ProjCon1 VersCon1 -", "ProjCon2 VersCon2 VersCon1", "skipped ProjCon3 VersCon1 conflicting_dependency", "skipped ProjCon4 VersCon1 conflicting_dependency",
		},
		`{"project_id":"con-1","existing_project_ids":["ProjCon9"],"excluded_project_ids":["ProjCon2","ProjCon3","ProjCon4"]}`: {
			"ProjCon1 VersCon1 -", "skipped ProjCon9 VersCon1 conflicting_dependency", "skipped ProjCon2 VersCon1 excluded_by_user",
			"skipped ProjCon3 VersCon1 excluded_by_user", "skipped ProjCon4 VersCon1 excluded_by_user",
		},
		`{"project_id":"two-pins"}`: {
			"ProjCon6 VersCon6 -", "ProjTwo1 VersTwoA VersCon6", "skipped ProjTwo1 VersCon6 conflicting_dependency", "skipped ProjTwo1 VersCon6 duplicate_project",
		},
	} {
		got := planned(answer[readproject.InstallPlan](s, "POST", "/v3/content/resolve", "anonymous", body))
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n got %s\nwant %s", body, strings.Join(got, " | "), strings.Join(want, " | "))
		}
	}
}

func TestAPlanIsBoundedInDepthAndNumber(t *testing.T) {
	s := newSite(t)
	s.Account(owner, "Owner舟", "user")
	s.Account(moderator, "Moderator", "moderator")
	fabric, games := []string{"fabric"}, []string{"1.20.1"}
	for n := range 15 { // a chain
		id := fmt.Sprintf("ProjCh%02d", n)
		s.publish(id, fmt.Sprintf("chain-%d", n), project.TypeMod, requiring(newVersion(fmt.Sprintf("VersCh%02d", n), id, "1", project.Release, 0, fabric, games), required(fmt.Sprintf("ProjCh%02d", n+1))))
	}
	var all []project.Dependency
	for n := range 260 {
		id := fmt.Sprintf("ProjW%03d", n)
		s.publish(id, fmt.Sprintf("wide-%d", n), project.TypeMod, newVersion(fmt.Sprintf("VersW%03d", n), id, "1", project.Release, 0, fabric, games))
		all = append(all, required(id))
	}
	s.publish("ProjWide", "wide", project.TypeMod, requiring(newVersion("VersWide", "ProjWide", "1", project.Release, 0, fabric, games), all...))
	s.Settle()
	plan := answer[readproject.InstallPlan](s, "POST", "/v3/content/resolve", "anonymous", `{"project_id":"chain-0"}`)
	if len(plan.Dependencies) != 10 || len(plan.Skipped) != 1 || plan.Skipped[0].Reason != "dependency_depth_exceeded" || plan.Skipped[0].ProjectID != "ProjCh11" {
		t.Errorf("the chain: %v", planned(plan))
	}
	if w := s.ask(http.MethodPost, "/v3/content/resolve", "anonymous", `{"project_id":"wide"}`); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "依赖过多") {
		t.Errorf("260 dependencies: %d %.200s", w.Code, w.Body)
	}
}
