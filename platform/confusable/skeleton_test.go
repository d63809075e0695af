package confusable_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/modyard/modyard/platform/confusable"
)

func TestNamesThatLookAlikeHaveOneSkeleton(t *testing.T) {
	for _, same := range [][]string{
		{"paypal", "PAYPAL", "PaypaI", "раураl", "pаypal", "paypa1", "ｐａｙｐａｌ"}, // Cyrillic letters, a capital I, a digit
		{"Scope", "Ѕсоре", "scope"},
		{"modern", "modem"},
		{"user0", "userO", "usero"},
		{"notch", "no\u200btch", "no\ufe00tch"},
		{"é", "e\u0301"},
	} {
		for _, name := range same[1:] {
			if a, b := confusable.Name(same[0]), confusable.Name(name); a != b {
				t.Errorf("%q is %q, %q is %q", same[0], a, name, b)
			}
		}
	}
	different := []string{"alex", "alec", "bob", "steve", "steven", "铁匠", "铁厂", "user2", "user3", "ivan", "lvan", "é", "e", "мир"}
	for i, a := range different {
		for _, b := range different[i+1:] {
			if confusable.Name(a) == confusable.Name(b) {
				t.Errorf("%q and %q have one skeleton", a, b)
			}
		}
	}
}

func TestOnlyForeignLettersThatLookLikeASCIIAreLatin(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "paypal": false, "раура": true, "pаypal": true, "мир": false, "é": false, "铁匠铺": false, "Αθήνα": false,
	} {
		if got := confusable.Latin(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestAWordOfLettersThatLookLikeASCIIIsADisguiseAmongOthersToo(t *testing.T) {
	for text, want := range map[string]bool{
		"Sоdium": true, "钠 Sоdium 优化": true, "Sоdium：新版": true, "раура 官方": true, "铁匠раураl": true, "Fаbric API（最新）": true, "Sоdium для мира": true, "Ѕсоре": true,
		"Sodium": false, "钠（Sodium）：新版": false, "ＲＰＧ 大陆": false, "二〇二四 Mod": false, "Mod α 测试版": false, "Modα": false, "β 版": false, "Café": false,
		"Моды а также карты": false, "Αθήνα": false, "ニューワールド ー": false, "": false, "1.20.1": false, "x² 倍": false, "模组·测试": false,
	} {
		if got := confusable.Disguised(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func FuzzDisguises(f *testing.F) {
	for _, s := range []string{"Sоdium", "铁匠раураl", "Mod α", "\u0301", "ﷺ", "a\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		ascii := strings.Map(func(r rune) rune {
			if r > unicode.MaxASCII {
				return -1
			}
			return r
		}, s)
		if confusable.Disguised(ascii) {
			t.Errorf("%q is a disguise", ascii)
		}
		if utf8.ValidString(s) && confusable.Disguised(s) && !confusable.Disguised(s+" 铁匠 "+ascii) {
			t.Errorf("%q is a disguise alone", s)
		}
	})
}

func FuzzASkeletonOfASkeletonIsTheSame(f *testing.F) {
	for _, s := range []string{"paypal", "раураl", "铁匠", "ﷺ", "\u0345", "e\u0301\u0316"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			t.Skip()
		}
		once := confusable.Skeleton(s)
		if twice := confusable.Skeleton(once); twice != once && !slices.Contains([]rune(s), 0xfffd) {
			t.Errorf("%q: %q, then %q", s, once, twice)
		}
	})
}
