package markdown

import (
	"bytes"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// linkify makes links of addresses that are written without brackets.
type linkify struct{}

// Extend implements goldmark.Extender.
func (linkify) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(
		parser.WithInlineParsers(util.Prioritized(addressParser{}, 999)),
		parser.WithASTTransformers(util.Prioritized(addressLinks{}, 500)),
	)
}

// address is an address without brackets. It becomes a link, or a text within a link or the description of a picture,
// which are known only when the whole block is parsed.
type address struct {
	ast.BaseInline
	prefix  string // of the destination, before the written address
	segment text.Segment
}

var kindAddress = ast.NewNodeKind("Address")

// Kind implements ast.Node.
func (*address) Kind() ast.NodeKind { return kindAddress }

// Dump implements ast.Node.
func (a *address) Dump(source []byte, level int) {
	ast.DumpHelper(a, source, level, map[string]string{"Address": string(a.segment.Value(source))}, nil)
}

// addressParser finds addresses by a character inside of them, since any character may stand before one in Chinese. It
// takes back what was already parsed as text.
type addressParser struct{}

// Trigger implements parser.InlineParser.
func (addressParser) Trigger() []byte { return []byte{':', '.', '@'} }

// Parse implements parser.InlineParser.
func (addressParser) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, segment := block.PeekLine()
	before := lineBefore(parent, block)
	var back, ahead int
	prefix := ""
	switch line[0] {
	case ':':
		if back = webScheme(before); back > 0 && bytes.HasPrefix(line, []byte(afterScheme)) {
			if n := webAddress(line[len(afterScheme):], 2); n > 0 {
				ahead = len(afterScheme) + n
			}
		}
	case '.':
		if back = webName(before); back > 0 {
			prefix = "http://"
			ahead = webAddress(block.Source()[segment.Start-back:segment.Stop], 3) - back
		}
	case '@':
		prefix = "mailto:"
		if back = mailName(before); back > 0 {
			ahead = mailHost(line)
		}
	}
	if back == 0 || ahead <= 0 || !takeBack(parent, pc, segment.Start, back) {
		return nil
	}
	block.Advance(ahead)
	return &address{prefix: prefix, segment: text.NewSegment(segment.Start-back, segment.Start+ahead)}
}

const afterScheme = "://"

// takeBack removes the last bytes of what was parsed of a block so far, which end at the given position of the source:
// text, and underscores that were taken for marks. It changes nothing where they are something else.
func takeBack(block ast.Node, pc parser.Context, end, bytes int) bool {
	start := end - bytes
	for n, at := block.LastChild(), end; at > start; n = n.PreviousSibling() {
		switch n := n.(type) {
		case *ast.Text:
			if n.Segment.Stop != at || n.SoftLineBreak() || n.HardLineBreak() {
				return false
			}
			at = n.Segment.Start
		case *parser.Delimiter:
			if n.Segment.Stop != at || n.Char != '_' || n.Segment.Start < start {
				return false
			}
			at = n.Segment.Start
		default:
			return false
		}
	}
	for at := end; at > start; {
		switch n := block.LastChild().(type) {
		case *ast.Text:
			at = n.Segment.Start
			if at < start {
				n.Segment = n.Segment.WithStop(start)
				return true
			}
			block.RemoveChild(block, n)
		case *parser.Delimiter:
			at = n.Segment.Start
			n.ConsumeCharacters(n.Length)
			pc.RemoveDelimiter(n)
		default:
			return true
		}
	}
	return true
}

// inWrittenLink says whether what follows an HTML tag stands within a link, by whether the tag itself did.
func inWrittenLink(tag []byte, within bool) bool {
	name := bytes.ToLower(tag[:min(len(tag), 4)])
	switch {
	case bytes.HasPrefix(name, []byte("</a>")), bytes.HasPrefix(name, []byte("</a ")):
		return false
	case bytes.HasPrefix(name, []byte("<a")) && len(name) > 2 && !isAlnum(name[2]) && name[2] != '-':
		return true
	}
	return within
}

// addressLinks turns addresses into links, and into text where they stand within a link or describe a picture.
type addressLinks struct{}

// Transform implements parser.ASTTransformer.
func (addressLinks) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	var found []*address
	inside := map[*address]bool{}
	depth := 0
	// Whether the walk is within a link that is written in HTML; such a link ends with its block at the latest.
	written := false
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the function never fails
		if n.Type() == ast.TypeBlock {
			written = false
		}
		switch n := n.(type) {
		case *ast.RawHTML:
			if entering {
				written = inWrittenLink(n.Segments.Value(reader.Source()), written)
			}
		case *ast.Link, *ast.Image:
			if entering {
				depth++
			} else {
				depth--
			}
		case *address:
			if entering {
				found = append(found, n)
				inside[n] = depth > 0 || written
			}
		}
		return ast.WalkContinue, nil
	})
	source := reader.Source()
	for _, n := range found {
		text := ast.NewTextSegment(n.segment)
		if inside[n] {
			n.Parent().ReplaceChild(n.Parent(), n, text)
			continue
		}
		link := ast.NewLink()
		link.Destination = append([]byte(n.prefix), n.segment.Value(source)...)
		link.AppendChild(link, text)
		n.Parent().ReplaceChild(n.Parent(), n, link)
	}
}
