package pages

import (
	"bytes"
	"cmp"
	_ "embed" // the inline script
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Page is the answer of one URL.
type Page struct {
	Status      int               // 200, 404, …; 301 with Redirect
	Redirect    string            // path to redirect to, for a 301
	Title       string            // plain text
	Social      string            // title of the social preview; empty: Title
	Description string            // plain text, one line
	Canonical   string            // absolute path; empty: none
	Path        string            // escaped path of the request, the address in each language without a canonical one
	NoIndex     bool              // exclude from search engines
	Image       string            // URL of the social preview picture; empty: the site's own
	Card        bool              // Image is a sharing card: large, and of a known size
	OEmbed      string            // path of its oEmbed document; empty: none
	Picture     string            // URL of the largest picture of the first paint, preloaded; empty: none
	Feed        string            // path of its Atom feed; empty: none
	FeedTitle   string            // title of the feed
	Kind        string            // og:type, default website
	Body        string            // the page as the application draws it; empty: the browser draws it
	Preload     map[string][]byte // API path and query → its JSON answer
	Gone        []string          // API paths whose answer is 404
	Position    uint64            // the lowest log position of these answers; 0 where there is none
	Modules     []string          // script URLs to preload
	Styles      []string          // style sheets of a drawn page, beside those of index.html
	Drawable    bool              // the application draws it on the server
	Account     bool              // its form signs in, or changes how one does
	Silent      bool              // its address is told to no other page, and no browser keeps it
	Drawn       time.Time         // the time that the body shows
	Zone        string            // the time zone in which the body shows times
	LD          any               // structured data, written as JSON-LD; nil: none
}

// socialPicture is used by pages without a picture of their own (ui/public).
const socialPicture = "/social.png"

// The size of a sharing card (readapi/card).
const cardWidth, cardHeight = 1200, 630

// shell is the built index.html, split where a page's own parts are inserted. Its script is removed: on a drawn page,
// scripts start after the first paint.
type shell struct {
	beforeHead, beforeBody, after []byte
	entry                         string // URL of the script
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
		tag(`<meta property="og:url" content="%s">`, url)
	}
	for _, language := range []string{"zh-Hans", "x-default"} {
		tag(`<link rel="alternate" hreflang="%s" href="%s">`, language, site.URL+cmp.Or(p.Canonical, p.Path))
	}
	tag(`<link rel="manifest" href="/manifest.webmanifest"><link rel="apple-touch-icon" href="/apple-touch-icon.png">`)
	tag(`<link rel="search" type="application/opensearchdescription+xml" title="%s" href="/opensearch.xml">`, site.Brand)
	kind := p.Kind
	if kind == "" {
		kind = "website"
	}
	tag(`<meta property="og:type" content="%s">`, kind)
	tag(`<meta property="og:site_name" content="%s">`, site.Brand)
	tag(`<meta name="application-name" content="%s">`, site.Brand)
	if site.Version != "" {
		tag(`<meta name="version" content="%s">`, site.Version)
	}
	if site.Commit != "" {
		tag(`<meta name="revision" content="%s">`, site.Commit)
	}
	tag(`<meta name="game" content="%s">`, site.Game)
	if site.Stage != "" {
		tag(`<meta name="stage" content="%s">`, site.Stage)
	}
	tag(`<meta property="og:locale" content="zh_CN">`)
	tag(`<meta property="og:title" content="%s">`, cmp.Or(p.Social, p.Title))
	card := "summary"
	if p.Card {
		card = "summary_large_image"
	}
	if p.Image == "" {
		p.Image, card = socialPicture, "summary_large_image"
	}
	tag(`<meta property="og:image" content="%s">`, absolute(site.URL, p.Image))
	if p.Card {
		tag(`<meta property="og:image:width" content="%v"><meta property="og:image:height" content="%v">`, cardWidth, cardHeight)
	}
	tag(`<meta name="twitter:card" content="%s">`, card)
	if p.Feed != "" {
		tag(`<link rel="alternate" type="application/atom+xml" title="%s" href="%s">`, p.FeedTitle, p.Feed)
	}
	if p.OEmbed != "" {
		tag(`<link rel="alternate" type="application/json+oembed" title="%s" href="%s">`, p.Title, site.URL+p.OEmbed)
	}
	if p.Picture != "" {
		tag(`<link rel="preload" as="image" fetchpriority="high" href="%s">`, p.Picture)
	}
	if p.Body != "" {
		for _, url := range p.Styles {
			if !bytes.Contains(s.beforeHead, []byte(url)) && !bytes.Contains(s.beforeBody, []byte(url)) {
				tag(`<link rel="stylesheet" crossorigin href="%s">`, url)
			}
		}
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
	root, without := s.beforeBody, ""
	if p.Body != "" {
		// Clipped: the part after the body follows in the same array.
		root = fmt.Appendf(slices.Clip(bytes.TrimSuffix(s.beforeBody, []byte(">"))), ` data-drawn="%d" data-zone="%s">`, p.Drawn.UnixMilli(), html.EscapeString(p.Zone))
	} else {
		without = withoutScripts(p)
	}
	for _, part := range [][]byte{s.beforeHead, []byte(head.String()), root, []byte(p.Body), []byte("</div>" + without), preload, later, bytes.TrimPrefix(s.after, []byte("</div>"))} {
		if _, err := w.Write(part); err != nil {
			return fmt.Errorf("write page: %w", err)
		}
	}
	return nil
}

// withoutScripts says to a browser that runs no scripts what it can do on a page that was not drawn.
func withoutScripts(p Page) string {
	said := "本页要由浏览器里的脚本显示，请开启 JavaScript 后"
	switch {
	case p.Account:
		return withoutForm
	case p.Drawable:
		said = "服务器正忙，本页暂时要由浏览器里的脚本显示。请稍后再试，或开启 JavaScript 后"
	}
	return `<noscript><main class="plain"><h1>` + html.EscapeString(p.Title) + `</h1><p>` + said + `<a href="">重新加载</a>。</p></main></noscript>`
}

// withoutForm says why a form of accounts needs scripts: a session without them could change nothing, because every command
// carries a token that only the site's own scripts can read.
const withoutForm = `<noscript><main class="plain"><h1>登录和注册需要 JavaScript</h1>
<p>关注、收藏、发布这些登录后的操作，都由本站的脚本附上防伪标记再发送，别的网站因此无法冒用你的账户。你的浏览器没有运行脚本，所以这里没有表单。</p>
<ul><li>想登录或注册：请在浏览器里为本站开启 JavaScript，然后<a href="">重新加载</a>。</li>
<li>只想找资源：不用登录，浏览、<a href="/search">搜索</a>和下载都不需要脚本。</li></ul>
<form action="/search" role="search"><label>搜索资源 <input type="search" name="q"></label> <button>搜索</button></form>
<p><a href="/">回到首页</a></p></main></noscript>`

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
	raw, err := preloadObject(answers)
	if err != nil {
		return nil, err
	}
	if position > 0 {
		raw = fmt.Appendf(raw[:len(raw)-1], `,"position":%d}`, position)
	}
	var out bytes.Buffer
	out.WriteString(`<script type="application/json" id="preload">`)
	json.HTMLEscape(&out, raw)
	out.WriteString(`</script>`)
	return out.Bytes(), nil
}

// preloadObject is the JSON object of the answers by their paths.
func preloadObject(answers map[string][]byte) ([]byte, error) {
	var raw bytes.Buffer
	raw.WriteByte('{')
	for i, path := range slices.Sorted(maps.Keys(answers)) {
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
	raw.WriteByte('}')
	return raw.Bytes(), nil
}

func absolute(base, url string) string {
	if strings.HasPrefix(url, "/") {
		return base + url
	}
	return url
}
