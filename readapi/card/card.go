// Package card draws the picture of a project for previews of its address in chats and social networks.
package card

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"golang.org/x/image/draw"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/f32"
	"golang.org/x/image/vector"

	"github.com/modyard/modyard/platform/identicon"
)

// The size of a card, as Open Graph recommends.
const (
	Width  = 1200
	Height = 630
)

// Data is what a card shows.
type Data struct {
	Title    string
	Original string // the title in its own language; empty: there is no other
	Summary  string
	Loaders  []string // as people read them
	Counts   []string // with their units
	Brand    string
	Subject  identicon.Subject // gives the colours, and the icon where there is none
}

const (
	margin   = 72
	iconSide = 216
	textLeft = margin + iconSide + 48
	foot     = Height - margin
)

// draw draws a card with an icon, or with the drawn one for nil.
func (p *painter) draw(d Data, icon image.Image) ([]byte, error) {
	drawing := identicon.Draw(d.Subject)
	p.canvas = image.NewNRGBA(image.Rect(0, 0, Width, Height))
	p.fill(drawing.Shadow, f32.Vec2{0, 0}, f32.Vec2{Width, 0}, f32.Vec2{Width, Height}, f32.Vec2{0, Height})
	p.fill(darker(drawing.Shadow), f32.Vec2{0, 470}, f32.Vec2{Width, 180}, f32.Vec2{Width, Height}, f32.Vec2{0, Height})
	p.icon(icon, drawing)

	white, soft := color.NRGBA{255, 255, 255, 255}, color.NRGBA{255, 255, 255, 190}
	size := 66.0
	lines := p.wrap(d.Title, size, Width-textLeft-margin, 2)
	if len(lines) == 2 {
		size = 54
		lines = p.wrap(d.Title, size, Width-textLeft-margin, 2)
	}
	top := margin + 78
	if len(lines) == 1 && d.Original == "" {
		top += 30
	}
	for _, line := range lines {
		p.text(line, size, textLeft, top, white)
		top += int(size * 1.25)
	}
	if d.Original != "" {
		for _, line := range p.wrap(d.Original, 32, Width-textLeft-margin, 1) {
			p.text(line, 32, textLeft, top-6, soft)
		}
	}
	top = margin + iconSide + 72
	for _, line := range p.wrap(d.Summary, 34, Width-2*margin, 3) {
		p.text(line, 34, margin, top, color.NRGBA{255, 255, 255, 225})
		top += 48
	}
	p.bottom(d, white, soft)
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, p.canvas); err != nil {
		return nil, fmt.Errorf("encode a card: %w", err)
	}
	return out.Bytes(), nil
}

func darker(c color.RGBA) color.RGBA {
	return color.RGBA{uint8(int(c.R) * 3 / 4), uint8(int(c.G) * 3 / 4), uint8(int(c.B) * 3 / 4), 255}
}

// bottom draws the loaders and counts to the left, and the site to the right.
func (p *painter) bottom(d Data, white, soft color.Color) {
	const size, gap = 28, 20
	brand := p.width(d.Brand, size)
	p.mark(Width-margin-brand-52, foot-30)
	p.text(d.Brand, size, Width-margin-brand, foot-4, white)
	x, most := margin, Width-margin-brand-52-2*gap
	for _, name := range d.Loaders {
		w := p.width(name, 26) + 2*gap
		if x+w > most {
			break
		}
		p.rounded(image.Rect(x, foot-38, x+w, foot+12), 25, color.NRGBA{255, 255, 255, 40})
		p.text(name, 26, x+gap, foot-4, white)
		x += w + 14
	}
	for _, text := range d.Counts {
		w := p.width(text, 26)
		if x+w > most {
			break
		}
		p.text(text, 26, x+6, foot-4, soft)
		x += w + 32
	}
}

// icon draws the icon with round corners, scaled into its square.
func (p *painter) icon(m image.Image, drawing identicon.Drawing) {
	square := image.Rect(margin, margin, margin+iconSide, margin+iconSide)
	tile := image.NewNRGBA(image.Rect(0, 0, iconSide, iconSide))
	if m == nil {
		inner := &painter{font: p.font, canvas: tile}
		inner.identicon(drawing)
	} else {
		b := m.Bounds()
		scale := min(float64(iconSide)/float64(b.Dx()), float64(iconSide)/float64(b.Dy()))
		w, h := max(1, int(float64(b.Dx())*scale)), max(1, int(float64(b.Dy())*scale))
		at := image.Rect((iconSide-w)/2, (iconSide-h)/2, (iconSide-w)/2+w, (iconSide-h)/2+h)
		draw.CatmullRom.Scale(tile, at, m, b, draw.Over, nil)
	}
	mask := image.NewAlpha(tile.Bounds())
	roundedPath(tile.Bounds(), 36).Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	draw.DrawMask(p.canvas, square, tile, image.Point{}, mask, image.Point{}, draw.Over)
}

// identicon draws the picture of what has none over the whole canvas.
func (p *painter) identicon(d identicon.Drawing) {
	k := float32(p.canvas.Bounds().Dx()) / identicon.Size
	at := func(x, y float64) f32.Vec2 { return f32.Vec2{float32(x) * k, float32(y) * k} }
	p.fill(d.Ground, at(0, 0), at(64, 0), at(64, 64), at(0, 64))
	p.fill(d.Shadow, at(0, 38), at(32, 22), at(64, 38), at(64, 64), at(0, 64))
	for _, f := range d.Faces {
		p.fill(f.Color, at(f.Points[0].X, f.Points[0].Y), at(f.Points[1].X, f.Points[1].Y), at(f.Points[2].X, f.Points[2].Y), at(f.Points[3].X, f.Points[3].Y))
	}
	if d.Initial != "" {
		size := 23 * float64(k)
		p.text(d.Initial, size, (p.canvas.Bounds().Dx()-p.width(d.Initial, size))/2, int(58*k), d.Ink)
	}
}

// mark draws the site's mark: three blocks on a grid of 32 (ui/src/components/layout/brand-mark.tsx).
func (p *painter) mark(x, y int) {
	face := func(c color.Color, points ...float32) {
		path := make([]f32.Vec2, 0, len(points)/2)
		for i := 0; i+1 < len(points); i += 2 {
			path = append(path, f32.Vec2{float32(x) + points[i]*1.15, float32(y) + points[i+1]*1.15})
		}
		p.fill(c, path...)
	}
	light, middle, dark := color.NRGBA{255, 255, 255, 255}, color.NRGBA{255, 255, 255, 190}, color.NRGBA{255, 255, 255, 120}
	face(light, 8, 1, 16, 5, 8, 9, 0, 5)
	face(light, 24, 1, 32, 5, 24, 9, 16, 5)
	face(light, 16, 13, 24, 17, 16, 21, 8, 17)
	face(middle, 0, 5, 8, 9, 8, 25, 0, 21)
	face(middle, 16, 5, 24, 9, 24, 17, 16, 13)
	face(middle, 8, 17, 16, 21, 16, 30, 8, 26)
	face(dark, 16, 5, 16, 13, 8, 17, 8, 9)
	face(dark, 32, 5, 32, 21, 24, 25, 24, 9)
	face(dark, 24, 17, 24, 26, 16, 30, 16, 21)
}

// painter draws on a canvas. It belongs to one goroutine.
type painter struct {
	font   *sfnt.Font
	canvas *image.NRGBA
}

func (p *painter) fill(c color.Color, points ...f32.Vec2) {
	b := p.canvas.Bounds()
	r := vector.NewRasterizer(b.Dx(), b.Dy())
	r.MoveTo(points[0][0], points[0][1])
	for _, at := range points[1:] {
		r.LineTo(at[0], at[1])
	}
	r.ClosePath()
	r.Draw(p.canvas, b, image.NewUniform(c), image.Point{})
}

func (p *painter) rounded(at image.Rectangle, radius float32, c color.Color) {
	mask := image.NewAlpha(image.Rect(0, 0, at.Dx(), at.Dy()))
	roundedPath(mask.Bounds(), radius).Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	draw.DrawMask(p.canvas, at, image.NewUniform(c), image.Point{}, mask, image.Point{}, draw.Over)
}

func roundedPath(b image.Rectangle, r float32) *vector.Rasterizer {
	w, h := float32(b.Dx()), float32(b.Dy())
	v := vector.NewRasterizer(b.Dx(), b.Dy())
	v.MoveTo(r, 0)
	v.LineTo(w-r, 0)
	v.QuadTo(w, 0, w, r)
	v.LineTo(w, h-r)
	v.QuadTo(w, h, w-r, h)
	v.LineTo(r, h)
	v.QuadTo(0, h, 0, h-r)
	v.LineTo(0, r)
	v.QuadTo(0, 0, r, 0)
	v.ClosePath()
	return v
}
