package software_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/software"
)

var goodCatalogue = `{"releases": [
 {"loader": "neoforge", "game": "1.21.8", "loader_version": "21.8.40", "stable": false, "kind": "jar", "jar": "bin/server.jar", "files": [
  {"path": "bin/server.jar", "url": "https://files.example.com/server.jar?v=1", "size": 12, "sha512": "` + hexOf(64) + `"},
  {"path": "libraries/a.jar", "url": "https://other.example.com/a.jar", "sha256": "` + strings.ToUpper(hexOf(32)) + `"},
  {"path": "libraries/b.jar", "url": "https://other.example.com/b.jar", "sha1": "` + hexOf(20) + `"}]},
 {"loader": "NeoForge", "game": "1.21.8", "loader_version": "21.8.39", "kind": "stand-in"},
 {"loader": "Quilt", "game": "1.21.8", "kind": "stand-in", "files": []}
]}`

func TestACatalogueListsReleases(t *testing.T) {
	s, err := software.ParseCatalogue([]byte(goodCatalogue))
	if err != nil {
		t.Fatal(err)
	}
	versions, err := s.Versions(t.Context(), software.NeoForge, "1.21.8")
	if err != nil || !slices.Equal(versions, []software.Version{{Version: "21.8.40"}, {Version: "21.8.39", Stable: true}}) {
		t.Errorf("%v, %v", versions, err)
	}
	r, err := s.Resolve(t.Context(), software.NeoForge, "1.21.8", "21.8.40")
	if err != nil || r.Jar != "bin/server.jar" || len(r.Files) != 3 || r.Files[0].Size != 12 || r.Files[1].Hash != hexOf(32) || r.Files[2].Algorithm != "sha1" {
		t.Errorf("%+v, %v", r, err)
	}
	if hosts := software.Hosts(s); !slices.Equal(hosts, []string{"files.example.com", "other.example.com"}) {
		t.Error(hosts)
	}
	if s, err := software.ParseCatalogue([]byte(`{"releases":[]}`)); err != nil {
		t.Error(s, err)
	}
}

func TestAFaultOfACatalogueNamesItsPlace(t *testing.T) {
	release := func(members string) string {
		return `{"releases":[{"loader":"Forge","game":"1.21.8",` + members + `}]}`
	}
	file := func(members string) string {
		return release(`"kind":"jar","jar":"a.jar","files":[{` + members + `}]`)
	}
	hash := `"sha256":"` + hexOf(32) + `"`
	for raw, place := range map[string]string{
		``:                              "",
		`[]`:                            "",
		`{"releases":[]} {}`:            "",
		`{"releases":[]`:                "",
		"{\"releases\":[],\"\xff\":1}":  "",
		`{"Releases":[]}`:               "",
		`{"releases":[],"more":1}`:      "",
		`{"releases":[],"releases":[]}`: "releases",
		`{}`:                            "releases",
		`{"releases":{}}`:               "releases",
		`{"releases":[1]}`:              "releases[0]",
		`{"releases":[{"loader":"Forge","kind":"jar"}]}`:                                  "releases[0].game",
		`{"releases":[{"loader":"Bukkit"}]}`:                                              "releases[0].loader",
		`{"releases":[{"loader":7}]}`:                                                     "releases[0].loader",
		`{"releases":[{"game":"1.21/8"}]}`:                                                "releases[0].game",
		release(`"kind":"installer"`):                                                     "releases[0].kind",
		release(`"kind":"jar"`):                                                           "releases[0].jar",
		release(`"kind":"stand-in","jar":"a.jar"`):                                        "releases[0].jar",
		release(`"kind":"stand-in","stable":"yes"`):                                       "releases[0].stable",
		release(`"kind":"stand-in","loader_version":""`):                                  "releases[0].loader_version",
		release(`"kind":"stand-in","sha512":"x"`):                                         "releases[0]",
		release(`"kind":"stand-in"},{"loader":"forge","game":"1.21.8","kind":"stand-in"`): "releases[1]",
		file(`"path":"a.jar","url":"https://files.example.com/a.jar"`):                    "releases[0].files[0]",
		file(`"path":"a.jar",` + hash):                                                    "releases[0].files[0].url",
		file(`"path":"../a.jar",` + hash):                                                 "releases[0].files[0].path",
		file(`"path":"/a.jar",` + hash):                                                   "releases[0].files[0].path",
		file(`"path":"."`):                                                                "releases[0].files[0].path",
		file(`"path":"a\\b.jar"`):                                                         "releases[0].files[0].path",
		file(`"path":"a\u0000.jar"`):                                                      "releases[0].files[0].path",
		file(`"path":"a\u202e.jar"`):                                                      "releases[0].files[0].path",
		file(`"path":"` + strings.Repeat("a", 256) + `"`):                                 "releases[0].files[0].path",
		file(`"url":"http://files.example.com/a.jar"`):                                    "releases[0].files[0].url",
		file(`"url":"https://10.0.0.1/a.jar"`):                                            "releases[0].files[0].url",
		file(`"url":"https://localhost/a.jar"`):                                           "releases[0].files[0].url",
		file(`"url":"https://files.example.com:8443/a.jar"`):                              "releases[0].files[0].url",
		file(`"url":"https://u:p@files.example.com/a.jar"`):                               "releases[0].files[0].url",
		file(`"size":0`):                                                                  "releases[0].files[0].size",
		file(`"size":1.5`):                                                                "releases[0].files[0].size",
		file(`"size":4294967297`):                                                         "releases[0].files[0].size",
		file(`"size":"12"`):                                                               "releases[0].files[0].size",
		file(`"sha512":"` + hexOf(32) + `"`):                                              "releases[0].files[0].sha512",
		file(`"sha256":"` + strings.Repeat("zz", 32) + `"`):                               "releases[0].files[0].sha256",
		file(`"md5":"` + hexOf(16) + `"`):                                                 "releases[0].files[0]",
		file(hash + `,"sha1":"` + hexOf(20) + `"`):                                        "releases[0].files[0].sha1",
		file(`"path":"b.jar","url":"https://files.example.com/b.jar",` + hash):            "releases[0].jar",
		file(`"path":"a.jar","url":"https://files.example.com/b",` + hash + `},{"path":"a.jar","url":"https://files.example.com/b",` + hash):   "releases[0].files[1].path",
		file(`"path":"a.jar","url":"https://files.example.com/b",` + hash + `},{"path":"a.jar/b","url":"https://files.example.com/b",` + hash): "releases[0].files[1].path",
		`{"releases":[` + strings.Repeat(" ", software.MaxCatalogueBytes) + `]}`:                                                               "",
	} {
		_, err := software.ParseCatalogue([]byte(raw))
		var fault *software.FaultError
		if !errors.As(err, &fault) || fault.Place != place || fault.What == "" || !strings.Contains(err.Error(), place) {
			t.Errorf("%.200s: %v", raw, err)
		}
	}
}

func TestACatalogueIsReadAgainWhenItsFileChanges(t *testing.T) {
	file := filepath.Join(t.TempDir(), "software.json")
	if _, err := software.Catalogue(file, nil); err == nil {
		t.Fatal("a file that is not there is taken")
	}
	if _, err := software.Catalogue(filepath.Dir(file), nil); err == nil {
		t.Fatal("a folder is taken")
	}
	written := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	write := func(loader string) {
		t.Helper()
		written = written.Add(time.Second)
		beside := file + ".new"
		err := errors.Join(os.WriteFile(beside, []byte(`{"releases":[{"loader":"`+loader+`","game":"1.21.8","kind":"stand-in"}]}`), 0o600), os.Chtimes(beside, written, written), os.Rename(beside, file))
		if err != nil {
			t.Fatal(err)
		}
	}
	write("Forge")
	s, err := software.Catalogue(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	has := func(want string) {
		t.Helper()
		if loaders, err := s.Loaders(t.Context()); err != nil || !slices.Equal(loaders, []string{want}) {
			t.Errorf("%v, %v, want %s", loaders, err, want)
		}
	}
	has("Forge")
	write("Quilt")
	has("Quilt")
	write("nothing") // a fault: the former content counts
	has("Quilt")
	write("Spigot")
	has("Spigot")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	has("Spigot")
	write("Forge")
	has("Forge")
	write("nothing")
	if _, err := software.New(software.Options{Catalogue: file}); err == nil {
		t.Error("a start with a fault is no error")
	}
}

func FuzzParseCatalogue(f *testing.F) {
	f.Add([]byte(goodCatalogue))
	f.Add([]byte(`{"releases":[{"loader":"Forge","game":"1","kind":"stand-in","stable":false}]}`))
	f.Add([]byte(`{"releases":[{"files":[{"size":1e3}]}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		s, err := software.ParseCatalogue(raw)
		if err != nil {
			if fault := (*software.FaultError)(nil); !errors.As(err, &fault) {
				t.Fatalf("no fault with a place: %v", err)
			}
			return
		}
		loaders, err := s.Loaders(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, loader := range loaders {
			games, err := s.Games(t.Context(), loader)
			if err != nil || len(games) == 0 {
				t.Fatalf("%s: %v, %v", loader, games, err)
			}
			for _, g := range games {
				r, err := s.Resolve(t.Context(), loader, g.Version, "")
				if err != nil || !software.ValidVersion(g.Version) {
					t.Fatalf("%s %s: %v", loader, g.Version, err)
				}
				for _, file := range r.Files {
					if file.Hash == "" || !filepath.IsLocal(file.Path) || !strings.HasPrefix(file.URL, "https://") {
						t.Fatalf("%+v", file)
					}
				}
				usable(t, s, r)
			}
		}
	})
}
