// Package offer answers the operator's recommendations for server hosting: a page for each code, from a file that is
// empty by default. The site itself recommends nothing.
package offer

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"unicode/utf8"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// Offer is the recommendation of one code. URL is the external address of its link.
type Offer struct {
	Code  string `json:"code"`
	Title string `json:"title"`
	Note  string `json:"note"`
	URL   string `json:"url"`
}

// Answer is an offer, or null where a code or a project has none.
type Answer struct {
	Offer *Offer `json:"offer"`
}

// Offers is the operator's file: the offers, and the code that is shown with each project.
type Offers struct {
	Offers   []Offer           `json:"offers"`
	Projects map[string]string `json:"projects"` // project id → code
}

var validCode = regexp.MustCompile(`^[a-z0-9-]{1,32}$`)

// Load reads and checks the operator's file. Without a path there are no offers.
func Load(path string) (Offers, error) {
	var o Offers
	if path == "" {
		return o, nil
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return o, fmt.Errorf("read the offers: %w", err)
	}
	if err := json.Unmarshal(raw, &o); err != nil {
		return o, fmt.Errorf("read the offers in %s: %w", path, err)
	}
	known := map[string]bool{}
	for _, one := range o.Offers {
		u, err := url.Parse(one.URL)
		switch {
		case !validCode.MatchString(one.Code) || known[one.Code]:
			return o, fmt.Errorf("offers in %s: code %q: want different words of a-z, 0-9 and hyphens", path, one.Code)
		case err != nil || u.Scheme != "https" || u.Host == "":
			return o, fmt.Errorf("offers in %s: %s: the url must begin with https://", path, one.Code)
		case one.Title == "" || utf8.RuneCountInString(one.Title) > 80 || utf8.RuneCountInString(one.Note) > 2000:
			return o, fmt.Errorf("offers in %s: %s: want a title of at most 80 characters and a note of at most 2000", path, one.Code)
		}
		known[one.Code] = true
	}
	for project, code := range o.Projects {
		if !known[code] {
			return o, fmt.Errorf("offers in %s: project %s has the unknown code %q", path, project, code)
		}
	}
	return o, nil
}

// Routes are the query routes of this package.
type Routes struct{ offers Offers }

// New makes the routes over the loaded offers.
func New(o Offers) *Routes { return &Routes{offers: o} }

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	view.Query(api, nil, view.Route{Path: "GET /_internal/offer", Summary: "开服推荐", Answer: "运营者配置的推荐；没有时为 null"}, s.one)
}

type question struct {
	Code    string `query:"code" doc:"推荐码"`
	Project string `query:"project" doc:"资源 ID，代替推荐码"`
}

func (s *Routes) one(_ context.Context, in *question) (a Answer, err error) {
	code := in.Code
	if in.Project != "" {
		code = s.offers.Projects[in.Project]
	}
	for _, o := range s.offers.Offers {
		if code != "" && o.Code == code {
			a.Offer = &o
		}
	}
	return a, nil
}
