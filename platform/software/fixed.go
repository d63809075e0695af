package software

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// Entry is a release of a Fixed source.
type Entry struct {
	Release
	Stable bool
}

// Fixed is a source that has exactly the given releases. Of one loader, a release is newer than those behind it.
func Fixed(entries ...Entry) Source { return fixed(entries) }

type fixed []Entry

// Loaders implements Source.
func (f fixed) Loaders(context.Context) ([]string, error) {
	var out []string
	for _, loader := range order() {
		if slices.ContainsFunc(f, func(e Entry) bool { return e.Loader == loader }) {
			out = append(out, loader)
		}
	}
	return out, nil
}

// Games implements Source.
func (f fixed) Games(_ context.Context, loader string) ([]Game, error) {
	var out []Game
	seen := map[string]bool{}
	for _, e := range f {
		if e.Loader == loader && !seen[e.GameVersion] && len(out) < MaxGames {
			seen[e.GameVersion] = true
			out = append(out, Game{Version: e.GameVersion, Stable: stableGame(e.GameVersion)})
		}
	}
	if out == nil {
		return nil, unknown(loader, "", "")
	}
	return out, nil
}

// of are the releases for a version of the game.
func (f fixed) of(loader, game string) (fixed, error) {
	var out fixed
	for _, e := range f {
		if e.Loader == loader && e.GameVersion == game {
			out = append(out, e)
		}
	}
	if out == nil {
		return nil, unknown(loader, game, "")
	}
	return out, nil
}

// Versions implements Source.
func (f fixed) Versions(_ context.Context, loader, game string) ([]Version, error) {
	entries, err := f.of(loader, game)
	if err != nil {
		return nil, err
	}
	out := []Version{}
	for _, e := range entries {
		if e.LoaderVersion != "" && len(out) < MaxVersions {
			out = append(out, Version{Version: e.LoaderVersion, Stable: e.Stable})
		}
	}
	return out, nil
}

// Resolve implements Source.
func (f fixed) Resolve(_ context.Context, loader, game, version string) (Release, error) {
	entries, err := f.of(loader, game)
	if err != nil {
		return Release{}, err
	}
	at := slices.IndexFunc(entries, func(e Entry) bool {
		if version == "" {
			return e.Stable
		}
		return e.LoaderVersion == version
	})
	switch {
	case at < 0 && version != "":
		return Release{}, unknown(loader, game, version)
	case at < 0:
		at = 0
	}
	r := entries[at].Release
	r.Files = slices.Clone(r.Files)
	return r, nil
}

// Hosts are the hosts of the files' addresses.
func (f fixed) Hosts() []string {
	var out []string
	for _, e := range f {
		for _, file := range e.Files {
			if u, err := url.Parse(file.URL); err == nil {
				out = append(out, strings.ToLower(u.Hostname()))
			}
		}
	}
	return sorted(out)
}

// unknown is ErrUnknown with what was asked for.
func unknown(loader, game, version string) error {
	return fmt.Errorf("%w: %s", ErrUnknown, strings.Join(strings.Fields(loader+" "+game+" "+version), " "))
}

func sorted(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}
