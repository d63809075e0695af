package markdown

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	// maxMentioned is how many different names of one text are links.
	maxMentioned = 50

	// maxMentionedName is the maximum length of a user name, in characters.
	maxMentionedName = 39
)

// Mentioned are the user names after an @ in rendered HTML, each once, in the order of the text. Those in code and in links are
// none.
func Mentioned(rendered string) (names []string) {
	if !strings.Contains(rendered, "@") {
		return nil
	}
	eachText(fragment(rendered), func(n *html.Node) {
		for _, m := range mentionsIn(n.Data) {
			if len(names) < maxMentioned && !slices.Contains(names, m.name) {
				names = append(names, m.name)
			}
		}
	})
	return names
}

// LinkMentions makes links of the user names that link knows: it returns the name as it is written in addresses, or false. The
// argument is HTML that Render returned.
func LinkMentions(rendered string, link func(name string) (string, bool)) string {
	if !strings.Contains(rendered, "@") {
		return rendered
	}
	nodes := fragment(rendered)
	root := &html.Node{Type: html.DocumentNode}
	for _, n := range nodes {
		root.AppendChild(n)
	}
	changed := false
	eachText([]*html.Node{root}, func(n *html.Node) {
		text, at := n.Data, 0
		for _, m := range mentionsIn(text) {
			name, known := link(m.name)
			if !known {
				continue
			}
			changed = true
			n.Parent.InsertBefore(&html.Node{Type: html.TextNode, Data: text[at:m.start]}, n)
			a := &html.Node{Type: html.ElementNode, Data: "a", DataAtom: atom.A, Attr: []html.Attribute{
				{Key: "href", Val: "/user/" + url.PathEscape(name)}, {Key: "rel", Val: linkRel},
			}}
			a.AppendChild(&html.Node{Type: html.TextNode, Data: text[m.start:m.end]})
			n.Parent.InsertBefore(a, n)
			at = m.end
		}
		n.Data = text[at:]
	})
	var out strings.Builder
	if !changed || html.Render(&out, root) != nil {
		return rendered
	}
	return out.String()
}

func fragment(rendered string) []*html.Node {
	nodes, err := html.ParseFragment(strings.NewReader(rendered), &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
	if err != nil {
		return nil
	}
	return nodes
}

// eachText visits the texts outside of code and links.
func eachText(nodes []*html.Node, visit func(*html.Node)) {
	for _, n := range nodes {
		switch {
		case n.Type == html.TextNode:
			visit(n)
		case n.Type == html.ElementNode && (n.DataAtom == atom.A || n.DataAtom == atom.Code || n.DataAtom == atom.Pre):
		default:
			var children []*html.Node
			for child := n.FirstChild; child != nil; child = child.NextSibling {
				children = append(children, child)
			}
			eachText(children, visit)
		}
	}
}

// mention is a name in a text; start is the position of the @.
type mention struct {
	name       string
	start, end int
}

// mentionsIn are the names in a text, by the rule of the texts that people are told of (domain/post).
func mentionsIn(text string) (found []mention) {
	before := ' '
	for i, r := range text {
		if r == '@' && !addressRune(before) {
			name := text[i+1:]
			if end := strings.IndexFunc(name, func(r rune) bool { return !nameRune(r) }); end >= 0 {
				name = name[:end]
			}
			name = strings.TrimRight(name, ".")
			if n := utf8.RuneCountInString(name); n > 0 && n <= maxMentionedName {
				found = append(found, mention{name, i, i + 1 + len(name)})
			}
		}
		before = r
	}
	return found
}

// addressRune is true for a character after which an @ begins no name.
func addressRune(r rune) bool { return r == '@' || r < utf8.RuneSelf && nameRune(r) }

// nameRune is true for the characters of user names.
func nameRune(r rune) bool {
	return r == '_' || r == '-' || r == '.' || unicode.IsLetter(r) || unicode.IsDigit(r)
}
