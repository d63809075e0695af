package demo

import (
	"bytes"
	"context"
	"crypto/sha1" //nolint:gosec // a name for content, not a security measure
	"encoding/hex"
	"fmt"
	"image/png"

	"github.com/modyard/modyard/demo/art"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/blobs"
)

// pictures draws and stores pictures.
type pictures struct {
	ctx   context.Context
	blobs *blobs.Store
}

// avatar returns the address of a drawn avatar.
func (p pictures) avatar(motif, seed string) (string, error) {
	data, err := art.Icon(motif, seed)
	if err != nil {
		return "", err
	}
	return p.put("avatars", data)
}

func (p pictures) put(folder string, data []byte) (string, error) {
	key, _, err := p.blobs.PutAddressed(p.ctx, folder, ".png", "image/png", bytes.NewReader(data))
	if err != nil {
		return "", err
	}
	return p.blobs.URL(key), nil
}

// icon returns a project's icon, its address and its mean colour.
func (p pictures) icon(id string, c Project) (data []byte, address string, color *int, err error) {
	if data, err = art.Icon(c.Motif, c.Slug); err != nil {
		return nil, "", nil, err
	}
	if color, err = mean(data); err != nil {
		return nil, "", nil, err
	}
	address, err = p.put(id+"/icons", data)
	return data, address, color, err
}

func mean(data []byte) (*int, error) {
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("read an icon: %w", err)
	}
	var red, green, blue, n uint64
	for y := m.Bounds().Min.Y; y < m.Bounds().Max.Y; y++ {
		for x := m.Bounds().Min.X; x < m.Bounds().Max.X; x++ {
			r, g, b, _ := m.At(x, y).RGBA()
			red, green, blue, n = red+uint64(r>>8), green+uint64(g>>8), blue+uint64(b>>8), n+1
		}
	}
	color := int(red/n<<16 | green/n<<8 | blue/n)
	return &color, nil
}

// composition is what a picture of a project shows: projects next to each other in a list have different ones, and so have
// the pictures of a project, because the step has no factor in common with the number of compositions.
func composition(place, picture int) string {
	views := art.Compositions()
	return views[(place+5*picture)%len(views)]
}

// gallery draws the pictures of a project at its place in the set. The first one is featured.
func (p pictures) gallery(id string, c Project, place int) ([]project.Picture, error) {
	r := chance("gallery " + c.Slug)
	var list []project.Picture
	for i, mood := range c.Moods {
		view := composition(place, i)
		data, err := art.Scene(mood, view, fmt.Sprintf("%s %d", c.Slug, i))
		if err != nil {
			return nil, err
		}
		address, err := p.put(id+"/images", data)
		if err != nil {
			return nil, err
		}
		sum := sha1.Sum(data) //nolint:gosec // see the import
		list = append(list, project.Picture{
			URL: address, RawURL: address, Title: pictureTitle(r, mood, view), Featured: i == 0, Ordering: i,
			Description: pictureWords(r, c), SHA1: hex.EncodeToString(sum[:]),
		})
	}
	return list, nil
}
