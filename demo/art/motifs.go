package art

import (
	"image/color"
	"math/rand/v2"
)

// palette contains the colours of an icon.
type palette struct{ main, second, bright, dark, wood, stone color.RGBA }

type motif func(m model, p palette, r *rand.Rand)

func motifs() map[string]motif {
	return map[string]motif{
		"tower": func(m model, p palette, r *rand.Rand) {
			h := 8 + r.IntN(3)
			m.box(cell{2, 2, 0}, cell{7, 7, h}, p.stone)
			m.box(cell{1, 1, h}, cell{8, 8, h + 1}, p.main)
			for i := 1; i <= 8; i += 2 {
				for _, c := range []cell{{i, 8, h + 2}, {8, i, h + 2}, {1, i, h + 2}, {i, 1, h + 2}} {
					m[c] = p.main
				}
			}
			m.box(cell{4, 7, 1}, cell{5, 7, 3}, p.dark)
			m.box(cell{7, 4, 5}, cell{7, 5, 6}, p.bright)
		},
		"crate": func(m model, p palette, _ *rand.Rand) {
			m.box(cell{0, 0, 0}, cell{8, 8, 8}, p.wood)
			for i := 0; i <= 8; i++ {
				for _, e := range []cell{{i, 8, 0}, {i, 8, 8}, {8, i, 0}, {8, i, 8}, {0, 8, i}, {8, 8, i}, {8, 0, i}, {i, 0, 8}, {0, i, 8}, {i, 8, i}, {8, i, 8 - i}} {
					m[e] = p.main
				}
			}
			m.box(cell{3, 8, 3}, cell{5, 8, 5}, p.bright)
		},
		"gem": func(m model, p palette, r *rand.Rand) {
			for _, g := range [][3]int{{4, 4, 11 + r.IntN(3)}, {1, 5, 6}, {6, 1, 7}, {6, 6, 5}} {
				m.box(cell{g[0], g[1], 0}, cell{g[0] + 2, g[1] + 2, g[2] - 2}, p.main)
				m.box(cell{g[0] + 1, g[1] + 1, 0}, cell{g[0] + 1, g[1] + 1, g[2]}, p.bright)
				m.box(cell{g[0] + 1, g[1] + 2, 0}, cell{g[0] + 1, g[1] + 2, g[2] - 1}, p.second)
			}
			m.box(cell{0, 0, -1}, cell{9, 9, -1}, p.dark)
		},
		"tree": func(m model, p palette, r *rand.Rand) {
			m.box(cell{0, 0, -1}, cell{9, 9, -1}, hsl(100, .35, .4))
			m.box(cell{4, 4, 0}, cell{5, 5, 5}, p.wood)
			m.ball(4.5, 4.5, 8, 3.4+r.Float64(), p.main)
			for range 5 {
				m[cell{3 + r.IntN(5), 8, 6 + r.IntN(4)}] = p.bright
			}
		},
		"lantern": func(m model, p palette, _ *rand.Rand) {
			m.box(cell{1, 1, 0}, cell{7, 7, 1}, p.dark)
			m.box(cell{2, 2, 2}, cell{6, 6, 7}, hsl(45, .95, .66))
			for _, c := range [][2]int{{2, 2}, {2, 6}, {6, 2}, {6, 6}} {
				m.box(cell{c[0], c[1], 2}, cell{c[0], c[1], 7}, p.main)
			}
			m.box(cell{1, 1, 8}, cell{7, 7, 8}, p.main)
			m.box(cell{2, 2, 9}, cell{6, 6, 9}, p.dark)
			m.box(cell{4, 4, 10}, cell{4, 4, 12}, p.stone)
		},
		"robot": func(m model, p palette, r *rand.Rand) {
			m.box(cell{2, 3, 0}, cell{3, 5, 1}, p.dark)
			m.box(cell{6, 3, 0}, cell{7, 5, 1}, p.dark)
			m.box(cell{2, 2, 2}, cell{7, 6, 6}, p.main)
			m.box(cell{2, 2, 8}, cell{7, 6, 12}, p.second)
			m.box(cell{3, 3, 7}, cell{6, 5, 7}, p.stone)
			m.box(cell{3, 6, 10}, cell{3, 6, 10}, p.bright)
			m.box(cell{6, 6, 10}, cell{6, 6, 10}, p.bright)
			m.box(cell{4, 4, 13}, cell{4, 4, 13 + r.IntN(3)}, p.bright)
			m.box(cell{1, 3, 3}, cell{1, 5, 5}, p.stone)
			m.box(cell{8, 3, 3}, cell{8, 5, 5}, p.stone)
		},
		"island": func(m model, p palette, r *rand.Rand) {
			for z := 0; z < 5; z++ {
				m.box(cell{4 - z, 4 - z, z - 5}, cell{5 + z, 5 + z, z - 5}, p.stone)
			}
			m.box(cell{0, 0, 0}, cell{9, 9, 0}, hsl(105, .4, .45))
			m.box(cell{2, 2, 1}, cell{2, 2, 4}, p.wood)
			m.ball(2, 2, 6, 2.3, p.main)
			m.box(cell{6, 6, 1}, cell{8, 8, 2 + r.IntN(2)}, p.second)
			m.box(cell{6, 3, 0}, cell{9, 4, 0}, hsl(205, .7, .6))
		},
		"portal": func(m model, p palette, _ *rand.Rand) {
			m.box(cell{1, 4, 0}, cell{9, 5, 11}, p.stone)
			m.clear(cell{3, 4, 2}, cell{7, 5, 9})
			m.box(cell{3, 4, 2}, cell{7, 4, 9}, p.main)
			for i := 0; i < 5; i++ {
				m[cell{3 + i, 4, 3 + (i*3)%6}] = p.bright
			}
			m.box(cell{0, 2, -1}, cell{10, 8, -1}, p.dark)
		},
		"book": func(m model, p palette, _ *rand.Rand) {
			m.box(cell{0, 0, 0}, cell{8, 6, 0}, p.main)
			m.box(cell{1, 0, 1}, cell{8, 6, 2}, hsl(45, .4, .86))
			m.box(cell{0, 0, 1}, cell{0, 6, 3}, p.main)
			m.box(cell{0, 0, 3}, cell{8, 6, 3}, p.main)
			m.box(cell{3, 2, 4}, cell{5, 4, 4}, p.bright)
			m.box(cell{6, 5, 3}, cell{6, 7, 3}, p.second)
		},
		"mushroom": func(m model, p palette, r *rand.Rand) {
			m.box(cell{0, 0, -1}, cell{9, 9, -1}, p.dark)
			m.box(cell{4, 4, 0}, cell{5, 5, 6}, hsl(45, .3, .84))
			m.box(cell{1, 1, 6}, cell{8, 8, 7}, p.main)
			m.box(cell{2, 2, 8}, cell{7, 7, 9}, p.main)
			m.box(cell{3, 3, 10}, cell{6, 6, 10}, p.main)
			for range 6 {
				m[cell{2 + r.IntN(6), 8, 6 + r.IntN(2)}] = p.bright
				m[cell{8, 2 + r.IntN(6), 6 + r.IntN(2)}] = p.bright
			}
		},
		"cart": func(m model, p palette, _ *rand.Rand) {
			m.box(cell{0, 1, 1}, cell{9, 7, 5}, p.main)
			m.clear(cell{1, 2, 3}, cell{8, 6, 5})
			m.box(cell{1, 2, 3}, cell{8, 6, 4}, p.bright)
			m.box(cell{1, 7, 0}, cell{2, 8, 1}, p.dark)
			m.box(cell{7, 7, 0}, cell{8, 8, 1}, p.dark)
			m.box(cell{-1, 8, -1}, cell{11, 8, -1}, p.stone)
			m.box(cell{-1, 2, -1}, cell{11, 2, -1}, p.stone)
		},
		"house": func(m model, p palette, _ *rand.Rand) {
			m.box(cell{0, 0, -1}, cell{10, 10, -1}, hsl(100, .3, .42))
			m.box(cell{1, 1, 0}, cell{9, 8, 5}, hsl(40, .3, .78))
			for i := 0; i < 5; i++ {
				m.box(cell{i, 0, 6 + i}, cell{10 - i, 9, 6 + i}, p.main)
			}
			m.box(cell{4, 8, 0}, cell{5, 8, 3}, p.wood)
			m.box(cell{9, 3, 2}, cell{9, 5, 4}, p.bright)
		},
		"gear": func(m model, p palette, r *rand.Rand) {
			for x := -8; x <= 8; x++ {
				for z := -8; z <= 8; z++ {
					d := x*x + z*z
					tooth := abs(x) <= 1 || abs(z) <= 1 || abs(abs(x)-abs(z)) <= 1
					if (d <= 33 || (d <= 66 && tooth)) && d > 5 {
						m.box(cell{x, 0, z}, cell{x, 1, z}, p.main)
					}
					if d > 5 && d <= 12 {
						m[cell{x, 2, z}] = p.bright
					}
				}
			}
			m[cell{r.IntN(3) - 1, 1, 5}] = p.second
		},
		"rocket": func(m model, p palette, _ *rand.Rand) {
			m.box(cell{2, 2, 2}, cell{5, 5, 10}, hsl(220, .1, .86))
			m.box(cell{3, 3, 11}, cell{4, 4, 13}, p.main)
			m.box(cell{2, 2, 11}, cell{5, 5, 11}, p.main)
			m.box(cell{0, 3, 0}, cell{1, 4, 4}, p.main)
			m.box(cell{6, 3, 0}, cell{7, 4, 4}, p.main)
			m.box(cell{3, 6, 0}, cell{4, 7, 4}, p.main)
			m.box(cell{3, 5, 7}, cell{4, 5, 8}, p.bright)
			m.box(cell{3, 3, 0}, cell{4, 4, 1}, hsl(40, .95, .6))
		},
		"fish": func(m model, p palette, _ *rand.Rand) {
			m.ball(5, 2, 4, 3.6, p.main)
			m.box(cell{8, 2, 2}, cell{9, 2, 6}, p.second)
			m.box(cell{10, 2, 1}, cell{11, 2, 7}, p.second)
			m.box(cell{4, 2, 8}, cell{6, 2, 9}, p.second)
			m[cell{3, 5, 5}] = p.dark
			m.box(cell{4, 5, 3}, cell{5, 5, 3}, p.bright)
		},
		"shield": func(m model, p palette, _ *rand.Rand) {
			for z := 0; z < 12; z++ {
				half := min(4, z/2+1)
				m.box(cell{4 - half, 3, z}, cell{5 + half, 4, z}, p.main)
				m.box(cell{4, 4, z}, cell{5, 4, z}, p.bright)
			}
			m.box(cell{0, 4, 7}, cell{9, 4, 8}, p.bright)
		},
		"pot": func(m model, p palette, r *rand.Rand) {
			m.box(cell{1, 1, 0}, cell{7, 7, 5}, p.dark)
			m.box(cell{0, 0, 6}, cell{8, 8, 6}, p.dark)
			m.clear(cell{1, 1, 6}, cell{7, 7, 6})
			m.box(cell{1, 1, 6}, cell{7, 7, 6}, p.main)
			for range 7 {
				m[cell{1 + r.IntN(7), 1 + r.IntN(7), 7}] = p.bright
			}
			m.box(cell{2, 7, 1}, cell{6, 7, 2}, hsl(28, .95, .58))
		},
		"cat": func(m model, p palette, _ *rand.Rand) {
			m.box(cell{2, 1, 0}, cell{7, 5, 4}, p.main)
			m.box(cell{2, 5, 3}, cell{7, 9, 8}, p.second)
			m.box(cell{2, 8, 9}, cell{2, 8, 10}, p.second)
			m.box(cell{7, 8, 9}, cell{7, 8, 10}, p.second)
			m[cell{3, 9, 6}], m[cell{6, 9, 6}] = p.bright, p.bright
			m.box(cell{4, 9, 4}, cell{5, 9, 4}, p.dark)
			m.box(cell{8, 2, 2}, cell{10, 2, 2}, p.second)
		},
		"bridge": func(m model, p palette, _ *rand.Rand) {
			m.box(cell{0, 0, -2}, cell{11, 7, -2}, hsl(205, .6, .52))
			for x := 0; x < 12; x++ {
				z := 4 - (x-5)*(x-6)/9
				m.box(cell{x, 2, z}, cell{x, 5, z}, p.wood)
				m.box(cell{x, 5, z + 1}, cell{x, 5, z + 1 + (x+1)%2}, p.main)
			}
			m.box(cell{0, 2, -1}, cell{1, 5, 0}, p.stone)
			m.box(cell{10, 2, -1}, cell{11, 5, 0}, p.stone)
		},
		"cloud": func(m model, p palette, _ *rand.Rand) {
			m.ball(3, 3, 6, 2.6, hsl(215, .3, .92))
			m.ball(6, 5, 7, 3.2, hsl(215, .25, .95))
			m.ball(8, 2, 6, 2.4, hsl(215, .3, .9))
			for i := 0; i < 4; i++ {
				m.box(cell{3 + i*2, 6, i % 3}, cell{3 + i*2, 6, 1 + i%3}, p.main)
			}
		},
		"pillar": func(m model, p palette, r *rand.Rand) {
			m.box(cell{0, 0, -1}, cell{9, 9, 0}, p.stone)
			for i, c := range [][2]int{{1, 1}, {7, 1}, {1, 7}, {7, 7}} {
				m.box(cell{c[0], c[1], 1}, cell{c[0] + 1, c[1] + 1, 7 - (i+r.IntN(2))%3}, p.main)
			}
			m.box(cell{3, 3, 1}, cell{6, 6, 2}, p.second)
			m.box(cell{4, 4, 3}, cell{5, 5, 5}, p.bright)
		},
		"pyramid": func(m model, p palette, _ *rand.Rand) {
			for z := 0; z < 6; z++ {
				c := p.main
				if z%2 == 1 {
					c = p.second
				}
				m.box(cell{z, z, z}, cell{11 - z, 11 - z, z}, c)
			}
			m.box(cell{5, 11, 0}, cell{6, 11, 1}, p.dark)
			m.box(cell{5, 5, 6}, cell{6, 6, 6}, p.bright)
		},
	}
}
