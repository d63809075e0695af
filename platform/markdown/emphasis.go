package markdown

import (
	"bytes"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extensionast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// emphasis parses emphasis and strikethrough in texts whose words have no spaces between them.
type emphasis struct{}

// Extend implements goldmark.Extender. The parser goes before goldmark's own, which then never meets a mark.
func (emphasis) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(parser.WithInlineParsers(util.Prioritized(markParser{}, 450)))
	m.Renderer().AddOptions(renderer.WithNodeRenderers(util.Prioritized(extension.NewStrikethroughHTMLRenderer(), 500)))
}

// markParser finds runs of asterisks, underscores and tildes.
type markParser struct{}

// maxTildes is the greatest length of a run of tildes that strikes a text; a longer run is text.
const maxTildes = 2

// Trigger implements parser.InlineParser.
func (markParser) Trigger() []byte { return []byte{'*', '_', '~'} }

// Parse implements parser.InlineParser.
func (markParser) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, segment := block.PeekLine()
	p := pair(line[0])
	n := len(line) - len(bytes.TrimLeft(line, string(line[:1])))
	run := segment.WithStop(segment.Start + n)
	before, after := preceding(lineBefore(parent, block)), following(line[n:])
	block.Advance(n)
	if p == '~' && n > maxTildes {
		return ast.NewTextSegment(run)
	}
	opens, closes := flanks(before, after)
	// A single tilde within a word is a range: 1.20~1.21.
	if p == '_' || p == '~' && n == 1 {
		opens, closes = opens && (!closes || before.punct), closes && (!opens || after.punct)
	}
	node := parser.NewDelimiter(opens, closes, n, byte(p), p)
	node.Segment = run
	pc.PushDelimiter(node)
	return node
}

// lineBefore is the part of the line of a block before the reader's position.
func lineBefore(block ast.Node, reader text.Reader) []byte {
	n, at := reader.Position()
	lines := block.Lines()
	if n >= lines.Len() {
		return nil
	}
	start := lines.At(n).Start
	if at.Start <= start {
		return nil
	}
	return reader.Source()[start:at.Start]
}

// pair is the mark of two runs that belong together.
type pair byte

// IsDelimiter implements parser.DelimiterProcessor.
func (p pair) IsDelimiter(b byte) bool { return b == byte(p) }

// CanOpenCloser implements parser.DelimiterProcessor. Tildes need a run of the same length.
func (p pair) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	return opener.Char == closer.Char && (p != '~' || opener.OriginalLength == closer.OriginalLength)
}

// OnMatch implements parser.DelimiterProcessor.
func (p pair) OnMatch(consumes int) ast.Node {
	if p == '~' {
		return extensionast.NewStrikethrough()
	}
	return ast.NewEmphasis(consumes)
}
