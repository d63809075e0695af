package markdown

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Plain is a Markdown text as one line without marks: what a reader of the rendered text reads, for notifications and
// previews. A picture is its description; elements that the allow-list drops are left out.
func Plain(src string) string {
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragment(strings.NewReader(Render(src)), body)
	if err != nil {
		return oneLine(bounded(src))
	}
	var out strings.Builder
	for _, n := range nodes {
		writePlain(&out, n)
	}
	return oneLine(out.String())
}

func writePlain(out *strings.Builder, n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		out.WriteString(n.Data)
	case n.DataAtom == atom.Img:
		for _, a := range n.Attr {
			if a.Key == "alt" {
				out.WriteString(a.Val)
			}
		}
	}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		writePlain(out, child)
	}
	if n.Type == html.ElementNode && !inline(n.DataAtom) {
		out.WriteByte(' ')
	}
}

// inline says whether an element stands inside of a line.
func inline(a atom.Atom) bool {
	switch a {
	case atom.A, atom.Abbr, atom.B, atom.Code, atom.Del, atom.Em, atom.I, atom.Img, atom.Ins, atom.Kbd, atom.Mark, atom.Q, atom.S, atom.Small,
		atom.Span, atom.Strong, atom.Sub, atom.Sup, atom.U:
		return true
	}
	return false
}

// oneLine joins the words of a text by single spaces, and drops characters that turn the direction of the line or that
// cannot be seen.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) && r != '\u200D' || unicode.IsControl(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}
