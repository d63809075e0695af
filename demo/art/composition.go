package art

import (
	"image/color"
	"math"
	"math/rand/v2"
)

// canvas is a picture in blocks, with what its landscape is made of.
type canvas struct {
	grid []color.RGBA
	w, h int
	mood mood
	r    *rand.Rand
}

func (c *canvas) set(x, y int, to color.RGBA) {
	if x >= 0 && x < c.w && y >= 0 && y < c.h {
		c.grid[y*c.w+x] = to
	}
}

func (c *canvas) fill(x, y, width, height int, to color.RGBA) {
	for dx := range width {
		for dy := range height {
			c.set(x+dx, y+dy, to)
		}
	}
}

// compositions are what a picture shows, from the sky on.
func compositions() map[string]func(*canvas) {
	return map[string]func(*canvas){
		"lake": lake, "peak": peak, "forest": forest, "towers": towers, "isles": isles, "cave": cave, "sea": sea, "fields": fields,
		"workshop": workshop, "reef": reef, "market": market, "library": library,
	}
}

// Compositions lists the compositions of Scene; those that look alike are not next to each other.
func Compositions() []string {
	return []string{"lake", "workshop", "peak", "market", "forest", "reef", "towers", "library", "isles", "cave", "sea", "fields"}
}

// hill fills a rolling layer, and returns its line.
func (c *canvas) hill(layer int, base, swing float64) []int {
	line, ridge, shade := make([]int, c.w), newRidge(c.r, layer), c.mood.hills[layer]
	for x := range c.w {
		line[x] = int(float64(c.h) * (base - ridge.at(x)*swing))
		for y := line[x]; y < c.h; y++ {
			c.set(x, y, light(shade, 1+.05*noise(x, y)-.004*float64(y-line[x])))
		}
		c.set(x, line[x], light(shade, 1.14))
	}
	return line
}

func lake(c *canvas) {
	shore := c.h*3/4 + c.r.IntN(c.h/10)
	for layer := range c.mood.hills {
		line := c.hill(layer, .42+.11*float64(layer), .22-.03*float64(layer))
		for x, top := range line {
			if layer >= 2 && c.r.IntN(9-layer) == 0 {
				tree(c.set, x, top, 3+layer+c.r.IntN(3), light(c.mood.trees, 1+.12*noise(x, layer)))
			}
		}
	}
	water(c.set, c.grid, c.mood, shore, c.w, c.h)
	village(c.set, c.mood, c.r, shore, c.w)
}

// peak is a high mountain with snow above a valley of firs.
func peak(c *canvas) {
	c.hill(0, .50, .10)
	for _, m := range [][3]int{{c.w/4 + c.r.IntN(c.w/2), c.h / 8, 1}, {c.r.IntN(c.w), c.h / 3, 1}} {
		rock := mix(c.mood.hills[0], c.mood.hills[m[2]], .7)
		for y := m[1]; y < c.h; y++ {
			half := (y-m[1])*4/5 + c.r.IntN(3)
			for dx := -half; dx <= half; dx++ {
				shade := light(rock, 1.1+.05*noise(m[0]+dx, y))
				if dx > c.r.IntN(3)-1 {
					shade = light(rock, .82+.05*noise(m[0]+dx, y))
				}
				if y < m[1]+12+(m[0]+dx)*5%7 {
					shade = light(mix(shade, color.RGBA{245, 248, 255, 255}, .75), 1)
				}
				c.set(m[0]+dx, y, shade)
			}
		}
	}
	for layer := 2; layer < 4; layer++ {
		for x, top := range c.hill(layer, .55+.15*float64(layer-1), .07) {
			if c.r.IntN(7-layer) == 0 {
				tree(c.set, x, top+c.r.IntN(3), 8+layer*3+c.r.IntN(7), light(c.mood.trees, 1+.15*noise(x, layer)))
			}
		}
	}
}

// forest is a clearing between broad trees, with fireflies at night and flowers by day.
func forest(c *canvas) {
	for layer := range 4 {
		line := c.hill(layer, .52+.11*float64(layer), .05)
		leaf := mix(c.mood.trees, c.mood.hills[layer], .7-.23*float64(layer))
		for x := c.r.IntN(8); x < c.w; x += 7 + 4*layer + c.r.IntN(8+4*layer) {
			high, half := 7+6*layer+c.r.IntN(6), 3+2*layer+c.r.IntN(3)
			c.fill(x-layer/2, line[x]-high, 1+layer, high+2, light(leaf, .62))
			for dx := -half; dx <= half; dx++ {
				for dy := -half * 2 / 3; dy <= half*2/3; dy++ {
					if abs(dx)+abs(dy) < half+half/2 {
						c.set(x+dx, line[x]-high+dy, light(leaf, 1.12-.03*float64(dy+dx)+.1*noise(x+dx, dy)))
					}
				}
			}
		}
	}
	for range 60 {
		c.set(c.r.IntN(c.w), c.h*11/20+c.r.IntN(c.h*9/20), mix(c.mood.glow, c.mood.hills[3], .25*float64(c.r.IntN(3))))
	}
}

// towers are a town on a hill in front of the sky.
func towers(c *canvas) {
	c.hill(0, .60, .08)
	line := c.hill(1, .68, .05)
	wall := mix(c.mood.hills[2], hsl(32, .22, .62), .6)
	if c.mood.night {
		wall = mix(c.mood.hills[3], c.mood.ground, .35)
	}
	for x := c.w/8 + c.r.IntN(12); x < c.w*7/8; x += 8 + c.r.IntN(9) {
		width, high := 6+c.r.IntN(6), 12+c.r.IntN(26)
		top := line[x] - high
		c.fill(x, top, width, high+8, light(wall, 1+.08*noise(x, 1)))
		c.fill(x, top, 1, high+8, light(wall, 1.3))
		switch c.r.IntN(3) {
		case 0: // battlements
			for dx := 0; dx < width; dx += 2 {
				c.set(x+dx, top-1, wall)
			}
		case 1:
			for i := 0; i <= width/2; i++ {
				c.fill(x+i, top-1-i, width-2*i, 1, mix(wall, hsl(8, .5, .42), .6))
			}
		}
		for wy := top + 2; wy < line[x]; wy += 3 {
			for wx := x + 1; wx < x+width-1; wx += 2 {
				if c.r.IntN(3) > 0 {
					c.set(wx, wy, hsl(44, .95, .66))
				}
			}
		}
	}
	c.hill(2, .80, .04)
	for x, top := range c.hill(3, .90, .04) {
		if c.r.IntN(5) == 0 {
			tree(c.set, x, top, 6+c.r.IntN(6), c.mood.trees)
		}
	}
}

// isles float above the clouds.
func isles(c *canvas) {
	for y := c.h * 4 / 5; y < c.h; y++ {
		for x := range c.w {
			if y > c.h*4/5+int(4*math.Sin(float64(x)/7)+3*math.Sin(float64(x)/17)) {
				c.set(x, y, light(mix(c.mood.sky[2], color.RGBA{255, 255, 255, 255}, .45), 1-.05*noise(x/3, y)))
			}
		}
	}
	for i := range 5 {
		x, y, half := 8+i*c.w/5+c.r.IntN(14), c.h/4+c.r.IntN(c.h*2/5), 8+c.r.IntN(14)
		for dx := -half; dx <= half; dx++ {
			deep := (half-abs(dx))*3/4 + 2 + c.r.IntN(3)
			for dy := range deep {
				shade := light(c.mood.hills[2], 1.15-.03*float64(dy)+.06*noise(x+dx, y+dy))
				if dy < 2 {
					shade = light(c.mood.ground, 1.2-.15*float64(dy))
				}
				c.set(x+dx, y+dy, shade)
			}
			if c.r.IntN(5) == 0 && abs(dx) < half-2 {
				tree(c.set, x+dx, y-1, 5+c.r.IntN(6), c.mood.trees)
			}
		}
		fall := x + half/2
		for dy := range 6 + c.r.IntN(18) {
			c.set(fall, y+2+dy, light(c.mood.water, 1.25-.02*float64(dy)))
		}
		if i%2 == 0 {
			c.fill(x-4, y-5, 6, 5, mix(c.mood.ground, color.RGBA{236, 222, 196, 255}, .5))
			c.fill(x-5, y-6, 8, 1, hsl(10, .45, .40))
			c.fill(x-3, y-7, 4, 1, hsl(10, .45, .40))
			c.set(x-2, y-3, hsl(44, .95, .66))
		}
	}
}

// cave is a hall under the earth with crystals and a pool; what glows has the colour of the mood.
func cave(c *canvas) {
	rock := mix(light(c.mood.hills[1], .6), color.RGBA{20, 18, 26, 255}, .35)
	roof, floor := newRidge(c.r, 2), newRidge(c.r, 3)
	midX, midY := float64(c.w)*(.3+.4*c.r.Float64()), float64(c.h)*.6
	for y := range c.h {
		for x := range c.w {
			d := math.Hypot(float64(x)-midX, (float64(y)-midY)*1.5)
			c.set(x, y, light(mix(c.mood.glow, rock, math.Min(1, .45+math.Floor(d/6)*6/70)), 1+.05*noise(x/2, y/2)))
		}
	}
	for x := range c.w {
		drop := 10 + int(6*roof.at(x)) + max(0, 14-(x*7+c.r.IntN(3))%31)
		c.fill(x, 0, 1, drop, light(rock, .55+.06*noise(x, 3)))
		rise := 12 + int(5*floor.at(x)) + max(0, 9-(x*5+11)%37)
		c.fill(x, c.h-rise, 1, rise, light(rock, .42+.06*noise(x, 9)))
		c.set(x, c.h-rise, light(rock, .9))
	}
	for range 9 {
		x, high := c.r.IntN(c.w), 5+c.r.IntN(10)
		gem := mix(c.mood.glow, hsl(float64(c.r.IntN(360)), .7, .6), .45)
		for dy := range high {
			half := min(2, (high-dy)/2)
			for dx := -half; dx <= half; dx++ {
				c.set(x+dx, c.h-12-dy, light(gem, 1.15-.15*float64(dx)))
			}
		}
	}
	pool := c.r.IntN(c.w / 2)
	for x := pool; x < pool+c.w/3; x++ {
		c.fill(x, c.h-7, 1, 7, light(mix(c.mood.water, c.mood.glow, .35), 1+.12*noise(x/3, 5)))
	}
}

// sea is open water with a sail and a lighthouse on a rock.
func sea(c *canvas) {
	horizon := c.h * 11 / 20
	c.hill(0, .55, .06)
	for y := horizon; y < c.h; y++ {
		near := float64(y-horizon) / float64(c.h-horizon)
		for x := range c.w {
			shade := light(mix(mix(c.mood.water, c.mood.sky[2], .5), light(c.mood.water, .8), near), 1)
			if (x*3+y*7+int(4*math.Sin(float64(y))))%(11+c.w/8) < 3+int(near*5) {
				shade = light(shade, 1.14)
			}
			c.set(x, y, shade)
		}
	}
	x, y := c.w/5+c.r.IntN(c.w/3), c.h*7/10
	for i := range 4 {
		c.fill(x-7+i, y+i, 15-2*i, 1, hsl(24, .45, .30))
	}
	c.fill(x, y-16, 1, 16, hsl(24, .40, .24))
	for i := range 13 {
		c.fill(x+1, y-15+i, 1+i*2/3, 1, hsl(40, .45, .88-.01*float64(i)))
		c.fill(x-1-i/2, y-12+i*10/13, i/2, 1, mix(c.mood.glow, hsl(8, .6, .5), .6))
	}
	rockX := c.w*3/4 + c.r.IntN(c.w/8)
	for i := range 8 {
		c.fill(rockX-3-i, horizon-2+i, 9+2*i, 1, light(c.mood.hills[3], 1+.1*noise(i, rockX)))
	}
	for i := range 18 {
		shade := color.RGBA{238, 234, 226, 255}
		if i/3%2 == 1 {
			shade = hsl(4, .6, .5)
		}
		c.fill(rockX, horizon-2-i, 4, 1, light(shade, map[bool]float64{true: .6, false: 1}[c.mood.night]))
	}
	c.fill(rockX, horizon-22, 4, 2, hsl(46, .95, .72))
	c.fill(rockX-1, horizon-23, 6, 1, c.mood.hills[3])
}

// fields are rows on rolling land, with a mill and fences.
func fields(c *canvas) {
	c.hill(0, .46, .10)
	line := c.hill(1, .56, .06)
	millX := c.w/6 + c.r.IntN(c.w*2/3)
	wall := mix(c.mood.ground, color.RGBA{236, 222, 196, 255}, .55)
	for i := range 15 {
		c.fill(millX-4+i/6, line[millX]-i+1, 9-i/6*2, 1, light(wall, 1-.02*float64(i%5)))
	}
	for i := range 10 {
		for _, d := range [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			c.set(millX+d[0]*i, line[millX]-13+d[1]*i, hsl(30, .4, .30))
			if i > 2 {
				c.set(millX+d[0]*i+1, line[millX]-13+d[1]*i, hsl(42, .4, .84))
			}
		}
	}
	for layer := 2; layer < 4; layer++ {
		line := c.hill(layer, .48+.11*float64(layer), .05)
		crop := mix(c.mood.ground, mix(hsl(48, .7, .55), c.mood.glow, .2), .2+.2*float64(layer%2))
		for x := range c.w {
			for y := line[x] + 1; y < c.h; y++ {
				if (x+(y-line[x])*(3-layer*2))/(3+layer)%2 == 0 {
					c.set(x, y, light(crop, 1+.06*noise(x, y)-.004*float64(y-line[x])))
				}
			}
			if layer == 3 && x%6 < 2 {
				c.fill(x, line[x]-3, 1, 4, hsl(28, .4, .32))
			}
			if layer == 3 {
				c.set(x, line[x]-2, hsl(28, .4, .36))
			}
		}
	}
}
