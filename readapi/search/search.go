// Package search answers searches of the catalogue.
package search

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
	"github.com/modyard/modyard/search"
)

// Routes are the query routes of this package.
type Routes struct {
	source *view.Source
	engine search.Engine
	marks  []string
}

// New makes the routes. marks are the watermarks, beside the catalogue's, that tell how fresh the engine is.
func New(s *view.Source, e search.Engine, marks ...string) *Routes {
	return &Routes{source: s, engine: e, marks: marks}
}

// Answer is a page of v2 hits.
type Answer struct {
	Hits      []document.Hit `json:"hits"`
	Offset    int            `json:"offset"`
	Limit     int            `json:"limit"`
	TotalHits int            `json:"total_hits"`
}

// AnswerV3 is a page of v3 hits; pages are counted from one.
type AnswerV3 struct {
	Hits        []document.HitV3 `json:"hits"`
	Page        int              `json:"page"`
	HitsPerPage int              `json:"hits_per_page"`
	TotalHits   int              `json:"total_hits"`
}

// Register mounts every route.
func (s *Routes) Register(d *view.Docs) {
	text := httpkit.QueryParam("query", "string", "搜索内容")
	facets := httpkit.QueryParam("facets", "string", `筛选条件，例如 [["categories:fabric"],["versions:1.20.1"]]：外层为且，内层为或`)
	index := httpkit.QueryParam("index", "string", "排序：relevance、downloads、follows、newest 或 updated")
	limit := httpkit.QueryParam("limit", "integer", "数量，默认 10，最多 100")
	offset := httpkit.QueryParam("offset", "integer", "跳过的数量")
	d.Get("/v2/search", "搜索资源", view.Answers[Answer](d, "搜索结果"), s.source.Fresh(s.search, s.marks...), text, facets, index, limit, offset)
	d.Get("/v3/search", "搜索资源", view.Answers[AnswerV3](d, "搜索结果"), s.source.Fresh(s.searchV3, s.marks...), text, facets, index, limit, offset)
	d.Get("/_internal/search/counts", "各筛选项的结果数", view.Answers[map[string]int](d, "筛选项到数量"), s.source.Fresh(s.counts, s.marks...), text, facets, index)
}

const defaultLimit = 10

func (s *Routes) search(w http.ResponseWriter, r *http.Request) error {
	q, err := read(r, search.ParseFacets)
	if err != nil {
		return err
	}
	page, err := asked(w, r, q, s.engine.Search)
	if err != nil {
		return fmt.Errorf("search: %w", err)
	}
	hits := page.Hits
	if hits == nil {
		hits = []json.RawMessage{}
	}
	return view.Value(w, struct {
		Hits   []json.RawMessage `json:"hits"`
		Offset int               `json:"offset"`
		Limit  int               `json:"limit"`
		Total  int               `json:"total_hits"`
	}{hits, q.Offset, q.Limit, page.Total})
}

func (s *Routes) searchV3(w http.ResponseWriter, r *http.Request) error {
	q, err := read(r, search.ParseFacetsExactly)
	if err != nil {
		return err
	}
	page, err := asked(w, r, q, s.engine.Search)
	if err != nil {
		return fmt.Errorf("search: %w", err)
	}
	out := AnswerV3{Hits: []document.HitV3{}, Page: q.Offset/q.Limit + 1, HitsPerPage: q.Limit, TotalHits: page.Total}
	for _, raw := range page.Hits {
		var hit document.Hit
		if err := json.Unmarshal(raw, &hit); err != nil {
			return fmt.Errorf("decode search hit: %w", err)
		}
		out.Hits = append(out.Hits, hit.V3())
	}
	return view.Value(w, out)
}

func (s *Routes) counts(w http.ResponseWriter, r *http.Request) error {
	q, err := read(r, search.ParseFacets)
	if err != nil {
		return err
	}
	counts, err := asked(w, r, q, s.engine.Counts)
	if err != nil {
		return fmt.Errorf("count facets: %w", err)
	}
	if counts == nil {
		counts = map[string]int{}
	}
	return view.Value(w, counts)
}

// read turns the parameters into a query. A limit of zero asks for one hit, as clients of this family expect.
func read(r *http.Request, parse func(string) (search.Filter, error)) (search.Query, error) {
	values, err := view.Values(r)
	if err != nil {
		return search.Query{}, err
	}
	for _, old := range []string{"filters", "version"} {
		if values.Get(old) != "" {
			return search.Query{}, httpkit.Invalid("不再支持参数 " + old + "，请使用 facets")
		}
	}
	q := search.Query{Text: values.Get("query")}
	if q.Filter, err = parse(values.Get("facets")); err != nil {
		return q, err
	}
	if q.Sort, err = search.ParseSort(values.Get("index")); err != nil {
		return q, err
	}
	q.Limit, q.Offset, err = httpkit.Page(r, defaultLimit, search.MaxLimit)
	q.Limit = max(q.Limit, 1)
	return q, err
}
