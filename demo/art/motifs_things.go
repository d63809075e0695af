package art

import (
	"image/color"
	"math/rand/v2"
)

// disc fills the cells of a level within a radius around a centre.
func (m model) disc(mx, my float64, z int, radius float64, c color.RGBA) {
	for x := int(mx - radius - 1); x <= int(mx+radius+1); x++ {
		for y := int(my - radius - 1); y <= int(my+radius+1); y++ {
			if sq(float64(x)-mx)+sq(float64(y)-my) <= radius*radius {
				m[cell{x, y, z}] = c
			}
		}
	}
}

// plate fills the cells of an upright plate, facing left, within a radius around a centre.
func (m model) plate(mx, mz float64, y int, radius float64, c color.RGBA) {
	for x := int(mx - radius - 1); x <= int(mx+radius+1); x++ {
		for z := int(mz - radius - 1); z <= int(mz+radius+1); z++ {
			if sq(float64(x)-mx)+sq(float64(z)-mz) <= radius*radius {
				m[cell{x, y, z}] = c
			}
		}
	}
}

func steel() color.RGBA     { return hsl(212, .14, .76) }
func gold() color.RGBA      { return hsl(43, .80, .58) }
func parchment() color.RGBA { return hsl(42, .52, .82) }
func snowWhite() color.RGBA { return hsl(205, .30, .95) }
func crimson() color.RGBA   { return hsl(4, .64, .50) }
func leafGreen() color.RGBA { return hsl(112, .38, .40) }
func ink() color.RGBA       { return hsl(225, .25, .18) }

// things are objects of everyday life: what they are does not depend on the seed, only details do.
func things() map[string]motif {
	return map[string]motif{
		"sword": func(m model, p palette, _ *rand.Rand) {
			for i := 3; i < 12; i++ {
				m.box(cell{i, 0, i}, cell{i + 1, 1, i}, steel())
				m[cell{i, 1, i + 1}] = light(steel(), 1.15)
			}
			for k := -2; k <= 2; k++ {
				m.box(cell{3 - k, 0, 3 + k}, cell{4 - k, 2, 3 + k}, gold())
			}
			for i := 0; i < 3; i++ {
				m.box(cell{i, 0, i}, cell{i + 1, 1, i}, p.wood)
			}
			m.box(cell{-1, 0, -1}, cell{0, 1, -1}, p.main)
		},
		"map": func(m model, p palette, r *rand.Rand) {
			m.box(cell{0, 0, 0}, cell{11, 0, 8}, parchment())
			for x := 0; x <= 11; x++ {
				m[cell{x, 0, 2 + (x*x/9)%3}] = hsl(205, .55, .58)
			}
			m.box(cell{1, 0, 5}, cell{3, 0, 7}, leafGreen())
			for i := range 4 {
				m[cell{4 + i, 0, 5 - i%2}] = p.wood
			}
			for k := -1; k <= 1; k++ {
				m[cell{9 + k, 0, 6 + k}], m[cell{9 + k, 0, 6 - k}] = crimson(), crimson()
			}
			m.box(cell{-1, -1, -1}, cell{-1, 1, 9}, p.wood)
			m.box(cell{12, -1, -1}, cell{12, 1, 9}, p.wood)
			m[cell{2 + r.IntN(2), 0, 4}] = p.main
		},
		"kite": func(m model, p palette, _ *rand.Rand) {
			for x := -5; x <= 5; x++ {
				for z := -5; z <= 5; z++ {
					if abs(x)+abs(z) > 5 {
						continue
					}
					c := p.main
					if x*z > 0 {
						c = p.bright
					}
					if x == 0 || z == 0 {
						c = p.wood
					}
					m[cell{x, 0, z}] = c
				}
			}
			for i := range 5 {
				m[cell{1 + i%2, 0, -6 - i}] = light(p.bright, 1-.3*float64(i%2))
			}
		},
		"bell": func(m model, p palette, _ *rand.Rand) {
			bronze := hsl(36, .55, .46)
			for z, r := range []float64{5, 4.3, 3.8, 3.6, 3.5, 3.3, 2.8, 1.8} {
				c := bronze
				if z == 1 || z == 5 {
					c = gold()
				}
				m.disc(5, 5, z, r, c)
			}
			m.box(cell{5, 5, 8}, cell{5, 5, 9}, p.dark)
			m.box(cell{0, 5, 10}, cell{10, 5, 10}, p.wood)
			m.box(cell{5, 5, -2}, cell{5, 5, -1}, p.dark)
		},
		"frog": func(m model, p palette, _ *rand.Rand) {
			green := hsl(105, .45, .45)
			m.box(cell{1, 1, 0}, cell{7, 7, 3}, green)
			m.box(cell{2, 2, 4}, cell{6, 7, 4}, green)
			m.box(cell{2, 8, 1}, cell{6, 8, 1}, hsl(85, .45, .72))
			for _, x := range []int{1, 6} {
				m.box(cell{x, 6, 5}, cell{x + 1, 7, 6}, green)
				m[cell{x, 8, 5}], m[cell{x + 1, 8, 5}] = snowWhite(), ink()
			}
			m.box(cell{8, 2, 0}, cell{9, 6, 1}, light(green, .85))
			m.box(cell{0, 8, 0}, cell{1, 9, 0}, light(green, .85))
			m.disc(4, 4, -1, 6.4, hsl(150, .38, .34))
			m[cell{9, 9, 0}] = p.bright
		},
		"goose": func(m model, p palette, _ *rand.Rand) {
			m.box(cell{2, 1, 2}, cell{8, 5, 5}, snowWhite())
			m.box(cell{9, 2, 4}, cell{10, 4, 6}, snowWhite())
			m.box(cell{1, 2, 5}, cell{3, 4, 11}, snowWhite())
			m.box(cell{-2, 2, 9}, cell{0, 4, 9}, hsl(28, .90, .56))
			m[cell{1, 5, 10}], m[cell{2, 4, 10}] = ink(), ink()
			m.box(cell{3, 4, 0}, cell{3, 5, 1}, hsl(28, .90, .56))
			m.box(cell{7, 4, 0}, cell{7, 5, 1}, hsl(28, .90, .56))
			m.box(cell{4, 6, 3}, cell{8, 6, 4}, light(snowWhite(), .86))
			m.box(cell{1, 1, 6}, cell{3, 5, 6}, p.main)
		},
		"ship": func(m model, p palette, _ *rand.Rand) {
			m.box(cell{-1, -1, -1}, cell{12, 7, -1}, hsl(205, .55, .52))
			for z := range 3 {
				m.box(cell{2 - z, 1, z}, cell{9 + z, 5, z}, p.wood)
			}
			m.clear(cell{1, 2, 2}, cell{10, 4, 2})
			m.box(cell{5, 3, 1}, cell{5, 3, 13}, light(p.wood, .8))
			for z := 4; z <= 12; z++ {
				m.box(cell{6, 3, z}, cell{6 + (13-z)*2/3, 3, z}, parchment())
			}
			m.box(cell{6, 3, 6}, cell{10, 3, 7}, p.main)
			m.box(cell{5, 3, 14}, cell{7, 3, 14}, crimson())
		},
		"lighthouse": func(m model, p palette, _ *rand.Rand) {
			m.disc(5, 5, -1, 6.2, p.stone)
			for z := range 11 {
				c := snowWhite()
				if z/2%2 == 0 {
					c = crimson()
				}
				m.disc(5, 5, z, 3.4-.09*float64(z), c)
			}
			m.disc(5, 5, 11, 3.4, p.dark)
			m.disc(5, 5, 12, 1.9, hsl(48, .95, .68))
			m.disc(5, 5, 13, 1.9, hsl(48, .95, .68))
			m.disc(5, 5, 14, 2.4, crimson())
			m[cell{5, 5, 15}] = crimson()
		},
		"mill": func(m model, p palette, _ *rand.Rand) {
			m.box(cell{0, 0, -1}, cell{10, 10, -1}, leafGreen())
			for z := range 8 {
				m.disc(5, 5, z, 3.8-.16*float64(z), hsl(38, .30, .80))
			}
			m.disc(5, 5, 8, 3.2, p.main)
			m.disc(5, 5, 9, 2, p.main)
			for i := 1; i <= 5; i++ {
				for _, c := range []cell{{5 + i, 9, 7 + i}, {5 - i, 9, 7 - i}, {5 - i, 9, 7 + i}, {5 + i, 9, 7 - i}} {
					m[c] = p.wood
					m[cell{c.x, 9, c.z + 1}] = parchment()
				}
			}
			m.box(cell{5, 8, 7}, cell{5, 9, 7}, p.dark)
		},
		"tent": func(m model, p palette, _ *rand.Rand) {
			m.box(cell{-1, -1, -1}, cell{12, 11, -1}, leafGreen())
			for i := range 6 {
				m.box(cell{i, 1, i}, cell{11 - i, 8, i}, p.main)
			}
			m.box(cell{4, 8, 0}, cell{7, 8, 1}, ink())
			m.box(cell{5, 8, 2}, cell{6, 8, 3}, ink())
			m.box(cell{5, 1, 6}, cell{6, 8, 6}, p.bright)
			m.box(cell{10, 10, 0}, cell{11, 10, 0}, p.wood)
			m[cell{10, 10, 1}] = hsl(28, .95, .58)
		},
		"sun": func(m model, _ palette, r *rand.Rand) {
			m.plate(0, 0, 1, 4.2, hsl(44, .95, .62))
			m.plate(0, 0, 2, 2.6, hsl(50, .98, .76))
			long := 7 + r.IntN(2)
			for i := 6; i <= long; i++ {
				for _, c := range [][2]int{{i, 0}, {-i, 0}, {0, i}, {0, -i}, {i - 2, i - 2}, {2 - i, i - 2}, {i - 2, 2 - i}, {2 - i, 2 - i}} {
					m[cell{c[0], 1, c[1]}] = hsl(32, .95, .58)
				}
			}
		},
		"moon": func(m model, p palette, _ *rand.Rand) {
			m.plate(0, 0, 0, 7.2, hsl(48, .55, .80))
			m.plate(0, 0, 1, 6.4, hsl(48, .60, .86))
			for x := -8; x <= 9; x++ {
				for z := -8; z <= 9; z++ {
					if sq(float64(x)-3)+sq(float64(z)-2.5) <= 5.6*5.6 {
						m.clear(cell{x, 0, z}, cell{x, 1, z})
					}
				}
			}
			for _, c := range [][2]int{{3, 4}, {6, 0}, {1, 1}} {
				m[cell{c[0], 0, c[1]}] = p.bright
			}
		},
		"cactus": func(m model, _ palette, r *rand.Rand) {
			green := hsl(128, .40, .38)
			m.box(cell{0, 0, -1}, cell{10, 10, -1}, hsl(41, .60, .70))
			m.box(cell{4, 4, 0}, cell{6, 6, 10 + r.IntN(3)}, green)
			m.box(cell{7, 5, 4}, cell{9, 6, 5}, green)
			m.box(cell{8, 5, 6}, cell{9, 6, 8}, green)
			m.box(cell{1, 5, 6}, cell{3, 6, 7}, green)
			m.box(cell{1, 5, 8}, cell{2, 6, 9}, green)
			m[cell{9, 6, 9}], m[cell{5, 6, 9}] = hsl(330, .75, .70), hsl(330, .75, .70)
		},
		"scale": func(m model, p palette, _ *rand.Rand) {
			m.box(cell{3, 0, 0}, cell{7, 3, 0}, p.wood)
			m.box(cell{5, 1, 1}, cell{5, 2, 10}, gold())
			m.box(cell{-1, 1, 10}, cell{11, 2, 10}, gold())
			for _, x := range []int{-1, 11} {
				low := 4
				if x > 0 {
					low = 6
				}
				m.box(cell{x, 1, low}, cell{x, 1, 9}, p.dark)
				m.disc(float64(x), 1.5, low-1, 2.4, gold())
			}
			m.box(cell{-2, 1, 4}, cell{0, 2, 5}, p.main)
			m.box(cell{11, 1, 6}, cell{11, 2, 6}, p.bright)
		},
		"clock": func(m model, p palette, r *rand.Rand) {
			m.plate(0, 0, 0, 6.2, p.wood)
			m.plate(0, 0, 1, 6.2, p.main)
			m.plate(0, 0, 2, 4.9, parchment())
			for _, c := range [][2]int{{0, 4}, {4, 0}, {0, -4}, {-4, 0}} {
				m[cell{c[0], 2, c[1]}] = ink()
			}
			m.box(cell{0, 3, 0}, cell{0, 3, 3}, ink())
			for i := range 3 {
				m[cell{i, 3, -(i * r.IntN(2))}] = crimson()
			}
		},
		"kettle": func(m model, p palette, _ *rand.Rand) {
			m.box(cell{1, 1, -2}, cell{8, 8, -2}, ink())
			m.box(cell{3, 3, -1}, cell{6, 6, -1}, hsl(24, .95, .56))
			m.ball(4.5, 4.5, 3, 4.1, p.main)
			m.disc(4.5, 4.5, 7, 2.2, p.dark)
			m.box(cell{4, 4, 8}, cell{5, 5, 8}, gold())
			m.box(cell{-2, 4, 4}, cell{0, 5, 5}, p.main)
			m.box(cell{-3, 4, 6}, cell{-2, 5, 7}, p.main)
			m.box(cell{9, 4, 2}, cell{10, 5, 6}, p.wood)
			m.ball(-3, 4, 10, 1.3, snowWhite())
		},
		"jar": func(m model, _ palette, _ *rand.Rand) {
			glass := hsl(200, .40, .80)
			m.box(cell{1, 1, 0}, cell{7, 7, 8}, glass)
			m.box(cell{2, 2, 9}, cell{6, 6, 9}, glass)
			m.box(cell{1, 1, 10}, cell{7, 7, 11}, hsl(28, .42, .42))
			for _, c := range [][2]int{{5, 7}, {4, 6}, {4, 5}, {3, 4}, {4, 4}, {5, 4}, {4, 3}, {3, 2}, {3, 1}} {
				m[cell{c[0], 7, c[1]}] = hsl(50, .98, .58)
				m[cell{7, c[0], c[1]}] = hsl(50, .98, .62)
			}
		},
		"tripod": func(m model, p palette, _ *rand.Rand) {
			for i := range 8 {
				m[cell{5 - i*5/8, 4, 7 - i}] = p.wood
				m[cell{5 + i*5/8, 4, 7 - i}] = p.wood
				m[cell{5, 4 + i*5/8, 7 - i}] = light(p.wood, 1.2)
			}
			m.box(cell{2, 2, 8}, cell{8, 6, 12}, p.main)
			m.box(cell{3, 2, 13}, cell{5, 4, 13}, p.dark)
			m.plate(5, 10, 7, 2.2, ink())
			m.plate(5, 10, 8, 1.2, hsl(200, .70, .72))
		},
		"letter": func(m model, p palette, _ *rand.Rand) {
			m.box(cell{0, 0, 0}, cell{12, 1, 8}, parchment())
			for i := range 6 {
				m[cell{i, 1, 8 - i*4/5}], m[cell{12 - i, 1, 8 - i*4/5}] = light(parchment(), .72), light(parchment(), .72)
			}
			m.box(cell{5, 1, 2}, cell{7, 2, 4}, crimson())
			m.box(cell{9, 1, 6}, cell{11, 1, 7}, p.main)
		},
		"door": func(m model, p palette, _ *rand.Rand) {
			m.box(cell{-1, 0, 0}, cell{8, 1, 13}, p.stone)
			m.clear(cell{1, 0, 0}, cell{6, 1, 11})
			m.box(cell{1, 0, 0}, cell{6, 0, 11}, p.main)
			for _, z := range []int{2, 7} {
				m.box(cell{2, 0, z}, cell{5, 0, z + 2}, light(p.main, .72))
			}
			m[cell{5, 1, 5}] = gold()
			m.box(cell{-2, 0, -1}, cell{9, 4, -1}, p.wood)
		},
		"hammer": func(m model, p palette, _ *rand.Rand) {
			for i := range 8 {
				m.box(cell{i, 0, i}, cell{i + 1, 1, i}, p.wood)
			}
			for k := -3; k <= 2; k++ {
				m.box(cell{8 - k, -1, 8 + k}, cell{10 - k, 2, 9 + k}, steel())
			}
			m.box(cell{-1, 0, -1}, cell{0, 1, 0}, p.main)
		},
		"note": func(m model, p palette, _ *rand.Rand) {
			m.plate(1, 1, 0, 2.2, p.main)
			m.plate(1, 1, 1, 2.2, p.main)
			m.plate(8, 3, 0, 2.2, p.main)
			m.plate(8, 3, 1, 2.2, p.main)
			m.box(cell{3, 0, 1}, cell{3, 1, 10}, p.dark)
			m.box(cell{10, 0, 3}, cell{10, 1, 12}, p.dark)
			for x := 3; x <= 10; x++ {
				m.box(cell{x, 0, 9 + (x-3)*2/7}, cell{x, 1, 10 + (x-3)*2/7}, p.second)
			}
		},
		"coral": func(m model, _ palette, r *rand.Rand) {
			m.box(cell{0, 0, -1}, cell{10, 10, -1}, hsl(44, .50, .74))
			for i, c := range []color.RGBA{hsl(350, .70, .62), hsl(24, .85, .62), hsl(285, .45, .62), hsl(190, .55, .52)} {
				x, y, h := 1+i%2*5, 1+i/2*5, 4+r.IntN(5)
				m.box(cell{x + 1, y + 1, 0}, cell{x + 2, y + 2, h}, c)
				m.box(cell{x, y + 1, h - 2}, cell{x, y + 1, h + 1}, c)
				m.box(cell{x + 3, y + 2, h - 1}, cell{x + 3, y + 2, h + 2}, c)
			}
		},
		"window": func(m model, p palette, r *rand.Rand) {
			m.box(cell{0, 0, 0}, cell{10, 1, 11}, p.wood)
			for _, x := range []int{1, 6} {
				for _, z := range []int{1, 7} {
					m.clear(cell{x, 1, z}, cell{x + 3, 1, z + 3})
					m.box(cell{x, 0, z}, cell{x + 3, 0, z + 3}, hsl(200, .50, .78))
					m[cell{x + r.IntN(4), 0, z + r.IntN(4)}] = snowWhite()
				}
			}
			m.box(cell{-1, 0, -1}, cell{11, 3, -1}, p.main)
			m.box(cell{2, 2, 0}, cell{4, 2, 0}, leafGreen())
		},
		"screen": func(m model, p palette, _ *rand.Rand) {
			m.box(cell{3, 0, 0}, cell{8, 4, 0}, p.stone)
			m.box(cell{5, 1, 1}, cell{6, 2, 2}, p.stone)
			m.box(cell{0, 1, 3}, cell{11, 2, 11}, ink())
			m.box(cell{1, 2, 4}, cell{10, 2, 10}, p.main)
			for i := range 3 {
				m.box(cell{4 + i, 2, 5 + i}, cell{4 + i, 2, 9 - i}, snowWhite())
			}
		},
		"bench": func(m model, p palette, _ *rand.Rand) {
			m.box(cell{0, 0, -1}, cell{12, 7, -1}, leafGreen())
			for _, x := range []int{1, 10} {
				m.box(cell{x, 1, 0}, cell{x + 1, 1, 7}, p.dark)
				m.box(cell{x, 5, 0}, cell{x + 1, 5, 2}, p.dark)
			}
			for _, y := range []int{2, 4} {
				m.box(cell{0, y, 3}, cell{12, y + 1, 3}, p.wood)
			}
			m.box(cell{0, 1, 5}, cell{12, 1, 5}, p.wood)
			m.box(cell{0, 1, 7}, cell{12, 1, 7}, p.wood)
		},
		"coins": func(m model, _ palette, r *rand.Rand) {
			for i, at := range [][3]int{{2, 2, 7}, {7, 3, 4}, {4, 8, 3}} {
				for z := range at[2] + r.IntN(2) {
					c := gold()
					if z%2 == 1 {
						c = hsl(38, .70, .46)
					}
					m.disc(float64(at[0]), float64(at[1]), z, 2.5, c)
				}
				m[cell{at[0] + i%2, at[1] + 1, at[2] - 1}] = hsl(48, .95, .76)
			}
		},
		"chest": func(m model, p palette, _ *rand.Rand) {
			m.box(cell{0, 0, 0}, cell{10, 7, 4}, p.wood)
			m.box(cell{0, 0, 6}, cell{10, 7, 8}, p.wood)
			m.box(cell{1, 0, 9}, cell{9, 6, 9}, p.wood)
			m.box(cell{0, 0, 5}, cell{10, 7, 5}, ink())
			for _, x := range []int{0, 10} {
				m.box(cell{x, 7, 0}, cell{x, 7, 8}, p.dark)
				m.box(cell{x, 0, 0}, cell{x, 0, 8}, p.dark)
			}
			m.box(cell{4, 8, 3}, cell{6, 8, 6}, gold())
			m[cell{5, 8, 4}] = ink()
		},
		"redlantern": func(m model, _ palette, _ *rand.Rand) {
			red := hsl(6, .75, .52)
			for z, radius := range []float64{2.4, 3.7, 4.4, 4.6, 4.4, 3.7, 2.4} {
				c := red
				if z%2 == 0 {
					c = light(red, 1.18)
				}
				m.disc(5, 5, z, radius, c)
			}
			m.disc(5, 5, 7, 2, gold())
			m.disc(5, 5, -1, 2, gold())
			m.box(cell{5, 5, 8}, cell{5, 5, 10}, ink())
			m.box(cell{5, 5, -5}, cell{5, 5, -2}, gold())
		},
		"crown": func(m model, p palette, _ *rand.Rand) {
			m.box(cell{0, 0, 0}, cell{9, 9, 3}, gold())
			m.clear(cell{2, 2, 2}, cell{7, 7, 3})
			for i := 0; i <= 9; i += 3 {
				for _, c := range []cell{{i, 9, 4}, {9, i, 4}, {0, i, 4}, {i, 0, 4}} {
					m.box(c, cell{c.x, c.y, 6}, gold())
					m[cell{c.x, c.y, 7}] = p.bright
				}
			}
			m.box(cell{4, 9, 1}, cell{5, 9, 2}, crimson())
			m.box(cell{9, 4, 1}, cell{9, 5, 2}, hsl(210, .75, .52))
		},
		"creeper": func(m model, p palette, _ *rand.Rand) { // in a hat
			m.box(cell{0, 0, 0}, cell{8, 8, 8}, leafGreen())
			m.box(cell{1, 8, 5}, cell{2, 8, 6}, ink())
			m.box(cell{6, 8, 5}, cell{7, 8, 6}, ink())
			m.box(cell{3, 8, 2}, cell{5, 8, 4}, ink())
			m.box(cell{2, 8, 1}, cell{2, 8, 3}, ink())
			m.box(cell{6, 8, 1}, cell{6, 8, 3}, ink())
			m.box(cell{0, 0, 9}, cell{8, 8, 9}, p.main)
			m.box(cell{2, 2, 10}, cell{6, 6, 12}, p.main)
		},
	}
}

func abs(n int) int { return max(n, -n) }
