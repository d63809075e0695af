package risk_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision/decisiontest"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/risk"
	"github.com/modyard/modyard/eventlog/codec"
)

var admin = actor.Actor{Account: "AcctAdm1", Rank: actor.Admin}

func TestEveryStoredEventFormCanBeRead(t *testing.T) {
	types, err := codec.New(risk.EventTypes())
	if err != nil {
		t.Fatal(err)
	}
	codec.Golden(t, types, "testdata/events")
}

func TestTheRulesOfTheList(t *testing.T) {
	many := make([]string, risk.MaxWords+1)
	for i := range many {
		many[i] = fmt.Sprint("词", i)
	}
	two := []any{risk.WordsChanged{Version: 1, Added: []string{"代练", "刷钻"}}}
	for name, c := range map[string]struct {
		given []any
		when  risk.Change
		then  string
	}{
		"add to nothing":              {nil, risk.Change{By: admin, List: []string{" 代练 ", "刷钻"}, Note: "广告"}, "1 +代练,刷钻 -"},
		"add and remove":              {two, risk.Change{By: admin, List: []string{"刷钻", "外挂"}, Note: "广告", Seen: 1}, "2 +外挂 -代练"},
		"remove all":                  {two, risk.Change{By: admin, Note: "不再需要", Seen: 1}, "2 + -代练,刷钻"},
		"the same list":               {two, risk.Change{By: admin, List: []string{"代练", "刷钻"}, Note: "同", Seen: 0}, ""},
		"spell one differently":       {two, risk.Change{By: admin, List: []string{"代 练", "刷钻"}, Note: "空格", Seen: 1}, "2 +代 练 -代练"},
		"as many as there may be":     {nil, risk.Change{By: admin, List: many[1:], Note: "满"}, "1 +" + strings.Join(many[1:], ",") + " -"},
		"as a moderator":              {nil, risk.Change{By: actor.Actor{Account: "AcctMod1", Rank: actor.Moderator}, List: []string{"代练"}, Note: "广告"}, "unauthorized: 只有管理员可以修改检查的词语。"},
		"as nobody":                   {nil, risk.Change{List: []string{"代练"}, Note: "广告"}, "unauthorized: 只有管理员可以修改检查的词语。"},
		"after another change":        {two, risk.Change{By: admin, List: []string{"外挂"}, Note: "广告", Seen: 0}, "conflict: 词语列表刚刚被他人修改，请核对后再保存。"},
		"without a note":              {nil, risk.Change{By: admin, List: []string{"代练"}, Note: " "}, "invalid_input (note): 修改说明不能为空。"},
		"too many":                    {nil, risk.Change{By: admin, List: many, Note: "满"}, "invalid_input (words): 最多 2000 个词语。"},
		"an empty one":                {nil, risk.Change{By: admin, List: []string{"代练", " "}, Note: "空"}, "invalid_input (words): 词语「」不能为空。"},
		"an invisible one":            {nil, risk.Change{By: admin, List: []string{"\u200b"}, Note: "空"}, "invalid_input (words): 词语「\u200b」不能为空。"},
		"one of a filler":             {nil, risk.Change{By: admin, List: []string{"\u3164"}, Note: "空"}, "invalid_input (words): 词语「\u3164」没有可见的字符。"},
		"too long":                    {nil, risk.Change{By: admin, List: []string{strings.Repeat("长", 65)}, Note: "长"}, "invalid_input (words): 词语「" + strings.Repeat("长", 65) + "」的长度须为 1 到 64 个字符。"},
		"far too long":                {nil, risk.Change{By: admin, List: []string{strings.Repeat("长", 5000)}, Note: "长"}, "invalid_input (words): 第 1 个词语的长度须为 1 到 64 个字符。"},
		"no text":                     {nil, risk.Change{By: admin, List: []string{"\xff"}, Note: "坏"}, "invalid_input (words): 第 1 个词语不是有效的 UTF-8 文本。"},
		"one twice":                   {nil, risk.Change{By: admin, List: []string{"ＱＱ 群", "qq群"}, Note: "重"}, "invalid_input (words): 词语「qq群」与「ＱＱ 群」重复。"},
		"one with a line break":       {nil, risk.Change{By: admin, List: []string{"代\n练"}, Note: "行"}, "invalid_input (words): 词语「代\n练」包含不允许的控制字符。"},
		"a note that is far too long": {nil, risk.Change{By: admin, List: []string{"代练"}, Note: strings.Repeat("长", 501)}, "invalid_input (note): 修改说明的长度须为 1 到 500 个字符。"},
	} {
		t.Run(name, func(t *testing.T) {
			var s risk.Words
			for _, e := range c.given {
				s = risk.Evolve(s, e)
			}
			events, err := risk.Decide(s, c.when)
			got := ""
			if err != nil {
				got = err.Error()
			}
			for _, e := range decisiontest.Payloads(events) {
				p, _ := e.(risk.WordsChanged)
				got += fmt.Sprintf("%d +%s -%s", p.Version, strings.Join(p.Added, ","), strings.Join(p.Removed, ","))
				after, wanted := risk.Evolve(s, p), make([]string, len(c.when.List))
				for i, w := range c.when.List {
					wanted[i] = strings.TrimSpace(w)
				}
				have := slices.Clone(after.List)
				slices.Sort(have)
				slices.Sort(wanted)
				if after.Version != p.Version || !slices.Equal(have, wanted) || p.By != admin.Account || p.Note != erasable.Of(admin.Account, strings.TrimSpace(c.when.Note)) {
					t.Errorf("%+v makes %+v", p, after)
				}
			}
			if got != c.then {
				t.Errorf("got  %s\nwant %s", got, c.then)
			}
		})
	}
}

func TestAPhraseIsFoundHoweverItIsSpelled(t *testing.T) {
	m := risk.NewMatcher([]string{"代练", "QQ 群", "he", "she", "hers", "\u3164", "Straße"})
	for text, want := range map[string]string{
		"":                     "",
		"没有":                   "",
		"找人代练吗":                "代练",
		"代 \n\u200b练":          "代练",
		"代\u3164练":             "代练",
		"代.练":                  "",
		"ｑｑ群":                  "QQ 群",
		"qQ\u00ad\t群":          "QQ 群",
		"ushers":               "she",
		"STRASSE":              "Straße",
		"he":                   "he",
		"\xff代练\xff":           "代练",
		strings.Repeat("代", 9): "",
	} {
		if got, _ := m.Find(text); got != want {
			t.Errorf("%q has %q, want %q", text, got, want)
		}
	}
	if _, found := new(risk.Matcher).Find("代练"); found {
		t.Error("no list finds something")
	}
}

func FuzzAMatcherFindsWhatASearchForEachPhraseFinds(f *testing.F) {
	f.Add("he\nshe\nhers", "ushers")
	f.Add("代练\n代\n练习", "代 练 习")
	f.Add("a\naa\naaa\nbaa", "xaabaa")
	f.Add("abcd\nbcx\ncd\nｃ\nC", "abce abcd")
	f.Add("ушан\n가나\nが", "УШ АН 가\u1102\u1161か\u3099")
	f.Fuzz(func(t *testing.T, list, text string) {
		words := strings.Split(list, "\n")
		want, there := endsFirst(words, text)
		if got, found := risk.NewMatcher(words).Find(text); got != want || found != there {
			t.Errorf("%q in %q: %q %v, want %q %v", words, text, got, found, want, there)
		}
	})
}

// endsFirst looks for each phrase at each place: the longest of those that end first, and of equal ones the first of the list.
func endsFirst(words []string, text string) (phrase string, found bool) {
	chars, length := []rune(risk.Fold(text)), 0
	for end := 1; end <= len(chars) && !found; end++ {
		for _, w := range words {
			folded := []rune(risk.Fold(w))
			if n := len(folded); n > length && n <= end && slices.Equal(chars[end-n:end], folded) {
				phrase, length, found = w, n, true
			}
		}
	}
	return phrase, found
}

func TestAListOfManyPhrasesIsSearchedAsPhraseByPhrase(t *testing.T) {
	chance := rand.New(rand.NewPCG(3, 7))
	draw := func(most int) string {
		var b strings.Builder
		for range 1 + chance.IntN(most) {
			b.WriteRune([]rune("ab代练群 Ａé가")[chance.IntN(9)])
		}
		return b.String()
	}
	for range 200 {
		words := make([]string, 1+chance.IntN(60))
		for i := range words {
			words[i] = draw(6)
		}
		m := risk.NewMatcher(words)
		for range 20 {
			text := draw(40)
			want, there := endsFirst(words, text)
			if got, found := m.Find(text); got != want || found != there {
				t.Fatalf("%q in %q: %q %v, want %q %v", words, text, got, found, want, there)
			}
		}
	}
}

func TestATextOfPlainCharactersIsSearchedWithoutAllocation(t *testing.T) {
	m := risk.NewMatcher([]string{"代练", "QQ 群", "盖了两座"})
	text := strings.Repeat("今天又在 Server 里盖了一座灯塔……“ＷＡＩＴ” ようこそ 환영 привет！\n", 100)
	if n := testing.AllocsPerRun(5, func() { _, _ = m.Find(text) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkALongTextAgainstAFullList(b *testing.B) {
	words := make([]string, risk.MaxWords)
	for i := range words {
		words[i] = strings.Repeat("啊", 59) + fmt.Sprintf("%05d", i)
	}
	m := risk.NewMatcher(words)
	for name, text := range map[string]string{
		"prose":   strings.Repeat("今天又在服务器里盖了一座灯塔，欢迎来看。", 64<<10/60),
		"hostile": strings.Repeat("啊", 64<<10/3),
		"ascii":   strings.Repeat("the quick brown fox ", 64<<10/20),
		"marks":   strings.Repeat("灯①", 64<<10/6),
		"accents": strings.Repeat("e\u0301ßﬁ", 64<<10/8),
		"kana":    strings.Repeat("ようこそいらっしゃい", 64<<10/30),
		"emoji":   strings.Repeat("🎉", 64<<10/4),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, found := m.Find(text); found {
					b.Fatal("found")
				}
			}
		})
	}
}
