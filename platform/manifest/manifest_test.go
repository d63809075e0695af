package manifest_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/manifest"
)

// known is a short history of the game, newest first.
func known() []manifest.GameVersion {
	var out []manifest.GameVersion
	for _, v := range strings.Fields("26.1 1.21.11 1.21.4 1.21.3 1.21.2 1.21.1 1.21 1.20.6 1.20.4 1.20.2 1.20.1 1.20 1.20-pre1 23w13a 1.19.4 1.19.2 1.18.2 1.16.5 1.13 1.12.2 1.8.9") {
		out = append(out, manifest.GameVersion{Version: v, Release: !strings.ContainsAny(v, "-w")})
	}
	return out
}

func one(t *testing.T, name, data string) manifest.Manifest {
	t.Helper()
	list := manifest.Parse(name, []byte(data))
	if len(list) == 0 {
		t.Fatalf("%s has no manifest", name)
	}
	return list[0]
}

func fields(m manifest.Manifest) string {
	var deps []string
	for _, d := range m.Dependencies {
		deps = append(deps, d.ID+":"+d.Kind+":"+d.Range)
	}
	return fmt.Sprintf("%v %s|%s|%s %s/%s %v %v", m.Loaders, m.ID, m.Name, m.Version, m.Client, m.Server, m.Game.Resolve(known()).Versions, deps)
}

func TestEveryDescribingFileIsRead(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"fabric.mod.json", `{"schemaVersion":1,"id":"tide","name":"Tide","version":"1.2.0-beta.1","environment":"client",
			"depends":{"minecraft":">=1.20 <=1.20.2","fabricloader":"*","fabric-api":">=0.90"},"suggests":{"modmenu":"*"},"breaks":{"optifabric":"*"}}`,
			"[fabric] tide|Tide|1.2.0-beta.1 required/unsupported [1.20.2 1.20.1 1.20] [fabric-api:required:>=0.90 modmenu:optional: optifabric:incompatible:]"},
		{"fabric.mod.json", "{\"id\":\"x\",\"description\":\"two\nlines\",\"version\":\"${version}\",\"depends\":{\"minecraft\":[\"1.20.x\",\"1.19.4\"]}}",
			"[fabric] x|| / [1.20.6 1.20.4 1.20.2 1.20.1 1.20 1.19.4] []"},
		{"quilt.mod.json", `{"schema_version":1,"quilt_loader":{"group":"a","id":"q","version":"2.0","metadata":{"name":"Q"},
			"depends":["quilted_fabric_api",{"id":"minecraft","versions":{"any":["1.20.1","1.20.2"]}},{"id":"cloth","versions":"*","optional":true}]},"minecraft":{"environment":"client"}}`,
			"[quilt] q|Q|2.0 required/unsupported [1.20.2 1.20.1] [quilted_fabric_api:required: cloth:optional:]"},
		{"META-INF/mods.toml", "modLoader=\"javafml\"\n[[mods]]\nmodId=\"g\"\nversion=\"${file.jarVersion}\"\ndisplayName=\"G\"\n[[dependencies.g]]\nmodId=\"minecraft\"\nmandatory=true\nversionRange=\"[1.20,1.20.4)\"\nside=\"BOTH\"\n[[dependencies.g]]\nmodId=\"jei\"\nmandatory=false\nversionRange=\"[15,)\"\n",
			"[forge] g|G| required/required [1.20.2 1.20.1 1.20] [jei:optional:[15,)]"},
		{"META-INF/neoforge.mods.toml", "[[mods]]\nmodId=\"n\"\nversion=\"1\"\n[[dependencies.n]]\nmodId=\"minecraft\"\ntype=\"required\"\nversionRange=\"[1.21.1]\"\n[[dependencies.n]]\nmodId=\"bad\"\ntype=\"incompatible\"\n",
			"[neoforge] n||1 / [1.21.1] [bad:incompatible:]"},
		{"mcmod.info", `[{"modid":"old","name":"Old","version":"3","mcversion":"1.12.2","requiredMods":["baubles"]}]`,
			"[forge] old|Old|3 / [1.12.2] [baubles:required:]"},
		{"mcmod.info", `{"modListVersion":2,"modList":[{"modid":"old","mcversion":"1.8.9"}]}`, "[forge] old|| / [1.8.9] []"},
		{"litemod.json", `{"name":"lite","version":"1","mcversion":"1.12.2"}`, "[liteloader] lite|lite|1 required/unsupported [1.12.2] []"},
		{"riftmod.json", `{"id":"r","name":"R"}`, "[rift] r|R| / [1.13] []"},
		{"plugin.yml", "name: Gate\nversion: 1.4\nmain: a.B\napi-version: '1.20'\nfolia-supported: true\ndepend: [Vault]\nsoftdepend: PlaceholderAPI\n",
			"[bukkit spigot paper purpur folia] Gate|Gate|1.4 unsupported/required [1.20.6 1.20.4 1.20.2 1.20.1 1.20] [Vault:required: PlaceholderAPI:optional:]"},
		{"paper-plugin.yml", "name: P\nversion: '2'\ndependencies:\n  server:\n    Vault:\n      required: false\n", "[paper purpur] P|P|2 unsupported/required [] [Vault:optional:]"},
		{"bungee.yml", "name: B\nversion: 1\ndepends: [X]\n", "[bungeecord waterfall] B|B|1 unsupported/required [] [X:required:]"},
		{"velocity-plugin.json", `{"id":"v","name":"V","version":"1","dependencies":[{"id":"lp","optional":true}]}`, "[velocity] v|V|1 unsupported/required [] [lp:optional:]"},
		{"META-INF/sponge_plugins.json", `{"global":{"version":"9"},"plugins":[{"id":"s","name":"S","dependencies":[{"id":"spongeapi","version":"8"},{"id":"z","version":"1"}]}]}`,
			"[sponge] s|S|9 unsupported/required [] [z:required:1]"},
	} {
		if got := fields(one(t, c.name, c.data)); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestInvalidFieldsAreOmitted(t *testing.T) {
	for _, name := range manifest.Names() {
		for _, data := range []string{"", "null", "[]", "{}", "5", `"x"`, "{", "\x00\xff", "a: [", `{"id":{"a":1},"depends":[[]],"version":["1"]}`, "[[mods]]\nmodId=5\nversion=[1]\n"} {
			for _, m := range manifest.Parse(name, []byte(data)) {
				if m.File != name {
					t.Errorf("%s of %q: %+v", name, data, m)
				}
			}
		}
	}
	if m := one(t, "fabric.mod.json", "no JSON"); !m.Unreadable {
		t.Fatalf("%+v", m)
	}
	m := one(t, "fabric.mod.json", `{"id":"a\u202eb\u0000","name":"`+strings.Repeat("x", 500)+`"}`)
	if m.ID != "ab" || m.Name != "" {
		t.Fatalf("%+v", m)
	}
}

func game(t *testing.T, predicate string) manifest.Range {
	data, _ := json.Marshal(map[string]any{"id": "x", "depends": map[string]any{"minecraft": predicate}})
	return one(t, "fabric.mod.json", string(data)).Game
}

func forgeGame(t *testing.T, written string) manifest.Range {
	return one(t, "META-INF/mods.toml", "[[mods]]\nmodId=\"x\"\n[[dependencies.x]]\nmodId=\"minecraft\"\nversionRange=\""+written+"\"\n").Game
}

func TestRangesFollowTheRulesOfTheirLoaders(t *testing.T) {
	for written, want := range map[string]string{
		"1.20.1": "1.20.1", "=1.20": "1.20", "~1.20": "1.20.6 1.20.4 1.20.2 1.20.1 1.20", "~1.20.2": "1.20.6 1.20.4 1.20.2",
		"^1.21": "1.21.11 1.21.4 1.21.3 1.21.2 1.21.1 1.21", "1.21.x": "1.21.11 1.21.4 1.21.3 1.21.2 1.21.1 1.21", "1.20.*": "1.20.6 1.20.4 1.20.2 1.20.1 1.20",
		">=1.20 <1.21": "1.20.6 1.20.4 1.20.2 1.20.1 1.20", ">= 1.20.2 <1.20.5": "1.20.4 1.20.2", ">1.20.2 <=1.20.6": "1.20.6 1.20.4",
		">=1.20- <1.20.1": "1.20", "<1.13": "1.12.2 1.8.9", "1.19.2 || 1.18.2": "1.19.2 1.18.2", "23w13a": "23w13a", "*": "", "": "", "x": "", ">": "", "rubbish >=": "",
		">=1.20-pre1 <1.20.1": "1.20",
	} {
		if got := strings.Join(game(t, written).Resolve(known()).Versions, " "); got != want {
			t.Errorf("%q: got %q, want %q", written, got, want)
		}
	}
	for written, want := range map[string]string{
		"[1.20,1.20.4)": "1.20.2 1.20.1 1.20", "[1.20.1]": "1.20.1", "[1.19.2],[1.20,1.20.1]": "1.20.1 1.20 1.19.2", "(1.20,1.20.2]": "1.20.2 1.20.1",
		"1.20.1": "1.20.1", "(,1.12.2]": "1.12.2 1.8.9", "[,)": "", "": "", "[x,y)": "",
	} {
		if got := strings.Join(forgeGame(t, written).Resolve(known()).Versions, " "); got != want {
			t.Errorf("%q: got %q, want %q", written, got, want)
		}
	}
}

func TestAnOpenRangeIsLimitedToItsFirstLine(t *testing.T) {
	for _, r := range []manifest.Range{game(t, ">=1.20.2"), forgeGame(t, "[1.20.2,)")} {
		got := r.Resolve(known())
		if strings.Join(got.Versions, " ") != "1.20.6 1.20.4 1.20.2" || strings.Join(got.More, " ") != "26.1 1.21.11 1.21.4 1.21.3 1.21.2 1.21.1 1.21" {
			t.Errorf("%+v", got)
		}
	}
}

func TestAPackFormatGivesTheGameVersions(t *testing.T) {
	for _, c := range []struct {
		data string
		kind bool
		want string
	}{
		{`{"pack":{"pack_format":15}}`, false, "1.20.1 1.20"},
		{`{"pack":{"pack_format":15}}`, true, "1.20.1 1.20"},
		{`{"pack":{"pack_format":34}}`, false, "1.21.1 1.21"},
		{`{"pack":{"pack_format":48}}`, true, "1.21.1 1.21"},
		{`{"pack":{"pack_format":15,"supported_formats":[15,32]}}`, false, "1.20.6 1.20.4 1.20.2 1.20.1 1.20"},
		{`{"pack":{"pack_format":15,"supported_formats":{"min_inclusive":18,"max_inclusive":22}}}`, false, "1.20.4 1.20.2"},
		{`{"pack":{"min_format":[75,0],"max_format":84.1}}`, false, "26.1 1.21.11"},
		{`{"pack":{"pack_format":9999}}`, false, ""},
	} {
		p := manifest.ParsePack([]byte(c.data))
		if got := strings.Join(p.Game(c.kind).Resolve(known()).Versions, " "); got != c.want || p.Unreadable {
			t.Errorf("%s: got %q, want %q", c.data, got, c.want)
		}
	}
	for _, data := range []string{"", "{}", `{"pack":{}}`, `{"pack":{"pack_format":"x"}}`, `{"pack":{"pack_format":-5}}`, `{"pack":{"supported_formats":[]}}`} {
		if !manifest.ParsePack([]byte(data)).Unreadable {
			t.Errorf("%q was read", data)
		}
	}
}

func TestAModpackIndexGivesTheFactsForTheRules(t *testing.T) {
	sums := `"fileSize":7,"hashes":{"sha1":"` + strings.Repeat("a", 40) + `","sha512":"` + strings.Repeat("b", 128) + `"}`
	index := func(file string) manifest.Modpack {
		return manifest.ParseModpack([]byte(`{"formatVersion":1,"game":"minecraft","versionId":"3.1","name":"P","dependencies":{"minecraft":"1.20.1","fabric-loader":"0.15"},"files":[` + file + `]}`))
	}
	good := index(`{"path":"mods/a.jar",` + sums + `,"downloads":["https://GitHub.com/a/b"]}`)
	if good.Game != "1.20.1" || fmt.Sprint(good.Loaders) != "[fabric]" || fmt.Sprint(good.Hosts) != "[https://github.com]" || good.BadPath+good.BadLink+good.NoHash+good.BadHash+good.BadSize+good.BadEnv+good.Twice != "" || good.Version != "3.1" {
		t.Fatalf("%+v", good)
	}
	for _, path := range []string{
		"../a", "/a", `a\\b`, "C:/a", "", "a//b", "mods/con", "mods/NUL.jar", "com1/a.jar", "mods/a.jar.", "mods/a.jar ", `mods/\u202egpj.jar`, `mods/a\u0007.jar`, "mods/a?.jar", "lpt²",
	} {
		if m := index(`{"path":"` + path + `",` + sums + `,"downloads":["https://github.com/a"]}`); m.BadPath == "" {
			t.Errorf("%q is a path", path)
		}
	}
	for _, link := range []string{"", `"ftp://a/b"`, `"https://u:p@a/b"`, `"x"`, `"javascript:x"`} {
		if m := index(`{"path":"a",` + sums + `,"downloads":[` + link + `]}`); m.BadLink == "" {
			t.Errorf("%q is a link", link)
		}
	}
	if m := index(`{"path":"a","hashes":{"sha1":"x"},"downloads":["https://github.com/a"]}`); m.NoHash == "" {
		t.Error("hashes are needed")
	}
	for _, sum := range []string{strings.Repeat("g", 40), strings.Repeat("a", 39), strings.Repeat("a", 41), " " + strings.Repeat("a", 39)} {
		if m := index(`{"path":"a",` + strings.Replace(sums, strings.Repeat("a", 40), sum, 1) + `,"downloads":["https://github.com/a"]}`); m.BadHash != "a" || m.NoHash != "" {
			t.Errorf("%q is a sum: %+v", sum, m)
		}
	}
	for _, size := range []string{"-1", "1e30", "1.5", `"7"`, "null", "4294967296", "1e3", "[]", "true"} {
		if m := index(`{"path":"a",` + strings.Replace(sums, ":7,", ":"+size+",", 1) + `,"downloads":["https://github.com/a"]}`); m.BadSize != "a" {
			t.Errorf("%s is a size", size)
		}
	}
	if m := index(`{"path":"a",` + strings.Replace(sums, `"fileSize":7,`, "", 1) + `,"downloads":["https://github.com/a"]}`); m.BadSize != "a" {
		t.Error("a size is needed")
	}
	for env, good := range map[string]bool{`{"client":"required","server":"unsupported"}`: true, `{}`: true, `{"client":"optional"}`: true, `{"client":"yes"}`: false, `{"server":""}`: false, `{"server":"Required"}`: false} {
		if m := index(`{"path":"a","env":` + env + `,` + sums + `,"downloads":["https://github.com/a"]}`); good != (m.BadEnv == "") {
			t.Errorf("%s: %+v", env, m)
		}
	}
	if !manifest.ParseModpack([]byte("{}")).Unreadable || !manifest.ParseModpack([]byte("no")).Unreadable {
		t.Error("an invalid index was accepted")
	}
}

func TestTwoFilesOfAnIndexNeverHaveOnePath(t *testing.T) {
	for second, twice := range map[string]bool{"mods/a.jar": true, "Mods/A.JAR": true, "mods/b.jar": false, "mods/É.jar": false} {
		file := func(path string) string {
			return `{"path":"` + path + `","fileSize":1,"hashes":{"sha1":"` + strings.Repeat("a", 40) + `","sha512":"` + strings.Repeat("b", 128) + `"},"downloads":["https://github.com/a"]}`
		}
		m := manifest.ParseModpack([]byte(`{"formatVersion":1,"game":"minecraft","dependencies":{"minecraft":"1.20.1"},"files":[` + file("mods/a.jar") + `,` + file(second) + `]}`))
		if twice != (m.Twice == second) || m.Unreadable {
			t.Errorf("%s: %+v", second, m)
		}
	}
}

// A launcher reads "files" alone; which of two it reads is not known.
func TestAnIndexIsReadByTheExactNamesOfItsMembers(t *testing.T) {
	const evil = `[{"path":"../evil","fileSize":1,"hashes":{},"downloads":[]}]`
	head := `{"formatVersion":1,"game":"minecraft","dependencies":{"minecraft":"1.20.1"},"files":`
	for _, index := range []string{head + evil + `,"Files":[]}`, head + evil + `,"FILES":[{"path":"a"}]}`} {
		if m := manifest.ParseModpack([]byte(index)); m.BadPath == "" || m.Files != 1 {
			t.Errorf("%s: %+v", index, m)
		}
	}
	for _, index := range []string{head + evil + `,"files":[]}`, head + `[{"path":"../a","path":"a"}]}`, head + `[1]}`, head + `{}}`, head + `[]} {}`, head + `[]`} {
		if m := manifest.ParseModpack([]byte(index)); !m.Unreadable {
			t.Errorf("%s: %+v", index, m)
		}
	}
}

func TestTheVersionNumberGivesTheChannel(t *testing.T) {
	for number, want := range map[string]string{
		"1.0.0": "release", "1.0-beta.2": "beta", "2.0-rc1": "beta", "1.0a": "release", "3.0-alpha": "alpha", "1.0-SNAPSHOT": "alpha", "1.20.1-pre2": "beta", "1.0+fabric": "release",
	} {
		if got := manifest.Channel(number); got != want {
			t.Errorf("%s: %s", number, got)
		}
	}
	if manifest.JarVersion([]byte("Manifest-Version: 1.0\r\nImplementation-Version: 4.2\r\n")) != "4.2" {
		t.Error("Implementation-Version")
	}
}

func FuzzParse(f *testing.F) {
	names := append(manifest.Names(), "pack.mcmeta", "modrinth.index.json")
	for i, data := range []string{
		`{"id":"a","version":"1","depends":{"minecraft":">=1.20 <1.21 || ~1.19"}}`, "[[mods]]\nmodId=\"a\"\n[[dependencies.a]]\nmodId=\"minecraft\"\nversionRange=\"[1.20,)\"\n",
		"name: a\nversion: 1\ndepend: [b]\n", `{"pack":{"pack_format":15,"supported_formats":[1,2]}}`, `{"plugins":[{"id":"a"}]}`, "a: &a [*a]\n",
	} {
		f.Add(uint(i), []byte(data))
	}
	for i := range names {
		for _, data := range []string{
			"name: ${name}\nversion: 1.10\napi-version: 1.20\n<<: {a: b}\n", "mods=[{modId=\"a\",version=010}]\n[[mods]]\nmodId='${id}'\nversion=1.20.1\n", "[dependencies]\na.b=[1,{c=2}]\n[[a.b]]\n",
			`{"quilt_loader":{"id":"q","depends":["a:b",[{"id":"c"}],{"id":"minecraft","versions":{"any":["=1.19.2",{"all":[">=1.20","<=1.20.1"]}]}}]}}`,
			`{"pack":{"pack_format":"${format}","description":1.10}}`, `{"formatVersion":1,"files":[{"path":"a//b","hashes":{"sha512":"x"}}],"dependencies":{"minecraft":"${mc}"}}`,
		} {
			f.Add(uint(i), []byte(data))
		}
	}
	f.Fuzz(func(t *testing.T, which uint, data []byte) {
		name := names[which%uint(len(names))]
		for _, m := range manifest.Parse(name, data) {
			m.Game.Resolve(known())
			m.Game.Names("1.20.1")
			if strings.ContainsAny(m.Name+m.ID+m.Version, "\n\x00") {
				t.Fatalf("%+v", m)
			}
			if strings.Contains(fmt.Sprintf("%+v", m), "${") || m.Unfilled && (len(m.Loaders) > 0 || m.ID != "") {
				t.Fatalf("a placeholder in %+v", m)
			}
		}
		p := manifest.ParsePack(data)
		p.Game(true).Resolve(known())
		if m := manifest.ParseModpack(data); strings.Contains(m.Name+m.Version+m.Game+p.Description, "${") {
			t.Fatalf("a placeholder in %+v", m)
		}
		manifest.JarVersion(data)
	})
}
