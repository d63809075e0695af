// Package identicon draws the picture of what has none: a small building of cubes that follows from a seed, in a given
// hue, with an initial. It is the only description of that picture: pages show its SVG, sharing cards its pixels.
package identicon

import (
	"crypto/sha256"
	"fmt"
	"image/color"
	"math"
	"unicode"
	"unicode/utf8"
)

// Size is the side of the square that the points of a drawing lie in.
const Size = 64

// Point is a place in a drawing, y downwards.
type Point struct{ X, Y float64 }

// Face is a visible side of a cube.
type Face struct {
	Points [4]Point
	Color  color.RGBA
}

// Drawing is a picture: faces over a ground, the later ones in front.
type Drawing struct {
	Ground  color.RGBA
	Shadow  color.RGBA // of the half below the building
	Faces   []Face
	Ink     color.RGBA // of the initial
	Initial string     // one character, or empty
}

// Subject is what a picture stands for.
type Subject struct {
	Seed  string // its id: the picture changes with it alone
	Name  string // its first letter or digit is the initial
	Color *int   // 0xRRGGBB, its accent; nil: one from the seed
}

const side = 3 // columns on each side of the building

// Draw draws a subject.
func Draw(s Subject) Drawing {
	sum := sha256.Sum256([]byte(s.Seed))
	hue, strength := float64(int(sum[0])<<8|int(sum[1]))/65536*360, .52
	if s.Color != nil {
		var grey bool
		if hue, grey = hueOf(*s.Color); grey {
			strength = .06
		}
	}
	d := Drawing{
		Ground: hsl(hue, strength*.55, .24), Shadow: hsl(hue, strength*.55, .20),
		Ink: color.RGBA{255, 255, 255, 255}, Initial: initial(s.Name),
	}
	tones := [3]color.RGBA{hsl(hue, strength, .60), hsl(hue+28, strength, .66), hsl(hue-24, strength*.9, .48)}
	var heights [side][side]int
	var tone [side][side]color.RGBA
	n := 2
	for x := range side {
		for y := range x + 1 { // both halves are equal, as in a crystal
			heights[x][y], heights[y][x] = int(sum[n]%4), int(sum[n]%4)
			tone[x][y], tone[y][x] = tones[int(sum[n]>>4)%3], tones[int(sum[n]>>4)%3]
			n++
		}
	}
	heights[side/2][side/2] = max(heights[side/2][side/2], 2) // no empty ground
	for x := range side {
		for y := range side {
			for z := range heights[x][y] {
				d.cube(x, y, z, tone[x][y])
			}
		}
	}
	return d
}

// The cubes stand on a corner: half a width to the sides and half of that downwards for each step.
const (
	half   = 7.4
	depth  = half / 1.8
	height = 7.2
)

// cube adds the three visible faces of a cube; x goes to the right front, y to the left front, z up.
func (d *Drawing) cube(x, y, z int, c color.RGBA) {
	at := func(dx, dy, dz float64) Point {
		px, py, pz := float64(x)+dx, float64(y)+dy, float64(z)+dz
		return Point{round(Size/2 + (px-py)*half), round(24.5 + (px+py)*depth - pz*height)}
	}
	d.Faces = append(d.Faces,
		Face{[4]Point{at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)}, lit(c, 1.16)},
		Face{[4]Point{at(0, 1, 1), at(1, 1, 1), at(1, 1, 0), at(0, 1, 0)}, lit(c, .88)},
		Face{[4]Point{at(1, 0, 1), at(1, 1, 1), at(1, 1, 0), at(1, 0, 0)}, lit(c, .66)},
	)
}

func round(v float64) float64 { return math.Round(v*10) / 10 }

// initial is the first letter or digit of a name in its upper case.
func initial(name string) string {
	for _, r := range name {
		if r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return string(unicode.ToUpper(r))
		}
	}
	return ""
}

func lit(c color.RGBA, by float64) color.RGBA {
	f := func(v uint8) uint8 { return uint8(math.Min(255, float64(v)*by)) }
	return color.RGBA{f(c.R), f(c.G), f(c.B), 255}
}

// hueOf is the hue of a colour in degrees; greys have none.
func hueOf(rgb int) (hue float64, grey bool) {
	r, g, b := float64(rgb>>16&255), float64(rgb>>8&255), float64(rgb&255)
	most, least := max(r, g, b), min(r, g, b)
	if most-least < 14 {
		return 220, true
	}
	switch span := most - least; most {
	case r:
		hue = (g - b) / span
	case g:
		hue = (b-r)/span + 2
	default:
		hue = (r-g)/span + 4
	}
	return math.Mod(hue*60+360, 360), false
}

// hsl returns a colour from hue in degrees, saturation and lightness from 0 to 1.
func hsl(h, s, l float64) color.RGBA {
	h = math.Mod(math.Mod(h, 360)+360, 360)
	a := s * min(l, 1-l)
	f := func(n float64) uint8 {
		k := math.Mod(n+h/30, 12)
		return uint8(math.Round(255 * (l - a*max(-1, min(k-3, 9-k, 1)))))
	}
	return color.RGBA{f(0), f(8), f(4), 255}
}

// Hex is a colour as CSS writes it.
func Hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
