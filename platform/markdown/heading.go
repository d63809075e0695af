package markdown

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

const maxSlug = 64 // runes

// headingIDs counts the uses of each slug in a text.
type headingIDs map[string]int

// heading gives a heading its id: from the id it was written with, otherwise from its text.
func (w *rewriter) heading(n *html.Node) {
	name := attr(n, "id")
	if name == "" {
		var text strings.Builder
		collect(n, &text)
		name = text.String()
	}
	align := attr(n, "align")
	n.Attr = []html.Attribute{{Key: "id", Val: HeadingPrefix + w.ids.take(slug(name))}}
	if align != "" {
		n.Attr = append(n.Attr, html.Attribute{Key: "align", Val: align})
	}
}

// take makes a slug unique within the text.
func (ids headingIDs) take(s string) string {
	for {
		n := ids[s]
		ids[s] = n + 1
		if n == 0 {
			return s
		}
		// The numbered form may be the slug of another heading, so it is counted too.
		if numbered := s + "-" + strconv.Itoa(n); ids[numbered] == 0 {
			ids[numbered] = 1
			return numbered
		}
	}
}

// slug keeps letters and digits of every script in lower case, and replaces spaces with hyphens.
func slug(s string) string {
	var b strings.Builder
	n := 0
	for _, r := range strings.ToLower(strings.TrimSpace(s)) {
		if n == maxSlug {
			break
		}
		switch {
		case unicode.IsLetter(r) || unicode.IsNumber(r) || r == '-' || r == '_':
			b.WriteRune(r)
		case unicode.IsSpace(r):
			b.WriteByte('-')
		default:
			continue
		}
		n++
	}
	if b.Len() == 0 {
		return "section"
	}
	return b.String()
}

// collect writes the text of the nodes below n.
func collect(n *html.Node, b *strings.Builder) {
	if n.Type == html.TextNode {
		b.WriteString(n.Data)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		collect(c, b)
	}
}
