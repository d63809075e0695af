// Package search answers searches of the catalogue.
package search

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
	"github.com/modyard/modyard/search"
)

// Routes are the query routes of this package.
type Routes struct {
	source *view.Source
	engine search.Engine
	marks  []string
}

// New makes the routes. marks are the watermarks of the engine, beside the catalogue's.
func New(s *view.Source, e search.Engine, marks ...string) *Routes {
	return &Routes{source: s, engine: counted{e, s.Pool}, marks: marks}
}

// Answer is a page of v2 hits.
type Answer struct {
	Hits      []contract.Hit `json:"hits"`
	Offset    int            `json:"offset"`
	Limit     int            `json:"limit"`
	TotalHits int            `json:"total_hits"`
}

// AnswerV3 is a page of v3 hits; pages are counted from one.
type AnswerV3 struct {
	Hits        []contract.HitV3 `json:"hits"`
	Page        int              `json:"page"`
	HitsPerPage int              `json:"hits_per_page"`
	TotalHits   int              `json:"total_hits"`
}

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	at := func(path, summary, answer string) view.Route {
		return view.Route{Path: path, Summary: summary, Answer: answer, Fresh: s.marks}
	}
	view.Stored[Answer](api, s.source, at("GET /v2/search", "搜索资源", "搜索结果"), s.search)
	view.Stored[AnswerV3](api, s.source, at("GET /v3/search", "搜索资源", "搜索结果"), s.searchV3)
	view.Stored[map[string]int](api, s.source, at("GET /_internal/search/counts", "各筛选项的结果数", "筛选项到数量"), s.counts)
}

// Asked is the input of a search.
type Asked struct {
	Text   string `query:"query" doc:"搜索内容"`
	Facets string `query:"facets" doc:"筛选条件，例如 [[\"categories:fabric\"],[\"versions:1.20.1\"]]：外层为且，内层为或"`
	Index  string `query:"index" doc:"排序：relevance、downloads、follows、newest 或 updated"`
	// Parameters that clients of an older version of this API family send.
	Filters string `query:"filters" hidden:"true"`
	Version string `query:"version" hidden:"true"`
}

type pageIn struct {
	Asked
	Limit  view.Count `query:"limit" default:"10" doc:"数量，默认 10，最多 100"`
	Offset view.Count `query:"offset" doc:"跳过的数量"`
}

// page turns the parameters into a query. A limit of zero returns one hit, as clients of this family expect.
func (in *pageIn) page(parse func(string) (search.Filter, error)) (search.Query, error) {
	q, err := in.query(parse)
	q.Limit, q.Offset = max(int(min(in.Limit, search.MaxLimit)), 1), int(in.Offset)
	return q, err
}

func (in *Asked) query(parse func(string) (search.Filter, error)) (search.Query, error) {
	q := search.Query{Text: in.Text}
	for name, value := range map[string]string{"filters": in.Filters, "version": in.Version} {
		if value != "" {
			return q, httpkit.Invalid(name, "不再支持参数 "+name+"，请使用 facets")
		}
	}
	var err error
	if q.Filter, err = parse(in.Facets); err != nil {
		return q, httpkit.About("facets", err)
	}
	q.Sort, err = search.ParseSort(in.Index)
	return q, httpkit.About("index", err)
}

func (s *Routes) search(_ context.Context, in *pageIn) (view.Answer, error) {
	q, err := in.page(search.ParseFacets)
	return traced(q, s.engine.Search, func(page search.Page) (any, error) {
		hits := page.Hits
		if hits == nil {
			hits = []json.RawMessage{}
		}
		return struct {
			Hits   []json.RawMessage `json:"hits"`
			Offset int               `json:"offset"`
			Limit  int               `json:"limit"`
			Total  int               `json:"total_hits"`
		}{hits, q.Offset, q.Limit, page.Total}, nil
	}), err
}

func (s *Routes) searchV3(_ context.Context, in *pageIn) (view.Answer, error) {
	q, err := in.page(search.ParseFacetsExactly)
	return traced(q, s.engine.Search, func(page search.Page) (any, error) {
		out := AnswerV3{Hits: []contract.HitV3{}, Page: q.Offset/q.Limit + 1, HitsPerPage: q.Limit, TotalHits: page.Total}
		for _, raw := range page.Hits {
			var hit contract.Hit
			if err := json.Unmarshal(raw, &hit); err != nil {
				return nil, fmt.Errorf("decode search hit: %w", err)
			}
			out.Hits = append(out.Hits, hit.V3())
		}
		return out, nil
	}), err
}

type countsIn struct {
	Asked
	Apart   view.Count `query:"apart" doc:"筛选条件中的第几组是互为备选的分类，从 1 开始：分类还会不计这一组再数一遍"`
	Choices string     `query:"choices" doc:"要计数的运行环境，例如 {\"client\":[[\"client_side:required\"]]}：各自替换筛选条件中的运行环境"`
}

func (s *Routes) counts(_ context.Context, in *countsIn) (view.Answer, error) {
	q, err := in.query(search.ParseFacets)
	if err != nil {
		return nil, err
	}
	q.Apart = int(in.Apart)
	if q.Choices, err = search.ParseChoices(in.Choices); err != nil {
		return nil, httpkit.About("choices", err)
	}
	return traced(q, s.engine.Counts, func(counts map[string]int) (any, error) {
		if counts == nil {
			counts = map[string]int{}
		}
		return counts, nil
	}), err
}
