package app

import (
	"bytes"
	"context"
	"io"
	"path/filepath"

	"github.com/modyard/modyard/platform/remotepicture"
	"github.com/modyard/modyard/readapi/card"
	"github.com/modyard/modyard/readapi/picture"
	"github.com/modyard/modyard/readapi/share"
)

// pictureArea answers pictures that are drawn, or that other sites have.
func pictureArea() area { return area{name: "picture", mount: (*Site).mountPictures} }

func (s *Site) mountPictures(m *mounting) error {
	hosts, err := s.Config.Pictured()
	if err != nil {
		return err
	}
	remote := remotepicture.New(remotepicture.Options{Folder: filepath.Join(s.Config.DataDir, "pictures"), Hosts: hosts, Logger: s.Logger})
	s.background = append(s.background, remote.Run)
	picture.New(picture.Options{
		Pool: s.DB.Pool, Remote: remote, Logger: s.Logger,
		Own: func(address string) bool { _, own := s.Blobs.KeyOf(address); return own },
	}).Mount(s.API.Mux)
	cards, err := card.New(card.Options{Pool: s.DB.Pool, Brand: s.Config.Brand, Logger: s.Logger, Icon: s.icons(remote)})
	if err != nil {
		return err
	}
	cards.Mount(s.API.Mux)
	shared, err := share.New(share.Options{Source: m.source, URL: s.Config.Public(), Brand: s.Config.Brand})
	if err != nil {
		return err
	}
	shared.Register(s.API)
	return nil
}

// cardIcon is the width of a remote icon on a card.
const cardIcon = 192

// icons opens icons of projects: those of this site, and copies of those of others.
func (s *Site) icons(remote *remotepicture.Store) func(context.Context, string) (io.ReadCloser, error) {
	return func(ctx context.Context, address string) (io.ReadCloser, error) {
		if key, own := s.Blobs.KeyOf(address); own {
			return s.Blobs.Open(ctx, key)
		}
		data, err := remote.Get(ctx, address, cardIcon)
		return io.NopCloser(bytes.NewReader(data)), err
	}
}
