package filecheck_test

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"

	"github.com/modyard/modyard/commands/filecheck"
	"github.com/modyard/modyard/domain/project"
)

func TestAnUnsafePathIsRefusedWithItsNameInEveryKindOfArchive(t *testing.T) {
	for kind, files := range map[string]map[string]string{
		"mod.jar":       {"fabric.mod.json": `{"id":"a"}`},
		"plugin.jar":    {"plugin.yml": "name: a\n"},
		"pack.zip":      {"pack.mcmeta": `{"pack":{"pack_format":15}}`, "assets/a.txt": "x"},
		"data.zip":      {"pack.mcmeta": `{"pack":{"pack_format":15}}`, "data/a.txt": "x"},
		"shader.zip":    {"shaders/a.fsh": "x"},
		"pack.mrpack":   {"modrinth.index.json": index},
		"lite.litemod":  {"litemod.json": `{"name":"a"}`},
		"launcher.zip":  {"run.sh": "x"},
		"language.jar":  {"assets/a/lang/zh_cn.json": "{}"},
		"UPPERCASE.ZIP": {"a": "x"},
	} {
		for _, name := range []string{"server-overrides//etc/x", "overrides/config/C:/x", "overrides/a:b.txt", "overrides/./x", `overrides\x`, "overrides/a//"} {
			files[name] = ""
			_, err := look(t, kind, zipOf(t, files))
			if err == nil || !strings.Contains(err.Error(), "不安全的路径「"+name+"」") {
				t.Errorf("%s with %s: %v", kind, name, err)
			}
			delete(files, name)
		}
		files["overrides/..foo/ok.txt"] = "x"
		if _, err := look(t, kind, zipOf(t, files)); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

func TestAnUnsafePathInAPacksIndexIsRefusedWithItsName(t *testing.T) {
	for _, path := range []string{"mods//a.jar", "mods/./a.jar", "mods/C:/a.jar", "mods/a:b.jar", "/mods/a.jar", "../a.jar", `mods\\a.jar`, "mods/", "mods/.."} {
		body := zipOf(t, map[string]string{"modrinth.index.json": `{"formatVersion":1,"game":"minecraft","versionId":"1","dependencies":{"minecraft":"1.20.1","fabric-loader":"0.15"},"files":[
			{"path":"` + path + `","fileSize":1,"hashes":{"sha1":"` + strings.Repeat("a", 40) + `","sha512":"` + strings.Repeat("b", 128) + `"},"downloads":["https://github.com/a/b"]}]}`})
		err := filecheck.MayStand(filecheck.Version{Type: project.TypeModpack, Loaders: []string{"fabric"}, Hosts: filecheck.Hosts("")},
			[]filecheck.File{{Name: "a.mrpack", Primary: true, Facts: found(t, "a.mrpack", body)}})
		if err == nil || !strings.Contains(err.Error(), "不安全的路径「"+strings.ReplaceAll(path, `\\`, `\`)+"」") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// A class may be called aux.class: nobody unpacks a jar.
func TestOnlyWhatALauncherUnpacksNeedsNamesThatEverySystemHas(t *testing.T) {
	for _, name := range []string{"overrides/con", "client-overrides/config/aux.txt", "overrides/a./b", "server-overrides/a ", "overrides/\u202egpj.exe", "overrides/a|b", "overrides/COM9/"} {
		_, err := look(t, "pack.mrpack", zipOf(t, map[string]string{"modrinth.index.json": index, name: ""}))
		if err == nil || !strings.Contains(err.Error(), "不安全的路径「"+strings.ReplaceAll(name, "\u202e", "�")+"」") {
			t.Errorf("%q: %v", name, err)
		}
		if _, err := look(t, "mod.jar", zipOf(t, map[string]string{"fabric.mod.json": `{"id":"a"}`, strings.TrimSuffix(name, "/"): "x"})); err != nil {
			t.Errorf("%q in a jar: %v", name, err)
		}
	}
	if _, err := look(t, "pack.mrpack", zipOf(t, map[string]string{"modrinth.index.json": index, "overrides/config/console.txt": "", "overrides/模组/.foo": ""})); err != nil {
		t.Error(err)
	}
}

func TestTwoFilesThatALauncherUnpacksNeverHaveOnePlace(t *testing.T) {
	for _, names := range [][]string{{"overrides/mods/a.jar", "overrides/mods/A.jar"}, {"overrides/config", "overrides/config/a.txt"}, {"server-overrides/Ⅷ", "server-overrides/ⅷ"}} {
		files := map[string]string{"modrinth.index.json": index}
		for _, name := range names {
			files[name] = "x"
		}
		if _, err := look(t, "pack.mrpack", zipOf(t, files)); err == nil || !strings.Contains(err.Error(), "只能有一个") || !strings.Contains(err.Error(), "overrides/") {
			t.Errorf("%q: %v", names, err)
		}
		delete(files, "modrinth.index.json")
		files["fabric.mod.json"] = `{"id":"a"}`
		if _, err := look(t, "mod.jar", zipOf(t, files)); err != nil {
			t.Errorf("%q in a jar: %v", names, err)
		}
	}
	if _, err := look(t, "pack.mrpack", zipOf(t, map[string]string{"modrinth.index.json": index, "overrides/a.txt": "x", "client-overrides/a.txt": "y"})); err != nil {
		t.Error(err)
	}
}

func TestADamagedEntryIsAWarningForAJarAndARefusalForWhatIsUnpacked(t *testing.T) {
	for name, c := range map[string]struct {
		of     project.Type
		loader string
		files  map[string]string
		stands bool
	}{
		"a.jar":    {project.TypeMod, "fabric", map[string]string{"fabric.mod.json": `{"id":"a"}`}, true},
		"a.zip":    {project.TypeShader, "iris", map[string]string{"shaders/a.fsh": "x"}, false},
		"a.mrpack": {project.TypeModpack, "fabric", map[string]string{"modrinth.index.json": index}, false},
	} {
		c.files["overrides/damaged.txt"] = "as it was written"
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for name, body := range c.files {
			f, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
			if err != nil {
				t.Fatal(err)
			}
			_, _ = f.Write([]byte(body))
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		v := filecheck.Version{Type: c.of, Loaders: []string{c.loader}, Hosts: filecheck.Hosts("")}
		check := func(body []byte) []filecheck.Finding {
			return filecheck.Check(v, []filecheck.File{{Name: name, Primary: true, Facts: found(t, name, body)}})[0]
		}
		if got := check(b.Bytes()); got[0].Level != "pass" {
			t.Errorf("%s: %+v", name, got)
		}
		got := check(bytes.Replace(b.Bytes(), []byte("was written"), []byte("was flipped"), 1))
		if level := map[bool]string{true: "warning", false: "refusal"}[c.stands]; len(got) != 1 || got[0].Level != level || !strings.Contains(got[0].Text, "overrides/damaged.txt") {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestAnEmptyFolderOfAnArchiveCounts(t *testing.T) {
	const pack = `{"pack":{"pack_format":15}}`
	for folder, c := range map[string]struct {
		of     project.Type
		loader string
		files  map[string]string
	}{
		"assets/":           {project.TypeResourcepack, "minecraft", map[string]string{"pack.mcmeta": pack}},
		"assets/minecraft/": {project.TypeResourcepack, "minecraft", map[string]string{"pack.mcmeta": pack}},
		"data/":             {project.TypeDatapack, "datapack", map[string]string{"pack.mcmeta": pack}},
		"shaders/":          {project.TypeShader, "iris", map[string]string{"readme.txt": "x"}},
	} {
		check := func() error {
			return filecheck.MayStand(filecheck.Version{Type: c.of, Loaders: []string{c.loader}}, []filecheck.File{{Name: "a.zip", Primary: true, Facts: found(t, "a.zip", zipOf(t, c.files))}})
		}
		if err := check(); err == nil {
			t.Errorf("%s is not needed", folder)
		}
		c.files[folder] = ""
		if err := check(); err != nil {
			t.Errorf("%s: %v", folder, err)
		}
	}
	if f := found(t, "a.zip", zipOf(t, map[string]string{"a": "x", "assets/a/lang/": ""})); f.Language || !f.Assets {
		t.Errorf("%+v", f)
	}
}
