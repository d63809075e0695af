package wiki

import (
	"strings"
	"testing"
	"unicode/utf8"

	projected "github.com/modyard/modyard/projections/wiki"
)

func TestAnExcerptIsAroundTheFirstMatch(t *testing.T) {
	for _, c := range []struct{ body, word, want string }{
		{"", "灯", ""},
		{"一盏灯", "没有", "一盏灯"},
		{"ＬＡＭＰ 与灯", "lamp", "ＬＡＭＰ 与灯"},
		{strings.Repeat("前", 100) + "Straße，" + "灯" + strings.Repeat("后", 200), "灯", "…" + strings.Repeat("前", 53) + "Straße，灯" + strings.Repeat("后", 119) + "…"},
		{strings.Repeat("ﬁ", 100) + "灯", "灯", "…" + strings.Repeat("ﬁ", 60) + "灯"},
		{"**粗** [灯](https://example.org)", "灯", "粗 灯"},
	} {
		if got := excerpt(c.body, []string{c.word}); got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.word, c.body, got, c.want)
		}
	}
}

func FuzzAMatchIsFoundAtACharacter(f *testing.F) {
	for _, seed := range [][2]string{{"ＬＡＭＰ", "m"}, {"ﬁﬁ灯", "灯"}, {"ﬁ", "i"}, {"İİ灯", "灯"}, {"a\xffb", "b"}, {"Straße", "s"}, {"ﷺ灯", "灯"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, body, word string) {
		body = strings.ToValidUTF8(body, "")
		word = projected.Fold(strings.ToValidUTF8(word, ""))
		if at := find(body, word); at > len(body) || at >= 0 && at < len(body) && !utf8.RuneStart(body[at]) {
			t.Errorf("%q in %q at %d", word, body, at)
		}
		excerpt(body, []string{word})
	})
}
