package software_test

import (
	"encoding/hex"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/modyard/modyard/platform/software"
	"github.com/modyard/modyard/platform/software/softwaretest"
)

func TestEverySourceKeepsTheRulesOfAll(t *testing.T) {
	s := newService(t)
	file := filepath.Join(t.TempDir(), "software.json")
	if err := os.WriteFile(file, []byte(goodCatalogue), 0o600); err != nil {
		t.Fatal(err)
	}
	catalogue, err := software.Catalogue(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	double := softwaretest.New(t, softwaretest.Release{Loader: software.Paper, LoaderVersion: "7", GameVersion: "1.21.8", Files: map[string]string{"server.jar": "x"}})
	for name, source := range map[string]software.Source{
		"Vanilla": s.source(t, software.Vanilla), "Paper": s.source(t, software.Paper), "Purpur": s.source(t, software.Purpur), "Fabric": s.source(t, software.Fabric),
		"catalogue": catalogue, "double": double,
		"join": software.Join(catalogue, s.source(t, software.Vanilla), s.source(t, software.Paper), s.source(t, software.Purpur), s.source(t, software.Fabric)),
	} {
		t.Run(name, func(t *testing.T) { conforms(t, source) })
	}
}

// conforms checks what is true of each source that has something for 1.21.8.
func conforms(t *testing.T, s software.Source) {
	t.Helper()
	loaders, err := s.Loaders(t.Context())
	if err != nil || len(loaders) == 0 {
		t.Fatalf("%v, %v", loaders, err)
	}
	for _, loader := range loaders {
		if name, ok := software.Normal(loader); !ok || name != loader {
			t.Errorf("%q is no written name", loader)
		}
		games, err := s.Games(t.Context(), loader)
		if err != nil || !slices.ContainsFunc(games, func(g software.Game) bool { return g.Version == "1.21.8" && g.Stable }) {
			t.Fatalf("%s: %v, %v", loader, games, err)
		}
		games[0].Version = "changed by a caller"
		seen := map[string]bool{}
		games, err = s.Games(t.Context(), loader)
		for _, g := range games {
			if !software.ValidVersion(g.Version) || seen[g.Version] || err != nil {
				t.Errorf("%s: %v, %v", loader, games, err)
			}
			seen[g.Version] = true
		}
		conformsFor(t, s, loader)
		for _, game := range []string{"", "9.9.9", "../secret", "1.21.8/builds", "1.21.8?x", "1.21.8 "} {
			if _, err := s.Versions(t.Context(), loader, game); !errors.Is(err, software.ErrUnknown) {
				t.Errorf("%s %q: %v", loader, game, err)
			}
			if _, err := s.Resolve(t.Context(), loader, game, ""); !errors.Is(err, software.ErrUnknown) {
				t.Errorf("%s %q: %v", loader, game, err)
			}
		}
		for _, version := range []string{"no such one", "../60", "0"} {
			if _, err := s.Resolve(t.Context(), loader, "1.21.8", version); !errors.Is(err, software.ErrUnknown) {
				t.Errorf("%s %q: %v", loader, version, err)
			}
		}
	}
	if _, err := s.Games(t.Context(), "Spigot"); !errors.Is(err, software.ErrUnknown) {
		t.Error(err)
	}
}

func conformsFor(t *testing.T, s software.Source, loader string) {
	t.Helper()
	versions, err := s.Versions(t.Context(), loader, "1.21.8")
	if err != nil || versions == nil || len(versions) > software.MaxVersions {
		t.Fatalf("%s: %v, %v", loader, versions, err)
	}
	wanted := []string{""}
	for _, v := range versions {
		wanted = append(wanted, v.Version)
	}
	for _, version := range wanted {
		r, err := s.Resolve(t.Context(), loader, "1.21.8", version)
		if err != nil || r.Loader != loader || r.GameVersion != "1.21.8" || version != "" && r.LoaderVersion != version {
			t.Errorf("%s %q: %+v, %v", loader, version, r, err)
		}
		if version == "" && len(versions) > 0 {
			first := max(0, slices.IndexFunc(versions, func(v software.Version) bool { return v.Stable }))
			if r.LoaderVersion != versions[first].Version {
				t.Errorf("%s: %q is the newest stable one of %v", loader, r.LoaderVersion, versions)
			}
		}
		usable(t, s, r)
	}
}

func usable(t *testing.T, s software.Source, r software.Release) {
	t.Helper()
	if r.Kind == software.KindJar && !slices.ContainsFunc(r.Files, func(f software.File) bool { return f.Path == r.Jar }) || r.Kind == software.KindStandIn && r.Jar != "" {
		t.Errorf("%+v has another archive than it starts", r)
	}
	for _, f := range r.Files {
		u, err := url.Parse(f.URL)
		if err != nil || !slices.Contains(software.Hosts(s), u.Hostname()) {
			t.Errorf("%s is at none of %v", f.URL, software.Hosts(s))
		}
		raw, err := hex.DecodeString(f.Hash)
		if err != nil || len(raw) != map[string]int{"": 0, "sha512": 64, "sha256": 32, "sha1": 20, "md5": 16}[f.Algorithm] || f.Size < 0 {
			t.Errorf("%+v", f)
		}
	}
}

func TestEachPublisherIsReadAsItAnswers(t *testing.T) {
	s := newService(t)
	for _, c := range []struct {
		loader   string
		games    []software.Game
		versions []software.Version
		file     software.File
	}{
		{
			software.Vanilla, []software.Game{{Version: "25w31a"}, {Version: "1.21.8", Stable: true}}, []software.Version{},
			software.File{Path: "server.jar", URL: "https://files.example.org/server.jar", Size: 57555044, Algorithm: "sha1", Hash: hexOf(20)},
		},
		{
			software.Paper, []software.Game{
				{Version: "1.21.10", Stable: true}, {Version: "1.21.9-rc1"}, {Version: "1.21.8", Stable: true}, {Version: "1.21", Stable: true}, {Version: "1.20.6", Stable: true}, {Version: "1.9.4", Stable: true},
			},
			[]software.Version{{Version: "61"}, {Version: "60", Stable: true}, {Version: "9"}},
			software.File{Path: "server.jar", URL: "https://files.example.org/60.jar", Size: 53000000, Algorithm: "sha256", Hash: hexOf(32)},
		},
		{
			software.Purpur, []software.Game{{Version: "1.21.8", Stable: true}, {Version: "1.21", Stable: true}, {Version: "1.14.1", Stable: true}},
			[]software.Version{{Version: "2497", Stable: true}, {Version: "2496", Stable: true}, {Version: "999", Stable: true}},
			software.File{Path: "server.jar", URL: s.URL + "/purpur/1.21.8/2497/download", Algorithm: "md5", Hash: hexOf(16)},
		},
		{
			software.Fabric, []software.Game{{Version: "25w31a"}, {Version: "1.21.8", Stable: true}, {Version: "1.14", Stable: true}},
			[]software.Version{{Version: "0.17.3"}, {Version: "0.17.2", Stable: true}, {Version: "0.17.0-beta.1"}, {Version: "0.16.14", Stable: true}},
			software.File{Path: "fabric-server-launch.jar", URL: s.URL + "/fabric/loader/1.21.8/0.17.2/1.1.0/server/jar"},
		},
	} {
		source := s.source(t, c.loader)
		if games, err := source.Games(t.Context(), c.loader); err != nil || !slices.Equal(games, c.games) {
			t.Errorf("%s: %v, %v", c.loader, games, err)
		}
		if versions, err := source.Versions(t.Context(), c.loader, "1.21.8"); err != nil || !slices.Equal(versions, c.versions) {
			t.Errorf("%s: %v, %v", c.loader, versions, err)
		}
		if r, err := source.Resolve(t.Context(), c.loader, "1.21.8", ""); err != nil || !slices.Equal(r.Files, []software.File{c.file}) {
			t.Errorf("%s: %+v, %v", c.loader, r, err)
		}
	}
	if len(s.agents) != 1 || !s.agents["Modyard-Test"] {
		t.Errorf("%v", s.agents)
	}
}

func TestOnlyKnownPublishersAreAsked(t *testing.T) {
	for _, publishers := range [][]string{{"Forge"}, {"Paper", "bukkit"}, {""}} {
		if _, err := software.New(software.Options{Publishers: publishers}); err == nil {
			t.Errorf("%q is taken", publishers)
		}
	}
	s, err := software.New(software.Options{Publishers: []string{"paper", "VANILLA"}})
	if err != nil {
		t.Fatal(err)
	}
	// Which loaders there are is known without asking anybody.
	if loaders, err := s.Loaders(t.Context()); err != nil || !slices.Equal(loaders, []string{software.Vanilla, software.Paper}) {
		t.Errorf("%v, %v", loaders, err)
	}
	if hosts := software.Hosts(s); !slices.Equal(hosts, []string{"fill-data.papermc.io", "launcher.mojang.com", "piston-data.mojang.com"}) {
		t.Errorf("%v", hosts)
	}
	for _, base := range []string{"http://example.org", "https://u@example.org", "example.org", "https://example.org/", "https://example.org?x", ":"} {
		if _, err := software.NewPaper(software.Web{}, software.Address{Base: base}); err == nil {
			t.Errorf("%q is taken", base)
		}
	}
}
