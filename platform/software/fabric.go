package software

import (
	"context"
	"slices"
)

// The launcher that the service makes needs this version of the loader and of the installer in it.
const (
	fabricLoader    = "0.12.0"
	fabricInstaller = "0.8.0"
)

// NewFabric is Fabric, by the service of its publisher. The archive is a launcher, which fetches the game and the libraries at its first start. The publisher
// says neither its size nor its hash. It fails if the address is none of https.
func NewFabric(w Web, a Address) (Source, error) {
	p, err := newPublisher(w, a, Address{Base: "https://meta.fabricmc.net/v2/versions", Files: []string{"meta.fabricmc.net"}})
	if err != nil {
		return nil, err
	}
	return &published{publisher: p, loader: Fabric, offering: fabric{p}}, nil
}

type fabric struct{ *publisher }

// list is one of the service's lists, the newest first.
func (s fabric) list(ctx context.Context, path string, most int, wanted func(Version) bool) ([]Version, error) {
	return ask(ctx, s.publisher, s.base+path, ErrAnswer, func(raw []byte) ([]Version, error) {
		list, err := read[[]Version](raw)
		if err != nil {
			return nil, err
		}
		return some(slices.DeleteFunc(list, func(v Version) bool { return !ValidVersion(v.Version) || !wanted(v) }), most)
	})
}

func (s fabric) games(ctx context.Context) ([]Game, error) {
	list, err := s.list(ctx, "/game", MaxGames, func(Version) bool { return true })
	out := make([]Game, len(list))
	for i, v := range list {
		out[i] = Game(v)
	}
	return out, err
}

// versions are the same for each version of the game. The service marks only the one version that it recommends: older ones were stable in their time,
// newer ones are not yet.
func (s fabric) versions(ctx context.Context, _ string) ([]Version, error) {
	list, err := s.list(ctx, "/loader", MaxVersions, func(v Version) bool { return compare(v.Version, fabricLoader) >= 0 })
	out := slices.Clone(list)
	recommended := false
	for i, v := range out {
		recommended = recommended || v.Stable
		out[i].Stable = v.Stable || recommended && stableGame(v.Version)
	}
	return out, err
}

func (s fabric) jar(ctx context.Context, game, version string) (File, error) {
	installers, err := s.list(ctx, "/installer", MaxVersions, func(v Version) bool { return compare(v.Version, fabricInstaller) >= 0 })
	if err != nil {
		return File{}, err
	}
	newest := installers[max(0, slices.IndexFunc(installers, func(v Version) bool { return v.Stable }))]
	return s.file("fabric-server-launch.jar", s.base+"/loader/"+game+"/"+version+"/"+newest.Version+"/server/jar", 0, "", "")
}
