package art

import (
	"image/color"
	"math"
)

// Compositions without a horizon: rooms, a street and the sea bed.

// wall covers the picture with courses of blocks.
func (c *canvas) wall(base color.RGBA, width, high int) {
	for y := range c.h {
		for x := range c.w {
			shade := 1 + .05*noise((x+y/high%2*width/2)/width, y/high)
			if y%high == 0 || (x+y/high%2*width/2)%width == 0 {
				shade *= .86
			}
			c.set(x, y, light(base, shade))
		}
	}
}

// window shows the sky that was there, with a frame and bars.
func (c *canvas) window(x, y, width, high int, sky []color.RGBA) {
	frame := hsl(28, .34, .24)
	c.fill(x-1, y-1, width+2, high+2, frame)
	for dx := range width {
		for dy := range high {
			if dx%7 != 6 && dy%8 != 7 && x+dx < c.w {
				c.set(x+dx, y+dy, sky[min(c.h-1, dy*c.h/high/2)*c.w+x+dx])
			}
		}
	}
}

// lamp hangs from above and lights what is around it.
func (c *canvas) lamp(x, y int, glow color.RGBA) {
	c.fill(x, 0, 1, y, hsl(30, .3, .18))
	for dy := -11; dy <= 11; dy++ {
		for dx := -11; dx <= 11; dx++ {
			d := math.Hypot(float64(dx), float64(dy))
			if at := (y+dy)*c.w + x + dx; d < 11 && y+dy >= 0 && y+dy < c.h && x+dx >= 0 && x+dx < c.w {
				c.set(x+dx, y+dy, mix(c.grid[at], glow, .4*(1-math.Floor(d/2)*2/11)))
			}
		}
	}
	c.fill(x-1, y-1, 3, 3, light(glow, 1.15))
}

func (c *canvas) lampColour() color.RGBA { return mix(c.mood.glow, hsl(42, .95, .68), .5) }

// workshop is a hall of machines: wheels on a wall, pipes, a furnace.
func workshop(c *canvas) {
	sky := append([]color.RGBA(nil), c.grid...)
	c.wall(mix(light(c.mood.hills[1], .62), hsl(22, .22, .34), .55), 8, 4)
	c.window(c.w*2/3+c.r.IntN(c.w/8), 8, 27, 24, sky)
	floor := c.h * 5 / 6
	for i := range 4 {
		y := 6 + i*5 + c.r.IntN(3)
		c.fill(0, y, c.w, 2, light(hsl(24, .42, .42), 1.1-.12*float64(i)))
		for x := 9 + c.r.IntN(12); x < c.w; x += 26 {
			c.fill(x, y-1, 3, 4, hsl(24, .36, .32))
		}
	}
	metal := mix(hsl(38, .52, .48), c.mood.glow, .15)
	for _, wheel := range [][3]int{{c.w / 5, c.h / 2, 19}, {c.w/5 + 27, c.h/2 + 13, 11}, {c.w/5 + 24, c.h/2 - 15, 9}} {
		c.wheel(wheel[0], wheel[1], wheel[2], light(metal, .8+.03*float64(wheel[2]%7)))
	}
	c.fill(0, floor, c.w, c.h-floor, light(c.mood.hills[3], .7))
	for x := 0; x < c.w; x += 6 {
		c.fill(x, floor, 1, c.h-floor, light(c.mood.hills[3], .55))
	}
	c.fill(0, floor, c.w, 1, light(c.mood.hills[3], 1.3))
	x := c.w/2 + c.r.IntN(c.w/8)
	c.fill(x, floor-24, 24, 24, hsl(14, .22, .30))
	c.fill(x-1, floor-26, 26, 3, hsl(14, .22, .22))
	c.fill(x+8, 0, 8, floor-24, hsl(14, .16, .22))
	for dy := range 10 {
		c.fill(x+5, floor-3-dy, 14, 1, mix(hsl(20, .95, .5), hsl(46, .98, .66), float64(c.r.IntN(10))/10))
	}
	c.fill(x+9, floor-13, 6, 1, hsl(14, .22, .30))
	for i := range 3 {
		c.fill(c.w-18-i*5, floor-8-i%2*4, 9, 8+i%2*4, light(hsl(32, .42, .40), 1-.08*float64(i)))
	}
	c.lamp(c.w/2-6, 22, c.lampColour())
}

// wheel is a toothed wheel.
func (c *canvas) wheel(midX, midY, radius int, to color.RGBA) {
	for dy := -radius - 2; dy <= radius+2; dy++ {
		for dx := -radius - 2; dx <= radius+2; dx++ {
			d, angle := math.Hypot(float64(dx), float64(dy)), math.Atan2(float64(dy), float64(dx))
			tooth := math.Mod(angle*float64(radius)/3.2+40*math.Pi, 2) < 1
			spoke := math.Abs(math.Mod(angle+2*math.Pi, math.Pi/3)) < 2.2/math.Max(d, 2)
			switch r := float64(radius); {
			case d > r && (d > r+2 || !tooth), d < r*.72 && d > r*.25 && !spoke:
			case d < 2:
				c.set(midX+dx, midY+dy, light(to, .5))
			default:
				c.set(midX+dx, midY+dy, light(to, 1.1-.012*float64(dx+dy)+.04*noise(dx, dy)))
			}
		}
	}
}

// reef is the bed of the sea: rays of light, corals, weed and fish.
func reef(c *canvas) {
	for y := range c.h {
		for x := range c.w {
			deep := float64(y) / float64(c.h)
			shade := mix(light(mix(c.mood.sky[2], hsl(196, .62, .58), .62), 1.08), mix(c.mood.water, hsl(214, .62, .20), .72), deep)
			if ray := (x + y/2) % 41; ray < 9 && deep < .7 {
				shade = mix(shade, c.mood.glow, .2*(.7-deep))
			}
			c.set(x, y, shade)
		}
	}
	for layer := range 3 {
		line, ridge := .72+.1*float64(layer), newRidge(c.r, layer)
		sand := mix(mix(hsl(42, .36, .62), c.mood.water, .62-.25*float64(layer)), c.mood.ground, .15)
		for x := range c.w {
			top := int(float64(c.h) * (line - ridge.at(x)*.05))
			c.fill(x, top, 1, c.h-top, light(sand, 1+.05*noise(x, layer)))
			c.set(x, top, light(sand, 1.15))
			switch hue := float64(c.r.IntN(6))*38 + 330; c.r.IntN(15 - 3*layer) {
			case 0:
				c.coral(x, top, 4+3*layer+c.r.IntN(6), mix(hsl(math.Mod(hue, 360), .62, .56), c.mood.water, .5-.22*float64(layer)))
			case 1:
				for i := range 7 + 5*layer + c.r.IntN(10) {
					c.set(x+int(1.4*math.Sin(float64(i)/3+float64(x))), top-i, light(mix(hsl(130, .42, .34), c.mood.water, .5-.2*float64(layer)), 1+.1*noise(i, x)))
				}
			}
		}
	}
	for range 5 {
		x, y, hue := c.r.IntN(c.w*3/4), 10+c.r.IntN(c.h/2), float64(c.r.IntN(5))*40+10
		for range 3 + c.r.IntN(4) {
			fx, fy := x+c.r.IntN(22), y+c.r.IntN(12)
			fish := mix(hsl(hue, .75, .60), c.mood.water, .15)
			c.fill(fx, fy, 5, 2, fish)
			c.fill(fx+1, fy-1, 3, 4, fish)
			c.fill(fx-2, fy-1, 1, 4, light(fish, .8))
			c.fill(fx-1, fy, 1, 2, light(fish, .8))
			c.set(fx+4, fy, hsl(230, .4, .12))
		}
	}
	for range 26 {
		c.set(c.r.IntN(c.w), c.r.IntN(c.h*3/4), light(c.mood.sky[2], 1.12))
	}
}

func (c *canvas) coral(x, foot, high int, to color.RGBA) {
	c.fill(x, foot-high, 2, high, to)
	for i := 2; i < high; i += 3 {
		reach := 2 + (high-i)/3
		side := 1 - i/3%2*2
		for d := range reach {
			c.set(x+side*(d+1), foot-i, light(to, 1.08))
		}
		c.fill(x+side*reach, foot-i-3, 1, 4, light(to, 1.15))
	}
	c.set(x, foot-high-1, light(to, 1.3))
}

// market is a street of stalls in front of houses, with lanterns.
func market(c *canvas) {
	street := c.h * 4 / 5
	for x := 0; x < c.w; {
		width, top := 16+c.r.IntN(14), 6+c.r.IntN(22)
		wall := mix(mix(c.mood.hills[2], hsl(float64(18+c.r.IntN(30)), .3, .6), .55), color.RGBA{236, 222, 196, 255}, .2)
		if c.mood.night {
			wall = light(wall, .5)
		}
		c.fill(x, top, width, street-top, wall)
		c.fill(x, top, 1, street-top, light(wall, .8))
		roof := mix(hsl(float64(c.r.IntN(3))*100+8, .42, .38), c.mood.hills[3], .35)
		for i := range 4 {
			c.fill(x-1+i, top-1-i, width+2-2*i, 1, light(roof, 1-.06*float64(i)))
		}
		for wy := top + 4; wy < street-26; wy += 9 {
			for wx := x + 4; wx < x+width-4; wx += 7 {
				lit := light(wall, .5)
				if c.mood.night || c.r.IntN(3) == 0 {
					lit = hsl(44, .92, .66)
				}
				c.fill(wx, wy, 3, 5, lit)
			}
		}
		x += width
	}
	for x := 3 + c.r.IntN(8); x < c.w-14; x += 26 + c.r.IntN(8) {
		c.stall(x, street, 20+c.r.IntN(4))
	}
	for y := street; y < c.h; y++ {
		for x := range c.w {
			stone := light(mix(c.mood.hills[3], hsl(30, .1, .5), .5), 1+.07*noise((x+y/2*5)/5, y/2))
			if (x+y/2%2*3)%6 == 0 || y%2 == 0 && y > street {
				stone = light(stone, .88)
			}
			c.set(x, y, stone)
		}
	}
	for i := range 7 {
		x := 6 + i*c.w/7 + c.r.IntN(6)
		c.lamp(x, 12+int(5*math.Sin(float64(i)*1.3)), c.lampColour())
	}
}

// stall is a table with goods below a striped awning.
func (c *canvas) stall(x, foot, width int) {
	hue, wood := float64(c.r.IntN(7))*51, hsl(28, .40, .34)
	c.fill(x+1, foot-20, 1, 20, light(wood, .7))
	c.fill(x+width-2, foot-20, 1, 20, light(wood, .7))
	c.fill(x+2, foot-16, width-4, 16, light(c.mood.hills[3], .55))
	for i := range 6 {
		for dx := -i / 2; dx < width+i/2; dx++ {
			stripe := hsl(hue, .58, .50)
			if (dx+30)/4%2 == 0 {
				stripe = color.RGBA{238, 230, 214, 255}
			}
			if c.mood.night {
				stripe = light(stripe, .72)
			}
			c.set(x+dx, foot-23+i, light(stripe, 1.08-.04*float64(i)))
		}
	}
	c.fill(x, foot-8, width, 8, wood)
	c.fill(x, foot-9, width, 1, light(wood, 1.35))
	for dx := 2; dx < width-3; dx += 4 {
		goods := hsl(float64(c.r.IntN(12))*30, .6, .55)
		high := 2 + c.r.IntN(3)
		c.fill(x+dx, foot-9-high, 3, high, goods)
		c.set(x+dx+1, foot-10-high, light(goods, 1.2))
	}
}

// library is a room of books with a table and a carpet.
func library(c *canvas) {
	sky := append([]color.RGBA(nil), c.grid...)
	wood := mix(hsl(26, .38, .32), c.mood.hills[2], .25)
	c.wall(light(wood, .75), 12, 30)
	floor := c.h * 4 / 5
	gap := c.w/3 + c.r.IntN(c.w/4)
	for x := 2; x < c.w-20; x += 25 {
		if x+22 > gap && x < gap+30 {
			continue
		}
		c.fill(x, 6, 23, floor-6, light(wood, .5))
		for y := 8; y < floor-8; y += 12 {
			c.fill(x, y+10, 23, 2, light(wood, 1.2))
			for dx := 1; dx < 22; {
				thick, high := 1+c.r.IntN(3), 6+c.r.IntN(4)
				if c.r.IntN(9) > 0 {
					book := mix(hsl(float64(c.r.IntN(12))*30, .46, .46), c.mood.hills[1], .22)
					c.fill(x+dx, y+10-high, min(thick, 22-dx), high, book)
					c.set(x+dx, y+12-high, light(book, 1.5))
				}
				dx += thick
			}
		}
		c.fill(x-1, 6, 1, floor-6, light(wood, 1.3))
		c.fill(x+23, 6, 1, floor-6, light(wood, .85))
	}
	c.window(gap+1, 10, 27, 39, sky)
	for y := floor; y < c.h; y++ {
		for x := range c.w {
			c.set(x, y, light(mix(wood, c.mood.ground, .3), .95+.06*noise(x/14, y/3)-.08*float64(y%3/2)))
		}
	}
	carpet := mix(hsl(float64(c.r.IntN(8))*45, .5, .4), c.mood.glow, .12)
	for i := range 10 {
		c.fill(c.w/5-i*2, floor+4+i, c.w*3/5+i*4, 1, light(carpet, map[bool]float64{true: 1.25, false: 1}[i%4 == 1]))
	}
	table := c.w/3 + c.r.IntN(c.w/6)
	c.fill(table, floor-9, 38, 3, light(wood, 1.5))
	c.fill(table+3, floor-6, 3, 14, light(wood, 1.1))
	c.fill(table+32, floor-6, 3, 14, light(wood, 1.1))
	c.fill(table+7, floor-12, 9, 3, color.RGBA{236, 228, 208, 255})
	c.fill(table+22, floor-15, 2, 6, color.RGBA{236, 228, 208, 255})
	c.set(table+22, floor-17, hsl(40, .98, .66))
	c.lamp(c.w/6, 24, c.lampColour())
	c.lamp(c.w*5/6, 24, c.lampColour())
}
