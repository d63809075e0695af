package software

import (
	"cmp"
	"context"
	"slices"
	"strconv"
)

// NewPaper is Paper, by the service of its publisher. A version of the loader is the number of a build. It fails if the address is none of https.
func NewPaper(w Web, a Address) (Source, error) {
	p, err := newPublisher(w, a, Address{Base: "https://fill.papermc.io/v3/projects/paper", Files: []string{"fill-data.papermc.io"}})
	if err != nil {
		return nil, err
	}
	return &published{publisher: p, loader: Paper, offering: paper{p}}, nil
}

type paper struct{ *publisher }

func (s paper) games(ctx context.Context) ([]Game, error) {
	return ask(ctx, s.publisher, s.base, ErrAnswer, func(raw []byte) ([]Game, error) {
		doc, err := read[struct{ Versions map[string][]string }](raw)
		if err != nil {
			return nil, err
		}
		var names []string
		for _, group := range doc.Versions {
			names = append(names, group...)
		}
		return byName(names)
	})
}

// paperBuild is a build. A fault concerns this one only: it is told when the build is wanted.
type paperBuild struct {
	Version
	file  File
	fault error
}

func (s paper) builds(ctx context.Context, game string) ([]paperBuild, error) {
	return ask(ctx, s.publisher, s.base+"/versions/"+game+"/builds", ErrUnknown, func(raw []byte) ([]paperBuild, error) {
		type download struct {
			Checksums struct{ SHA256 string }
			Size      int64
			URL       string
		}
		type build struct {
			ID        int64
			Channel   string
			Downloads map[string]download
		}
		list, err := read[[]build](raw)
		if err != nil {
			return nil, err
		}
		slices.SortFunc(list, func(a, b build) int { return cmp.Compare(b.ID, a.ID) })
		out := []paperBuild{}
		for _, b := range list {
			d, ok := b.Downloads["server:default"]
			if !ok || b.ID < 1 || len(out) == MaxVersions {
				continue
			}
			one := paperBuild{Version: Version{strconv.FormatInt(b.ID, 10), b.Channel == "STABLE" || b.Channel == "RECOMMENDED"}}
			one.file, one.fault = s.file("server.jar", d.URL, d.Size, "sha256", d.Checksums.SHA256)
			out = append(out, one)
		}
		return out, nil
	})
}

func (s paper) versions(ctx context.Context, game string) ([]Version, error) {
	builds, err := s.builds(ctx, game)
	out := make([]Version, len(builds))
	for i, b := range builds {
		out[i] = b.Version
	}
	return out, err
}

func (s paper) jar(ctx context.Context, game, version string) (File, error) {
	builds, err := s.builds(ctx, game)
	if err != nil {
		return File{}, err
	}
	for _, b := range builds {
		if b.Version.Version == version {
			return b.file, b.fault
		}
	}
	return File{}, unknown(Paper, game, version)
}
