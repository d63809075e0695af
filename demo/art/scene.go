package art

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
)

const (
	sceneWidth  = 960
	sceneHeight = 540
	block       = 6 // pixels on each side
)

// mood contains the colours of a landscape: sky from top to horizon, hills from far to near, water, and lights.
type mood struct {
	sky    [3]color.RGBA
	hills  [4]color.RGBA
	water  color.RGBA
	glow   color.RGBA
	night  bool
	trees  color.RGBA
	ground color.RGBA
}

func moods() map[string]mood {
	return map[string]mood{
		"dawn":   {[3]color.RGBA{hsl(225, .35, .48), hsl(345, .40, .70), hsl(32, .85, .78)}, [4]color.RGBA{hsl(260, .20, .62), hsl(255, .22, .50), hsl(200, .22, .38), hsl(140, .28, .30)}, hsl(215, .35, .60), hsl(45, .95, .85), false, hsl(150, .30, .24), hsl(100, .30, .36)},
		"day":    {[3]color.RGBA{hsl(208, .70, .60), hsl(203, .68, .74), hsl(195, .60, .88)}, [4]color.RGBA{hsl(205, .28, .72), hsl(180, .22, .56), hsl(130, .30, .45), hsl(105, .38, .38)}, hsl(202, .60, .58), hsl(50, .95, .90), false, hsl(125, .38, .28), hsl(98, .42, .44)},
		"dusk":   {[3]color.RGBA{hsl(262, .35, .30), hsl(330, .42, .48), hsl(22, .85, .62)}, [4]color.RGBA{hsl(310, .22, .42), hsl(285, .24, .33), hsl(265, .26, .24), hsl(250, .28, .17)}, hsl(300, .24, .44), hsl(35, .95, .74), false, hsl(250, .30, .12), hsl(255, .26, .20)},
		"night":  {[3]color.RGBA{hsl(228, .50, .10), hsl(224, .45, .18), hsl(218, .40, .30)}, [4]color.RGBA{hsl(222, .30, .26), hsl(222, .32, .20), hsl(225, .34, .15), hsl(228, .36, .10)}, hsl(220, .38, .24), hsl(50, .60, .90), true, hsl(228, .36, .07), hsl(226, .30, .13)},
		"snow":   {[3]color.RGBA{hsl(214, .42, .68), hsl(212, .38, .80), hsl(30, .30, .90)}, [4]color.RGBA{hsl(214, .26, .78), hsl(212, .24, .70), hsl(212, .24, .84), hsl(210, .30, .93)}, hsl(205, .38, .72), hsl(40, .60, .96), false, hsl(165, .24, .30), hsl(210, .26, .90)},
		"desert": {[3]color.RGBA{hsl(200, .55, .62), hsl(190, .45, .78), hsl(42, .70, .86)}, [4]color.RGBA{hsl(24, .40, .66), hsl(22, .45, .56), hsl(32, .52, .60), hsl(40, .58, .66)}, hsl(185, .48, .52), hsl(48, .95, .92), false, hsl(95, .30, .34), hsl(40, .56, .70)},
		"ember":  {[3]color.RGBA{hsl(2, .55, .12), hsl(8, .60, .22), hsl(20, .75, .36)}, [4]color.RGBA{hsl(0, .40, .26), hsl(355, .42, .20), hsl(350, .40, .15), hsl(345, .36, .10)}, hsl(22, .95, .52), hsl(38, .98, .66), true, hsl(350, .36, .07), hsl(350, .32, .12)},
		"aurora": {[3]color.RGBA{hsl(250, .45, .12), hsl(190, .45, .22), hsl(160, .45, .36)}, [4]color.RGBA{hsl(205, .30, .34), hsl(208, .30, .26), hsl(212, .30, .72), hsl(210, .34, .82)}, hsl(180, .34, .34), hsl(150, .80, .70), true, hsl(200, .34, .16), hsl(210, .28, .70)},
	}
}

// Moods lists the moods of Scene.
func Moods() []string {
	return []string{"dawn", "day", "dusk", "night", "snow", "desert", "ember", "aurora"}
}

// Scene draws a 960 by 540 PNG of a landscape of blocks: a composition in the colours of a mood.
func Scene(name, composition, seed string) ([]byte, error) {
	m, ok := moods()[name]
	if !ok {
		return nil, fmt.Errorf("no mood %q", name)
	}
	compose, ok := compositions()[composition]
	if !ok {
		return nil, fmt.Errorf("no composition %q", composition)
	}
	const w, h = sceneWidth / block, sceneHeight / block
	c := &canvas{grid: make([]color.RGBA, w*h), w: w, h: h, mood: m, r: source(composition + " " + seed)}
	paintSky(c.set, m, c.r, w, h)
	compose(c)
	grid := c.grid
	img := image.NewRGBA(image.Rect(0, 0, sceneWidth, sceneHeight))
	for y := 0; y < sceneHeight; y++ {
		row := img.Pix[y*img.Stride : (y+1)*img.Stride]
		if y%block != 0 { // the same as the line above
			copy(row, img.Pix[(y-1)*img.Stride:])
			continue
		}
		for x := range sceneWidth {
			c := grid[y/block*w+x/block]
			row[4*x], row[4*x+1], row[4*x+2], row[4*x+3] = c.R, c.G, c.B, c.A
		}
	}
	return encode(img)
}

type put func(x, y int, c color.RGBA)

func paintSky(set put, m mood, r *rand.Rand, w, h int) {
	sunX, sunY := w/5+r.IntN(w*3/5), h/8+r.IntN(h/5)
	for y := 0; y < h; y++ {
		t := float64(y/2*2) / float64(h) * 1.7
		c := mix(m.sky[0], m.sky[1], math.Min(1, t*2))
		if t > .5 {
			c = mix(m.sky[1], m.sky[2], math.Min(1, t*2-1))
		}
		for x := 0; x < w; x++ {
			d := math.Hypot(float64(x-sunX), float64(y-sunY))
			switch {
			case d < 6:
				set(x, y, m.glow)
			case d < 18:
				set(x, y, mix(m.glow, c, .55+.45*(math.Floor(d/3)*3-6)/12))
			default:
				set(x, y, c)
			}
		}
	}
	if m.night {
		for range 70 {
			set(r.IntN(w), r.IntN(h/2), light(m.sky[2], 1.9))
		}
		return
	}
	for range 5 {
		x, y, length := r.IntN(w), r.IntN(h/3), 8+r.IntN(16)
		for i := range length {
			for j := range 1 + (i*(length-i))*3/(length*length) {
				set(x+i, y-j, mix(m.sky[2], color.RGBA{255, 255, 255, 255}, .6))
			}
		}
	}
}

// ridge is a sum of waves: a line of hills that does not repeat within a picture.
type ridge struct{ phase, speed [3]float64 }

func newRidge(r *rand.Rand, layer int) ridge {
	var g ridge
	for i := range g.phase {
		g.phase[i] = r.Float64() * 2 * math.Pi
		g.speed[i] = (.02 + .02*r.Float64()) * float64(1+i*2) * (1 + .25*float64(layer))
	}
	return g
}

func (g ridge) at(x int) float64 {
	v := 0.0
	for i := range g.phase {
		v += math.Sin(float64(x)*g.speed[i]+g.phase[i]) / float64(1+i)
	}
	return v / 1.8
}

func tree(set put, x, top, height int, c color.RGBA) {
	for i := range height {
		half := (height - i) / 3
		for dx := -half; dx <= half; dx++ {
			shade := 1.0
			if dx < 0 {
				shade = 1.18
			}
			set(x+dx, top-i, light(c, shade))
		}
	}
}

// water mirrors the part above the shore in the middle of the picture.
func water(set put, grid []color.RGBA, m mood, shore, w, h int) {
	for y := shore; y < h; y++ {
		for x := 0; x < w; x++ {
			edge := int(3 * math.Sin(float64(x)/9+float64(shore)))
			if y < shore+edge+2 {
				continue
			}
			mirror := grid[max(0, 2*shore-y)*w+x]
			c := mix(m.water, mirror, .28)
			if (x+y*3)%17 < 2 && y%2 == 0 {
				c = light(c, 1.18)
			}
			set(x, y, c)
		}
	}
}

func village(set put, m mood, r *rand.Rand, shore, w int) {
	x := r.IntN(w / 3)
	for range 3 + r.IntN(4) {
		x += 9 + r.IntN(16)
		width, height := 6+r.IntN(3), 4+r.IntN(4)
		wall, roof := mix(m.ground, color.RGBA{236, 222, 196, 255}, .45), mix(m.hills[3], hsl(12, .45, .40), .6)
		if m.night {
			wall = light(wall, .45)
			roof = light(roof, .55)
		}
		foot := shore - 1 - r.IntN(5)
		for dx := range width {
			for dy := range height {
				set(x+dx, foot-dy, light(wall, 1-.02*float64(dx)))
			}
		}
		for i := 0; i <= width/2; i++ {
			for dx := i - 1; dx <= width-i; dx++ {
				set(x+dx, foot-height-i, roof)
			}
		}
		lit := light(wall, .55)
		if m.night || r.IntN(2) == 0 {
			lit = hsl(44, .95, .66)
		}
		set(x+1, foot-height+2, lit)
		set(x+width-2, foot-height+2, lit)
	}
}

func mix(a, b color.RGBA, t float64) color.RGBA {
	f := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*t) }
	return color.RGBA{f(a.R, b.R), f(a.G, b.G), f(a.B, b.B), 255}
}
