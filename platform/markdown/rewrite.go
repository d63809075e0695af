package markdown

import (
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// rewriter rewrites elements with rules of their own into their final form. The allow-list after it accepts only that
// form.
type rewriter struct{ ids headingIDs }

func newRewriter() *rewriter { return &rewriter{ids: headingIDs{}} }

// rewrite visits the tree below n; the parser has bounded its depth.
func (w *rewriter) rewrite(n *html.Node) {
	for child := n.FirstChild; child != nil; {
		next := child.NextSibling
		switch {
		case child.Type != html.ElementNode && child.Type != html.TextNode, !w.element(child):
			n.RemoveChild(child)
		default:
			w.rewrite(child)
		}
		child = next
	}
}

// element rewrites one node and says whether to keep it.
func (w *rewriter) element(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return true
	}
	if n.Namespace != "" {
		return false // SVG and MathML can contain scripts
	}
	switch n.DataAtom {
	case atom.A:
		rewriteLink(n)
	case atom.Img:
		return rewriteImage(n)
	case atom.Iframe:
		return rewriteFrame(n)
	case atom.Input:
		return rewriteBox(n)
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		w.heading(n)
	case atom.Details:
		if has(n, "open") {
			n.Attr = []html.Attribute{{Key: "open"}}
		}
	}
	return true
}

func rewriteLink(n *html.Node) {
	href := strings.TrimSpace(attr(n, "href"))
	title := attr(n, "title")
	n.Attr = nil
	if href == "" {
		return
	}
	if fragment, ok := strings.CutPrefix(href, "#"); ok {
		if plain, err := url.PathUnescape(fragment); err == nil {
			fragment = plain
		}
		href = "#" + HeadingPrefix + slug(strings.TrimPrefix(fragment, HeadingPrefix))
	}
	n.Attr = []html.Attribute{{Key: "href", Val: href}, {Key: "rel", Val: linkRel}}
	if title != "" {
		n.Attr = append(n.Attr, html.Attribute{Key: "title", Val: title})
	}
}

var (
	pixels         = regexp.MustCompile(`^([0-9]{1,4})(?:px)?$`)
	imageRendering = regexp.MustCompile(`(?i)(?:^|;)\s*image-rendering\s*:\s*(auto|pixelated|crisp-edges|smooth)\s*(?:;|$)`)
)

func rewriteImage(n *html.Node) bool {
	src := strings.TrimSpace(attr(n, "src"))
	switch {
	case strings.HasPrefix(src, "//"):
		src = "https:" + src
	case len(src) > 7 && strings.EqualFold(src[:7], "http://"):
		src = "https://" + src[7:]
	}
	if src == "" {
		return false
	}
	out := []html.Attribute{{Key: "src", Val: src}, {Key: "alt", Val: attr(n, "alt")}, {Key: "loading", Val: "lazy"}}
	for _, name := range []string{"width", "height"} {
		if m := pixels.FindStringSubmatch(attr(n, name)); m != nil {
			out = append(out, html.Attribute{Key: name, Val: m[1]})
		}
	}
	if m := imageRendering.FindStringSubmatch(attr(n, "style")); m != nil {
		out = append(out, html.Attribute{Key: "style", Val: "image-rendering: " + strings.ToLower(m[1])})
	}
	for _, name := range []string{"title", "align"} {
		if v := attr(n, name); v != "" {
			out = append(out, html.Attribute{Key: name, Val: v})
		}
	}
	n.Attr = out
	return true
}

// rewriteBox keeps only the checkboxes of task lists among form controls, and disables them.
func rewriteBox(n *html.Node) bool {
	if !strings.EqualFold(attr(n, "type"), "checkbox") {
		return false
	}
	checked := has(n, "checked")
	n.Attr = []html.Attribute{{Key: "type", Val: "checkbox"}, {Key: "disabled"}}
	if checked {
		n.Attr = append(n.Attr, html.Attribute{Key: "checked"})
	}
	return true
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name && a.Namespace == "" {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, name string) bool {
	for _, a := range n.Attr {
		if a.Key == name && a.Namespace == "" {
			return true
		}
	}
	return false
}
