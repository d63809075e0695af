package markdown_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/modyard/modyard/platform/markdown"
)

func TestMarkdownIsRendered(t *testing.T) {
	const rel = ` rel="noopener nofollow ugc"`
	cases := []struct{ name, src, want string }{
		{"nothing", " \n ", ""},
		{"paragraph", "你好 **世界** ~~旧~~ `x<y`", "<p>你好 <strong>世界</strong> <del>旧</del> <code>x&lt;y</code></p>"},
		{"chinese lines are joined without a space", "第一行\n第二行", "<p>第一行第二行</p>"},
		{"heading", "# 安装 Mod!\n## 安装 mod", `<h1 id="h-安装-mod">安装 Mod!</h1>` + "\n" + `<h2 id="h-安装-mod-1">安装 mod</h2>`},
		{"heading with an id of its own", `<h2 id="Top">x</h2>`, `<h2 id="h-top">x</h2>`},
		{"heading without letters", "# !!!", `<h1 id="h-section">!!!</h1>`},
		{"link inside the text", "[去](#安装-mod)", `<p><a href="#h-%E5%AE%89%E8%A3%85-mod"` + rel + `>去</a></p>`},
		{"link", "[a](https://a.example/?b=1&c \"t\")", `<p><a href="https://a.example/?b=1&amp;c"` + rel + ` title="t">a</a></p>`},
		{"bare address", "https://a.example/x", `<p><a href="https://a.example/x"` + rel + `>https://a.example/x</a></p>`},
		{"mail", "<a@b.example>", `<p><a href="mailto:a@b.example"` + rel + `>a@b.example</a></p>`},
		{"other schemes", "[a](ftp://x) [b](javascript:alert(1)) [c](data:text/html,x)", `<p><a` + rel + `>a</a> <a` + rel + `>b</a> <a` + rel + `>c</a></p>`},
		{"table", "|a|b|\n|:-:|--:|\n|1|2|", "<table>\n<thead>\n<tr>\n<th align=\"center\">a</th>\n<th align=\"right\">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td align=\"center\">1</td>\n<td align=\"right\">2</td>\n</tr>\n</tbody>\n</table>"},
		{"tasks", "- [x] a\n- [ ] b", "<ul>\n<li><input type=\"checkbox\" disabled=\"\" checked=\"\"/> a</li>\n<li><input type=\"checkbox\" disabled=\"\"/> b</li>\n</ul>"},
		{"no footnotes", "a[^1]\n\n[^1]: b c", "<p>a[^1]</p>\n<p>[^1]: b c</p>"},
		{"code", "```java\nint x;\n```", "<pre><code class=\"language-java\">int x;\n</code></pre>"},
		{"picture", "![图](http://a.example/i.png)", `<p><img src="https://a.example/i.png" alt="图" loading="lazy"/></p>`},
		{"picture with sizes", `<img src="//a.example/i.png" width="64px" height="50%" style="color:red; image-rendering: Pixelated; position:fixed" class="x">`,
			`<img src="https://a.example/i.png" alt="" loading="lazy" width="64" style="image-rendering: pixelated"/>`},
		{"picture as data", "![x](data:image/png;base64,AAAA)", `<p><img alt="x" loading="lazy"/></p>`},
		{"details", "<details open class=x><summary>更多</summary>\n\n*内容*\n\n</details>", "<details open=\"\"><summary>更多</summary>\n<p><em>内容</em></p>\n</details>"},
		{"small marks", "H<sub>2</sub>O x<sup>2</sup> <kbd>Ctrl</kbd>", "<p>H<sub>2</sub>O x<sup>2</sup> <kbd>Ctrl</kbd></p>"},
		{"video", `<iframe src="//player.bilibili.com/player.html?aid=1&bvid=BV1xx411c7mD&page=2&high_quality=1" onload="x()" width=9999></iframe>`,
			`<iframe src="https://player.bilibili.com/player.html?bvid=BV1xx411c7mD&amp;page=2&amp;autoplay=0" sandbox="allow-scripts allow-same-origin allow-popups allow-presentation" allowfullscreen="" loading="lazy" referrerpolicy="no-referrer" title="哔哩哔哩视频"></iframe>`},
		{"unclosed elements are closed", "<div align=center><b>x", `<div align="center"><b>x</b></div>`},
		{"a stray end changes nothing around", "a</div></div></main>b", "<p>ab</p>"},
		{"types of programs", "List<Map> 与 Map<Object>、<T> 和 x<String>y</String>", "<p>List&lt;Map&gt; 与 Map&lt;Object&gt;、&lt;T&gt; 和 x&lt;String&gt;y&lt;/String&gt;</p>"},
		{"commands", "/give <player> <item> 1", "<p>/give &lt;player&gt; &lt;item&gt; 1</p>"},
		{"a placeholder alone", "<player>", "<p>&lt;player&gt;</p>"},
		{"capital markup", "H<SUB>2</SUB>O <Font>甲</Font> <foo bar=1>乙</foo>", "<p>H<sub>2</sub>O 甲 乙</p>"},
		{"a link in a written tag", "[a<T>](https://a.example)", `<p><a href="https://a.example"` + rel + `>a&lt;T&gt;</a></p>`},
		{"comments", "a<!-- b -->c", "<p>ac</p>"},
		{"line marks", "<ol start=\"3\"><li>x</li></ol>", `<ol start="3"><li>x</li></ol>`},
	}
	for _, c := range cases {
		if got := strings.TrimSpace(markdown.Render(c.src)); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestFramesOfOtherSitesAreDropped(t *testing.T) {
	for _, src := range []string{
		"https://evil.example/player.html?bvid=BV1xx411c7mD", "https://player.bilibili.com.evil.example/player.html?bvid=BV1",
		"https://player.bilibili.com@evil.example/player.html?bvid=BV1", "javascript:alert(1)//player.bilibili.com/player.html?bvid=BV1",
		"https://player.bilibili.com/other?bvid=BV1", "https://player.bilibili.com/player.html", "https://player.bilibili.com:99/player.html?bvid=BV1",
		"https://player.bilibili.com/player.html?bvid=BV1xx411c7mDx", "https://player.bilibili.com/player.html?bvid=%22%3E%3Cscript%3E", "data:text/html,x", "",
	} {
		if got := markdown.Render(`<iframe src="` + src + `" srcdoc="<script>alert(1)</script>"></iframe>`); strings.Contains(got, "iframe") {
			t.Errorf("%s gave %s", src, got)
		}
	}
}

func TestLongTextsAreCut(t *testing.T) {
	got := markdown.Render(strings.Repeat("字", markdown.MaxRunes+1000))
	if n := strings.Count(got, "字"); n != markdown.MaxRunes {
		t.Errorf("%d characters were rendered", n)
	}
	if got := markdown.Render("a\xff\xfeb\x00c"); !utf8.ValidString(got) || strings.Contains(got, "\x00") || !strings.Contains(got, "a") {
		t.Errorf("invalid text gave %q", got)
	}
}

// repetitive are the texts of the greatest length that cost parsers most.
func repetitive() map[string]string {
	nested := func(step, item string) string {
		var b strings.Builder
		for i := 0; b.Len() < 60_000; i++ {
			b.WriteString(strings.Repeat(step, i) + item + "\n")
		}
		return b.String()
	}
	texts := map[string]string{"nested list": nested("  ", "- a"), "nested numbers": nested("   ", "1. a"), "nested quotes": nested(">", " a")}
	for _, s := range []string{
		"[", "]", "![", "[](", "[a](", "[[a]](b)", ">", "> ", "*", "**", "*a ", "_a*", "***a** ", "`", "``a`", "- ", "* ", "1. ", "+ - ", "<", "<a", "<b>", "</b>", "<div>", "<b><i>",
		"<table><tr><td>", "<details><summary>", "<a href=x>", "<!--", "<![CDATA[", "<?", "&", "&#", "~", "~~a", "|", "|-", "a|b\n-|-\n", "#", "# a\n", "\\", "\n", "\t", "\t- a\n", "www.a.", "http://a(", "https://a.bc/(", "https://a.bc/[", "甲https://a.bc/", "https://红.", "www.a.bc/(", "://", "a@", "a@b.c ", "_a@b.cd", "甲*", "（**", "）~~", "[a]: b\n", "[^a]", "- [ ] a\n", "=\n", "a\n=\n", "<img src=x>", "<svg><p>", "<p><table>", "<select><option>", "<template>",
	} {
		texts[s] = strings.Repeat(s, 60_000/len(s))
	}
	for _, s := range []string{"_a*", "[](", "[a](", "*a_ "} {
		one := strings.Repeat(s, 7000/strings.Count(s, s[:1])) + "\n\n"
		texts["paragraphs of "+s] = strings.Repeat(one, 1+60_000/len(one))
	}
	return texts
}

func TestRepetitiveTextsAreRendered(t *testing.T) {
	for name, src := range repetitive() {
		if got := markdown.Render(src); !utf8.ValidString(got) {
			t.Errorf("%q gave invalid text", name)
		}
	}
}

// BenchmarkRepetitiveTexts shows the cost of each: none may take a second.
func BenchmarkRepetitiveTexts(b *testing.B) {
	for name, src := range repetitive() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				markdown.Render(src)
			}
		})
	}
}
