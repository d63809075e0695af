package pages

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/readapi/pages/render"
)

// drawer answers with fixed drawings, one after the other, and keeps what it was given.
type drawer struct {
	answers []render.Drawing
	err     error
	pages   []render.Page
}

func (d *drawer) Draw(_ context.Context, page render.Page) (render.Drawing, error) {
	d.pages = append(d.pages, page)
	if d.err != nil {
		return render.Drawing{}, d.err
	}
	return d.answers[min(len(d.pages), len(d.answers))-1], nil
}

func TestADrawnPageIsTheFirstFrame(t *testing.T) {
	s := open(t, api("approved"))
	d := &drawer{answers: []render.Drawing{{HTML: "<main>drawn</main>"}}}
	s.DrawWith(d)
	body := get(s, "/mod/gears?x=1", "").Body.String()
	for _, want := range []string{
		`<main>drawn</main></div>`, `<div id="root" data-drawn="`, `id="modules"`, "<title>齿轮 &lt;/script&gt;&lt;b&gt; - Minecraft 模组</title>",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("%q is missing in\n%s", want, body)
		}
	}
	if strings.Contains(body, "<noscript>") {
		t.Error("it says that it was not drawn")
	}
	if again := get(s, "/mod/gears?x=1", "").Body.String(); again != body {
		t.Errorf("the next page is another one:\n%s", again)
	}
	page := d.pages[0]
	if page.Path != "/mod/gears?x=1" || page.Origin != "https://site.example" || !strings.Contains(string(page.Preload), `"/_internal/project/gears":{`) {
		t.Errorf("it was drawn from %+v", page)
	}
}

func TestADrawnPageLeavesTheNextOneWhole(t *testing.T) {
	s := open(t, api("approved"))
	s.DrawWith(&drawer{answers: []render.Drawing{{HTML: "<main>drawn</main>"}}})
	for range 2 {
		body := get(s, "/mod/gears", "").Body.String()
		if !strings.HasSuffix(strings.TrimSpace(body), "</html>") || strings.Count(body, "data-drawn") != 1 {
			t.Errorf("the page is not whole:\n%s", body)
		}
	}
}

func TestWhatADrawingAsksForIsPreloadedAndDrawn(t *testing.T) {
	s := open(t, api("approved"))
	d := &drawer{answers: []render.Drawing{
		{HTML: "first", Unanswered: []string{"/_internal/project/AAAAAAAA/versions", "/_internal/project/none", "https://elsewhere.example/", "/auth/sign-in"}},
		{HTML: "second", Unanswered: []string{"/_internal/project/none"}},
	}}
	s.DrawWith(d)
	body := get(s, "/mod/gears", "").Body.String()
	if !strings.Contains(body, ">second</div>") || !strings.Contains(body, `"/_internal/project/AAAAAAAA/versions":{`) {
		t.Errorf("the answer is not in\n%s", body)
	}
	if len(d.pages) != 2 || strings.Contains(body, "elsewhere") {
		t.Errorf("drawn %d times: %s", len(d.pages), body)
	}
}

func TestADrawingThatAlwaysAsksEnds(t *testing.T) {
	s := open(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"hits":[]}`)) }))
	d := &drawer{answers: []render.Drawing{
		{Unanswered: []string{"/v2/a"}}, {Unanswered: []string{"/v2/b"}}, {HTML: "last", Unanswered: []string{"/v2/c"}}, {HTML: "too many"},
	}}
	s.DrawWith(d)
	if body := get(s, "/mods", "").Body.String(); len(d.pages) != rounds || !strings.Contains(body, ">last</div>") {
		t.Errorf("drawn %d times:\n%s", len(d.pages), body)
	}
}

func TestAPageThatCannotBeDrawnIsSentWithout(t *testing.T) {
	s := open(t, api("approved"))
	s.DrawWith(&drawer{err: render.ErrBusy})
	w := get(s, "/mod/gears", "")
	if body := w.Body.String(); w.Code != http.StatusOK || strings.Contains(body, "data-drawn") || !strings.Contains(body, "<noscript>") {
		t.Errorf("%d\n%s", w.Code, body)
	}
}

func TestAPageThatLeadsElsewhereOrWaitsInVainIsSentWithout(t *testing.T) {
	s := open(t, api("approved"))
	for _, drawing := range []render.Drawing{{}, {Unanswered: []string{"/_internal/none"}}} {
		d := &drawer{answers: []render.Drawing{drawing}}
		s.DrawWith(d)
		if body := get(s, "/mods", "").Body.String(); strings.Contains(body, "data-drawn") || len(d.pages) != 1 {
			t.Errorf("drawn %d times:\n%s", len(d.pages), body)
		}
	}
}

func TestPrivatePagesAreNotDrawn(t *testing.T) {
	s := open(t, api("approved"))
	d := &drawer{answers: []render.Drawing{{HTML: "drawn"}}}
	s.DrawWith(d)
	for _, path := range []string{"/dashboard", "/auth/sign-in", "/mod/gears/settings"} {
		get(s, path, "")
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodHead, "/mod/gears", nil))
	if len(d.pages) != 0 {
		t.Errorf("drawn: %v", d.pages)
	}
}

func TestAMissingPageIsDrawnWhereAnEngineIsFree(t *testing.T) {
	s := open(t, api("approved"))
	for path, gone := range map[string][]string{
		"/mod/none": {"/_internal/project/none"}, "/user/Nobody": {"/_internal/user/Nobody/page"}, "/organization/none": {"/_internal/organization/none/page"},
		"/collection/none": {"/_internal/collection/none"}, "/nosuchpage": nil, "/car/gears": nil, "/user/Owner/car": nil,
		"/mod/gears/version/ZZZZZZZZ": {"/_internal/project/AAAAAAAA/version/ZZZZZZZZ"}, "/mod/gears/version/2.0+b%20(x)": {"/_internal/project/AAAAAAAA/version/2.0%2Bb%20(x)"},
	} {
		d := &drawer{answers: []render.Drawing{{HTML: "<main>lost</main>"}}}
		s.DrawWith(d)
		w := get(s, path, "")
		if body := w.Body.String(); w.Code != http.StatusNotFound || !strings.Contains(body, "<main>lost</main></div>") || !strings.Contains(body, "noindex") {
			t.Errorf("%s: %d\n%s", path, w.Code, body)
		}
		if page := d.pages[0]; !slices.Equal(page.Gone, gone) || page.Wait != render.NoWait || !page.Once {
			t.Errorf("%s was drawn from %+v", path, page)
		}
	}
}

func TestACrawlerWaitsLongerForAnEngine(t *testing.T) {
	s := open(t, api("approved"))
	for agent, want := range map[string]time.Duration{
		"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)":            crawlersWait,
		"Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)": crawlersWait,
		"Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)":             crawlersWait,
		"Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)":             crawlersWait,
		"facebookexternalhit/1.1": crawlersWait,
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0": 0,
		"Mozilla/5.0 (Linux; Android 10; Cubot X30) AppleWebKit/537.36 Chrome/143.0.0.0 Mobile":   crawlersWait, // harmless: it only waits
		"": 0,
	} {
		d := &drawer{answers: []render.Drawing{{HTML: "drawn"}}}
		s.DrawWith(d)
		r := httptest.NewRequest(http.MethodGet, "/mods", nil)
		r.Header.Set("User-Agent", agent)
		s.ServeHTTP(httptest.NewRecorder(), r)
		if got := d.pages[0].Wait; got != want {
			t.Errorf("%q waits %v, want %v", agent, got, want)
		}
	}
}

func TestAPageShowsTimesInTheZoneThatTheBrowserReported(t *testing.T) {
	s := open(t, api("approved"))
	for cookie, want := range map[string]string{
		"": "Asia/Shanghai", "tz=America%2FNew_York": "America/New_York", "tz=Europe/Berlin": "Europe/Berlin", "tz=UTC": "UTC", "tz=Etc%2FGMT-3": "Etc/GMT-3",
		"tz=America%2FArgentina%2FBuenos_Aires": "America/Argentina/Buenos_Aires",
		"tz=":                                   "Asia/Shanghai", "tz=Local": "Asia/Shanghai", "tz=Mars%2FOlympus": "Asia/Shanghai", "tz=..%2F..%2Fetc%2Fpasswd": "Asia/Shanghai",
		"tz=%2Fetc%2Flocaltime": "Asia/Shanghai", "tz=Europe%2F..%2FUTC": "Asia/Shanghai", "tz=a%2Fb%2Fc%2Fd": "Asia/Shanghai",
		"tz=Europe%252FBerlin": "Asia/Shanghai", "tz=\"><script>": "Asia/Shanghai", "tz=" + strings.Repeat("a", 5000): "Asia/Shanghai",
	} {
		d := &drawer{answers: []render.Drawing{{HTML: "drawn"}}}
		s.DrawWith(d)
		body := get(s, "/mods", cookie).Body.String()
		if got := d.pages[0].Zone; got != want || !strings.Contains(body, ` data-zone="`+want+`">drawn</div>`) {
			t.Errorf("%.60s: %s, want %s", cookie, got, want)
		}
	}
}

func TestADrawingKnowsPreferencesAndNoSecret(t *testing.T) {
	s := open(t, api("approved"))
	d := &drawer{answers: []render.Drawing{{HTML: "drawn"}}}
	s.DrawWith(d)
	get(s, "/mods", "modyard_session=secret; modyard_csrf=alsosecret; cosmetics=%7B%7D; modyard_theme=dark.oled; other=x")
	if got, want := d.pages[0].Cookie, "cosmetics=%7B%7D; modyard_theme=dark.oled; modyard_csrf=1"; got != want {
		t.Errorf("cookies: %q, want %q", got, want)
	}
}

func TestADrawnPageLinksTheSheetsOfWhatWasDrawn(t *testing.T) {
	s := open(t, api("approved"))
	s.sheets = sheets{
		"/assets/list.css":   selectors("@layer features{.list .list__row{color:red}.list:not(.list__cut){top:0}}"),
		"/assets/dialog.css": selectors("@media (width < 30rem){.dialog,.list .dialog__part{top:0}}"),
		"/assets/cut.css":    selectors(".list__row.list__cut{top:0}"),
	}
	s.DrawWith(&drawer{answers: []render.Drawing{{HTML: `<ul class="wide list"><li class="list__row"></li></ul>`}}})
	body := get(s, "/mod/gears", "").Body.String()
	if !strings.Contains(body, `<link rel="stylesheet" crossorigin href="/assets/list.css">`) || strings.Contains(body, "dialog.css") || strings.Contains(body, "cut.css") {
		t.Error(body)
	}
}
