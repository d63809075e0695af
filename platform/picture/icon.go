package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/png"

	"golang.org/x/image/draw"
)

// Icon scales the picture to at most side × side pixels, as PNG, and returns its mean colour as 0xRRGGBB, or nil
// where it is fully transparent.
func (p Picture) Icon(side int) ([]byte, *int, error) {
	b := p.Image.Bounds()
	w, h := side, side
	if b.Dx() > b.Dy() {
		h = max(1, side*b.Dy()/b.Dx())
	} else {
		w = max(1, side*b.Dx()/b.Dy())
	}
	small := image.NewNRGBA(image.Rect(0, 0, w, h))
	draw.CatmullRom.Scale(small, small.Bounds(), p.Image, b, draw.Src, nil)
	var out bytes.Buffer
	if err := png.Encode(&out, small); err != nil {
		return nil, nil, err
	}
	return out.Bytes(), meanColor(small), nil
}

// meanColor is the mean of the visible pixels as 0xRRGGBB; nil where there are none.
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

// Square scales the middle of the picture to exactly side × side pixels, as PNG.
func (p Picture) Square(side int) ([]byte, error) {
	b := p.Image.Bounds()
	short := min(b.Dx(), b.Dy())
	left, top := b.Min.X+(b.Dx()-short)/2, b.Min.Y+(b.Dy()-short)/2
	small := image.NewNRGBA(image.Rect(0, 0, side, side))
	draw.CatmullRom.Scale(small, small.Bounds(), p.Image, image.Rect(left, top, left+short, top+short), draw.Src, nil)
	var out bytes.Buffer
	if err := png.Encode(&out, small); err != nil {
		return nil, fmt.Errorf("encode a square: %w", err)
	}
	return out.Bytes(), nil
}
