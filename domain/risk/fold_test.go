package risk

import (
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

func TestEveryPlainCharacterIsFoldedByItself(t *testing.T) {
	n := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !plain(r) {
			continue
		}
		n++
		if got, want := Fold(string(r)), foldAny(string(r)); got != want {
			t.Errorf("%U is %q, want %q", r, got, want)
		}
		if !norm.NFKC.PropertiesString(string(r)).BoundaryBefore() {
			t.Errorf("%U may be the second part of a composed character", r)
		}
	}
	if n < 30_000 {
		t.Errorf("only %d characters are plain", n)
	}
}

func FuzzPlainCharactersAreFoldedAsAllOthers(f *testing.F) {
	for _, seed := range []string{"", "Ａ b。\u0301e\u0301灯\u3099か\u3099Straße …ｶﾞ\xff～！\x7f", "\u1100\u1161\u11a8K", "a\u034f\u0301",
		"灯…灯灯灯灯灯灯灯灯灯灯灯灯灯灯灯灯灯灯灯灯e\u0301灯灯\u3099", "ЙИ\u0306й“—”\u2017", "가\u11a8힣\u1175ヺワ\u3099\u309b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := Fold(s), foldAny(s); got != want {
			t.Errorf("%q is %q, want %q", s, got, want)
		}
	})
}
