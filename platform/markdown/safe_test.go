package markdown_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/modyard/modyard/platform/markdown"
)

var allowedElements = strings.Fields("html head body p br hr h1 h2 h3 h4 h5 h6 blockquote pre code em strong b i u s del ins sub sup kbd mark small " +
	"center div ul ol li dl dt dd table thead tbody tfoot tr th td caption details summary a img input iframe")

var allowedAttributes = strings.Fields("id align colspan rowspan start class title href rel src alt width height loading style type checked disabled " +
	"open sandbox referrerpolicy allowfullscreen")

// violations lists the unsafe parts of a rendered text. It is independent of the renderer.
func violations(t *testing.T, rendered string) []string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader("<!doctype html><body>" + rendered))
	if err != nil {
		return []string{"does not parse: " + err.Error()}
	}
	var found []string
	ids := map[string]bool{}
	for n := range doc.Descendants() {
		if n.Type == html.CommentNode {
			found = append(found, "comment")
		}
		if n.Type != html.ElementNode {
			continue
		}
		if n.Namespace != "" || !slices.Contains(allowedElements, n.Data) {
			found = append(found, "element "+n.Namespace+" "+n.Data)
		}
		for _, a := range n.Attr {
			if !slices.Contains(allowedAttributes, a.Key) {
				found = append(found, n.Data+" attribute "+a.Key)
			}
			switch a.Key {
			case "href", "src":
				if why := badAddress(n.DataAtom, a.Val); why != "" {
					found = append(found, n.Data+" address "+a.Val+": "+why)
				}
			case "id":
				if !strings.HasPrefix(a.Val, markdown.HeadingPrefix) || ids[a.Val] {
					found = append(found, "id "+a.Val)
				}
				ids[a.Val] = true
			case "style":
				if !regexp.MustCompile(`^image-rendering: [a-z-]+$`).MatchString(a.Val) {
					found = append(found, "style "+a.Val)
				}
			}
		}
		if n.DataAtom == atom.Input && !hasAttr(n, "disabled") {
			found = append(found, "a control that works")
		}
	}
	return found
}

func hasAttr(n *html.Node, key string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
}

// badAddress parses an address as a browser does: without the control characters and spaces that it strips.
func badAddress(element atom.Atom, address string) string {
	address = strings.Map(func(r rune) rune {
		if r <= ' ' {
			return -1
		}
		return r
	}, address)
	u, err := url.Parse(address)
	if err != nil {
		return "does not parse"
	}
	switch element {
	case atom.Iframe:
		if u.Scheme != "https" || u.Host != "player.bilibili.com" {
			return "foreign frame"
		}
	case atom.Img:
		if u.Scheme != "https" && u.Scheme != "" {
			return "scheme"
		}
	default:
		if u.Scheme != "https" && u.Scheme != "http" && u.Scheme != "mailto" && u.Scheme != "" {
			return "scheme"
		}
	}
	return ""
}

func hostile() []string {
	return []string{
		`<script>alert(1)</script>`, `<ScRiPt src=//x></sCrIpT>`, `<img src=x onerror=alert(1)>`, `<img src="x" o&#110;error="alert(1)">`,
		`<svg onload=alert(1)>`, `<svg><script>alert(1)</script></svg>`, `<svg><a xlink:href="javascript:alert(1)">x</a></svg>`, `<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>`,
		`[x](javascript:alert(1))`, `[x](JaVaScRiPt&colon;alert(1))`, `[x](java&#x0A;script:alert(1))`, "[x](\x01javascript:alert(1))", `[x](data:text/html;base64,PHN2Zz4=)`, `[x](vbscript:x)`,
		`<a href="jav	ascript:alert(1)">x</a>`, `<a href=" &#14; javascript:alert(1)">x</a>`, `<a href="//evil.example" onclick=x target=_blank ping=//y>x</a>`,
		`<javascript:alert(1)>`, `![x](javascript:alert(1))`, `![x" onerror="alert(1)](y)`, `[a]: javascript:alert(1)` + "\n\n[a]",
		`<iframe srcdoc="<script>alert(1)</script>"></iframe>`, `<iframe src="javascript:alert(1)"></iframe>`, `<object data=x><embed src=x>`, `<form action=//x><button>x</button><input name=a><textarea></form>`,
		`<base href=//evil.example>`, `<meta http-equiv=refresh content="0;url=//x">`, `<link rel=stylesheet href=//x>`, `<style>@import "//x"</style>`, `<div style="position:fixed">x</div>`,
		`<noscript><p title="</noscript><img src=x onerror=alert(1)>">`, `<textarea><img title="</textarea><img src=x onerror=alert(1)>">`, `<xmp><img title="</xmp><img src=x onerror=alert(1)>">`,
		`<template><script>x</script></template>`, `<!--><img src=x onerror=alert(1)>-->`, `<!--[if IE]><script>x</script><![endif]-->`, `<plaintext><script>x`, `<title><a title="</title><img src=x onerror=x>">`,
		"<h1 id=csrf>x</h1><h1 id=csrf>x</h1>", `<a name=x id=preload>`, `<p id="root" class="modal" data-x=1 aria-label=x>`, "```\" onload=\"x\ncode\n```", "```x y=z><script>\ncode\n```",
		`<table background="javascript:x"><td background=javascript:x>`, `<details ontoggle=x open>`, `<input autofocus onfocus=x>`, `<input type=checkbox name=a value=b formaction=javascript:x>`, `<video><source onerror=x>`, `<select><style></select><svg onload=x>`,
		"<img src=\"https://x/\" style=\"image-rendering:pixelated;background:url(javascript:x)\">", `<b <script>alert(1)</script>0`, `<a href="https://x"<script>y`, "<img/src=x/onerror=x>", "\x00<scr\x00ipt>", "<p>\u2028<script>", "&lt;script&gt;", `<math href="javascript:x">CLICK</math>`,
	}
}

func TestHostileTextsAreRenderedHarmless(t *testing.T) {
	all := hostile()
	for _, src := range all {
		for _, around := range []string{"%", "# %", "> - %", "**%**", "| a |\n|---|\n| % |", "<div>%</div>", "<details><summary>%</summary>%</details>"} {
			text := strings.ReplaceAll(around, "%", src)
			got := markdown.Render(text)
			if v := violations(t, got); len(v) > 0 {
				t.Errorf("%q gave %q: %v", text, got, v)
			}
		}
	}
	if v := violations(t, markdown.Render(strings.Join(all, "\n\n"))); len(v) > 0 {
		t.Errorf("all of them together: %v", v)
	}
}

func FuzzRenderIsHarmless(f *testing.F) {
	for _, src := range hostile() {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		got := markdown.Render(src)
		if v := violations(t, got); len(v) > 0 {
			t.Errorf("%q gave %q: %v", src, got, v)
		}
	})
}

// Real project pages, if available; the repository does not contain them.
func TestRealTextsAreRenderedHarmless(t *testing.T) {
	dir := os.Getenv("MODYARD_SAMPLE_DATA")
	if dir == "" {
		dir = "../../../shared/data"
	}
	paths, err := filepath.Glob(filepath.Join(dir, "bodies", "*.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Skip("no sample texts in " + dir + "/bodies; set MODYARD_SAMPLE_DATA to a directory that has them")
	}
	texts := 0
	for _, path := range paths {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = file.Close() }()
		unzipped, err := gzip.NewReader(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(unzipped)
		lines.Buffer(nil, 16<<20)
		for lines.Scan() {
			var record map[string]any
			if err := json.Unmarshal(lines.Bytes(), &record); err != nil {
				t.Fatal(err)
			}
			for _, value := range record {
				src, ok := value.(string)
				if !ok || len(src) < 200 {
					continue
				}
				texts++
				got := markdown.Render(src)
				if v := violations(t, got); len(v) > 0 {
					t.Errorf("%s: %.80q: %v", filepath.Base(path), src, v)
				}
				if len(src) > 500 && len(got) < len(src)/20 {
					t.Errorf("%s: %d bytes became %d: %.200q", filepath.Base(path), len(src), len(got), src)
				}
			}
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d texts", texts)
	if texts == 0 {
		t.Error("the files hold no texts")
	}
}

func BenchmarkRender(b *testing.B) {
	src := strings.Repeat("## 标题\n\n一段 **文字** 和 [链接](https://a.example)。\n\n- 一\n- 二\n\n", 40)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		markdown.Render(src)
	}
}

func TestReferencesWithoutEndMakeNoEndlessText(t *testing.T) {
	src := "[a]: https://e.example/" + strings.Repeat("u", 1980) + "\n\n" + strings.Repeat("[a]\n\n", 12_500)
	if got := markdown.Render(src); len(got) > 2<<20 || !strings.HasPrefix(got, "<pre>") {
		t.Errorf("%d bytes of HTML: %.60s", len(got), got)
	}
	if got := markdown.Render("[a]: https://e.example/\n\n[a]"); !strings.Contains(got, `href="https://e.example/"`) {
		t.Error(got)
	}
}
