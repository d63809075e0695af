package install

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the offline page and the worker
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	texttemplate "text/template"
)

// Site is what the documents name.
type Site struct {
	URL   string // public address without a trailing slash
	Brand string
}

// Icon is an icon of the manifest: a file of the built front end.
type Icon struct {
	Source  string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose,omitempty"`
}

// Icons are the icons of the manifest.
func Icons() []Icon {
	return []Icon{
		{Source: "/icon-192.png", Sizes: "192x192", Type: "image/png"},
		{Source: "/icon-512.png", Sizes: "512x512", Type: "image/png"},
		{Source: "/icon-maskable-512.png", Sizes: "512x512", Type: "image/png", Purpose: "maskable"},
	}
}

// Routes serve the documents, which are the same for everybody and made once.
type Routes struct {
	manifest, search, offline, worker document
}

type document struct {
	kind   string
	cache  string
	policy string // content security policy; empty: the strict one of every answer
	body   []byte
}

const (
	anHour = "public, max-age=3600"
	// The browser asks for the worker again by itself; an old one must not stay because of a cache.
	asked = "no-cache"
)

//go:embed offline.html
var offlineSource string

//go:embed offline.css
var offlineStyle string

//go:embed offline.js
var offlineScript string

//go:embed worker.js
var workerSource string

// New makes the documents of a site.
func New(site Site) (*Routes, error) {
	site.URL = strings.TrimRight(site.URL, "/")
	manifest, err := manifestOf(site)
	if err != nil {
		return nil, err
	}
	search, err := searchOf(site)
	if err != nil {
		return nil, err
	}
	page, err := offlineOf(site)
	if err != nil {
		return nil, err
	}
	worker, err := workerOf(page)
	if err != nil {
		return nil, err
	}
	policy := fmt.Sprintf("default-src 'none'; style-src %s; script-src %s; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		hashOf(offlineStyle), hashOf(offlineScript))
	return &Routes{
		manifest: document{kind: "application/manifest+json", cache: anHour, body: manifest},
		search:   document{kind: "application/opensearchdescription+xml; charset=utf-8", cache: anHour, body: search},
		offline:  document{kind: "text/html; charset=utf-8", cache: asked, policy: policy, body: page},
		worker: document{
			kind: "text/javascript; charset=utf-8", cache: asked, body: worker,
			policy: "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
		},
	}, nil
}

// Mount mounts every document at its fixed address.
func (s *Routes) Mount(mux *http.ServeMux) {
	mux.HandleFunc("GET /manifest.webmanifest", s.manifest.serve)
	mux.HandleFunc("GET /opensearch.xml", s.search.serve)
	mux.HandleFunc("GET /offline", s.offline.serve)
	mux.HandleFunc("GET /sw.js", s.worker.serve)
}

func (d document) serve(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Content-Type", d.kind)
	h.Set("Cache-Control", d.cache)
	if d.policy != "" {
		h.Set("Content-Security-Policy", d.policy)
	}
	if strings.HasPrefix(d.kind, "text/html") {
		h.Set("X-Robots-Tag", "noindex")
	}
	_, _ = w.Write(d.body) // the visitor may have closed the connection
}

func manifestOf(site Site) ([]byte, error) {
	type shortcut struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	out, err := json.Marshal(struct {
		ID         string     `json:"id"`
		Name       string     `json:"name"`
		Short      string     `json:"short_name"`
		Language   string     `json:"lang"`
		Start      string     `json:"start_url"`
		Scope      string     `json:"scope"`
		Display    string     `json:"display"`
		Background string     `json:"background_color"`
		Theme      string     `json:"theme_color"`
		Icons      []Icon     `json:"icons"`
		Shortcuts  []shortcut `json:"shortcuts"`
	}{
		ID: "/", Name: site.Brand, Short: site.Brand, Language: "zh-Hans", Start: "/", Scope: "/", Display: "standalone",
		Background: "#f3f4f7", Theme: "#ffffff", Icons: Icons(),
		Shortcuts: []shortcut{{"搜索模组", "/mods"}, {"通知", "/dashboard/notifications"}, {"控制台", "/dashboard"}},
	})
	if err != nil {
		return nil, fmt.Errorf("encode the web manifest: %w", err)
	}
	return out, nil
}

// longestShortName is the limit of OpenSearch for ShortName, in characters.
const longestShortName = 16

func searchOf(site Site) ([]byte, error) {
	type image struct {
		Width  int    `xml:"width,attr"`
		Height int    `xml:"height,attr"`
		Type   string `xml:"type,attr"`
		URL    string `xml:",chardata"`
	}
	type address struct {
		Type     string `xml:"type,attr"`
		Relation string `xml:"rel,attr,omitempty"`
		Template string `xml:"template,attr"`
	}
	short := []rune(site.Brand)
	if len(short) > longestShortName {
		short = short[:longestShortName]
	}
	out, err := xml.MarshalIndent(struct {
		XMLName     xml.Name  `xml:"http://a9.com/-/spec/opensearch/1.1/ OpenSearchDescription"`
		ShortName   string    `xml:"ShortName"`
		Description string    `xml:"Description"`
		Language    string    `xml:"Language"`
		Input       string    `xml:"InputEncoding"`
		Image       image     `xml:"Image"`
		URLs        []address `xml:"Url"`
	}{
		ShortName: string(short), Description: "在 " + site.Brand + " 搜索资源", Language: "zh-Hans", Input: "UTF-8",
		Image: image{Width: 16, Height: 16, Type: "image/x-icon", URL: site.URL + "/favicon.ico"},
		URLs: []address{
			{Type: "text/html", Relation: "results", Template: site.URL + "/search?q={searchTerms}"},
			{Type: "application/opensearchdescription+xml", Relation: "self", Template: site.URL + "/opensearch.xml"},
		},
	}, "", " ")
	if err != nil {
		return nil, fmt.Errorf("encode the search description: %w", err)
	}
	return append([]byte(xml.Header), out...), nil
}

func offlineOf(site Site) ([]byte, error) {
	page, err := template.New("offline").Parse(offlineSource)
	if err != nil {
		return nil, fmt.Errorf("parse the offline page: %w", err)
	}
	var out bytes.Buffer
	// Both parts are of this package and are allowed by their hashes: they must stay as they are.
	err = page.Execute(&out, map[string]any{
		"Brand": site.Brand,
		"Style": template.HTML("<style>" + offlineStyle + "</style>"),    //nolint:gosec // embedded
		"Code":  template.HTML("<script>" + offlineScript + "</script>"), //nolint:gosec // embedded
	})
	if err != nil {
		return nil, fmt.Errorf("write the offline page: %w", err)
	}
	return out.Bytes(), nil
}

// workerOf names the cache after the page, so that a changed page comes with a changed worker.
func workerOf(page []byte) ([]byte, error) {
	worker, err := texttemplate.New("worker").Parse(workerSource)
	if err != nil {
		return nil, fmt.Errorf("parse the service worker: %w", err)
	}
	sum := sha256.Sum256(page)
	var out bytes.Buffer
	if err := worker.Execute(&out, map[string]string{"Version": hex.EncodeToString(sum[:8])}); err != nil {
		return nil, fmt.Errorf("write the service worker: %w", err)
	}
	return out.Bytes(), nil
}

func hashOf(code string) string {
	sum := sha256.Sum256([]byte(code))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
