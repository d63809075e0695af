package software

import (
	"context"
	"crypto/sha1" //nolint:gosec // it is the hash that the publisher announces
	"encoding/hex"
	"fmt"
	"strings"
)

// firstServer is the day of the first release whose server is listed.
const firstServer = "2012-03-29"

// NewVanilla is the game's own server, by the list of its publisher. It fails if the address is none of https.
func NewVanilla(w Web, a Address) (Source, error) {
	p, err := newPublisher(w, a, Address{Base: "https://piston-meta.mojang.com", Files: []string{"piston-data.mojang.com", "launcher.mojang.com"}}, "launchermeta.mojang.com")
	if err != nil {
		return nil, err
	}
	return &published{publisher: p, loader: Vanilla, single: true, offering: vanilla{p}}, nil
}

type vanilla struct{ *publisher }

// vanillaGame is a line of the list.
type vanillaGame struct {
	Game
	document string // its address
	sha1     string // of the document
}

func (v vanilla) list(ctx context.Context) ([]vanillaGame, error) {
	return ask(ctx, v.publisher, v.base+"/mc/game/version_manifest_v2.json", ErrAnswer, func(raw []byte) ([]vanillaGame, error) {
		doc, err := read[struct {
			Versions []struct{ ID, Type, URL, SHA1, ReleaseTime string }
		}](raw)
		if err != nil {
			return nil, err
		}
		var out []vanillaGame
		for _, g := range doc.Versions {
			if (g.Type == "release" || g.Type == "snapshot") && g.ReleaseTime >= firstServer && ValidVersion(g.ID) {
				out = append(out, vanillaGame{Game{g.ID, g.Type == "release"}, g.URL, g.SHA1})
			}
		}
		return some(out, MaxGames)
	})
}

func (v vanilla) games(ctx context.Context) ([]Game, error) {
	list, err := v.list(ctx)
	out := make([]Game, len(list))
	for i, g := range list {
		out[i] = g.Game
	}
	return out, err
}

func (vanilla) versions(context.Context, string) ([]Version, error) { return nil, nil }

func (v vanilla) jar(ctx context.Context, game, _ string) (File, error) {
	list, err := v.list(ctx)
	if err != nil {
		return File{}, err
	}
	for _, g := range list {
		if g.Version == game {
			return ask(ctx, v.publisher, g.document, ErrUnknown, func(raw []byte) (File, error) { return v.read(raw, g) })
		}
	}
	return File{}, unknown(Vanilla, game, "")
}

// read reads the document of a version, which the list announces by its hash.
func (v vanilla) read(raw []byte, g vanillaGame) (File, error) {
	if sum := sha1.Sum(raw); !strings.EqualFold(hex.EncodeToString(sum[:]), g.sha1) { //nolint:gosec // see above
		return File{}, fmt.Errorf("%w: the document has another hash than the list says", ErrAnswer)
	}
	doc, err := read[struct {
		ID        string
		Downloads struct {
			Server *struct {
				URL, SHA1 string
				Size      int64
			}
		}
	}](raw)
	switch {
	case err != nil:
		return File{}, err
	case doc.ID != g.Version:
		return File{}, fmt.Errorf("%w: the document is that of another version", ErrAnswer)
	case doc.Downloads.Server == nil:
		return File{}, unknown(Vanilla, g.Version, "")
	}
	s := doc.Downloads.Server
	return v.file("server.jar", s.URL, s.Size, "sha1", s.SHA1)
}
