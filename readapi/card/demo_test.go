package card

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/modyard/modyard/demo"
)

func TestEveryTitleOfTheDemonstrationSetIsDrawnWhole(t *testing.T) {
	set, err := demo.Load()
	if err != nil {
		t.Fatal(err)
	}
	p := open(t)
	p.canvas = image.NewNRGBA(image.Rect(0, 0, Width, 100))
	if len(set.Projects) < 50 {
		t.Fatalf("%d projects", len(set.Projects))
	}
	for _, one := range set.Projects {
		for _, text := range []string{one.Title, one.TitleEN, one.Summary} {
			if drawable(p.font, text) != strings.Join(strings.Fields(text), " ") {
				t.Errorf("%s: %q is drawn as %q", one.Slug, text, drawable(p.font, text))
			}
		}
		clear(p.canvas.Pix)
		p.text(one.Title, 54, 0, 70, color.White)
		w := p.width(one.Title, 54)
		inked := 0
		for x := range min(w, Width) {
			for y := range 100 {
				if p.canvas.NRGBAAt(x, y).A > 0 {
					inked++
					break
				}
			}
		}
		if inked*2 < min(w, Width) {
			t.Errorf("%s: only %d of %d columns have ink", one.Title, inked, w)
		}
	}
}
