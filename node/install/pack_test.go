package install

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/fetch"
	"github.com/modyard/modyard/platform/archive"
	"github.com/modyard/modyard/platform/archive/archivetest"
	"github.com/modyard/modyard/platform/software"
)

// index is modrinth.index.json.
type index struct {
	FormatVersion any               `json:"formatVersion"`
	Game          string            `json:"game"`
	VersionID     string            `json:"versionId"`
	Name          string            `json:"name"`
	Files         []listed          `json:"files"`
	Dependencies  map[string]string `json:"dependencies"`
}

type listed struct {
	Path      string            `json:"path"`
	Hashes    map[string]string `json:"hashes"`
	Env       map[string]string `json:"env,omitempty"`
	Downloads []string          `json:"downloads"`
	FileSize  int64             `json:"fileSize"`
}

func good(path string) listed {
	return listed{Path: path, Hashes: map[string]string{"sha1": strings.Repeat("a", 40), "sha512": strings.Repeat("b", 128)}, FileSize: 3,
		Downloads: []string{"https://cdn.modrinth.com/data/x/" + "a.jar"}}
}

func indexOf(files ...listed) index {
	return index{FormatVersion: 1, Game: "minecraft", VersionID: "2.0", Name: "晨雾", Files: files, Dependencies: map[string]string{"minecraft": "1.21.1", "fabric-loader": "0.16.14"}}
}

type entry struct {
	name, content string
	mode          fs.FileMode
}

func zipOf(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		if e.mode != 0 {
			h.SetMode(e.mode)
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = w.Write([]byte(e.content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// mrpack is an archive with an index and more entries.
func mrpack(t testing.TB, i index, more ...entry) []byte {
	t.Helper()
	b, err := json.Marshal(i)
	if err != nil {
		t.Fatal(err)
	}
	return zipOf(t, append([]entry{{name: fileIndex, content: string(b)}}, more...)...)
}

func read(t testing.TB, b []byte, left int64) (*pack, error) {
	t.Helper()
	f, err := fetch.New(fetch.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return readPack(t.Context(), bytes.NewReader(b), int64(len(b)), left, f.Allowed)
}

func TestAPackNamesItsServerFilesAndItsLoader(t *testing.T) {
	client, optional := good("mods/client.jar"), good("mods/optional.jar")
	client.Env = map[string]string{"client": "required", "server": "unsupported"}
	client.Downloads = []string{"https://elsewhere.example/x.jar"} // a server does not ask for it
	optional.Env = map[string]string{"client": "optional", "server": "optional"}
	p, err := read(t, mrpack(t, indexOf(good("mods/a.jar"), client, optional, good("config/replaced.toml")),
		entry{name: "overrides/", content: ""}, entry{name: "overrides/config/x.toml", content: "x=1"}, entry{name: "overrides/config/replaced.toml", content: "y"},
		entry{name: "server-overrides/config/x.toml", content: "x=22"}, entry{name: "client-overrides/options.txt", content: "z"}), 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(p.paths(), " "); got != "mods/a.jar mods/optional.jar config/x.toml config/replaced.toml" {
		t.Error(got)
	}
	if p.packed[0].Entry.Size != 4 || p.name != "晨雾" || p.version != "2.0" {
		t.Errorf("%+v", p)
	}
	if p.loader != (node.InstallLoader{Loader: software.Fabric, LoaderVersion: "0.16.14", GameVersion: "1.21.1"}) {
		t.Errorf("%+v", p.loader)
	}
	for key, loader := range map[string]string{"quilt-loader": software.Quilt, "forge": software.Forge, "neoforge": software.NeoForge, "neo-forge": software.NeoForge, "other": software.Vanilla} {
		i := indexOf(good("a.jar"))
		i.Dependencies = map[string]string{"minecraft": "1.21", key: "1.0"}
		if p, err := read(t, mrpack(t, i), 0); err != nil || p.loader.Loader != loader {
			t.Errorf("%s: %+v %v", key, p, err)
		}
	}
}

func TestAHostilePackIsRefused(t *testing.T) {
	change := func(f func(*listed)) index {
		l := good("mods/a.jar")
		f(&l)
		return indexOf(good("mods/first.jar"), l)
	}
	at := func(path string) index { return change(func(l *listed) { l.Path = path }) }
	from := func(urls ...string) index { return change(func(l *listed) { l.Downloads = urls }) }
	many := indexOf()
	for i := range node.MaxPackFiles + 1 {
		many.Files = append(many.Files, good("f"+strings.Repeat("x", i%50)+"/"+strings.Repeat("y", 1+i/50)))
	}
	format, game, loaders, version := indexOf(good("a")), indexOf(good("a")), indexOf(good("a")), indexOf(good("a"))
	format.FormatVersion, game.Game = 2, "another"
	loaders.Dependencies = map[string]string{"minecraft": "1", "forge": "1", "fabric-loader": "1"}
	version.Dependencies = map[string]string{"minecraft": "../../1"}
	two := indexOf(good("a.jar"))
	for name, b := range map[string][]byte{
		"a climbing path":             mrpack(t, at("../../evil.jar")),
		"an absolute path":            mrpack(t, at("/etc/cron.d/evil")),
		"a NUL in a path":             mrpack(t, at("mods/a\x00.jar")),
		"a drive":                     mrpack(t, at("C:/evil.jar")),
		"a backslash":                 mrpack(t, at(`mods\..\..\evil.jar`)),
		"a name of a device":          mrpack(t, at("mods/CON.jar")),
		"an empty path":               mrpack(t, at("")),
		"a path twice":                mrpack(t, at("mods/first.jar")),
		"paths that differ by case":   mrpack(t, at("mods/FIRST.jar")),
		"a folder that is a file":     mrpack(t, at("mods/first.jar/a.jar")),
		"an address inside":           mrpack(t, from("https://169.254.169.254/latest/meta-data")),
		"an address on this host":     mrpack(t, from("https://localhost/a.jar")),
		"a foreign host":              mrpack(t, from("https://evil.example/a.jar")),
		"plain http":                  mrpack(t, from("http://cdn.modrinth.com/a.jar")),
		"a name and a password":       mrpack(t, from("https://a:b@cdn.modrinth.com/a.jar")),
		"no address":                  mrpack(t, from()),
		"no hash":                     mrpack(t, change(func(l *listed) { delete(l.Hashes, "sha512") })),
		"a short hash":                mrpack(t, change(func(l *listed) { l.Hashes["sha512"] = "abc" })),
		"a negative size":             mrpack(t, change(func(l *listed) { l.FileSize = -1 })),
		"a size beyond 32 bits":       mrpack(t, change(func(l *listed) { l.FileSize = 1 << 32 })),
		"an unknown environment":      mrpack(t, change(func(l *listed) { l.Env = map[string]string{"server": "maybe"} })),
		"an unknown format":           mrpack(t, format),
		"another game":                mrpack(t, game),
		"several loaders":             mrpack(t, loaders),
		"a version that climbs":       mrpack(t, version),
		"too many files":              mrpack(t, many),
		"nothing":                     mrpack(t, indexOf()),
		"no index":                    zipOf(t, entry{name: "overrides/a.txt", content: "a"}),
		"an index that is no JSON":    zipOf(t, entry{name: fileIndex, content: "{"}),
		"a member twice":              zipOf(t, entry{name: fileIndex, content: `{"formatVersion":1,"formatVersion":1,"game":"minecraft","files":[],"dependencies":{"minecraft":"1"}}`}),
		"two indexes":                 mrpack(t, two, entry{name: fileIndex, content: "{}"}),
		"an entry twice":              mrpack(t, two, entry{name: "overrides/a", content: "a"}, entry{name: "overrides/a", content: "b"}),
		"entries that differ by case": mrpack(t, two, entry{name: "overrides/a", content: "a"}, entry{name: "overrides/A", content: "b"}),
		"twins in two folders":        mrpack(t, two, entry{name: "overrides/a", content: "a"}, entry{name: "server-overrides/A", content: "b"}),
		"an entry that climbs":        mrpack(t, two, entry{name: "overrides/../../a", content: "a"}),
		"a link":                      mrpack(t, two, entry{name: "overrides/a", content: "/etc/passwd", mode: fs.ModeSymlink | 0o777}),
		"a pipe":                      mrpack(t, two, entry{name: "overrides/a", mode: fs.ModeNamedPipe | 0o666}),
		"a bomb":                      archivetest.Bomb(t, 512),
		"no archive":                  []byte("this is no archive"),
		"half an archive":             mrpack(t, two)[:100],
	} {
		t.Run(name, func(t *testing.T) {
			_, err := read(t, b, 0)
			var bad *PackError
			if !errors.As(err, &bad) || bad.Disk {
				t.Fatalf("%v", err)
			}
			if reason, subject := reasonOf(err); reason != node.ReasonPack || len([]rune(subject)) > 200 || bad.Refusal() == "" {
				t.Errorf("%s %q %q", reason, subject, bad.Refusal())
			}
		})
	}
}

func TestAPackThatIsLargerThanTheDiskIsRefusedForThat(t *testing.T) {
	large := good("mods/large.jar")
	large.FileSize = 2 << 30
	for name, b := range map[string][]byte{
		"a file to fetch": mrpack(t, indexOf(large)),
		"its own files":   mrpack(t, indexOf(good("a")), entry{name: "overrides/a", content: strings.Repeat("x", 2<<20)}),
	} {
		_, err := read(t, b, 1<<20)
		if reason, _ := reasonOf(err); reason != node.ReasonDisk {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzPack(f *testing.F) {
	b, err := json.Marshal(indexOf(good("mods/a.jar"), good("config/b.toml")))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b, "overrides/config/c.toml")
	f.Add([]byte(`{"formatVersion":1,"game":"minecraft","files":[{"path":"../a"}],"dependencies":{"minecraft":"1"}}`), "server-overrides/../a")
	f.Fuzz(func(t *testing.T, index []byte, name string) {
		more := entry{name: name, content: "x"}
		if strings.HasSuffix(name, "/") {
			more.content = "" // a folder
		}
		p, err := read(t, zipOf(t, entry{name: fileIndex, content: string(index)}, more), 1<<30)
		if err != nil {
			return
		}
		seen := map[string]bool{}
		for _, at := range p.paths() {
			if !archive.PortablePath(at) || seen[strings.ToLower(at)] {
				t.Errorf("%q", at)
			}
			seen[strings.ToLower(at)] = true
		}
		if !version(p.loader.GameVersion) || p.bytes() > 1<<30 || len(p.fetched) > node.MaxPackFiles {
			t.Errorf("%+v", p.loader)
		}
	})
}
