package install_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"image"
	_ "image/png" // the icons
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/modyard/modyard/readapi/install"
)

const public = "../../ui/public"

func site(t *testing.T, brand string) http.Handler {
	t.Helper()
	routes, err := install.New(install.Site{URL: "https://yard.example/", Brand: brand})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	routes.Mount(mux)
	return mux
}

func get(t *testing.T, h http.Handler, path string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	if w.Code != http.StatusOK {
		t.Fatalf("%s answers %d", path, w.Code)
	}
	return w
}

func TestTheManifestNamesTheSiteAndIconsThatExistInTheirSizes(t *testing.T) {
	w := get(t, site(t, `方块"<院>`), "/manifest.webmanifest")
	var manifest struct {
		Name, Display, Scope string
		Start                string `json:"start_url"`
		Icons                []install.Icon
	}
	if err := json.Unmarshal(w.Body.Bytes(), &manifest); err != nil {
		t.Fatal(err)
	}
	if manifest.Name != `方块"<院>` || manifest.Start != "/" || manifest.Scope != "/" || manifest.Display != "standalone" {
		t.Errorf("the manifest is %+v", manifest)
	}
	maskable := false
	for _, icon := range append(manifest.Icons, install.Icon{Source: "/apple-touch-icon.png", Sizes: "180x180"}) {
		data, err := os.ReadFile(filepath.Join(public, icon.Source))
		if err != nil {
			t.Fatal(err)
		}
		c, _, err := image.DecodeConfig(bytes.NewReader(data))
		if err != nil || fmt.Sprintf("%dx%d", c.Width, c.Height) != icon.Sizes {
			t.Errorf("%s is %dx%d (%v), the manifest says %s", icon.Source, c.Width, c.Height, err, icon.Sizes)
		}
		maskable = maskable || icon.Purpose == "maskable"
	}
	if !maskable {
		t.Error("no icon can be cut to a shape")
	}
	ico, err := os.ReadFile(filepath.Join(public, "favicon.ico"))
	if err != nil || !bytes.HasPrefix(ico, []byte{0, 0, 1, 0, 3, 0}) {
		t.Errorf("favicon.ico does not hold three pictures (%v)", err)
	}
}

func TestTheSearchDescriptionLeadsToTheSitesSearch(t *testing.T) {
	w := get(t, site(t, "一个名字特别特别特别特别特别特别长的 & 社区"), "/opensearch.xml")
	var found struct {
		XMLName   xml.Name `xml:"http://a9.com/-/spec/opensearch/1.1/ OpenSearchDescription"`
		ShortName string
		URLs      []struct {
			Type     string `xml:"type,attr"`
			Template string `xml:"template,attr"`
		} `xml:"Url"`
	}
	if err := xml.Unmarshal(w.Body.Bytes(), &found); err != nil {
		t.Fatal(err)
	}
	if n := len([]rune(found.ShortName)); n == 0 || n > 16 {
		t.Errorf("the short name has %d characters", n)
	}
	if len(found.URLs) == 0 || found.URLs[0].Type != "text/html" || found.URLs[0].Template != "https://yard.example/search?q={searchTerms}" {
		t.Errorf("the addresses are %+v", found.URLs)
	}
}

var inline = regexp.MustCompile(`(?s)<(script|style)>(.*?)</(?:script|style)>`)

func TestTheOfflinePageRunsOnlyItsOwnCode(t *testing.T) {
	w := get(t, site(t, "<img src=x>"), "/offline")
	page, policy := w.Body.String(), w.Header().Get("Content-Security-Policy")
	if strings.Contains(page, "<img") {
		t.Error("the brand is not escaped")
	}
	parts := inline.FindAllStringSubmatch(page, -1)
	if len(parts) != 2 {
		t.Fatalf("the page has %d inline parts", len(parts))
	}
	for _, part := range parts {
		sum := sha256.Sum256([]byte(part[2]))
		if !strings.Contains(policy, part[1]+"-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
			t.Errorf("the policy %q does not allow the page's %s", policy, part[1])
		}
	}
	if !strings.HasPrefix(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
		t.Errorf("the policy is %q", policy)
	}
	if w.Header().Get("X-Robots-Tag") != "noindex" {
		t.Error("search engines may list the page")
	}
}

var cacheName = regexp.MustCompile(`const CACHE = '(offline-[0-9a-f]{16})'`)

func TestTheWorkerIsAskedForAgainAndChangesWithItsPage(t *testing.T) {
	one, other := get(t, site(t, "甲"), "/sw.js"), get(t, site(t, "乙"), "/sw.js")
	if got := one.Header().Get("Cache-Control"); got != "no-cache" {
		t.Errorf("the worker is cached: %q", got)
	}
	if got := one.Header().Get("Content-Type"); !strings.HasPrefix(got, "text/javascript") {
		t.Errorf("the worker is %q", got)
	}
	names := [][]string{cacheName.FindStringSubmatch(one.Body.String()), cacheName.FindStringSubmatch(other.Body.String())}
	if names[0] == nil || names[1] == nil || names[0][1] == names[1][1] {
		t.Errorf("the caches of two pages are named %v", names)
	}
	// Nothing but the offline page may be put into a cache.
	if strings.Count(one.Body.String(), "cache.add(") != 1 || strings.Contains(one.Body.String(), ".put(") {
		t.Error("the worker keeps more than the offline page")
	}
}
