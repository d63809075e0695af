package markdown

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Outside are the addresses to which rendered HTML leads outside of the site, and those of pictures that it loads from there, in the order of the
// text and as often as they stand in it. An address is read as browsers read it. A player is a link. own is true for the names of the
// site's own hosts.
func Outside(rendered string, own func(host string) bool) (links, pictures []string) {
	if !strings.Contains(rendered, "<") {
		return nil, nil
	}
	var visit func(nodes []*html.Node)
	add := func(to []string, n *html.Node, key string) []string {
		if address, is := foreign(attr(n, key), own); is {
			return append(to, address)
		}
		return to
	}
	visit = func(nodes []*html.Node) {
		for _, n := range nodes {
			switch n.DataAtom {
			case atom.A:
				links = add(links, n, "href")
			case atom.Iframe:
				links = add(links, n, "src")
			case atom.Img:
				pictures = add(pictures, n, "src")
			}
			for child := n.FirstChild; child != nil; child = child.NextSibling {
				visit([]*html.Node{child})
			}
		}
	}
	visit(fragment(rendered))
	return links, pictures
}

var schemed = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*):(.*)$`)

// foreign is an address without what browsers leave out of it, and whether it leads outside of the site. Browsers take a backslash for a
// slash and skip further slashes before a host, so that /\host and ///host name one.
func foreign(raw string, own func(host string) bool) (address string, is bool) {
	raw = strings.TrimFunc(raw, func(r rune) bool { return r <= ' ' })
	raw = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(raw)
	slashed := strings.ReplaceAll(raw, `\`, "/")
	switch m := schemed.FindStringSubmatch(slashed); {
	case raw == "":
		return "", false
	case m != nil && !strings.EqualFold(m[1], "http") && !strings.EqualFold(m[1], "https"):
		return raw, true
	case m != nil:
		slashed = m[2]
	case !strings.HasPrefix(slashed, "//"):
		return raw, false
	}
	return raw, !own(hostOf(strings.TrimLeft(slashed, "/")))
}

// hostOf is the name of the host with which an address begins, in lower case and without its port.
func hostOf(address string) string {
	if end := strings.IndexAny(address, "/?#"); end >= 0 {
		address = address[:end]
	}
	address = strings.ToLower(address[strings.LastIndexByte(address, '@')+1:])
	if port := strings.LastIndexByte(address, ':'); port >= 0 && !strings.HasSuffix(address, "]") {
		address = address[:port]
	}
	return strings.TrimSuffix(address, ".")
}
