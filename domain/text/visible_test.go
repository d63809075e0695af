package text_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/text"
)

func TestATextIsVisibleIfItShowsAnything(t *testing.T) {
	for value, want := range map[string]bool{
		"":                   false,
		" \n\t　":             false,
		"\u200b":             false,
		"\u200c\u200d\u2060": false,
		"\ufeff \u00ad":      false, // a byte order mark, a soft hyphen
		"\u034f\ufe0f":       false, // marks without a letter
		"\u3164\uffa0":       false,
		"\u2800":             false,
		"\u202e\u2066":       false,
		"\U000e0041":         false, // an invisible tag
		"\u200b好":            true,
		".":                  true,
		"👍":                  true,
		"👩\u200d🚀":           true,
		"![](x)":             true,
		"é":                  true,
		"7":                  true,
	} {
		if got := text.Visible(value); got != want {
			t.Errorf("%q is visible: %v", value, got)
		}
	}
}

func FuzzInvisibleCharactersMakeNoTextVisible(f *testing.F) {
	for _, seed := range []string{"", "\u200b", "\u200d\u2060\u00ad", "\u3164", "好", "a\u200bb", "\U000e0041", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		bare := strings.Map(func(r rune) rune {
			if unicode.In(r, unicode.Cf, unicode.Cc, unicode.Z, unicode.M) {
				return -1
			}
			return r
		}, value)
		if text.Visible(value) != text.Visible(bare) {
			t.Errorf("%q is visible: %v, and without what is invisible: %v", value, text.Visible(value), text.Visible(bare))
		}
		if bare == "" && text.Visible(value) || utf8.ValidString(value) && !text.Visible(value+"。") {
			t.Errorf("%q", value)
		}
	})
}
