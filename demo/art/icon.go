package art

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
)

const (
	iconSize   = 96
	iconScale  = 4 // samples on each side of a pixel
	iconMargin = 8
)

// Icon draws a 96 by 96 PNG. The motif is one of Motifs; the seed determines colours and details.
func Icon(motif, seed string) ([]byte, error) {
	draw, ok := things()[motif]
	if !ok {
		draw, ok = motifs()[motif]
	}
	if !ok {
		return nil, fmt.Errorf("no motif %q", motif)
	}
	chance := source(seed)
	hue := chance.Float64() * 360
	if own, ok := hues()[motif]; ok {
		hue = own[0] + (own[1]-own[0])*hue/360
	}
	p := palette{
		main: hsl(hue, .45, .52), second: hsl(hue+20+chance.Float64()*40, .40, .58),
		bright: hsl(hue+180, .65, .68), dark: hsl(hue, .35, .28),
		wood: hsl(28+chance.Float64()*10, .42, .42), stone: hsl(215, .06, .52+chance.Float64()*.12),
	}
	m := model{}
	draw(m, p, chance)
	ground := hsl(hue+150+chance.Float64()*60, .30, .30+.45*float64(chance.IntN(2)))
	return paint(m, ground)
}

// Motifs lists the motifs of Icon.
func Motifs() []string {
	return []string{"tower", "crate", "gem", "tree", "lantern", "robot", "island", "portal", "book", "mushroom",
		"cart", "house", "gear", "rocket", "fish", "shield", "pot", "cat", "bridge", "cloud", "pillar", "pyramid",
		"sword", "map", "kite", "bell", "frog", "goose", "ship", "lighthouse", "mill", "tent", "sun", "moon", "cactus", "scale",
		"clock", "kettle", "jar", "tripod", "letter", "door", "hammer", "note", "coral", "window", "screen", "bench", "coins",
		"chest", "redlantern", "crown", "creeper"}
}

// hues are the hues of what has a colour by nature: a tree is green or autumnal, a mushroom is red.
func hues() map[string][2]float64 {
	return map[string][2]float64{"tree": {30, 140}, "mushroom": {-15, 30}, "island": {80, 140}, "gear": {15, 175}, "cat": {15, 45},
		"pyramid": {32, 48}, "pot": {5, 35}, "tent": {0, 60}, "mill": {0, 30}}
}

func source(seed string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(seed))
	return rand.New(rand.NewPCG(h.Sum64(), 0x6d6f64796172))
}

func paint(m model, ground color.RGBA) ([]byte, error) {
	front := m.pieces()
	minU, minV, maxU, maxV := math.MaxInt, math.MaxInt, math.MinInt, math.MinInt
	for p := range front {
		minU, maxU = min(minU, p.edge-1), max(maxU, p.edge+1)
		minV, maxV = min(minV, p.top), max(maxV, p.top+2)
	}
	const n = iconSize * iconScale
	// A half-cube unit is √3 wide for every 1 high.
	room := float64(n - 2*iconMargin*iconScale)
	unit := math.Min(room/(float64(maxU-minU)*math.Sqrt(3)), room/float64(maxV-minV))
	midU, midV := float64(minU+maxU)/2, float64(minV+maxV)/2
	faces := newFaces(front, minU, minV, maxU, maxV)
	big := image.NewRGBA(image.Rect(0, 0, n, n))
	floor := light(ground, .8)
	for y := 0; y < n; y++ {
		for x := 0; x < n; x++ {
			c := ground
			if float64(y) > float64(n)*.62-(.25*float64(n)-math.Abs(float64(x-n/2))*.5) {
				c = floor
			}
			u := (float64(x)+.5-n/2)/(unit*math.Sqrt(3)) + midU
			v := (float64(y)+.5-n/2)/unit + midV
			if f := faces.at(pieceAt(u, v)); f.A != 0 {
				c = f
			}
			at := big.Pix[y*big.Stride+4*x:]
			at[0], at[1], at[2], at[3] = c.R, c.G, c.B, c.A
		}
	}
	return encode(shrink(big))
}

// faces contains the visible pieces by their place, because a lookup for every sample of a picture must be fast.
type faces struct {
	minU, minV, width, height int
	colors                    []color.RGBA
}

func newFaces(front map[piece]color.RGBA, minU, minV, maxU, maxV int) faces {
	f := faces{minU: minU, minV: minV, width: maxU - minU + 1, height: maxV - minV + 1}
	f.colors = make([]color.RGBA, 2*f.width*f.height)
	for p, c := range front {
		f.colors[f.index(p)] = c
	}
	return f
}

func (f faces) index(p piece) int {
	u, v := p.edge-f.minU, p.top-f.minV
	if u < 0 || v < 0 || u >= f.width || v >= f.height {
		return -1
	}
	i := 2 * (v*f.width + u)
	if p.right {
		i++
	}
	return i
}

// at is transparent if there is no piece.
func (f faces) at(p piece) color.RGBA {
	if i := f.index(p); i >= 0 {
		return f.colors[i]
	}
	return color.RGBA{}
}

// pieceAt returns the half face that contains a point. Between two upright lines the half faces alternate: those with
// their edge on the left line and those with their edge on the right line, one unit lower.
func pieceAt(u, v float64) piece {
	line := int(math.Floor(u))
	x := u - float64(line)
	// An edge on a line begins at heights of that line's parity.
	left := even(v-x, line) // the slanted sides of a half face with its edge on the left fall by x
	if t := float64(left); v >= t+x && v <= t+2-x {
		return piece{line, left, true}
	}
	right := even(v-(1-x), line+1)
	return piece{line + 1, right, false}
}

// even is the greatest integer with a line's parity that is at most v.
func even(v float64, line int) int {
	n := int(math.Floor(v))
	if (n-line)%2 != 0 {
		n--
	}
	return n
}

func shrink(big *image.RGBA) *image.RGBA {
	small := image.NewRGBA(image.Rect(0, 0, iconSize, iconSize))
	for y := 0; y < iconSize; y++ {
		for x := 0; x < iconSize; x++ {
			var r, g, b int
			for dy := 0; dy < iconScale; dy++ {
				for dx := 0; dx < iconScale; dx++ {
					c := big.Pix[(y*iconScale+dy)*big.Stride+4*(x*iconScale+dx):]
					r, g, b = r+int(c[0]), g+int(c[1]), b+int(c[2])
				}
			}
			const k = iconScale * iconScale
			small.SetRGBA(x, y, color.RGBA{uint8(r / k), uint8(g / k), uint8(b / k), 255})
		}
	}
	return small
}

func encode(img image.Image) ([]byte, error) {
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, img); err != nil {
		return nil, fmt.Errorf("encode picture: %w", err)
	}
	return out.Bytes(), nil
}

// hsl returns a colour from hue in degrees, saturation and lightness from 0 to 1.
func hsl(h, s, l float64) color.RGBA {
	h = math.Mod(math.Mod(h, 360)+360, 360) / 60
	c := (1 - math.Abs(2*l-1)) * s
	x := c * (1 - math.Abs(math.Mod(h, 2)-1))
	var r, g, b float64
	switch int(h) {
	case 0:
		r, g = c, x
	case 1:
		r, g = x, c
	case 2:
		g, b = c, x
	case 3:
		g, b = x, c
	case 4:
		r, b = x, c
	default:
		r, b = c, x
	}
	m := l - c/2
	f := func(v float64) uint8 { return uint8(math.Round((v + m) * 255)) }
	return color.RGBA{f(r), f(g), f(b), 255}
}
