package software

import (
	"context"
	"fmt"
	"slices"
)

// offering is what a publisher answers about its one loader.
type offering interface {
	// games are at most MaxGames, the newest first.
	games(ctx context.Context) ([]Game, error)
	// versions are at most MaxVersions, the newest first, for a version of the game that games lists.
	versions(ctx context.Context, game string) ([]Version, error)
	// jar is the archive of a version that versions lists.
	jar(ctx context.Context, game, version string) (File, error)
}

// published is a publisher as a Source.
type published struct {
	*publisher
	loader   string
	single   bool // the loader has no versions of its own
	offering offering
}

// Loaders implements Source; it asks nobody.
func (s *published) Loaders(context.Context) ([]string, error) { return []string{s.loader}, nil }

// Hosts are those of the files.
func (s *published) Hosts() []string { return s.hosts() }

// Games implements Source.
func (s *published) Games(ctx context.Context, loader string) ([]Game, error) {
	if loader != s.loader {
		return nil, unknown(loader, "", "")
	}
	games, err := s.offering.games(ctx)
	return slices.Clone(games), err
}

// known checks a version of the game before its name stands in an address.
func (s *published) known(ctx context.Context, loader, game string) error {
	if loader != s.loader || !ValidVersion(game) {
		return unknown(loader, game, "")
	}
	games, err := s.offering.games(ctx)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(games, func(g Game) bool { return g.Version == game }) {
		return unknown(loader, game, "")
	}
	return nil
}

// Versions implements Source.
func (s *published) Versions(ctx context.Context, loader, game string) ([]Version, error) {
	if err := s.known(ctx, loader, game); err != nil {
		return nil, err
	}
	if s.single {
		return []Version{}, nil
	}
	versions, err := s.offering.versions(ctx, game)
	return slices.Clone(versions), err
}

// Resolve implements Source.
func (s *published) Resolve(ctx context.Context, loader, game, version string) (Release, error) {
	versions, err := s.Versions(ctx, loader, game)
	if err != nil {
		return Release{}, err
	}
	if version, err = s.choose(versions, game, version); err != nil {
		return Release{}, err
	}
	file, err := s.offering.jar(ctx, game, version)
	if err != nil {
		return Release{}, err
	}
	return Release{Kind: KindJar, Loader: s.loader, LoaderVersion: version, GameVersion: game, Jar: file.Path, Files: []File{file}}, nil
}

func (s *published) choose(versions []Version, game, version string) (string, error) {
	if s.single && version == "" {
		return "", nil
	}
	i := slices.IndexFunc(versions, func(v Version) bool { return version == "" && v.Stable || v.Version == version })
	switch {
	case i < 0 && version == "" && len(versions) > 0:
		i = 0
	case i < 0:
		return "", unknown(s.loader, game, version)
	}
	return versions[i].Version, nil
}

// byName is a list of versions of the game that has no other order than that of their names. Names that no version can have are left out.
func byName(names []string) ([]Game, error) {
	names = slices.DeleteFunc(names, func(n string) bool { return !ValidVersion(n) })
	slices.SortFunc(names, func(a, b string) int { return compare(b, a) })
	var out []Game
	for _, n := range slices.Compact(names) {
		out = append(out, Game{Version: n, Stable: stableGame(n)})
	}
	return some(out, MaxGames)
}

// some is at most so many of a list that cannot be empty.
func some[T any](list []T, most int) ([]T, error) {
	if len(list) == 0 {
		return nil, fmt.Errorf("%w: an empty list", ErrAnswer)
	}
	return list[:min(len(list), most):min(len(list), most)], nil
}
