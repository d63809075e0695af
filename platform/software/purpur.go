package software

import (
	"context"
	"fmt"
	"slices"
)

// NewPurpur is Purpur, by the service of its publisher. A version of the loader is the number of a build. It fails if the address is none of https.
func NewPurpur(w Web, a Address) (Source, error) {
	p, err := newPublisher(w, a, Address{Base: "https://api.purpurmc.org/v2/purpur", Files: []string{"api.purpurmc.org"}})
	if err != nil {
		return nil, err
	}
	return &published{publisher: p, loader: Purpur, offering: purpur{p}}, nil
}

type purpur struct{ *publisher }

func (s purpur) games(ctx context.Context) ([]Game, error) {
	return ask(ctx, s.publisher, s.base, ErrAnswer, func(raw []byte) ([]Game, error) {
		doc, err := read[struct{ Versions []string }](raw)
		if err != nil {
			return nil, err
		}
		return byName(doc.Versions)
	})
}

// versions are the builds up to the newest one that succeeded. The list does not say of older ones whether they did.
func (s purpur) versions(ctx context.Context, game string) ([]Version, error) {
	return ask(ctx, s.publisher, s.base+"/"+game, ErrUnknown, func(raw []byte) ([]Version, error) {
		doc, err := read[struct {
			Builds struct {
				Latest string
				All    []string
			}
		}](raw)
		if err != nil {
			return nil, err
		}
		numbers := slices.DeleteFunc(doc.Builds.All, func(n string) bool { return !ValidVersion(n) || compare(n, doc.Builds.Latest) > 0 })
		slices.SortFunc(numbers, func(a, b string) int { return compare(b, a) })
		out := []Version{}
		for _, n := range slices.Compact(numbers) {
			if len(out) < MaxVersions {
				out = append(out, Version{Version: n, Stable: true})
			}
		}
		return out, nil
	})
}

func (s purpur) jar(ctx context.Context, game, version string) (File, error) {
	address := s.base + "/" + game + "/" + version
	return ask(ctx, s.publisher, address, ErrUnknown, func(raw []byte) (File, error) {
		doc, err := read[struct{ Version, Build, Result, MD5 string }](raw)
		switch {
		case err != nil:
			return File{}, err
		case doc.Version != game || doc.Build != version:
			return File{}, fmt.Errorf("%w: the document is that of another build", ErrAnswer)
		case doc.Result != "SUCCESS":
			return File{}, unknown(Purpur, game, version)
		}
		return s.file("server.jar", address+"/download", 0, "md5", doc.MD5)
	})
}
