package pages

import (
	"encoding/json"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func TestAMissingPageSaysWhatIsMissingInItsTitleAndText(t *testing.T) {
	for path, text := range map[string]string{
		"/mod/unknown": "资源不存在", "/mod/gears/version/ZZZZZZZZ": "版本不存在", "/user/Nobody": "用户不存在", "/organization/none": "团队不存在",
		"/collection/none": "收藏夹不存在", "/user/Owner/car": "没有这一类资源", "/car/gears": "找不到该页面", "/nothing": "没有这个页面",
	} {
		body := get(open(t, api("approved")), path, "").Body.String()
		if !strings.Contains(body, "<title>"+text+"</title>") || !strings.Contains(body, "<h1>"+text+"</h1>") {
			t.Errorf("%s is without %s", path, text)
		}
	}
}

func TestStructuredDataCannotCloseItsScriptElement(t *testing.T) {
	s := open(t, api("approved"))
	for path, want := range map[string][]string{
		"/":                           {"WebSite", "SearchAction"},
		"/mods":                       {"CollectionPage", `"numberOfItems":1`, "https://site.example/mod/gears"},
		"/mod/gears":                  {"SoftwareApplication", "BreadcrumbList", `"softwareVersion":"1.0"`},
		"/mod/gears/version/BBBBBBBB": {"BreadcrumbList", "第一版"},
		"/user/Owner":                 {"ProfilePage", "alert(1)"},
		"/organization/team":          {"Organization", "https://site.example/data/team.png"},
	} {
		page := get(s, path, "").Body.String()
		doc, err := html.Parse(strings.NewReader(page))
		if err != nil {
			t.Fatal(err)
		}
		var data string
		for n := range doc.Descendants() {
			for _, a := range n.Attr {
				if a.Key == "type" && a.Val == "application/ld+json" && n.FirstChild != nil {
					data = n.FirstChild.Data
				}
			}
		}
		var parsed any
		if err := json.Unmarshal([]byte(data), &parsed); err != nil {
			t.Errorf("%s: %v in %s", path, err, data)
		}
		for _, part := range want {
			if !strings.Contains(data, part) {
				t.Errorf("%s: without %s: %s", path, part, data)
			}
		}
	}
}

func TestPagesLinkToTheirFeeds(t *testing.T) {
	s := open(t, api("approved"))
	if body := get(s, "/mod/gears", "").Body.String(); !strings.Contains(body, `type="application/atom+xml"`) || !strings.Contains(body, "/feeds/project/AAAAAAAA") {
		t.Error("a project's page names no feed")
	}
	if body := get(open(t, api("withheld")), "/mod/gears", "").Body.String(); strings.Contains(body, "atom+xml") {
		t.Error("a withheld project has a feed")
	}
	if body := get(s, "/", "").Body.String(); !strings.Contains(body, updatesFeed) || !strings.Contains(body, "https://site.example/social.png") {
		t.Error("the home page names no feed or picture")
	}
}

func TestEveryPageNamesItsAddressInEachLanguage(t *testing.T) {
	s := open(t, api("approved"))
	for path, want := range map[string]string{
		"/mods?q=x": "/mods", "/dashboard": "/dashboard", "/mod/gears": "/mod/gears", "/mod/none": "/mod/none", "/%22%3E?x": "/%22%3E",
	} {
		body := get(s, path, "").Body.String()
		for _, language := range []string{"zh-Hans", "x-default"} {
			if link := `<link rel="alternate" hreflang="` + language + `" href="https://site.example` + want + `">`; strings.Count(body, link) != 1 {
				t.Errorf("%s: without %s", path, link)
			}
		}
	}
}

func TestASearchIsTitledByItsTextAndType(t *testing.T) {
	for path, want := range map[string][2]string{
		"/mods":             {"模组 - Modyard", "模组 - Modyard"},
		"/mods?q=%3Cb%3E+a": {"&lt;b&gt; a · 模组 - Modyard", "搜索模组 | &lt;b&gt; a"},
	} {
		body := get(open(t, api("approved")), path, "").Body.String()
		if !strings.Contains(body, "<title>"+want[0]+"</title>") || !strings.Contains(body, `<meta property="og:title" content="`+want[1]+`">`) {
			t.Errorf("%s: %s", path, body)
		}
	}
}
