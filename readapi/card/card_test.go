package card

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"testing"

	"golang.org/x/image/font"

	"github.com/modyard/modyard/platform/identicon"
)

func open(t testing.TB) *painter {
	t.Helper()
	f, err := parseFont()
	if err != nil {
		t.Fatal(err)
	}
	return &painter{font: f}
}

func TestACardHasTheSizeOfAPreviewWithAndWithoutAnIcon(t *testing.T) {
	p := open(t)
	d := Data{
		Title: "齿轮与铜绿", Original: "Gears & Verdigris", Summary: strings.Repeat("很长的简介，没有人会读完。", 40), Brand: "Modyard",
		Loaders: []string{"Fabric", "Forge", "NeoForge", "Quilt", "Risugami's ModLoader", "LiteLoader"}, Counts: []string{"684.0 万 次下载", "1.2 万 人关注"},
		Subject: identicon.Subject{Seed: "AABBCCDD", Name: "齿轮与铜绿"},
	}
	without, err := p.draw(d, nil)
	if err != nil {
		t.Fatal(err)
	}
	icon := image.NewNRGBA(image.Rect(0, 0, 96, 48))
	for i := range icon.Pix {
		icon.Pix[i] = 255
	}
	with, err := p.draw(d, icon)
	if err != nil {
		t.Fatal(err)
	}
	for _, data := range [][]byte{with, without} {
		config, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil || config.Width != Width || config.Height != Height {
			t.Fatal(config, err)
		}
	}
	m, err := png.Decode(bytes.NewReader(with))
	if err != nil {
		t.Fatal(err)
	}
	if r, g, b, _ := m.At(margin+iconSide/2, margin+iconSide/2).RGBA(); r>>8 != 255 || g>>8 != 255 || b>>8 != 255 {
		t.Error("the icon is not in its place")
	}
	if bytes.Equal(with, without) {
		t.Error("the icon changes nothing")
	}
}

func TestACharacterThatTheFontLacksIsDrawnAsItsSign(t *testing.T) {
	p := open(t)
	for text, want := range map[string]string{
		"灯笼 Lantern": "灯笼 Lantern", "한글": "〓〓", "a\u200db\ufe0f": "ab", " a \n b ": "a b", "🧱砖": "〓砖", "かな・カナー": "かな・カナー", "Ünïcödé": "Ünïcödé", "\xff": "〓",
	} {
		if got := drawable(p.font, text); got != want {
			t.Errorf("%q: %q instead of %q", text, got, want)
		}
	}
}

func FuzzNoLineIsWiderThanItsPlaceAndNoneIsAddedToTheLast(f *testing.F) {
	f.Add("很长的标题，里面有 several English words 和，标点。", 300, 2)
	f.Add("Supercalifragilisticexpialidocious", 120, 1)
	f.Add("", 1, 1)
	p := open(f)
	f.Fuzz(func(t *testing.T, text string, width, most int) {
		if width < 60 || width > 2000 || most < 1 || most > 5 || len(text) > 2000 {
			return
		}
		lines := p.wrap(text, 34, width, most)
		if len(lines) > most {
			t.Fatalf("%d lines", len(lines))
		}
		for _, line := range lines {
			if w := font.MeasureString(p.face(34), line).Ceil(); w > width {
				t.Fatalf("%q is %d wide in %d", line, w, width)
			}
		}
	})
}

func TestALineBreaksWhereReadersExpectIt(t *testing.T) {
	p := open(t)
	width := p.width("一二三四五六", 34)
	for text, want := range map[string]string{
		"一二三四五六，七八":       "一二三四五|六，七八",
		"一二三（四五六七":        "一二三（四五|六七",
		"ab hello world":  "ab hello|world",
		"一二三四五六七八九十甲乙丙丁戊": "一二三四五六|七八九十甲…",
	} {
		if got := strings.Join(p.wrap(text, 34, width, 2), "|"); got != want {
			t.Errorf("%q: %q instead of %q", text, got, want)
		}
	}
}

func TestCountsAreShort(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 6840: "6,840", 6840000: "684.0 万", 123456789: "1.23 亿"} {
		if got := Count(n); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}

func BenchmarkCard(b *testing.B) {
	p := open(b)
	d := Data{Title: "齿轮与铜绿", Summary: strings.Repeat("简介", 60), Brand: "Modyard", Loaders: []string{"Fabric"}, Counts: []string{"1 次下载"}}
	for b.Loop() {
		if _, err := p.draw(d, nil); err != nil {
			b.Fatal(err)
		}
	}
}
