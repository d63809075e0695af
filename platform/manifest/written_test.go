package manifest_test

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/manifest"
)

func TestScalarsAreReadAsTheirAuthorWroteThem(t *testing.T) {
	for _, c := range []struct{ name, data, version, games string }{
		{"plugin.yml", "name: Gate\nversion: 1.10\nmain: a.B\napi-version: 1.20\n", "1.10", "1.20.6 1.20.4 1.20.2 1.20.1 1.20"},
		{"paper-plugin.yml", "name: Gate\nversion: 1.0\napi-version: 1.20\n", "1.0", "1.20.6 1.20.4 1.20.2 1.20.1 1.20"},
		{"plugin.yml", "name: Gate\nversion: 010\n", "010", ""},
		{"bungee.yml", "name: Gate\nversion: 0x1F\n", "0x1F", ""},
		{"plugin.yml", "name: Gate\nversion: 1_000\n", "1_000", ""},
		{"plugin.yml", "name: Gate\nversion: 2024-01-10\n", "2024-01-10", ""},
		{"plugin.yml", "name: Gate\nversion: 1e3\n", "1e3", ""},
		{"plugin.yml", "name: Gate\nversion: !!float 1.10\n", "1.10", ""},
		{"plugin.yml", "name: Gate\nversion: '1.10' # quoted\n", "1.10", ""},
		{"plugin.yml", "v: &v 1.10\nname: Gate\nversion: *v\n", "1.10", ""},
		{"plugin.yml", "base: &b {version: 1.10}\n<<: *b\nname: Gate\n", "1.10", ""},
		{"plugin.yml", "name: Gate\nversion: ~\n", "", ""},
		{"META-INF/mods.toml", "modLoader=\"javafml\"\n[[mods]]\nmodId=\"g\"\nversion=1.10\n", "1.10", ""},
		{"META-INF/mods.toml", "[[mods]]\nmodId=\"g\"\nversion=010 # a build number\n", "010", ""},
		{"META-INF/neoforge.mods.toml", "[[mods]]\r\nmodId=\"g\"\r\nversion=1.20.1\r\n", "1.20.1", ""},
		{"META-INF/neoforge.mods.toml", "mods=[{modId=\"g\",version=1.0}]\n[dependencies]\ng=[{modId=\"minecraft\",versionRange=1.20}]\n", "1.0", "1.20"},
		{"fabric.mod.json", `{"id":"g","version":1.10}`, "1.10", ""},
		{"mcmod.info", `[{"modid":"g","version":1.0,"mcversion":1.20}]`, "1.0", "1.20"},
	} {
		m := one(t, c.name, c.data)
		if got := strings.Join(m.Game.Resolve(known()).Versions, " "); m.Version != c.version || got != c.games || m.Unreadable {
			t.Errorf("%s of %q: version %q, want %q; games %q, want %q; unreadable %t", c.name, c.data, m.Version, c.version, got, c.games, m.Unreadable)
		}
	}
	m := one(t, "plugin.yml", "name: 007\nfolia-supported: yes\ndepend: [1.0, On]\n")
	if fields(m) != "[bukkit spigot paper purpur folia] 007|007| unsupported/required [] [1.0:required: On:required:]" {
		t.Error(fields(m))
	}
}

// An alias may be expanded many times, and may refer to itself.
func TestAliasesOfYAMLAreBounded(t *testing.T) {
	bomb := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := range 9 {
		a, b := string(rune('1'+i)), string(rune('0'+i))
		bomb += "a" + a + ": &a" + a + " [" + strings.Repeat("*a"+b+", ", 9) + "*a" + b + "]\n"
	}
	for _, data := range []string{bomb + "name: Gate\n", "name: &a [*a]\n", "a: &a\n  b: *a\nname: Gate\n"} {
		manifest.Parse("plugin.yml", []byte(data))
	}
	for _, data := range []string{strings.Repeat("[", 1<<20), "a=" + strings.Repeat("[", 1<<19), "a=" + strings.Repeat("{a=", 1<<18)} {
		if m := one(t, "META-INF/mods.toml", data); !m.Unreadable {
			t.Errorf("%+v", m)
		}
	}
}

func TestATemplateSaysNothing(t *testing.T) {
	for _, c := range []struct{ name, data string }{
		{"META-INF/mods.toml", "modLoader=\"javafml\"\nloaderVersion=\"${loader}\"\n[[mods]]\nmodId=\"${id}\"\nversion=\"${version}\"\ndisplayName=\"${name}\"\n"},
		{"META-INF/mods.toml", "modLoader=\"javafml\"\n[[mods]]\nmodId=\"${id}\"\n[[dependencies.${id}]]\nmodId=\"minecraft\"\n"},
		{"META-INF/neoforge.mods.toml", "modLoader=\"${mod_loader}\"\n"},
		{"fabric.mod.json", `{"schemaVersion":1,"id":"@MODID@","name":"@NAME@"}`},
		{"fabric.mod.json", `{"schemaVersion":${schema},"id":"${id}"}`},
		{"quilt.mod.json", `{"quilt_loader":{"id":"{{ id }}","version":"1"}}`},
		{"plugin.yml", "name: ${project.name}\nversion: ${project.version}\napi-version: 1.20\nmain: a.B\n"},
		{"plugin.yml", "name: @name@\nversion: 1\n"},
		{"paper-plugin.yml", "name: '${name}'\n"},
		{"bungee.yml", "name: \"$(name)\"\n"},
		{"velocity-plugin.json", `{"id":"${id}","name":"Reed"}`},
		{"META-INF/sponge_plugins.json", `{"plugins":[{"id":"${id}"}]}`},
		{"mcmod.info", `[{"modid":"${modid}","name":"${name}","mcversion":"${mcversion}"}]`},
		{"litemod.json", `{"name":"${name}"}`},
		{"riftmod.json", `{"id":"${id}"}`},
	} {
		m := one(t, c.name, c.data)
		if !m.Unfilled || m.Unreadable || len(m.Loaders) > 0 || m.ID+m.Name+m.Version != "" || m.Game.AnyOf != nil || m.File != c.name {
			t.Errorf("%s of %q: %+v", c.name, c.data, m)
		}
	}
	if p := manifest.ParsePack([]byte(`{"pack":{"pack_format":"${format}","description":"${name}"}}`)); !p.Unfilled || p.Unreadable || p.Description != "" {
		t.Errorf("%+v", p)
	}
	if p := manifest.ParsePack([]byte(`{"pack":{"pack_format":${format}}}`)); !p.Unfilled {
		t.Errorf("%+v", p)
	}
	if p := manifest.ParseModpack([]byte(`{"formatVersion":1,"game":"minecraft","name":"${name}","dependencies":{"minecraft":"${mc}","forge":"1"},"files":[]}`)); !p.Unfilled || p.Loaders != nil || p.Name != "" {
		t.Errorf("%+v", p)
	}
}

func TestAPlaceholderInAFilledManifestIsLeftOut(t *testing.T) {
	m := one(t, "fabric.mod.json", `{"id":"reed","name":"${name}","version":"@version@","depends":{"minecraft":">=${mc}","fabric-api":">=${api}","${lib}":"*"}}`)
	if got := fields(m); got != "[fabric] reed|| / [] [fabric-api:required:]" {
		t.Error(got)
	}
	m = one(t, "META-INF/mods.toml", "[[mods]]\nmodId=\"${lib}\"\n[[mods]]\nmodId=\"reed\"\ndisplayName=\"${name}\"\nversion=\"${file.jarVersion}\"\n[[dependencies.reed]]\nmodId=\"minecraft\"\nversionRange=\"[${mc},)\"\n[[dependencies.reed]]\nmodId=\"${other}\"\n")
	if got := fields(m); got != "[forge] reed|| / [] []" {
		t.Error(got)
	}
	m = one(t, "plugin.yml", "name: Reed\nversion: '${version}'\napi-version: '${api}'\ndepend: ['${lib}', Vault]\n")
	if got := fields(m); got != "[bukkit spigot paper purpur] Reed|Reed| unsupported/required [] [Vault:required:]" {
		t.Error(got)
	}
	p := manifest.ParsePack([]byte(`{"pack":{"pack_format":15,"description":"${name}"}}`))
	if p.Description != "" || p.Min != 15 || p.Unfilled {
		t.Errorf("%+v", p)
	}
	index := manifest.ParseModpack([]byte(`{"formatVersion":1,"game":"minecraft","name":"${name}","versionId":"${v}","dependencies":{"minecraft":"1.20.1","forge":"${forge}","fabric-loader":"1"},"files":[]}`))
	if index.Name+index.Version != "" || strings.Join(index.Loaders, " ") != "fabric" || index.Unfilled {
		t.Errorf("%+v", index)
	}
}

func TestVersionExpressionsAreNested(t *testing.T) {
	for versions, want := range map[string]string{
		`{"any":["=1.19.2",{"all":[">=1.20","<=1.20.1"]}]}`:                         "1.20.1 1.20 1.19.2",
		`{"all":[">=1.20","<=1.20.1"]}`:                                             "1.20.1 1.20",
		`{"all":[{"any":["1.19.2","1.20","1.20.4"]},{"any":["<=1.20.1",">1.21"]}]}`: "1.20 1.19.2",
		`{"all":[{"any":[{"all":[">=1.20","<1.20.3"]},"=1.18.2"]},"<1.20.2"]}`:      "1.20.1 1.20 1.18.2",
		`["=1.19.2",{"all":[">=1.20","<=1.20.1"]}]`:                                 "1.20.1 1.20 1.19.2",
		`{"any":[["1.20","1.20.1"],"1.19.2"]}`:                                      "1.20.1 1.20 1.19.2",
		`{"all":["*",">=1.20","<=1.20.1"]}`:                                         "1.20.1 1.20",
		`{"all":[">=1.20 <1.21","1.20.x"]}`:                                         "1.20.6 1.20.4 1.20.2 1.20.1 1.20",
		`{"any":["*","1.20"]}`:                                                      "",
		`{"any":[]}`:                                                                "",
		`{"all":[]}`:                                                                "",
		`{}`:                                                                        "",
		`{"all":[">=1.20","${max}"]}`:                                               "",
		`{"all":"1.20.1"}`:                                                          "1.20.1",
		`">=1.20 <=1.20.1"`:                                                         "1.20.1 1.20",
		`{"any":["1.20",{"any":["1.20.1",{"any":["1.20.2",{"any":["1.20.4"]}]}]}]}`:                     "1.20.4 1.20.2 1.20.1 1.20",
		strings.Repeat(`{"all":[`, 40) + `"1.20"` + strings.Repeat(`]}`, 40):                            "",
		`{"all":[` + strings.TrimSuffix(strings.Repeat(`{"any":["<2",">1","=1.20"]},`, 12), ",") + `]}`: "",
	} {
		m := one(t, "quilt.mod.json", `{"quilt_loader":{"id":"q","depends":[{"id":"minecraft","versions":`+versions+`}]}}`)
		if got := strings.Join(m.Game.Resolve(known()).Versions, " "); got != want {
			t.Errorf("%s: got %q, want %q", versions, got, want)
		}
	}
	for depends, want := range map[string]string{
		`[{"id":"minecraft","versions":">=1.20"},{"id":"minecraft","versions":"<=1.20.1"}]`:                                       "[1.20.1 1.20] []",
		`[[{"id":"minecraft","versions":"1.20"},{"id":"minecraft","versions":"1.19.2"}]]`:                                         "[1.20 1.19.2] []",
		`["org.quiltmc:qsl",{"id":"a:lib","versions":{"any":["1",{"all":[">=2","<3"]}]}},[{"id":"x"},{"id":"y","versions":"*"}]]`: "[] [qsl:required: lib:required:1 || >=2 <3 x:optional: y:optional:]",
		`[{"id":"lib","versions":{"all":[{"any":["1","2"]},"<3"]}}]`:                                                              "[] [lib:required:(1 || 2) <3]",
	} {
		m := one(t, "quilt.mod.json", `{"quilt_loader":{"id":"q","depends":`+depends+`}}`)
		if got := fields(m); !strings.HasSuffix(got, "/ "+want) {
			t.Errorf("%s: got %s, want %s", depends, got, want)
		}
	}
	m := one(t, "fabric.mod.json", `{"id":"f","depends":{"minecraft":[">=1.20 <=1.20.1","1.19.2"],"lib":[">=1 <2","3"]}}`)
	if got := fields(m); got != "[fabric] f|| / [1.20.1 1.20 1.19.2] [lib:required:>=1 <2 || 3]" {
		t.Error(got)
	}
}
