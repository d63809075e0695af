package markdown

import (
	"bytes"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxCells is how many cells the tables of one text may have together. Every row is padded to the width of the first, so a
// text of 5 KB could become a page of 18 MB.
const maxCells = 10_000

// tables reads tables of GitHub's Markdown.
type tables struct{}

// Extend implements goldmark.Extender.
func (tables) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(
		parser.WithParagraphTransformers(util.Prioritized(&boundedTables{extension.NewTableParagraphTransformer(), parser.NewContextKey()}, 200)),
		parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
	)
	m.Renderer().AddOptions(renderer.WithNodeRenderers(
		util.Prioritized(extension.NewTableHTMLRenderer(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)), 500)))
}

// boundedTables leaves what would have too many cells the paragraph that it is.
type boundedTables struct {
	parser.ParagraphTransformer
	cells parser.ContextKey // of the tables so far
}

// Transform implements parser.ParagraphTransformer.
func (t *boundedTables) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines, width := node.Lines(), 0
	for i := range lines.Len() {
		line := lines.At(i)
		width = max(width, bytes.Count(line.Value(reader.Source()), []byte("|")))
	}
	if width == 0 {
		return
	}
	before, _ := pc.Get(t.cells).(int)
	cells := before + (width+1)*lines.Len()
	if cells > maxCells {
		return
	}
	pc.Set(t.cells, cells)
	t.ParagraphTransformer.Transform(node, reader, pc)
}
