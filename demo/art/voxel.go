// Package art draws the pictures of the demonstration data: icons of small cubes with three brightnesses, and
// landscapes of blocks. Everything is derived from a seed, so that two runs give the same bytes.
package art

import (
	"image/color"
	"math"
)

// cell is a place in a model: x to the right front, y to the left front, z up.
type cell struct{ x, y, z int }

// model is a set of coloured cubes.
type model map[cell]color.RGBA

// box fills the cells from a to b, inclusive.
func (m model) box(a, b cell, c color.RGBA) {
	for x := a.x; x <= b.x; x++ {
		for y := a.y; y <= b.y; y++ {
			for z := a.z; z <= b.z; z++ {
				m[cell{x, y, z}] = c
			}
		}
	}
}

// clear removes cells.
func (m model) clear(a, b cell) {
	for x := a.x; x <= b.x; x++ {
		for y := a.y; y <= b.y; y++ {
			for z := a.z; z <= b.z; z++ {
				delete(m, cell{x, y, z})
			}
		}
	}
}

// ball fills the cells within a radius around a centre.
func (m model) ball(mx, my, mz, radius float64, c color.RGBA) {
	r := int(radius) + 1
	for x := int(mx) - r; x <= int(mx)+r; x++ {
		for y := int(my) - r; y <= int(my)+r; y++ {
			for z := int(mz) - r; z <= int(mz)+r; z++ {
				if math.Sqrt(sq(float64(x)-mx)+sq(float64(y)-my)+sq(float64(z)-mz)) <= radius {
					m[cell{x, y, z}] = c
				}
			}
		}
	}
}

func sq(v float64) float64 { return v * v }

// piece is half of a face: every half has one upright edge of length 2 and a point beside it.
type piece struct {
	edge, top int  // the upright edge's place and upper end, in half-cube units
	right     bool // the point is to the right
}

// pieces returns the colour in front at every half face.
func (m model) pieces() map[piece]color.RGBA {
	front := map[piece]color.RGBA{}
	depth := map[piece]int{}
	for at, c := range m {
		u, v := at.x-at.y, at.x+at.y-2*(at.z+1)
		near := at.x + at.y + at.z
		put := func(p piece, shade color.RGBA) {
			if d, ok := depth[p]; !ok || near > d {
				front[p], depth[p] = shade, near
			}
		}
		grain := 1 + 0.05*noise(at.x*7+at.z, at.y*5-at.z)
		top, left, right := light(c, 1.12*grain), light(c, 0.92*grain), light(c, 0.66*grain)
		if _, covered := m[cell{at.x, at.y, at.z + 1}]; !covered {
			put(piece{u, v, false}, top)
			put(piece{u, v, true}, top)
		}
		if _, covered := m[cell{at.x, at.y + 1, at.z}]; !covered {
			put(piece{u - 1, v + 1, true}, left)
			put(piece{u, v + 2, false}, left)
		}
		if _, covered := m[cell{at.x + 1, at.y, at.z}]; !covered {
			put(piece{u, v + 2, true}, right)
			put(piece{u + 1, v + 1, false}, right)
		}
	}
	return front
}

// light changes a colour's brightness; above 1 it moves towards white.
func light(c color.RGBA, by float64) color.RGBA {
	f := func(v uint8) uint8 { return uint8(math.Max(0, math.Min(255, float64(v)*by))) }
	return color.RGBA{f(c.R), f(c.G), f(c.B), 255}
}

// noise is a number from -1 to 1 that depends only on its arguments.
func noise(a, b int) float64 {
	h := uint32(a)*374761393 + uint32(b)*668265263
	h = (h ^ h>>13) * 1274126177
	h ^= h >> 16
	return float64(h%2001)/1000 - 1
}
