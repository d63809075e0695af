package markdown

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

const (
	// shownElements are the elements that the allow-list keeps for their names alone.
	shownElements = "p br hr h1 h2 h3 h4 h5 h6 blockquote pre code em strong b i u s del ins sub sup kbd mark small center div ul ol li dl dt dd " +
		"table thead tbody tfoot tr th td caption details summary"

	// hiddenElements are the other elements of HTML. The browser's previews have both lists (ui/src/lib/written-tags.ts).
	hiddenElements = "a abbr acronym address applet area article aside audio base basefont bdi bdo big body button canvas cite col colgroup " +
		"command data datalist dfn dialog dir embed fieldset figcaption figure font footer form frame frameset head header hgroup html iframe image " +
		"img input keygen label legend link listing main map marquee math menu menuitem meta meter nav noembed noframes noscript object optgroup " +
		"option output param picture plaintext progress q rp rt ruby samp script search section select slot source span strike style svg template " +
		"textarea time title track tt var video wbr xmp"
)

// writtenTag is a tag without attributes.
var writtenTag = regexp.MustCompile(`^</?([A-Za-z][A-Za-z0-9-]*)[ \t]*/?>$`)

// writtenTags shows tags that are no markup as they are written: List<Map>, /give <player>. A tag is none if HTML has no such element,
// or if it has a capital letter, stands directly behind a word and would be dropped. One with attributes is markup, and so is an end
// without a beginning that is shown.
type writtenTags struct{ shown, known map[string]bool }

func newWrittenTags() writtenTags {
	t := writtenTags{shown: map[string]bool{}, known: map[string]bool{}}
	for _, name := range strings.Fields(shownElements) {
		t.shown[name], t.known[name] = true, true
	}
	for _, name := range strings.Fields(hiddenElements) {
		t.known[name] = true
	}
	return t
}

// Extend implements goldmark.Extender.
func (t writtenTags) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(parser.WithASTTransformers(util.Prioritized(t, 100)))
}

// written says whether a tag is no markup, by the character before it. The names of those that are shown are collected in begun.
func (t writtenTags) written(tag string, before byte, begun map[string]bool) bool {
	m := writtenTag.FindStringSubmatch(tag)
	if m == nil {
		return false
	}
	name := strings.ToLower(m[1])
	if tag[1] == '/' {
		return begun[name]
	}
	capital := tag[1] >= 'A' && tag[1] <= 'Z' && (isAlnum(before) || before == '_')
	if t.shown[name] || t.known[name] && !capital {
		return false
	}
	begun[name] = true
	return true
}

// Transform implements parser.ASTTransformer.
func (t writtenTags) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	source := reader.Source()
	replaced, begun := map[ast.Node]ast.Node{}, map[string]bool{}
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the function never fails
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.RawHTML:
			if n.Segments.Len() != 1 {
				break
			}
			segment, before := n.Segments.At(0), byte(' ')
			if segment.Start > 0 {
				before = source[segment.Start-1]
			}
			if t.written(string(segment.Value(source)), before, begun) {
				replaced[n] = ast.NewTextSegment(segment)
			}
		case *ast.HTMLBlock: // of one line
			if n.HTMLBlockType != ast.HTMLBlockType7 || n.Lines().Len() != 1 || n.HasClosure() {
				break
			}
			line := n.Lines().At(0)
			segment := line.TrimLeftSpace(source)
			segment = segment.TrimRightSpace(source)
			if t.written(string(segment.Value(source)), ' ', begun) {
				p := ast.NewParagraph()
				p.AppendChild(p, ast.NewTextSegment(segment))
				replaced[n] = p
			}
		}
		return ast.WalkContinue, nil
	})
	for old, now := range replaced {
		old.Parent().ReplaceChild(old.Parent(), old, now)
	}
}
