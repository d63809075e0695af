package filecheck_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/commands/filecheck"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/manifest"
)

var index = `{"formatVersion":1,"game":"minecraft","versionId":"2.0.0-beta.1","name":"Pack","dependencies":{"minecraft":"1.20.1","fabric-loader":"0.15"},"files":[` +
	`{"path":"mods/a.jar","fileSize":1,"hashes":{"sha1":"` + strings.Repeat("a", 40) + `","sha512":"` + strings.Repeat("b", 128) + `"},"downloads":["https://cdn.modrinth.com/a.jar"]}]}`

func TestTheMainFileMustMatchTheLoaders(t *testing.T) {
	fabric := map[string]string{"fabric.mod.json": `{"id":"a","version":"1","depends":{"minecraft":"~1.20.1"}}`}
	plugin := map[string]string{"plugin.yml": "name: Gate\nversion: 1\n"}
	pack := map[string]string{"pack.mcmeta": `{"pack":{"pack_format":15,"description":"x"}}`, "assets/a.txt": "x"}
	for name, c := range map[string]struct {
		of      project.Type
		loaders string
		games   string
		file    string
		content map[string]string
		level   string
		say     string
	}{
		"a mod":                                  {project.TypeMod, "fabric", "1.20.1", "a.jar", fabric, "pass", "没有发现问题"},
		"a mod, for another game":                {project.TypeMod, "fabric", "1.8.9", "a.jar", fabric, "warning", "与所选的都不符"},
		"a mod, by another loader":               {project.TypeMod, "forge", "1.20.1", "a.jar", fabric, "refusal", "它看起来适用于 Fabric"},
		"a mod, one of two loaders":              {project.TypeMod, "fabric paper", "1.20.1", "a.jar", fabric, "refusal", "没有 paper-plugin.yml 或 plugin.yml"},
		"a mod, zipped":                          {project.TypeMod, "fabric", "1.20.1", "a.zip", fabric, "refusal", "须为 .jar 格式"},
		"an old mod, zipped":                     {project.TypeMod, "forge", "1.7.10", "a.zip", map[string]string{"mcmod.info": `[{"modid":"a"}]`}, "pass", ""},
		"an unreadable mod":                      {project.TypeMod, "fabric", "1.20.1", "a.jar", map[string]string{"fabric.mod.json": "{"}, "refusal", "无法读懂"},
		"a plugin":                               {project.TypePlugin, "paper spigot", "1.20.1", "a.jar", plugin, "pass", ""},
		"a plugin without Folia support":         {project.TypePlugin, "folia", "1.20.1", "a.jar", plugin, "warning", "folia-supported"},
		"a resource pack":                        {project.TypeResourcepack, "minecraft", "", "a.zip", pack, "pass", ""},
		"a pack, one folder too many":            {project.TypeResourcepack, "minecraft", "", "a.zip", map[string]string{"x/pack.mcmeta": "{}", "x/assets/a": "x"}, "refusal", "在文件夹「x」里"},
		"a data pack without data":               {project.TypeDatapack, "datapack", "", "a.zip", pack, "refusal", "缺少 data 文件夹"},
		"a shader":                               {project.TypeShader, "iris", "", "a.zip", map[string]string{"shaders/a.fsh": "x"}, "pass", ""},
		"no shader":                              {project.TypeShader, "iris", "", "a.zip", pack, "refusal", "光影包缺少 shaders"},
		"a modpack":                              {project.TypeModpack, "fabric", "1.20.1", "a.mrpack", map[string]string{"modrinth.index.json": index}, "pass", ""},
		"a modpack with downloads from any host": {project.TypeModpack, "fabric", "1.20.1", "a.mrpack", map[string]string{"modrinth.index.json": strings.Replace(index, "cdn.modrinth.com", "evil.example", 1)}, "refusal", "evil.example"},
		"a modpack of another loader":            {project.TypeModpack, "forge", "1.20.1", "a.mrpack", map[string]string{"modrinth.index.json": index}, "refusal", "与所选的加载器不符"},
		"a modpack without an index":             {project.TypeModpack, "fabric", "1.20.1", "a.mrpack", map[string]string{"x": "y"}, "refusal", "缺少 modrinth.index.json"},
		"a modpack without a game":               {project.TypeModpack, "fabric", "1.20.1", "a.mrpack", map[string]string{"modrinth.index.json": strings.Replace(index, `"minecraft":`, `"Minecraft":`, 1)}, "refusal", "没有写明 minecraft 的版本"},
		"a modpack without a loader":             {project.TypeModpack, "fabric", "1.20.1", "a.mrpack", map[string]string{"modrinth.index.json": strings.Replace(index, `,"fabric-loader":"0.15"`, "", 1)}, "warning", "启动器不会安装 Fabric"},
		"a modpack of two loaders":               {project.TypeModpack, "fabric", "1.20.1", "a.mrpack", map[string]string{"modrinth.index.json": strings.Replace(index, `"fabric-loader"`, `"forge":"47","fabric-loader"`, 1)}, "warning", "只能安装其中一个"},
		"a modpack with a wrong sum":             {project.TypeModpack, "fabric", "1.20.1", "a.mrpack", map[string]string{"modrinth.index.json": strings.Replace(index, "aaaa", "xxxx", 1)}, "refusal", "不是有效的十六进制摘要"},
		"a modpack with a wrong size":            {project.TypeModpack, "fabric", "1.20.1", "a.mrpack", map[string]string{"modrinth.index.json": strings.Replace(index, `"fileSize":1`, `"fileSize":-1`, 1)}, "refusal", "「mods/a.jar」的 fileSize"},
		"a modpack with a wrong side":            {project.TypeModpack, "fabric", "1.20.1", "a.mrpack", map[string]string{"modrinth.index.json": strings.Replace(index, `"fileSize"`, `"env":{"client":"maybe"},"fileSize"`, 1)}, "refusal", "的 env 只能是"},
		"a modpack with a path twice":            {project.TypeModpack, "fabric", "1.20.1", "a.mrpack", map[string]string{"modrinth.index.json": strings.Replace(index, `"files":[`, `"files":[{"path":"Mods/A.jar","fileSize":1},`, 1)}, "refusal", "写到同一路径「mods/a.jar」"},
		"software for another machine":           {project.TypeSoftware, "linux", "", "a.exe", nil, "warning", "不能在所选的 Linux 上运行"},
		"a signature":                            {project.TypeMod, "fabric", "1.20.1", "a.sig", nil, "refusal", "签名文件不能作为主文件"},
	} {
		var facts filecheck.Facts
		if c.content != nil {
			facts = found(t, c.file, zipOf(t, c.content))
		}
		v := filecheck.Version{Type: c.of, Loaders: strings.Fields(c.loaders), GameVersions: strings.Fields(c.games), Hosts: filecheck.Hosts("https://example.test/data/")}
		files := []filecheck.File{{Name: c.file, Primary: true, Facts: facts}}
		got := filecheck.Check(v, files)[0]
		if len(got) == 0 || got[0].Level != c.level || !strings.Contains(got[0].Text, c.say) {
			t.Errorf("%s: %+v", name, got)
		}
		if err := filecheck.MayStand(v, files); (err != nil) != (c.level == "refusal") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAdditionalFilesMustMatchTheirKinds(t *testing.T) {
	mod := found(t, "a.jar", zipOf(t, map[string]string{"fabric.mod.json": `{"id":"a","version":"1"}`}))
	other := found(t, "b.jar", zipOf(t, map[string]string{"plugin.yml": "name: Gate\nversion: 1\n"}))
	main := filecheck.File{Name: "a.jar", Primary: true, Facts: mod}
	v := filecheck.Version{Type: project.TypeMod, Loaders: []string{"fabric"}}
	for name, c := range map[string]struct {
		file  filecheck.File
		level string
	}{
		"sources":                  {filecheck.File{Name: "a-sources.jar", Kind: "sources-jar", Facts: filecheck.Facts{Archive: true}}, "pass"},
		"sources, zipped":          {filecheck.File{Name: "a-sources.zip", Kind: "sources-jar"}, "refusal"},
		"no resource pack":         {filecheck.File{Name: "pack.zip", Kind: "required-resource-pack"}, "refusal"},
		"no signature":             {filecheck.File{Name: "a.jar", Kind: "signature"}, "refusal"},
		"the same mod again":       {filecheck.File{Name: "b.jar", Facts: mod}, "refusal"},
		"the same, of no kind":     {filecheck.File{Name: "b.jar", Kind: "unknown", Facts: mod}, "refusal"},
		"another mod":              {filecheck.File{Name: "b.jar", Facts: other}, "refusal"},
		"its sources, by the name": {filecheck.File{Name: "a-sources.jar", Facts: mod}, "pass"},
		"its interface":            {filecheck.File{Name: "a-api.jar", Facts: mod}, "pass"},
		"a signature of its kind ": {filecheck.File{Name: "a.jar.asc", Kind: "signature"}, ""},
	} {
		got := filecheck.Check(v, []filecheck.File{main, c.file})[1]
		if c.level == "" && len(got) == 0 {
			continue
		}
		if len(got) != 1 || got[0].Level != c.level {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestAFileWithoutAVersionIsCheckedAsTheTypeItSeemsToBe(t *testing.T) {
	for name, c := range map[string]struct {
		of      project.Type
		content map[string]string
		level   string
	}{
		"a mod": {project.TypeMod, map[string]string{"fabric.mod.json": `{"id":"a"}`}, "pass"},
		"not a mod, but allowed as an additional file": {project.TypeMod, map[string]string{"notes.txt": "x"}, "warning"},
		"no shader": {project.TypeShader, map[string]string{"notes.txt": "x"}, "refusal"},
	} {
		got := filecheck.FirstLook(c.of, nil, "a.zip", found(t, "a.zip", zipOf(t, c.content)))
		if name == "a mod" {
			got = filecheck.FirstLook(c.of, nil, "a.jar", found(t, "a.jar", zipOf(t, c.content)))
		}
		if len(got) == 0 || got[0].Level != c.level {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestTheFieldsOfAVersionAreDetectedFromItsFile(t *testing.T) {
	var known []manifest.GameVersion
	for _, v := range strings.Fields("1.21 1.20.2 1.20.1 1.20") {
		known = append(known, manifest.GameVersion{Version: v, Release: true})
	}
	mod := filecheck.Detect(found(t, "a.jar", zipOf(t, map[string]string{
		"fabric.mod.json":      `{"id":"a","name":"Tide Loom","version":"1.2.0-beta.1","environment":"client","depends":{"minecraft":"~1.20.1","packed":"*","other":"*"}}`,
		"META-INF/jars/in.jar": string(zipOf(t, map[string]string{"fabric.mod.json": `{"id":"packed"}`})),
	})), project.TypeMod, known)
	if mod.Name.Value != "Tide Loom" || mod.VersionNumber.Value != "1.2.0-beta.1" || mod.VersionType.Value != "beta" || mod.Environment.ServerSide != "unsupported" ||
		!slices.Equal(mod.Loaders.Value, []string{"fabric"}) || !slices.Equal(mod.GameVersions.Value, []string{"1.20.1", "1.20.2"}) || !slices.Equal(mod.ModIDs, []string{"a"}) {
		t.Errorf("%+v", mod)
	}
	if len(mod.Dependencies) != 1 || mod.Dependencies[0].ID != "other" {
		t.Errorf("needs %+v; an embedded mod is not a dependency", mod.Dependencies)
	}
	pack := filecheck.Detect(found(t, "a.mrpack", zipOf(t, map[string]string{"modrinth.index.json": index})), project.TypeModpack, known)
	if pack.Name.Value != "Pack" || pack.VersionNumber.Source != "modrinth.index.json › versionId" || !slices.Equal(pack.GameVersions.Value, []string{"1.20.1"}) {
		t.Errorf("%+v", pack)
	}
	if shader := filecheck.Detect(found(t, "a.jar", zipOf(t, map[string]string{"plugin.yml": "name: x"})), project.TypeShader, known); shader.Loaders != nil {
		t.Errorf("detected loaders of another type: %+v", shader.Loaders)
	}
}

func TestOnlyNamesWithKnownExtensionsAreValid(t *testing.T) {
	for name, ok := range map[string]bool{
		"a.jar": true, "A.JAR": true, "a.tar.gz": true, " a.jar ": true, strings.Repeat("a", 251) + ".jar": true,
		"a": false, "a.html": false, ".jar": false, "../a.jar": false, "a\u202eraj.exe": false, "a\x01.jar": false, "a\xff.jar": false,
		`"><script>.jar`: false, strings.Repeat("a", 252) + ".jar": false, "": false,
	} {
		if _, err := filecheck.Name(name); (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
	long := strings.Repeat("长", 80) + ".tar.gz"
	if short := filecheck.BlobName(long); len(short) > 180 || !strings.HasSuffix(short, "长.tar.gz") || filecheck.BlobName("a.jar") != "a.jar" {
		t.Error(short)
	}
	for _, name := range []string{"a.html.gz", "a.exe", "a.asc", "a.sig"} {
		if kind := filecheck.ContentType(name); kind != "application/octet-stream" {
			t.Error(name, kind)
		}
	}
}
