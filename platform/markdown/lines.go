package markdown

import (
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// lines joins the lines of a paragraph without a space between two characters that are written without one, whatever
// marks stand around them.
type lines struct{}

// Extend implements goldmark.Extender.
func (lines) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(parser.WithASTTransformers(util.Prioritized(lines{}, 900)))
}

// Transform implements parser.ASTTransformer.
func (lines) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	source := reader.Source()
	var broken []*ast.Text
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the function never fails
		if t, ok := n.(*ast.Text); ok && entering && t.SoftLineBreak() {
			broken = append(broken, t)
		}
		return ast.WalkContinue, nil
	})
	for _, t := range broken {
		var last ast.Node = t
		if t.Segment.IsEmpty() {
			last = t.PreviousSibling()
		}
		if unspaced(edge(last, source, true)) && unspaced(edge(t.NextSibling(), source, false)) {
			t.SetSoftLineBreak(false)
		}
	}
}

// edge is the last character of the text in n, or the first one; a space where there is none.
func edge(n ast.Node, source []byte, last bool) rune {
	for n != nil {
		if t, ok := n.(*ast.Text); ok {
			r, _ := utf8.DecodeRune(t.Segment.Value(source))
			if last {
				r, _ = utf8.DecodeLastRune(t.Segment.Value(source))
			}
			return r
		}
		if last {
			n = n.LastChild()
		} else {
			n = n.FirstChild()
		}
	}
	return ' '
}

// unspaced says whether the words of a character's script have no spaces between them.
func unspaced(r rune) bool { return isCJK(r) && !unicode.Is(unicode.Hangul, r) }
