package popular_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/modyard/modyard/platform/popular"
)

func TestTheSameSearchIsTheSameTermHoweverItIsTyped(t *testing.T) {
	for text, want := range map[string]string{
		"Sodium": "sodium", "  SODIUM\t ": "sodium", "ｓｏｄｉｕｍ": "sodium", "机械 动力": "机械 动力", "机械　动力": "机械 动力",
		"Create  1.20.1": "create 1.20.1", "1.21": "1.21", "光影": "光影", "A&B": "a&b", "Ⅳ级": "iv级", "ÉTÉ": "été", "Just Enough Items (JEI)": "just enough items (jei)",
	} {
		if got, ok := popular.Term(text); !ok || got != want {
			t.Errorf("%q is %q (%v), want %q", text, got, ok, want)
		}
	}
}

func TestWhatCouldBePersonalDataIsNoTerm(t *testing.T) {
	for name, text := range map[string]string{
		"empty": "", "one character": "a", "only signs": "???", "too long": strings.Repeat("长", 33), "huge": strings.Repeat("长", 9999), "broken UTF-8": "a\xffb",
		"mail": "me@example.org", "wide mail": "me＠example", "site": "example.org", "wide site": "example．org", "link": "https://x/y", "Chinese site": "例子。中国", "share": `\\host\x`,
		"telephone": "13800138000", "spaced telephone": "138 00 13 80 00", "wide digits": "１２３４５", "messenger": "群 12345", "card": "1-2-3-4-5-6-7",
		"direction": "a\u202eb", "invisible": "a\u200bb", "control": "a\x00b", "token": "mrp_abcdefghijklmnop0123",
	} {
		if got, ok := popular.Term(text); ok {
			t.Errorf("%s became the term %q", name, got)
		}
	}
}

func FuzzATermIsInNormalFormAndWithinItsBounds(f *testing.F) {
	for _, s := range []string{"Sodium", "ｓｏ 机械", "a@b", "İ", "ß", "ﷺ", "①②", "é", "13800138000"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		term, ok := popular.Term(text)
		if !ok {
			if term != "" {
				t.Fatalf("%q is rejected with %q", text, term)
			}
			return
		}
		if n := utf8.RuneCountInString(term); n < 2 || n > 32 || !utf8.ValidString(term) || strings.ContainsAny(term, "@\x00\n\t") {
			t.Fatalf("%q became %q", text, term)
		}
		if again, ok := popular.Term(term); !ok || again != term {
			t.Fatalf("%q became %q and then %q (%v)", text, term, again, ok)
		}
	})
}
