package analysis_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/modyard/modyard/search/analysis"
)

// finds is true if terms have one of each group of a query.
func finds(terms []string, query string, typos bool) bool {
	groups := analysis.ProseWanted(query, typos)
	for _, group := range groups {
		if !slices.ContainsFunc(group, func(w string) bool { return slices.Contains(terms, w) }) {
			return false
		}
	}
	return len(groups) > 0
}

func TestWordsOfATextAreFound(t *testing.T) {
	const text = "打開背包時遊戲崩溃，Fabric Loader 0.16 与 JEIAddons 一起。Ｆｕｌｌ wídth"
	for query, want := range map[string]bool{
		"崩溃": true, "背包 崩溃": true, "打开背包": true, "游戏崩溃": true, "崩": true, "fabric": true, "FABRIC 崩溃": true, "jei": true, "addons": true,
		"full width": true, "0.16": true, "溃崩": false, "forge": false, "fab": false, "": false, "  ，。": false, "背包丢失": false,
	} {
		if got := finds(analysis.Prose(text), query, false); got != want {
			t.Errorf("%q: %v", query, got)
		}
	}
}

func TestTitlesAreFoundByWhatTheyAreCalled(t *testing.T) {
	const title = "机械动力：背包崩溃 Just Enough Items（JEI）与 BackpackAddons"
	for query, want := range map[string]struct{ strict, typos bool }{
		"机械动力": {true, true}, "jixiedongli": {true, true}, "JiXieDongLi": {true, true}, "jxdl": {true, true}, "beibao": {true, true}, "bb": {true, true},
		"donglibeibao": {true, true}, "just enough": {true, true}, "jei": {true, true}, "enou": {true, true}, "addon": {true, true}, "backp": {true, true},
		"beibao jei": {true, true}, "背包 jei": {true, true}, "enuogh": {false, true}, "enouh": {false, true}, "itemss": {false, true}, "jsut": {false, true},
		"ei": {true, true}, "jixie beibao": {true, true}, "ixie": {false, false}, "dongl": {false, false}, "ji": {false, false}, "enoxxh": {false, false}, "背宝": {false, false}, "forge": {false, false}, "": {false, false},
	} {
		terms := analysis.ProseTitle(title)
		if got := finds(terms, query, false); got != want.strict {
			t.Errorf("%q: %v", query, got)
		}
		if got := finds(terms, query, true); got != want.typos {
			t.Errorf("%q with typos: %v", query, got)
		}
	}
	if terms := analysis.ProseTitle(strings.Repeat("长行重乐 a ", 100)); len(terms) > 4000 {
		t.Errorf("%d terms", len(terms))
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
		analysis.ProseTitle(text)
		for _, group := range analysis.ProseWanted(query, true) {
			if len(group) == 0 {
				t.Fatal("a group without a term")
			}
		}
	})
}
