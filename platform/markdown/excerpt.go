package markdown

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Excerpt is the beginning of a Markdown text as plain text on one line, for
// descriptions in heads and feeds: at most n runes, with an ellipsis as the
// last of them when something was cut. Code blocks and tables are left out.
func Excerpt(src string, n int) string {
	if n <= 0 {
		return ""
	}
	tokens := html.NewTokenizer(strings.NewReader(Render(src)))
	var out []rune
	skipped, space := 0, false
	for len(out) <= n {
		kind := tokens.Next()
		if kind == html.ErrorToken {
			break
		}
		token := tokens.Token()
		switch kind {
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			if token.DataAtom == atom.Pre || token.DataAtom == atom.Table {
				if kind == html.StartTagToken {
					skipped++
				} else if kind == html.EndTagToken {
					skipped--
				}
			}
			space = space || !inline(token.DataAtom)
		case html.TextToken:
			if skipped > 0 {
				continue
			}
			for _, r := range token.Data {
				if unicode.IsSpace(r) {
					space = true
					continue
				}
				if !unicode.IsPrint(r) {
					continue
				}
				if space && len(out) > 0 {
					out = append(out, ' ')
				}
				space = false
				out = append(out, r)
			}
		}
	}
	if len(out) <= n {
		return string(out)
	}
	return strings.TrimRight(string(out[:n-1]), " ") + "…"
}

func inline(a atom.Atom) bool {
	switch a {
	case atom.A, atom.B, atom.Code, atom.Del, atom.Em, atom.I, atom.Ins, atom.Kbd, atom.Mark, atom.S, atom.Small,
		atom.Strong, atom.Sub, atom.Sup, atom.U:
		return true
	}
	return false
}
