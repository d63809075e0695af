package pages

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modyard/modyard/readapi/pages/render"
)

func TestThePolicyAllowsTheInlineScriptsOfThePageAndNoOthers(t *testing.T) {
	server := open(t, api("approved"))
	server.DrawWith(&drawer{answers: []render.Drawing{{HTML: "drawn"}}})
	w := get(server, "/mod/gears", "")
	policy := w.Header().Get("Content-Security-Policy")
	scripts := inlineScript.FindAllStringSubmatch(w.Body.String(), -1)
	for _, m := range scripts {
		sum := sha256.Sum256([]byte(m[1]))
		if !strings.Contains(policy, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
			t.Errorf("%s does not allow %s", policy, m[1])
		}
	}
	if len(scripts) != 3 || strings.Count(policy, "sha256-") != 3 || !strings.Contains(policy, "script-src 'self' 'sha256-") {
		t.Errorf("%d scripts under %s", len(scripts), policy)
	}
}

func TestNoPathRedirectsToAnotherHost(t *testing.T) {
	for _, path := range []string{"//evil.example/", "/\\evil.example/", "/%5C%5Cevil.example/", "/%2F%2Fevil.example/"} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.URL.Path, r.URL.RawPath = strings.NewReplacer("%5C", `\`, "%2F", "/").Replace(path), ""
		w := httptest.NewRecorder()
		open(t, api("approved")).ServeHTTP(w, r)
		if to := w.Header().Get("Location"); strings.HasPrefix(to, "//") || strings.HasPrefix(to, `/\`) {
			t.Errorf("%s leads to %s", path, to)
		}
	}
}

func TestAPageHasSecurityHeadersAndIsNotCachedByProxies(t *testing.T) {
	s := open(t, api("approved"))
	h := get(s, "/mod/gears", "").Header()
	if csp := h.Get("Content-Security-Policy"); !strings.Contains(csp, "'sha256-") || strings.Contains(csp, "script-src 'self' 'unsafe-inline'") {
		t.Errorf("policy %s", csp)
	}
	if !strings.Contains(h.Get("Cache-Control"), "private") {
		t.Errorf("proxies may cache a page: %s", h.Get("Cache-Control"))
	}
	if cc := get(s, "/assets/main-1.js", "").Header().Get("Cache-Control"); !strings.Contains(cc, "immutable") {
		t.Errorf("the Cache-Control of a hashed file is %q", cc)
	}
	r := httptest.NewRequest(http.MethodPost, "/mods", nil)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code != http.StatusMethodNotAllowed {
		t.Errorf("a POST answers %d", w.Code)
	}
}

func TestASiteWithoutHTTPSShowsItsPicturesUnderBothNamesOfThisMachine(t *testing.T) {
	for site, want := range map[string]string{
		"https://site.example": "", "http://localhost:8080": " http://localhost:8080 http://127.0.0.1:8080", "http://192.0.2.7:8080": " http://192.0.2.7:8080",
	} {
		if got := pictures(site); got != want {
			t.Errorf("%s: %q, want %q", site, got, want)
		}
		s, err := New(built(), api("approved"), Site{URL: site, Brand: "Modyard", Game: "Minecraft"}, Home())
		if err != nil {
			t.Fatal(err)
		}
		if policy := get(s, "/", "").Header().Get("Content-Security-Policy"); !strings.Contains(policy, "img-src 'self' data: blob: https:"+want+";") {
			t.Errorf("%s: %s", site, policy)
		}
	}
}

func TestOnlyPagesOfSignedInVisitorsMayConnectToNodes(t *testing.T) {
	s := open(t, api("approved"))
	s.Connect(func(context.Context) []string {
		return []string{"https://n1.example.org:8443", "wss://n1.example.org:8443"}
	})
	for cookie, want := range map[string]string{
		"": "connect-src 'self';", "modyard_session=x; __Host-modyard_session=x": "connect-src 'self' https://n1.example.org:8443 wss://n1.example.org:8443;",
	} {
		if policy := get(s, "/mod/gears", cookie).Header().Get("Content-Security-Policy"); !strings.Contains(policy, want) {
			t.Errorf("%q: %s, want %s", cookie, policy, want)
		}
	}
}

func TestThePageOfConsentTellsItsAddressToNobody(t *testing.T) {
	s := open(t, api("approved"))
	w := get(s, "/auth/authorize?client_id=App00001&state=secret&scope=PROJECT_READ", "")
	h := w.Header()
	if w.Code != http.StatusOK || h.Get("Referrer-Policy") != "no-referrer" || h.Get("Cache-Control") != "no-store" || h.Get("X-Robots-Tag") != "noindex" {
		t.Errorf("%d %v", w.Code, h)
	}
	if policy := h.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors 'none'") {
		t.Errorf("policy %s", policy)
	}
	body := w.Body.String()
	if strings.Contains(body, "secret") || strings.Contains(body, "App00001") || !strings.Contains(body, "<title>授权应用") {
		t.Errorf("the page quotes its address, or has no title: %s", body)
	}
	if strings.Contains(body, "登录和注册需要 JavaScript") || !strings.Contains(body, "本页要由浏览器里的脚本显示") {
		t.Error("without scripts the page speaks of signing in")
	}
	for _, path := range []string{"/auth/authorize/more", "/auth/authorized"} {
		if got := get(s, path, ""); got.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, got.Code)
		}
	}
	if h := get(s, "/auth/sign-in", "").Header(); h.Get("Referrer-Policy") != "" || h.Get("Cache-Control") == "no-store" {
		t.Errorf("other pages: %v", h)
	}
}

func TestAWindowOfAnApplicationKeepsItsOpenerOnTheWayToConsentOnly(t *testing.T) {
	s := open(t, api("approved"))
	for path, cut := range map[string]bool{
		"/auth/authorize?client_id=App00001": false, "/auth/sign-in?redirect=%2Fauth%2Fauthorize%3Fclient_id%3DApp00001": false, "/auth/sign-up?redirect=%2Fauth%2Fauthorize": false,
		"/auth/sign-in": true, "/auth/sign-in?redirect=%2Fdashboard": true, "/auth/sign-in?redirect=%2F%2Fauth%2Fauthorize": true, "/auth/sign-in?redirect=https%3A%2F%2Fx%2Fauth%2Fauthorize": true,
		"/auth/authorize/more": true, "/settings/account?redirect=%2Fauth%2Fauthorize": true, "/": true,
	} {
		// The policy that cuts stands on every answer before its page is drawn.
		if got := get(s, path, "").Header().Get(openerPolicy); (got != "unsafe-none") != cut {
			t.Errorf("%s: %q", path, got)
		}
	}
}
