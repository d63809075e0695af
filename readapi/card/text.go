package card

import (
	_ "embed" // the font
	"fmt"
	"image"
	"image/color"
	"strings"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// fontFile has the characters of GB 2312, kana and Latin (font/make.py).
//
//go:embed font/card.otf
var fontFile []byte

// missing is drawn for a character that the font does not have.
const missing = '〓'

func parseFont() (*sfnt.Font, error) {
	f, err := opentype.Parse(fontFile)
	if err != nil {
		return nil, fmt.Errorf("read the font of cards: %w", err)
	}
	return f, nil
}

// drawable is a text as the font can draw it: characters that it lacks become 〓, those without a form of their own
// (joiners, selectors, marks) are left out, and white space is one space.
func drawable(f *sfnt.Font, text string) string {
	var buffer sfnt.Buffer
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(text), " ") {
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Mn, unicode.Me) {
			continue
		}
		if i, err := f.GlyphIndex(&buffer, r); err != nil || i == 0 {
			r = missing
		}
		b.WriteRune(r)
	}
	return strings.TrimSpace(b.String())
}

// face is the font in a size of pixels. The options are valid, so that it cannot fail.
func (p *painter) face(size float64) font.Face {
	face, err := opentype.NewFace(p.font, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		panic("card: " + err.Error())
	}
	return face
}

// text draws one line from a place on its baseline.
func (p *painter) text(line string, size float64, x, y int, c color.Color) {
	(&font.Drawer{Dst: p.canvas, Src: image.NewUniform(c), Face: p.face(size), Dot: fixed.P(x, y)}).DrawString(drawable(p.font, line))
}

// width is the width of a line in pixels.
func (p *painter) width(line string, size float64) int {
	return font.MeasureString(p.face(size), drawable(p.font, line)).Ceil()
}

// wrap breaks a text into lines of a width. What does not fit in the last line ends with an ellipsis. Chinese breaks
// between any two characters, other writing between words; no line begins with a closing mark.
func (p *painter) wrap(text string, size float64, width, most int) []string {
	face := p.face(size)
	rest := []rune(drawable(p.font, text))
	var lines []string
	for len(rest) > 0 {
		end, whole := fitting(face, rest, width)
		if whole {
			return append(lines, string(rest))
		}
		if len(lines) == most-1 {
			for end > 0 && font.MeasureString(face, string(rest[:end])+"…").Ceil() > width {
				end--
			}
			return append(lines, strings.TrimRight(string(rest[:end]), " ，、。：；")+"…")
		}
		end = breakBefore(rest, end)
		lines = append(lines, strings.TrimRight(string(rest[:end]), " "))
		rest = []rune(strings.TrimLeft(string(rest[end:]), " "))
	}
	return lines
}

// fitting is how many characters fit into a width, at least one.
func fitting(face font.Face, text []rune, width int) (count int, whole bool) {
	var at fixed.Int26_6
	for i, r := range text {
		advance, _ := face.GlyphAdvance(r)
		if at += advance; at.Ceil() > width {
			return max(1, i), false
		}
	}
	return len(text), true
}

// breakBefore is the last place up to end where a line may break.
func breakBefore(text []rune, end int) int {
	for at := end; at > end/2; at-- {
		before, after := text[at-1], text[at]
		if strings.ContainsRune("，。、！？：；）》」』”’…,.!?:;)]}%", after) || strings.ContainsRune("（《「『“‘([{", before) {
			continue
		}
		if before == ' ' || after == ' ' || wide(before) || wide(after) {
			return at
		}
	}
	return end
}

func wide(r rune) bool { return r >= 0x2e80 }

// Measure measures texts as the font of cards draws them. It is safe for concurrent use.
type Measure struct{ font *sfnt.Font }

// NewMeasure makes a measure.
func NewMeasure() (*Measure, error) {
	f, err := parseFont()
	return &Measure{f}, err
}

// Width is the width of a line in pixels.
func (m *Measure) Width(line string, size float64) int {
	return (&painter{font: m.font}).width(line, size)
}
