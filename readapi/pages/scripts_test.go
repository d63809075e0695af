package pages

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/net/html"
)

// script parses the page as a browser would and returns the text of the script with an id.
func script(t *testing.T, page, id string) string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range doc.Descendants() {
		for _, a := range n.Attr {
			if a.Key == "id" && a.Val == id && n.FirstChild != nil {
				return n.FirstChild.Data
			}
		}
	}
	t.Fatalf("no script %s", id)
	return ""
}

func TestAPageThatWasNotDrawnSaysWhatToDoWithoutScripts(t *testing.T) {
	for path, said := range map[string]string{"/mods": "服务器正忙", "/dashboard": "开启 JavaScript", "/mod/gears": "服务器正忙"} {
		w := get(open(t, api("approved")), path, "")
		body := w.Body.String()
		at := strings.Index(body, `<div id="root"></div><noscript><main class="plain"><h1>`)
		if w.Code != http.StatusOK || at < 0 || !strings.Contains(body[at:], said) || !strings.Contains(body[at:], `<a href="">重新加载</a>`) {
			t.Errorf("%s: %d\n%s", path, w.Code, body)
		}
	}
}

func TestAPageWithoutAFirstPaintLoadsItsScriptsAtOnce(t *testing.T) {
	body := get(open(t, api("approved")), "/dashboard", "").Body.String()
	if !strings.Contains(body, `<script type="module" src="/assets/main-1.js"></script>`) || strings.Contains(body, `id="modules"`) {
		t.Error(body)
	}
}

func TestAPageLoadsTheLayoutsAroundItsRoute(t *testing.T) {
	files := chunks{
		"index.html": {File: "assets/main.js", IsEntry: true}, "src/routes/$type.$id.tsx?tsr-split=component": {File: "assets/layout.js"},
		"src/routes/$type.$id._signedIn.settings.tsx":      {File: "assets/settings.js"},
		"src/routes/$type.$id._signedIn.settings.tags.tsx": {File: "assets/tags.js"}, "src/routes/$type.$id.versions.tsx": {File: "assets/versions.js"},
	}
	if got := files.of("$type.$id._signedIn.settings.tags.tsx"); !slices.Equal(got, []string{"/assets/layout.js", "/assets/settings.js", "/assets/tags.js"}) {
		t.Errorf("the page loads %v", got)
	}
}

func TestAnIndexWithoutTheRequiredElementsIsRejected(t *testing.T) {
	for _, broken := range []string{"", "<html></html>", `<div id="root"></div></head>`} {
		if _, err := New(fstest.MapFS{"index.html": {Data: []byte(broken)}}, api("approved"), Site{}); err == nil {
			t.Errorf("accepted: %s", broken)
		}
	}
}

func TestWithoutScriptsTheSignInSaysWhyItHasNoFormAndWhatToDo(t *testing.T) {
	s := open(t, api("approved"))
	body := get(s, "/auth/sign-in", "").Body.String()
	_, rest, _ := strings.Cut(body, "<noscript>")
	said, _, _ := strings.Cut(rest, "</noscript>")
	for _, part := range []string{"<h1>登录和注册需要 JavaScript</h1>", "所以这里没有表单", `<a href="">重新加载</a>`, `<form action="/search"`, `href="/"`} {
		if !strings.Contains(said, part) {
			t.Errorf("without %s:\n%s", part, said)
		}
	}
	if other := get(s, "/dashboard", "").Body.String(); strings.Contains(other, "登录和注册需要") {
		t.Errorf("another page speaks of signing in:\n%s", other)
	}
}
