// Package markdown turns users' texts into HTML that is safe in a page: GitHub Flavored Markdown, then a rewrite of
// links, pictures, headings and players on the parsed tree, and finally an allow-list.
package markdown

import (
	"bytes"
	"html/template"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	rendererhtml "github.com/yuin/goldmark/renderer/html"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// MaxRunes is the maximum length of a rendered text; the rest is cut off.
const MaxRunes = 65536

// maxHTML is the maximum size of the HTML of a text of n bytes. Definitions of references, which a text may use without end,
// are all that makes an ordinary text longer than this.
func maxHTML(n int) int { return 16*n + 64<<10 }

// HeadingPrefix begins every heading id, so that no text can use an id of the page.
const HeadingPrefix = "h-"

type engine struct {
	markdown goldmark.Markdown
	policy   *bluemonday.Policy
}

// shared is built on first use and never changes after.
var shared = sync.OnceValue(func() *engine {
	return &engine{
		markdown: goldmark.New(
			goldmark.WithExtensions(
				tables{}, extension.TaskList, emphasis{}, linkify{}, lines{}, newWrittenTags(),
			),
			// Raw HTML is kept here; the allow-list filters it.
			goldmark.WithRendererOptions(rendererhtml.WithUnsafe()),
		),
		policy: newPolicy(),
	}
})

// Render is the HTML of a Markdown text. It never fails: a text that is nested too deeply, or whose HTML would be far longer
// than it is, is returned verbatim.
func Render(src string) string {
	src = bounded(src)
	if strings.TrimSpace(src) == "" {
		return ""
	}
	if tooDeep(src) {
		return verbatim(src)
	}
	e := shared()
	var raw bytes.Buffer
	if err := e.markdown.Convert([]byte(src), &raw); err != nil || raw.Len() > maxHTML(len(src)) {
		return verbatim(src)
	}
	nodes, err := html.ParseFragment(&raw, &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
	if err != nil {
		return verbatim(src) // deeper than the parser allows
	}
	root := &html.Node{Type: html.DocumentNode}
	for _, n := range nodes {
		root.AppendChild(n)
	}
	newRewriter().rewrite(root)
	var out bytes.Buffer
	if err := html.Render(&out, root); err != nil || out.Len() > 2*maxHTML(len(src)) {
		return verbatim(src)
	}
	return e.policy.SanitizeReader(&out).String()
}

// bounded makes src valid UTF-8 of at most MaxRunes.
func bounded(src string) string {
	if len(src) > MaxRunes*utf8.UTFMax {
		src = src[:MaxRunes*utf8.UTFMax]
	}
	src = strings.ToValidUTF8(src, "\uFFFD")
	if len(src) <= MaxRunes {
		return src
	}
	n := 0
	for i := range src {
		if n == MaxRunes {
			return src[:i]
		}
		n++
	}
	return src
}

func verbatim(src string) string {
	return "<pre>" + template.HTMLEscapeString(src) + "</pre>"
}
