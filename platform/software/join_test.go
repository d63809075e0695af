package software_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/modyard/modyard/platform/software"
)

func entry(loader, version, game string, stable bool) software.Entry {
	return software.Entry{Stable: stable, Release: software.Release{Kind: software.KindStandIn, Loader: loader, LoaderVersion: version, GameVersion: game}}
}

var errDown = errors.New("the service is down")

// down is a source of which nothing answers.
type down struct{ software.Source }

func (down) Loaders(context.Context) ([]string, error) { return nil, errDown }

func TestAJoinHasTheLoadersOfAllSourcesInTheFixedOrder(t *testing.T) {
	s := software.Join(
		software.Fixed(entry(software.NeoForge, "21.1.95", "1.21.1", true), entry(software.Paper, "7", "1.21.8", true)),
		software.Fixed(entry(software.Paper, "9", "1.21.9", true), entry(software.Vanilla, "", "1.21.8", true)),
	)
	loaders, err := s.Loaders(t.Context())
	if want := []string{software.Vanilla, software.Paper, software.NeoForge}; err != nil || !slices.Equal(loaders, want) {
		t.Fatalf("%v, %v", loaders, err)
	}
	games, err := s.Games(t.Context(), "pApEr")
	if err != nil || !slices.Equal(games, []software.Game{{Version: "1.21.8", Stable: true}}) {
		t.Errorf("a loader does not come from its first source alone: %v, %v", games, err)
	}
	if _, err := s.Resolve(t.Context(), "paper", "1.21.9", ""); !errors.Is(err, software.ErrUnknown) {
		t.Errorf("the second source was asked: %v", err)
	}
	if r, err := s.Resolve(t.Context(), "VANILLA", "1.21.8", ""); err != nil || r.Loader != software.Vanilla {
		t.Errorf("%+v, %v", r, err)
	}
	for _, name := range []string{"", "Paper ", "Spigot", "ＰＡＰＥＲ", "optifine"} {
		if _, err := s.Games(t.Context(), name); !errors.Is(err, software.ErrUnknown) {
			t.Errorf("%q: %v", name, err)
		}
		if _, err := s.Versions(t.Context(), name, "1.21.8"); !errors.Is(err, software.ErrUnknown) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestASourceThatFailsHidesNoOther(t *testing.T) {
	s := software.Join(down{}, software.Fixed(entry(software.Paper, "7", "1.21.8", true)))
	if loaders, err := s.Loaders(t.Context()); err != nil || !slices.Equal(loaders, []string{software.Paper}) {
		t.Errorf("%v, %v", loaders, err)
	}
	if r, err := s.Resolve(t.Context(), "paper", "1.21.8", ""); err != nil || r.LoaderVersion != "7" {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := s.Games(t.Context(), "fabric"); !errors.Is(err, errDown) || errors.Is(err, software.ErrUnknown) {
		t.Errorf("what the failed source might have is called unknown: %v", err)
	}
	if _, err := software.Join(down{}, down{}).Loaders(t.Context()); !errors.Is(err, errDown) {
		t.Errorf("all sources failed, and the answer is %v", err)
	}
	if loaders, err := software.Join().Loaders(t.Context()); err != nil || len(loaders) != 0 {
		t.Errorf("%v, %v", loaders, err)
	}
}

func TestAnEmptyVersionIsTheNewestStableOne(t *testing.T) {
	s := software.Fixed(
		entry(software.Paper, "9", "1.21.8", false), entry(software.Paper, "8", "1.21.8", true), entry(software.Paper, "7", "1.21.8", true),
		entry(software.Paper, "2", "1.22-pre1", false), entry(software.Paper, "1", "1.22-pre1", false),
	)
	for game, want := range map[string]string{"1.21.8": "8", "1.22-pre1": "2"} {
		if r, err := s.Resolve(t.Context(), software.Paper, game, ""); err != nil || r.LoaderVersion != want {
			t.Errorf("%s: %+v, %v", game, r, err)
		}
	}
	if r, err := s.Resolve(t.Context(), software.Paper, "1.21.8", "9"); err != nil || r.LoaderVersion != "9" {
		t.Errorf("%+v, %v", r, err)
	}
	for _, c := range [][2]string{{"1.21.8", "10"}, {"1.21.7", ""}, {"", ""}} {
		if _, err := s.Resolve(t.Context(), software.Paper, c[0], c[1]); !errors.Is(err, software.ErrUnknown) {
			t.Errorf("%q: %v", c, err)
		}
	}
	games, err := s.Games(t.Context(), software.Paper)
	if err != nil || !slices.Equal(games, []software.Game{{Version: "1.21.8", Stable: true}, {Version: "1.22-pre1"}}) {
		t.Errorf("%v, %v", games, err)
	}
	versions, err := s.Versions(t.Context(), software.Paper, "1.21.8")
	if err != nil || !slices.Equal(versions, []software.Version{{Version: "9"}, {Version: "8", Stable: true}, {Version: "7", Stable: true}}) {
		t.Errorf("%v, %v", versions, err)
	}
}

func TestALoaderIsKnownInAnyCase(t *testing.T) {
	for name, want := range map[string]string{"neoforge": software.NeoForge, "NEOFORGE": software.NeoForge, "Paper": software.Paper, "vanilla": software.Vanilla} {
		if got, ok := software.Normal(name); !ok || got != want {
			t.Errorf("%q: %q", name, got)
		}
	}
	for _, name := range []string{"", "neo forge", "paper\n", "bukkit"} {
		if got, ok := software.Normal(name); ok {
			t.Errorf("%q is %q", name, got)
		}
	}
}
