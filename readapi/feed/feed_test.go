package feed_test

import (
	"encoding/xml"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/readapi/account"
	"github.com/modyard/modyard/readapi/feed"
	"github.com/modyard/modyard/readapi/organization"
	readproject "github.com/modyard/modyard/readapi/project"
)

const (
	owner  = "UserOwn1"
	quay   = "ProjLis1"
	hidden = "ProjHid2"
	left   = "ProjArc3"
)

type site struct {
	*catalogtest.World
	mux *http.ServeMux
}

func (s site) get(path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.mux.ServeHTTP(w, r)
	return w
}

func (s site) read(t *testing.T, path string, into any) {
	t.Helper()
	w := s.get(path)
	if w.Code != http.StatusOK {
		t.Fatalf("%s answers %d %s", path, w.Code, w.Body)
	}
	if err := xml.Unmarshal(w.Body.Bytes(), into); err != nil {
		t.Fatalf("%s: %v in %s", path, err, w.Body)
	}
}

func (s site) make(id, slug, title string, after ...any) {
	s.Slug(slug, id)
	s.Project(id, owner, project.Created{
		Project: id, Slug: slug, Type: project.TypeMod, Title: title, Summary: "简介 & 更多", Owner: owner, License: project.License{ID: "MIT"},
		Aliases: []project.Alias{{Text: title + "码头", Kind: "zh"}},
	})
	for n, number := range []string{"1.0", "2.0"} {
		v := id[:7] + string('a'+rune(n))
		s.Happen("version-"+v, owner, project.VersionCreated{
			Version: v, Project: id, Author: owner, Name: "版本 " + number, Number: number, Changelog: "改了 <b>" + number, Channel: project.Release,
			Status: project.VersionListed, Loaders: []string{"fabric"}, GameVersions: []string{"1.20.1"},
			Files: []project.File{{SHA1: strings.Repeat("a", 40), SHA512: strings.Repeat(v[:1], 128), URL: "/data/" + v + "/a b.jar", Name: "a b.jar", Size: 7, Primary: true}},
		})
	}
	s.Project(id, owner, after...)
}

func newSite(t *testing.T) site {
	t.Helper()
	w := catalogtest.New(t)
	s := site{w, http.NewServeMux()}
	s.Account(owner, "Owner舟", "user")
	submitted := project.Submitted{From: project.Draft, Requested: project.Listed}
	approved := project.Approved{From: project.Processing, Status: project.Listed}
	s.make(quay, "Lanternquay", "灯笼", submitted, approved)
	s.make(hidden, "hidden", "藏起", submitted)
	s.make(left, "old&gold", "旧物", submitted, approved, project.StatusChanged{From: project.Listed, To: project.Archived})
	s.Settle()
	feed.New(feed.Options{
		Pool: w.DB.Pool, URL: "https://site.example/", Brand: "Modyard", Game: "Minecraft",
		Pages:    []string{"/", "/mods"},
		Closed:   []string{"/dashboard", "/new-private-page"},
		Sitemaps: []feed.Sitemap{readproject.Sitemap(), account.Sitemap(), organization.Sitemap()},
	}).Mount(s.mux)
	return s
}

type locations struct {
	Sitemaps []location `xml:"sitemap"`
	URLs     []location `xml:"url"`
}

type location struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod"`
}

func TestTheSitemapListsPublicPagesOnly(t *testing.T) {
	s := newSite(t)
	var index locations
	s.read(t, "/sitemap.xml", &index)
	var found []location
	for _, file := range index.Sitemaps {
		path, ok := strings.CutPrefix(file.Loc, "https://site.example")
		if !ok {
			t.Fatalf("sitemap on another host: %s", file.Loc)
		}
		var set locations
		s.read(t, path, &set)
		found = append(found, set.URLs...)
	}
	for _, want := range []string{"/", "/mods", "/mod/Lanternquay", "/mod/old&gold", "/user/Owner%E8%88%9F"} {
		if !slices.ContainsFunc(found, func(l location) bool { return l.Loc == "https://site.example"+want }) {
			t.Errorf("without %s: %v", want, found)
		}
	}
	for _, l := range found {
		if strings.Contains(l.Loc, "hidden") {
			t.Errorf("a hidden project is listed: %s", l.Loc)
		}
		if strings.Contains(l.Loc, "/mod/") && len(l.LastMod) != len("2006-01-02T15:04:05Z") {
			t.Errorf("%s changed last at %q", l.Loc, l.LastMod)
		}
	}
	for _, path := range []string{"/sitemaps/projects-2.xml", "/sitemaps/projects-0.xml", "/sitemaps/projects-01.xml", "/sitemaps/x", "/sitemaps/projects-1"} {
		if w := s.get(path); w.Code != http.StatusNotFound {
			t.Errorf("%s answers %d", path, w.Code)
		}
	}
	if body := s.get("/robots.txt").Body.String(); !strings.Contains(body, "Sitemap: https://site.example/sitemap.xml") || !strings.Contains(body, "Disallow: /dashboard\nDisallow: /new-private-page\n") {
		t.Error(body)
	}
}

type atom struct {
	ID      string  `xml:"id"`
	Title   string  `xml:"title"`
	Updated string  `xml:"updated"`
	Links   []link  `xml:"link"`
	Entries []entry `xml:"entry"`
}

type entry struct {
	ID      string `xml:"id"`
	Title   string `xml:"title"`
	Author  string `xml:"author>name"`
	Content string `xml:"content"`
	Links   []link `xml:"link"`
}

type link struct {
	Rel    string `xml:"rel,attr"`
	Href   string `xml:"href,attr"`
	Length int    `xml:"length,attr"`
}

func TestAProjectFeedListsItsVersionsNewestFirst(t *testing.T) {
	s := newSite(t)
	for _, name := range []string{quay, "lanternquay", "Lanternquay"} {
		var f atom
		s.read(t, "/feeds/project/"+name, &f)
		if f.ID != "https://site.example/project/"+quay || f.Title != "灯笼码头 · 版本更新" || len(f.Entries) != 2 || f.Updated == "" {
			t.Fatalf("%s: %+v", name, f)
		}
		e := f.Entries[0]
		if e.Title != "灯笼码头 版本 2.0" || e.Author != "Owner舟" || e.ID != "https://site.example/version/ProjLisb" {
			t.Errorf("%+v", e)
		}
		if len(e.Links) != 2 || e.Links[0].Href != "https://site.example/mod/Lanternquay/version/ProjLisb" || e.Links[1].Length != 7 || !strings.HasPrefix(e.Links[1].Href, "https://site.example/data/") {
			t.Errorf("%+v", e.Links)
		}
	}
	for _, name := range []string{hidden, "hidden", "nothing", strings.Repeat("x", 2000), "%00", "%FF"} {
		if w := s.get("/feeds/project/" + name); w.Code != http.StatusNotFound {
			t.Errorf("%.20s answers %d", name, w.Code)
		}
	}
}

func TestAnUnchangedFeedIsNotSentAgain(t *testing.T) {
	s := newSite(t)
	first := s.get("/feeds/updates.atom")
	var f atom
	if err := xml.Unmarshal(first.Body.Bytes(), &f); err != nil || len(f.Entries) != 2 {
		t.Fatalf("%v in %s", err, first.Body)
	}
	if again := s.get("/feeds/updates.atom", "If-None-Match", first.Header().Get("Etag")); again.Code != http.StatusNotModified {
		t.Errorf("the repeated request answers %d", again.Code)
	}
	s.Happen("version-ProjLisz", owner, project.VersionCreated{
		Version: "ProjLisz", Project: quay, Author: owner, Name: "第三版", Number: "3.0", Channel: project.Beta, Status: project.VersionListed, Loaders: []string{"fabric"},
	})
	s.Settle()
	if again := s.get("/feeds/updates.atom", "If-None-Match", first.Header().Get("Etag")); again.Code != http.StatusOK || !strings.Contains(again.Body.String(), "第三版") {
		t.Errorf("answers %d after a new version", again.Code)
	}
}
