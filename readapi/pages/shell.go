package pages

import (
	"bytes"
	_ "embed" // the inline script
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"regexp"
	"slices"
	"sort"
	"strings"
)

// Page is the answer of one URL.
type Page struct {
	Status      int               // 200, 404, …; 301 with Redirect
	Redirect    string            // path to redirect to, for a 301
	Title       string            // plain text
	Description string            // plain text, one line
	Canonical   string            // absolute path; empty: none
	NoIndex     bool              // exclude from search engines
	Image       string            // URL of the social preview picture; empty: the site's own
	Picture     string            // URL of the largest picture of the first paint, preloaded; empty: none
	Feed        string            // path of its Atom feed; empty: none
	FeedTitle   string            // title of the feed
	Kind        string            // og:type, default website
	Body        string            // HTML for readers without script; the caller escapes
	Preload     map[string][]byte // API path and query → its JSON answer
	Position    uint64            // the lowest log position of these answers; 0 where there is none
	Modules     []string          // script URLs to preload
	LD          any               // structured data, written as JSON-LD; nil: none
}

// socialPicture is used by pages without a picture of their own (ui/public).
const socialPicture = "/social.png"

// shell is the built index.html, split where a page's own parts are inserted. Its script is removed: on a page with
// content of its own, scripts start after the first paint.
type shell struct {
	beforeHead, beforeBody, after []byte
	entry                         string // URL of the script
	frame                         string // comes before every body
}

var (
	errShell    = errors.New(`index.html must hold a module script, </head> and <div id="root"></div>`)
	entryScript = regexp.MustCompile(`<script type="module"[^>]* src="([^"]+)"></script>`)
)

// start is the inline script that loads the scripts of a page after its first paint.
//
//go:embed start.js
var start string

// guard is the inline script of every page that reloads it once when a script cannot be loaded, and shows a message
// when that fails again.
//
//go:embed guard.js
var guard string

// cut splits index.html and removes its <title>, since every page has one.
func cut(index []byte) (shell, error) {
	if i := bytes.Index(index, []byte("<title>")); i >= 0 {
		if j := bytes.Index(index[i:], []byte("</title>")); j >= 0 {
			index = append(index[:i:i], index[i+j+len("</title>"):]...)
		}
	}
	script := entryScript.FindSubmatchIndex(index)
	if script == nil {
		return shell{}, errShell
	}
	entry := string(index[script[2]:script[3]])
	index = slices.Concat(index[:script[0]], index[script[1]:])
	head := bytes.Index(index, []byte("</head>"))
	const root = `<div id="root">`
	body := bytes.Index(index, []byte(root+"</div>"))
	if head < 0 || body < head {
		return shell{}, errShell
	}
	body += len(root)
	return shell{beforeHead: index[:head], beforeBody: index[head:body], after: index[body:], entry: entry}, nil
}

// render writes the page. Every value is escaped here, except Body, which is HTML already.
func (s shell) render(w io.Writer, p Page, site Site) error {
	var head strings.Builder
	tag := func(format string, args ...any) {
		for i, a := range args {
			args[i] = html.EscapeString(fmt.Sprint(a))
		}
		fmt.Fprintf(&head, format, args...)
	}
	tag("<title>%s</title>", p.Title)
	fmt.Fprintf(&head, `<script>%s</script>`, guard)
	if p.Description != "" {
		tag(`<meta name="description" content="%s">`, p.Description)
		tag(`<meta property="og:description" content="%s">`, p.Description)
	}
	if p.NoIndex || site.Stage != "" {
		tag(`<meta name="robots" content="noindex">`)
	}
	if p.Canonical != "" {
		url := site.URL + p.Canonical
		tag(`<link rel="canonical" href="%s">`, url)
		tag(`<link rel="alternate" hreflang="zh-Hans" href="%s">`, url)
		tag(`<link rel="alternate" hreflang="x-default" href="%s">`, url)
		tag(`<meta property="og:url" content="%s">`, url)
	}
	kind := p.Kind
	if kind == "" {
		kind = "website"
	}
	tag(`<meta property="og:type" content="%s">`, kind)
	tag(`<meta property="og:site_name" content="%s">`, site.Brand)
	tag(`<meta name="application-name" content="%s">`, site.Brand)
	tag(`<meta name="game" content="%s">`, site.Game)
	if site.Stage != "" {
		tag(`<meta name="stage" content="%s">`, site.Stage)
	}
	tag(`<meta property="og:locale" content="zh_CN">`)
	tag(`<meta property="og:title" content="%s">`, p.Title)
	card := "summary"
	if p.Image == "" {
		p.Image, card = socialPicture, "summary_large_image"
	}
	tag(`<meta property="og:image" content="%s">`, absolute(site.URL, p.Image))
	tag(`<meta name="twitter:card" content="%s">`, card)
	if p.Feed != "" {
		tag(`<link rel="alternate" type="application/atom+xml" title="%s" href="%s">`, p.FeedTitle, p.Feed)
	}
	if p.Picture != "" {
		tag(`<link rel="preload" as="image" fetchpriority="high" href="%s">`, p.Picture)
	}
	later, err := s.scripts(p, tag)
	if err != nil {
		return err
	}
	if p.LD != nil {
		ld, err := json.Marshal(p.LD) // escapes <, > and &
		if err != nil {
			return fmt.Errorf("encode structured data of %s: %w", p.Canonical, err)
		}
		fmt.Fprintf(&head, `<script type="application/ld+json">%s</script>`, ld)
	}
	preload, err := preloadScript(p.Preload, p.Position)
	if err != nil {
		return err
	}
	above := s.frame
	if p.Body == "" {
		above = ""
	}
	for _, part := range [][]byte{s.beforeHead, []byte(head.String()), s.beforeBody, []byte(above), []byte(p.Body), []byte("</div>"), preload, later, bytes.TrimPrefix(s.after, []byte("</div>"))} {
		if _, err := w.Write(part); err != nil {
			return fmt.Errorf("write page: %w", err)
		}
	}
	return nil
}

// scripts loads the page's scripts: at once where they draw the whole page, otherwise after the first paint.
func (s shell) scripts(p Page, tag func(format string, args ...any)) (later []byte, err error) {
	if p.Body == "" {
		for _, m := range p.Modules {
			tag(`<link rel="modulepreload" href="%s">`, m)
		}
		tag(`<script type="module" src="%s"></script>`, s.entry)
		return nil, nil
	}
	list, err := json.Marshal(append(slices.Clip(p.Modules), s.entry)) // escapes <, > and &
	if err != nil {
		return nil, fmt.Errorf("encode the scripts of %s: %w", p.Canonical, err)
	}
	return fmt.Appendf(nil, `<script type="application/json" id="modules">%s</script><script>%s</script>`, list, start), nil
}

// preloadScript is a data block, which no browser runs. HTML-significant characters are escaped, so
// that nothing in a document can end the block.
// Its key "position" is the log position of the answers, so that the page can ask for later changes.
func preloadScript(answers map[string][]byte, position uint64) ([]byte, error) {
	if len(answers) == 0 {
		return nil, nil
	}
	paths := make([]string, 0, len(answers))
	for path := range answers {
		paths = append(paths, path)
	}
	sort.Strings(paths)
	var raw bytes.Buffer
	raw.WriteByte('{')
	for i, path := range paths {
		if i > 0 {
			raw.WriteByte(',')
		}
		key, err := json.Marshal(path)
		if err != nil {
			return nil, fmt.Errorf("encode preload key %q: %w", path, err)
		}
		raw.Write(key)
		raw.WriteByte(':')
		raw.Write(answers[path])
	}
	if position > 0 {
		fmt.Fprintf(&raw, `,"position":%d`, position)
	}
	raw.WriteByte('}')
	var out bytes.Buffer
	out.WriteString(`<script type="application/json" id="preload">`)
	json.HTMLEscape(&out, raw.Bytes())
	out.WriteString(`</script>`)
	return out.Bytes(), nil
}

func absolute(base, url string) string {
	if strings.HasPrefix(url, "/") {
		return base + url
	}
	return url
}
