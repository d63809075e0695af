package readapi_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/translation"
	readproject "github.com/modyard/modyard/readapi/project"
)

// publish creates a listed project of a type with versions, each with its dependencies.
func (s *site) publish(id, slug string, kind project.Type, versions ...project.VersionCreated) {
	s.Slug(slug, id)
	p := newProject(id, slug, slug)
	p.Type = kind
	s.Project(id, owner, p)
	for _, v := range versions {
		s.Happen("version-"+v.Version, owner, v)
	}
	s.Project(id, owner, project.Submitted{From: project.Draft, Requested: project.Listed})
	s.Project(id, moderator, project.Approved{From: project.Processing, Status: project.Listed})
}

func requiring(v project.VersionCreated, needs ...project.Dependency) project.VersionCreated {
	v.Dependencies = needs
	return v
}

func required(id string) project.Dependency { return project.Dependency{Project: id, Kind: "required"} }

// workshop is a mod that requires a library, which requires another, which requires the first again.
func workshop(t *testing.T) *site {
	s := newSite(t)
	s.Account(owner, "Owner舟", "user")
	s.Account(moderator, "Moderator", "moderator")
	fabric, forge := []string{"fabric"}, []string{"forge"}
	s.publish("ProjMod1", "machine", project.TypeMod, requiring(newVersion("VersMod1", "ProjMod1", "1.0.0", project.Release, 0, []string{"fabric", "forge"}, []string{"1.20.1", "1.21"}),
		required("ProjLib1"), project.Dependency{Version: "VersPin1", Kind: "optional"}, project.Dependency{Project: "ProjLib3", Kind: "required"},
		project.Dependency{FileName: "other.jar", Kind: "embedded"}))
	s.publish("ProjLib1", "library", project.TypeMod,
		requiring(newVersion("VersLibA", "ProjLib1", "1.0.0", project.Release, 1, fabric, []string{"1.20.1"}), required("ProjLib2")),
		newVersion("VersLibB", "ProjLib1", "1.1.0-beta", project.Beta, 2, fabric, []string{"1.20.1"}),
		newVersion("VersLibC", "ProjLib1", "1.0.0-forge", project.Alpha, 3, forge, []string{"1.21"}))
	s.publish("ProjLib2", "deeper", project.TypeMod, requiring(newVersion("VersDeep", "ProjLib2", "0.1.0", project.Beta, 4, fabric, []string{"1.20.1"}), required("ProjLib1")))
	s.publish("ProjLib3", "elsewhere", project.TypeMod, newVersion("VersQuil", "ProjLib3", "1", project.Release, 5, []string{"quilt"}, []string{"1.20.1"}))
	s.publish("ProjPin1", "pinned", project.TypeMod, newVersion("VersPin1", "ProjPin1", "0.9", project.Release, 6, forge, []string{"1.12.2"}))
	s.Settle()
	return s
}

func summary(list []readproject.NeedAnswer) []string {
	out := []string{}
	for _, n := range list {
		text := n.DependencyType + " "
		if n.Project != nil {
			text += n.Project.Slug
		} else {
			text += *n.FileName
		}
		if n.Version != nil {
			text += " " + n.Version.ID
		}
		text += fmt.Sprintf(" pinned=%v fits=%v", n.Pinned, n.Fits)
		if n.RequiredBy != nil {
			text += " by " + *n.RequiredBy
		}
		out = append(out, text)
	}
	return out
}

func TestDependenciesComeWithTheVersionThatFits(t *testing.T) {
	s := workshop(t)
	for query, want := range map[string][]string{
		"?game_version=1.20.1&loader=fabric": {
			"required library VersLibA pinned=false fits=true", "optional pinned VersPin1 pinned=true fits=false", "required elsewhere pinned=false fits=false",
			"embedded other.jar pinned=false fits=false", "required deeper VersDeep pinned=false fits=true by 灯笼码头",
		},
		"?game_version=1.21&loader=forge": {
			"required library VersLibC pinned=false fits=true", "optional pinned VersPin1 pinned=true fits=false", "required elsewhere pinned=false fits=false",
			"embedded other.jar pinned=false fits=false",
		},
		"": {
			"required library VersLibA pinned=false fits=true", "optional pinned VersPin1 pinned=true fits=false", "required elsewhere pinned=false fits=false",
			"embedded other.jar pinned=false fits=false", "required deeper VersDeep pinned=false fits=true by 灯笼码头",
		},
	} {
		got := answer[readproject.NeedsAnswer](s, "GET", "/_internal/version/VersMod1/needs"+query, "anonymous", "")
		if list := summary(got.Dependencies); !slices.Equal(list, want) {
			t.Errorf("%q:\n%q, want\n%q", query, list, want)
		}
	}
	library := answer[readproject.NeedsAnswer](s, "GET", "/_internal/version/VersMod1/needs?game_version=1.20.1&loader=fabric", "anonymous", "").Dependencies[0].Version
	if library.VersionNumber != "1.0.0" || library.File == nil || library.File.URL != "https://cdn.example/b.jar" || library.File.Size != 10 {
		t.Errorf("the library's version is %+v", library)
	}
}

func TestDependenciesOmitProjectsTheViewerMayNotSee(t *testing.T) {
	s := harbour(t)
	got := answer[readproject.NeedsAnswer](s, "GET", "/_internal/version/"+beta+"/needs", "anonymous", "")
	for _, n := range got.Dependencies {
		if n.Project != nil && n.Project.ID == hiddenID {
			t.Errorf("a stranger sees %+v", n)
		}
	}
	inside := answer[readproject.NeedsAnswer](s, "GET", "/_internal/version/"+beta+"/needs", "owner", "")
	if n := inside.Dependencies[1]; n.Project == nil || n.Project.ID != hiddenID || n.Version == nil {
		t.Errorf("its owner sees %+v", n)
	}
}

func TestTranslationsAreThoseMadeForTheVersion(t *testing.T) {
	s := workshop(t)
	pack := func(id, of, game string, needs project.Dependency) project.VersionCreated {
		return requiring(newVersion(id, of, id, project.Release, 7, []string{"language"}, []string{game}), needs)
	}
	s.publish("ProjZh01", "zh-new", project.TypeLanguage, pack("VersZhA1", "ProjZh01", "1.21", required("ProjMod1")), pack("VersZhA2", "ProjZh01", "1.20.1", required("ProjMod1")))
	s.publish("ProjZh02", "zh-other", project.TypeLanguage, pack("VersZhB1", "ProjZh02", "1.20.1", required("ProjLib1")))
	s.publish("ProjZh03", "zh-old", project.TypeLanguage, pack("VersZhC1", "ProjZh03", "1.12.2", required("ProjMod1")))
	ask := func(version, of, target, targetProject string) {
		s.Happen("translation-"+version, owner, translation.Asked{Version: version, Project: of, Target: target, TargetProject: targetProject, Language: translation.Simplified, Description: "全部文字", Thread: "Thr" + version[3:], By: owner})
	}
	accept := func(version, of, target, targetProject string) {
		ask(version, of, target, targetProject)
		s.Happen("translation-"+version, owner, translation.Accepted{Version: version, Project: of, Target: target, TargetProject: targetProject, By: owner})
	}
	accept("VersZhA2", "ProjZh01", "VersMod1", "ProjMod1")
	accept("VersZhB1", "ProjZh02", "VersLibA", "ProjLib1")
	ask("VersZhC1", "ProjZh03", "VersMod1", "ProjMod1")
	s.Settle()
	got := answer[readproject.NeedsAnswer](s, "GET", "/_internal/version/VersMod1/needs?game_version=1.20.1&loader=forge", "anonymous", "").Translations
	if len(got) != 1 || got[0].Project.Slug != "zh-new" || got[0].Version.ID != "VersZhA2" || got[0].Author == nil || got[0].Author.Username != "Owner舟" {
		t.Errorf("translations are %+v", got)
	}
	if all := answer[readproject.NeedsAnswer](s, "GET", "/_internal/version/VersMod1/needs", "anonymous", "").Translations; len(all) != 1 || all[0].Version.ID != "VersZhA2" || all[0].LanguageCode != "zh_CN" || all[0].Description != "全部文字" {
		t.Errorf("unfiltered: %+v", all)
	}
	// Packs are returned for a mod whatever its loader is.
	own := answer[readproject.NeedsAnswer](s, "GET", "/_internal/version/VersZhA2/needs", "anonymous", "").Dependencies
	if len(own) == 0 || own[0].Version == nil || own[0].Version.ID != "VersMod1" || !own[0].Fits {
		t.Errorf("the translations of a pack are %+v", own)
	}
}

func TestNeedsRejectInvalidText(t *testing.T) {
	s := workshop(t)
	for _, query := range []string{"?game_version=%00", "?loader=%ff"} {
		if w := s.get("/_internal/version/VersMod1/needs"+query, "anonymous"); w.Code != http.StatusBadRequest {
			t.Errorf("%s: %d", query, w.Code)
		}
	}
}
