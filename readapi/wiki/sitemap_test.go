package wiki_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	domain "github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/readapi/feed"
	"github.com/modyard/modyard/readapi/wiki"
)

func TestTheSitemapHasThePagesOfListedProjects(t *testing.T) {
	w := newWorld(t)
	w.publish(quay, third, keeper, "删", "", nil, domain.Done{Page: colour, Op: domain.OpRemoved})
	w.publish(dark, fourth, keeper, "暗", "", nil, domain.Done{Page: "PageEEE5", Op: domain.OpAdded, Title: "暗", Slug: "night"})
	w.Settle()
	mux := http.NewServeMux()
	feed.New(feed.Options{Pool: w.DB.Pool, URL: "https://site.example", Sitemaps: []feed.Sitemap{wiki.Sitemap()}}).Mount(mux)
	rec := httptest.NewRecorder()
	mux.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/sitemaps/wikis-1.xml", nil))
	body := rec.Body.String()
	for _, want := range []string{"Home", "guide", "lamps"} {
		if !strings.Contains(body, "<loc>https://site.example/mod/quay/wiki/"+want+"</loc>") {
			t.Errorf("without %s", want)
		}
	}
	if rec.Code != 200 || strings.Count(body, "<loc>") != 3 {
		t.Error(rec.Code, body)
	}
}
