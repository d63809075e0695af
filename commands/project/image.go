package project

import (
	"bytes"
	"context"
	"image"
	_ "image/gif"  // a format that is taken
	_ "image/jpeg" // a format that is taken
	"image/png"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // a format that is taken

	"github.com/modyard/modyard/domain/fault"
)

const (
	maxIconBytes    = 256 << 10
	maxPictureBytes = 5 << 20
	maxPixels       = 20 << 20 // a picture of few bytes may be huge once decoded
	iconSide        = 96
)

// picture is an image that was decoded to the end.
type picture struct {
	image image.Image
	kind  string // png, jpeg, gif, webp
}

// decode reads a picture of one of the formats that are taken; what it is decides, not what it is called.
func (s *Service) decode(ctx context.Context, field string, data []byte) (picture, error) {
	config, kind, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return picture{}, fault.Invalid(field, "图片格式须为 PNG、JPEG、GIF 或 WebP。")
	}
	if config.Width < 1 || config.Height < 1 || config.Width*config.Height > maxPixels || config.Width > 16384 || config.Height > 16384 {
		return picture{}, fault.Invalid(field, "图片的尺寸过大。")
	}
	select {
	case s.images <- struct{}{}:
	case <-ctx.Done():
		return picture{}, ctx.Err()
	}
	defer func() { <-s.images }()
	decoded, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return picture{}, fault.Invalid(field, "图片已损坏，无法读取。")
	}
	return picture{image: decoded, kind: kind}, nil
}

func (p picture) ext() string {
	if p.kind == "jpeg" {
		return ".jpg"
	}
	return "." + p.kind
}

// icon draws the picture into 96 pixels at most, as PNG, and gives its mean colour.
func (p picture) icon() ([]byte, *int, error) {
	b := p.image.Bounds()
	w, h := iconSide, iconSide
	if b.Dx() > b.Dy() {
		h = max(1, iconSide*b.Dy()/b.Dx())
	} else {
		w = max(1, iconSide*b.Dx()/b.Dy())
	}
	small := image.NewNRGBA(image.Rect(0, 0, w, h))
	draw.CatmullRom.Scale(small, small.Bounds(), p.image, b, draw.Src, nil)
	var out bytes.Buffer
	if err := png.Encode(&out, small); err != nil {
		return nil, nil, err
	}
	return out.Bytes(), meanColor(small), nil
}

// meanColor is the mean of what can be seen, 0xRRGGBB; nil where nothing can.
func meanColor(m *image.NRGBA) *int {
	var r, g, b, weight int
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
			c := m.NRGBAAt(x, y)
			r += int(c.R) * int(c.A)
			g += int(c.G) * int(c.A)
			b += int(c.B) * int(c.A)
			weight += int(c.A)
		}
	}
	if weight == 0 {
		return nil
	}
	mean := r/weight<<16 | g/weight<<8 | b/weight
	return &mean
}
