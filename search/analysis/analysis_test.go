package analysis

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/analysis/gentable"
)

func TestTheTableOfSimplifiedCharactersIsUpToDate(t *testing.T) {
	in, err := os.Open("opencc/TSCharacters.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	want, err := gentable.Generate(in)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("simplified_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Fatal("simplified_gen.go is stale: run go generate ./search/analysis")
	}
}

func TestNormaliseUnifiesSpellings(t *testing.T) {
	for in, want := range map[string]string{
		"Ｌａｎｔｅｒｎ": "lantern", "Vëlvet RÖK": "velvet rok", "燈籠碼頭": "灯笼码头", "𝐁𝐨𝐥𝐝": "bold", "Quay’s": "quays", "İstanbul": "istanbul",
		"が": "が", "ﬁre": "fire", "Straße": "strasse", "①": "1",
	} {
		if got := fold(Normalise(in)); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestTokensEndAtScriptBoundaries(t *testing.T) {
	for in, want := range map[string]string{
		"Quay 的灯": "Quay|的灯", "JEI物品管理器2": "JEI|物品管理器|2", "a_b-c%d": "a|b|c|d", "😀": "", "Night-Ferries: II": "Night|Ferries|II",
	} {
		var got []string
		for _, tok := range tokenize(in) {
			got = append(got, tok.text)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestCamelCaseIsSplitInDocuments(t *testing.T) {
	for in, want := range map[string]string{"TideLoom2": "Tide Loom 2", "JEIAddons": "JEI Addons", "plain": "plain", "MC": "MC", "1up": "1 up"} {
		var got []string
		for _, p := range splitCase(token{text: in}) {
			got = append(got, p.text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: got %v, want %s", in, got, want)
		}
	}
}

func TestKeyTermsOfNames(t *testing.T) {
	got := Document(&search.Doc{Slug: "tideloom", Title: "TideLoomWorks", TitleZH: "潮汐织坊", Aliases: []string{"TLW2"}}).Keys
	for _, want := range []string{"ttideloomworks", "t潮汐织坊", "otlw2", "schaoxizhifang", "etlw", "ecxzf", "uloomworks", "uxizhifang", "uzhifang", "jxzf", "jzf", "stideloom"} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is missing in %v", want, got)
		}
	}
}

func TestABracketTagIsNeverATitle(t *testing.T) {
	got := Document(&search.Doc{Title: "[Fabric] Quiet Quarry (1.20)"}).Keys
	if !slices.Contains(got, "tquietquarry") || !slices.Contains(got, "ufabric") || slices.Contains(got, "tfabric") {
		t.Errorf("got %v", got)
	}
	if keys := Document(&search.Doc{Title: "Fabric (1.20)"}).Keys; slices.Contains(keys, "tfabric") {
		t.Errorf("the remaining loader's name became a title: %v", keys)
	}
}

func TestReadingsOfPolyphonesAreLimited(t *testing.T) {
	d := Document(&search.Doc{TitleZH: strings.Repeat("重长乐行", 12)})
	if n := len(d.Keys); n > 1500 {
		t.Errorf("%d keys", n)
	}
	if got := readings('女'); got[0] != "nv" {
		t.Errorf("女 reads %v", got)
	}
	if got := readings('重'); !slices.Contains(got, "zhong") || !slices.Contains(got, "chong") {
		t.Errorf("重 reads %v", got)
	}
}

func TestOneEditSharesAHash(t *testing.T) {
	share := func(a, b string) bool {
		return slices.ContainsFunc(neighbourhood(saltName, a), func(h int32) bool { return slices.Contains(neighbourhood(saltName, b), h) })
	}
	for _, wrong := range []string{"lantrn", "lanternn", "lantirn", "latnern", "lantern"} {
		if !share("lantern", wrong) {
			t.Errorf("lantern and %s share no hash", wrong)
		}
	}
	if share("lantern", "quarry") || neighbourhood(saltName, "abc") != nil {
		t.Error("unlike or short forms share a hash")
	}
}

func TestTermsContainOnlyLettersAndDigits(t *testing.T) {
	d := Document(&search.Doc{Slug: "a-b_c'd", Title: `x"'\ | & ! : * (y) <z>`, TitleZH: "灯，笼；码", Description: "a\x00b\xffc 1.20.1 😀", Author: "q'w"})
	for _, term := range slices.Concat(d.Keys, d.Words) {
		if !utf8.ValidString(term) || strings.ContainsFunc(term, func(r rune) bool { return !isWordRune(r) }) {
			t.Errorf("term %q", term)
		}
	}
}

func FuzzParseText(f *testing.F) {
	for _, s := range []string{"", " ", "lantern quay", "灯笼码头夜航", "%_'\\", "\xff\xfe", strings.Repeat("重a", 300)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		q := ParseText(s)
		if len(q.Tokens) > maxQueryTokens || runeCount(q.Squeezed) > maxSqueezedRunes {
			t.Fatalf("%d tokens, %d runes", len(q.Tokens), runeCount(q.Squeezed))
		}
		if (q.All || q.None) != (len(q.Tokens) == 0) {
			t.Fatalf("%+v", q)
		}
		for _, tok := range q.Tokens {
			if strings.ContainsFunc(tok.Whole, func(r rune) bool { return !isWordRune(r) }) {
				t.Fatalf("token %q", tok.Whole)
			}
		}
	})
}
