package analysis_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/modyard/modyard/search/analysis"
)

// finds is true if a text has all terms of a query.
func finds(text, query string) bool {
	terms, wanted := analysis.Prose(text), analysis.ProseQuery(query)
	for _, w := range wanted {
		if !slices.Contains(terms, w) {
			return false
		}
	}
	return len(wanted) > 0
}

func TestWordsOfATextAreFound(t *testing.T) {
	const text = "打開背包時遊戲崩溃，Fabric Loader 0.16 与 JEIAddons 一起。Ｆｕｌｌ wídth"
	for query, want := range map[string]bool{
		"崩溃": true, "背包 崩溃": true, "打开背包": true, "游戏崩溃": true, "崩": true, "fabric": true, "FABRIC 崩溃": true, "jei": true, "addons": true,
		"full width": true, "0.16": true, "溃崩": false, "forge": false, "fab": false, "": false, "  ，。": false, "背包丢失": false,
	} {
		if got := finds(text, query); got != want {
			t.Errorf("%q: %v", query, got)
		}
	}
}

func marked(pieces []analysis.Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		if p.Match {
			b.WriteString("[" + p.Text + "]")
		} else {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

func TestAnExcerptMarksTheWordsOfTheQuery(t *testing.T) {
	long := strings.Repeat("前面的话。", 100) + "这里崩潰了" + strings.Repeat("后面的话。", 100)
	for _, c := range []struct {
		text, query string
		width       int
		want        string
	}{
		{"打开背包时崩溃", "背包 崩溃", 50, "打开[背包]时[崩溃]"},
		{"Fabric 与 fabrics", "FABRIC", 50, "[Fabric] 与 fabrics"},
		{"fabrics", "fabric", 50, "[fabric]s"},
		{"没有", "崩溃", 50, "没有"},
		{"崩溃。背包崩了", "崩溃背包", 50, "[崩溃]。[背包]崩了"},
		{"一二三四五六", "", 3, "一二三…"},
		{"", "x", 3, ""},
	} {
		if got := marked(analysis.Excerpt(c.text, c.query, c.width)); got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.query, c.text, got, c.want)
		}
	}
	got := marked(analysis.Excerpt(long, "崩溃", 60))
	if !strings.Contains(got, "[崩潰]") || !strings.HasPrefix(got, "…") || !strings.HasSuffix(got, "…") || utf8.RuneCountInString(got) != 64 {
		t.Errorf("%q", got)
	}
}

func FuzzExcerptKeepsTheText(f *testing.F) {
	f.Add("打开背包时崩溃", "背包", 3)
	f.Add("ＡİIß\xff", "i ss", 2)
	f.Fuzz(func(t *testing.T, text, query string, width int) {
		if width < 1 || width > 1000 {
			return
		}
		var all strings.Builder
		for _, p := range analysis.Excerpt(text, query, width) {
			if p.Text == "" {
				t.Fatal("an empty piece")
			}
			all.WriteString(p.Text)
		}
		inside := strings.TrimSuffix(strings.TrimPrefix(all.String(), "…"), "…")
		if !strings.Contains(string([]rune(text)), inside) && !strings.Contains(string([]rune(text)), strings.Trim(inside, "…")) {
			t.Errorf("%q is no part of %q", inside, text)
		}
		analysis.Prose(text)
		analysis.ProseQuery(query)
	})
}
