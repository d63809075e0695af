package filecheck_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/commands/filecheck"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/manifest"
)

const template = "modLoader=\"javafml\"\nloaderVersion=\"[${loader},)\"\n[[mods]]\nmodId=\"${id}\"\nversion=\"${version}\"\ndisplayName=\"${name}\"\n"

func TestAnUnfilledTemplateIsNoLoaderAndReachesNoField(t *testing.T) {
	known := []manifest.GameVersion{{Version: "1.20.1", Release: true}, {Version: "1.20", Release: true}}
	for title, c := range map[string]struct {
		of      project.Type
		name    string
		files   map[string]string
		loaders []string
		refuse  string // with the loaders that the template would have, "" for none
		as      []string
	}{
		"a template of Forge beside Fabric": {project.TypeMod, "a.jar", map[string]string{"META-INF/mods.toml": template, "fabric.mod.json": `{"id":"reed","name":"Reed","version":"1.0"}`},
			[]string{"fabric"}, "META-INF/mods.toml 是没有填写的模板", []string{"fabric", "forge"}},
		"templates alone": {project.TypeMod, "a.jar", map[string]string{"META-INF/mods.toml": template, "META-INF/neoforge.mods.toml": template},
			nil, "是没有填写的模板", []string{"neoforge"}},
		"a plugin": {project.TypePlugin, "a.jar", map[string]string{"plugin.yml": "name: ${name}\nversion: ${version}\napi-version: '1.20'\n", "velocity-plugin.json": `{"id":"reed","name":"${name}"}`},
			[]string{"velocity"}, "plugin.yml 是没有填写的模板", []string{"velocity", "bukkit"}},
		"a resource pack": {project.TypeResourcepack, "a.zip", map[string]string{"pack.mcmeta": `{"pack":{"pack_format":${pack_format},"description":"${name}"}}`, "assets/a.txt": "x"},
			nil, "pack.mcmeta 是没有填写的模板", []string{"minecraft"}},
		"a modpack": {project.TypeModpack, "a.mrpack", map[string]string{"modrinth.index.json": `{"formatVersion":1,"game":"minecraft","versionId":"${version}","name":"${name}","dependencies":{"minecraft":"${mc}","fabric-loader":"${loader}"},"files":[]}`},
			nil, "modrinth.index.json 是没有填写的模板", []string{"fabric"}},
		"a jar whose own number is a placeholder": {project.TypeMod, "a.jar", map[string]string{"META-INF/MANIFEST.MF": "Implementation-Version: ${version}\n", "fabric.mod.json": `{"id":"reed","name":"${name}","version":"${version}","depends":{"${lib}":"*","lib":">=${lib}"}}`},
			[]string{"fabric"}, "", nil},
	} {
		facts := found(t, c.name, zipOf(t, c.files))
		d := filecheck.Detect(facts, c.of, known)
		text, err := json.Marshal([]any{d, facts})
		if err != nil || strings.Contains(string(text), "${") {
			t.Errorf("%s: %s %v", title, text, err)
		}
		var loaders []string
		if d.Loaders != nil {
			loaders = d.Loaders.Value
		}
		if !slices.Equal(loaders, c.loaders) {
			t.Errorf("%s: loaders %v, want %v", title, loaders, c.loaders)
		}
		err = filecheck.MayStand(filecheck.Version{Type: c.of, Loaders: c.as}, []filecheck.File{{Name: c.name, Primary: true, Facts: facts}})
		if c.refuse != "" && (err == nil || !strings.Contains(err.Error(), c.refuse)) {
			t.Errorf("%s: %v", title, err)
		}
	}
}

func TestAPluginsGameVersionIsPreselectedAsItIsWritten(t *testing.T) {
	var known []manifest.GameVersion
	for _, v := range strings.Fields("1.21 1.20.6 1.20.1 1.20 1.2.5 1.2") {
		known = append(known, manifest.GameVersion{Version: v, Release: true})
	}
	for name, content := range map[string]string{
		"plugin.yml":       "name: Gate\nversion: 1.10\nmain: a.B\napi-version: 1.20\n",
		"paper-plugin.yml": "name: Gate\nversion: 1.10\nmain: a.B\napi-version: 1.20\n",
	} {
		d := filecheck.Detect(found(t, "a.jar", zipOf(t, map[string]string{name: content})), project.TypePlugin, known)
		if d.VersionNumber.Value != "1.10" || !slices.Equal(d.GameVersions.Value, []string{"1.20", "1.20.1", "1.20.6"}) {
			t.Errorf("%s: %+v %+v", name, d.VersionNumber, d.GameVersions)
		}
	}
}
