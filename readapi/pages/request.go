package pages

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
)

// The sizes of the sections of the home page.
const (
	popularShown      = 10
	updatedShown      = 8
	picturesRequested = 12
	sideShown         = 6
	talkShown         = 5
	activityRequested = 24
)

func homePopular() string { return "/_internal/trending?limit=" + strconv.Itoa(popularShown) }

func homeUpdated() string { return "/_internal/search/updated?limit=" + strconv.Itoa(updatedShown) }

// homeSides are the lists of the home page that its plain body omits: pictures, translations, newcomers and talk.
func homeSides() []string {
	return []string{
		searchPath("", [][]string{{"project_types:shader", "project_types:resourcepack"}}, "updated", 0, picturesRequested),
		searchPath("", listingFacets("language"), "downloads", 0, sideShown),
		searchPath("", [][]string{}, "newest", 0, sideShown),
		"/v3/forum/notice/lists?sort=newest&page_size=1",
		"/v3/forum/all/lists?page_size=" + strconv.Itoa(talkShown),
	}
}

// homePlain are the lists that the home page shows where no project has a picture.
func homePlain() []string {
	return []string{
		searchPath("", listingFacets("resourcepack"), "downloads", 0, sideShown),
		searchPath("", listingFacets("shader"), "downloads", 0, sideShown),
	}
}

// searchRequest is the API path that the listing of a type requests under an address. The preloaded answer is used
// only where server and browser write the same path; testdata/requests.json tests both. Addresses with filters are
// left to the browser.
func searchRequest(typ string, q url.Values) (path string, ok bool) {
	for key := range q {
		if key != "q" && key != "s" && key != "o" && key != "hl" {
			return "", false
		}
	}
	sort := q.Get("s")
	switch sort {
	case "downloads", "follows", "newest", "updated":
	default:
		sort = "relevance"
	}
	offset, err := strconv.Atoi(q.Get("o"))
	if err != nil || offset < 0 || offset > 1_000_000 {
		offset = 0
	}
	return searchPath(q.Get("q"), listingFacets(typ), sort, offset, listingSize), true
}

const listingSize = 20

// versionsSize is how many versions a page of a project's versions, or of its changelog, shows.
const versionsSize = 20

// versionsRequest is the query of the part of a project's versions that an address asks for. Filters are left to the browser.
func versionsRequest(q url.Values) string {
	return "?limit=" + strconv.Itoa(versionsSize) + "&offset=" + strconv.Itoa((pageNumber(q)-1)*versionsSize)
}

// pageNumber is the page that an address asks for, from 1, read as the browser does.
func pageNumber(q url.Values) int {
	page, err := strconv.Atoi(q.Get("page"))
	if err != nil || page < 1 || page > 1_000_000 {
		return 1
	}
	return page
}

// listingFacets are those of a type's listing without filters: the exact type, whatever the loaders.
func listingFacets(typ string) [][]string {
	return [][]string{{"project_types:" + typ}}
}

// searchPath writes the parameters in the order and with the escapes of a browser's URLSearchParams.
func searchPath(query string, facets [][]string, index string, offset, limit int) string {
	raw, err := json.Marshal(facets)
	if err != nil {
		return ""
	}
	path := "/v2/search?"
	if query != "" {
		path += "query=" + escape(query) + "&"
	}
	return path + "facets=" + escape(string(raw)) + "&index=" + index + "&offset=" + strconv.Itoa(offset) + "&limit=" + strconv.Itoa(limit)
}

func escape(text string) string {
	return strings.NewReplacer("%2A", "*", "~", "%7E").Replace(url.QueryEscape(text))
}

// component writes a text as a browser's encodeURIComponent does.
func component(text string) string {
	return strings.NewReplacer("+", "%20", "%21", "!", "%27", "'", "%28", "(", "%29", ")", "%2A", "*").Replace(url.QueryEscape(text))
}
