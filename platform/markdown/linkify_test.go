package markdown_test

import (
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/modyard/modyard/platform/markdown"
)

// links are the links of a rendered text: the address that is shown, and the destination where it differs.
func links(t testing.TB, rendered string) []string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader("<!doctype html><body>" + rendered))
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode || n.DataAtom != atom.A {
			continue
		}
		var text strings.Builder
		for child := range n.Descendants() {
			if child.Type == html.TextNode {
				text.WriteString(child.Data)
			}
		}
		shown, destination := text.String(), ""
		for _, a := range n.Attr {
			if a.Key == "href" {
				destination = a.Val
			}
		}
		if plain, err := url.PathUnescape(destination); err == nil && plain == shown {
			found = append(found, shown)
		} else {
			found = append(found, shown+" to "+destination)
		}
	}
	return found
}

func TestAddressesAreLinksInChineseSentences(t *testing.T) {
	for _, c := range []struct {
		src  string
		want []string
	}{
		{"下载地址https://docs.example.test/a，备用地址见下。", []string{"https://docs.example.test/a"}},
		{"文档：https://docs.example.test/b。下一句。", []string{"https://docs.example.test/b"}},
		{"（https://docs.example.test/c）", []string{"https://docs.example.test/c"}},
		{"见https://x.example.test/Orion_(x)的说明", []string{"https://x.example.test/Orion_(x)的说明"}},
		{"见https://x.example.test/Orion_(x)，谢谢", []string{"https://x.example.test/Orion_(x)"}},
		{"https://zh.example.test/w/红石", []string{"https://zh.example.test/w/红石"}},
		// Each mark of Chinese ends an address.
		{"https://a.example.test/1，https://a.example.test/2。https://a.example.test/3；https://a.example.test/4：https://a.example.test/5！https://a.example.test/6？", []string{
			"https://a.example.test/1", "https://a.example.test/2", "https://a.example.test/3", "https://a.example.test/4", "https://a.example.test/5", "https://a.example.test/6"}},
		{"（https://a.example.test/1）【https://a.example.test/2】「https://a.example.test/3」『https://a.example.test/4』《https://a.example.test/5》https://a.example.test/6、https://a.example.test/7", []string{
			"https://a.example.test/1", "https://a.example.test/2", "https://a.example.test/3", "https://a.example.test/4", "https://a.example.test/5", "https://a.example.test/6", "https://a.example.test/7"}},
		{"“https://a.example.test/1”…https://a.example.test/2……https://a.example.test/3——完　https://a.example.test/4　完", []string{
			"https://a.example.test/1", "https://a.example.test/2", "https://a.example.test/3", "https://a.example.test/4"}},
		// Chinese after a name is no part of it; in a path it is.
		{"打开https://docs.example.test即可，或https://docs.example.test:8080查看", []string{"https://docs.example.test", "https://docs.example.test:8080"}},
		{"https://zh.example.test/w/文件:红石.png?b=红石#合成，见上", []string{"https://zh.example.test/w/文件:红石.png?b=红石#合成"}},
		{"https://zh.example.test/史蒂夫·乔布斯 和 https://zh.example.test/甲·", []string{"https://zh.example.test/史蒂夫·乔布斯", "https://zh.example.test/甲"}},
		{"https://例子.中国/路 https://www.红石.example.test https://mc百科.example.test/a", []string{"https://例子.中国/路", "https://www.红石.example.test", "https://mc百科.example.test/a"}},
		{"https://a.example.test/1或https://a.example.test/2和http://a.example.test/路", []string{"https://a.example.test/1", "https://a.example.test/2", "http://a.example.test/路"}},
		// Punctuation of ASCII before Chinese.
		{"(见https://a.example.test/1)然后,https://a.example.test/2,再https://a.example.test/3;完", []string{"https://a.example.test/1", "https://a.example.test/2", "https://a.example.test/3"}},
		{"[公告https://a.example.test/1]然后 {https://a.example.test/2}", []string{"https://a.example.test/1", "https://a.example.test/2"}},
		{"[没有关上 https://a.example.test/1", []string{"https://a.example.test/1"}},
		{"https://a.example.test/f((x)) https://a.example.test/?a[]=1&b[c]=2 https://a.example.test/open(完", []string{
			"https://a.example.test/f((x))", "https://a.example.test/?a[]=1&b[c]=2", "https://a.example.test/open"}},
		{"\"https://a.example.test/1\" 'https://a.example.test/2' <b>https://a.example.test/3</b>", []string{"https://a.example.test/1", "https://a.example.test/2", "https://a.example.test/3"}},
		// Beside marks.
		{"**https://a.example.test/1**后 ~~https://a.example.test/2~~后 *https://a.example.test/3*后 _https://a.example.test/4_。", []string{
			"https://a.example.test/1", "https://a.example.test/2", "https://a.example.test/3", "https://a.example.test/4"}},
		{"https://a.example.test/_a_/b__c~d https://a.example.test/`码`", []string{"https://a.example.test/_a_/b__c~d", "https://a.example.test/"}},
		{"https://a.example.test/?a=1&amp;b=2&copy; https://a.example.test/?a=1&b=2", []string{"https://a.example.test/?a=1&b=2", "https://a.example.test/?a=1&b=2"}},
		// Without a scheme, and other kinds.
		{"官网www.example.test/a，HTTPS://a.Example.test/B", []string{"www.example.test/a to http://www.example.test/a", "HTTPS://a.Example.test/B to https://a.Example.test/B"}},
		{"地图http://127.0.0.1:8123/，邮箱a_b.c@mail.example.test。_x@example.test_", []string{
			"http://127.0.0.1:8123/", "a_b.c@mail.example.test to mailto:a_b.c@mail.example.test", "x@example.test to mailto:x@example.test"}},
		{"|甲|\n|-|\n|见https://a.example.test/1|\n\n- 见https://a.example.test/2。\n\n> 见https://a.example.test/3", []string{"https://a.example.test/1", "https://a.example.test/2", "https://a.example.test/3"}},
		// A link has no other link in it, and the description of a picture none.
		{"[看 https://a.example.test/1 这里](https://b.example.test/2)", []string{"看 https://a.example.test/1 这里 to https://b.example.test/2"}},
		{"https://a.example.test/1[说明](https://b.example.test/2)", []string{"https://a.example.test/1", "说明 to https://b.example.test/2"}},
		{"<https://a.example.test/1>", []string{"https://a.example.test/1"}},
		{`<a href="https://b.example.test/2">https://a.example.test/1</a>和https://a.example.test/3`, []string{
			"https://a.example.test/1 to https://b.example.test/2", "https://a.example.test/3"}},
		{`见 <A title="甲" href="https://b.example.test/2"><b>官网 www.example.test</b></A>、<abbr>https://a.example.test/1</abbr>`, []string{
			"官网 www.example.test to https://b.example.test/2", "https://a.example.test/1"}},
		// No addresses.
		{"README.md、build.sh、pack.py，config.toml、icon@2x.png、a.zip", nil},
		{"`https://a.example.test/1`\n\n```\nhttps://a.example.test/2\n```\n\n    https://a.example.test/3", nil},
		{"https:// https://a https://1.20.1/x http://.. www. www.a www.md @a.example.test @", nil},
		{"xhttps://a.example.test git+https://a.example.test https://paypal.example.test@evil.example.test/ git@host.example.test:a/b.git", nil},
		{"https\\://a.example.test", nil},
		{"https://user:pass@host.example.test/ 见http://甲:a.b-c@host.example.test、ftp://me:x%20y@host.example.test/a", nil},
		{"Email:a@b.example.test，邮箱:c@d.example.test", []string{"a@b.example.test to mailto:a@b.example.test", "c@d.example.test to mailto:c@d.example.test"}},
		{"https://a.example.test/" + strings.Repeat("长", 3000), nil},
		{"版本1.20.1：支持Fabric。比例16:9。", nil},
	} {
		got := links(t, markdown.Render(c.src))
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%q has the links\n %q, want\n %q", c.src, got, c.want)
		}
	}
}

func TestTheTextAroundAddressesStays(t *testing.T) {
	const rel = ` rel="noopener nofollow ugc"`
	for src, want := range map[string]string{
		"甲https://a.example.test/1，乙":                                `<p>甲<a href="https://a.example.test/1"` + rel + `>https://a.example.test/1</a>，乙</p>`,
		"a_b_c@d.example.test_e":                                     `<p>a_b_c@d.example.test_e</p>`,
		"_甲a_b@c.example.test乙_":                                     `<p><em>甲<a href="mailto:a_b@c.example.test"` + rel + `>a_b@c.example.test</a>乙</em></p>`,
		"**甲www.example.test**乙":                                     `<p><strong>甲<a href="http://www.example.test"` + rel + `>www.example.test</a></strong>乙</p>`,
		"![见https://a.example.test/1](https://a.example.test/i.png)": `<p><img src="https://a.example.test/i.png" alt="见https://a.example.test/1" loading="lazy"/></p>`,
		"甲\nhttps://a.example.test/1\n乙":                             `<p>甲` + "\n" + `<a href="https://a.example.test/1"` + rel + `>https://a.example.test/1</a>` + "\n" + `乙</p>`,
		"https://a.example.test/红":                                   `<p><a href="https://a.example.test/%E7%BA%A2"` + rel + `>https://a.example.test/红</a></p>`,
	} {
		if got := strings.TrimSpace(markdown.Render(src)); got != want {
			t.Errorf("%q\n gave %s\n want %s", src, got, want)
		}
	}
}

// FuzzAddressesKeepTheText checks that marks and addresses around any text lose nothing of it, and that a link leads to
// what it shows.
func FuzzAddressesKeepTheText(f *testing.F) {
	for _, seed := range []string{"甲", "a_b@c.example.test", "www.example.test/(", "[x](y", "**「", "~~）。", "https://a.example.test/a_(b)", "：//", "\uFE0F", "a\U000E0100", "·", "&amp;"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		letters := strings.Map(func(r rune) rune {
			if strings.ContainsRune("`<>\\&\x00\r\n\t \uFFFD", r) { // code, HTML, escapes, entities and spaces have their own rules
				return -1
			}
			return r
		}, strings.ToValidUTF8(s, ""))
		src := "甲" + letters + "https://a.example.test/x" + letters + "乙"
		rendered := markdown.Render(src)
		if found := violations(t, rendered); len(found) > 0 {
			t.Fatalf("%q gave %q: %v", src, rendered, found)
		}
		if strings.ContainsAny(letters, "[]*_~#|:") || !visible(letters) { // marks of Markdown are gone from the text
			return
		}
		if got := markdown.Plain(src); got != src {
			t.Errorf("%q is shown as %q", src, got)
		}
		for _, link := range links(t, rendered) {
			if shown, to, differs := strings.Cut(link, " to "); differs && !strings.HasSuffix(strings.ToLower(unescaped(to)), strings.ToLower(unescaped(shown))) {
				t.Errorf("%q: %q leads to %q", src, shown, to)
			}
		}
	})
}

func unescaped(address string) string {
	plain, err := url.PathUnescape(address)
	if err != nil {
		return address
	}
	return plain
}

// visible says whether a text in one line shows all its characters.
func visible(s string) bool {
	return markdown.Plain("`"+s+"甲`") == s+"甲"
}
