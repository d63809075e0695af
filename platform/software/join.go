package software

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Join is a source that has the loaders of all sources. A loader that several sources have comes from the first of them alone. A source that cannot list its
// loaders hides no other. Loaders are taken in any case.
func Join(sources ...Source) Source { return joined(slices.Clone(sources)) }

type joined []Source

// Loaders implements Source. It fails if all sources do.
func (j joined) Loaders(ctx context.Context) ([]string, error) {
	found := map[string]bool{}
	var failed []error
	for _, s := range j {
		loaders, err := s.Loaders(ctx)
		if err != nil {
			failed = append(failed, err)
		}
		for _, loader := range loaders {
			found[loader] = true
		}
	}
	if len(failed) > 0 && len(failed) == len(j) {
		return nil, fmt.Errorf("list the loaders: %w", errors.Join(failed...))
	}
	return slices.DeleteFunc(order(), func(loader string) bool { return !found[loader] }), nil
}

// source is the one that has a loader, and the loader's written name. A source that failed might have had it, so it is no ErrUnknown then.
func (j joined) source(ctx context.Context, name string) (Source, string, error) {
	loader, ok := Normal(name)
	if !ok {
		return nil, "", unknown(name, "", "")
	}
	var failed []error
	for _, s := range j {
		loaders, err := s.Loaders(ctx)
		if err != nil {
			failed = append(failed, err)
		}
		if slices.Contains(loaders, loader) {
			return s, loader, nil
		}
	}
	if len(failed) > 0 {
		return nil, "", fmt.Errorf("find %s: %w", loader, errors.Join(failed...))
	}
	return nil, "", unknown(loader, "", "")
}

// Games implements Source.
func (j joined) Games(ctx context.Context, name string) ([]Game, error) {
	s, loader, err := j.source(ctx, name)
	if err != nil {
		return nil, err
	}
	return s.Games(ctx, loader)
}

// Versions implements Source.
func (j joined) Versions(ctx context.Context, name, game string) ([]Version, error) {
	s, loader, err := j.source(ctx, name)
	if err != nil {
		return nil, err
	}
	return s.Versions(ctx, loader, game)
}

// Resolve implements Source.
func (j joined) Resolve(ctx context.Context, name, game, version string) (Release, error) {
	s, loader, err := j.source(ctx, name)
	if err != nil {
		return Release{}, err
	}
	return s.Resolve(ctx, loader, game, version)
}

// Hosts are those of all sources.
func (j joined) Hosts() []string {
	var out []string
	for _, s := range j {
		out = append(out, Hosts(s)...)
	}
	return sorted(out)
}

// Hosts are the hosts from which the files of a source's releases come, in lower case, without ports, sorted. Those of a catalogue file are the ones of its
// present content, so a fetcher asks again for each installation.
func Hosts(s Source) []string {
	if h, ok := s.(interface{ Hosts() []string }); ok {
		return h.Hosts()
	}
	return nil
}
