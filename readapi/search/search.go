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
	ranks  *ranks
}

// New makes the routes. marks are the watermarks of the engine, beside the catalogue's.
func New(s *view.Source, e search.Engine, marks ...string) *Routes {
	return &Routes{source: s, engine: counted{e, s.Pool}, marks: marks, ranks: &ranks{}}
}

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	at := func(path, summary, answer string) view.Route {
		return view.Route{Path: path, Summary: summary, Answer: answer, Fresh: s.marks}
	}
	view.Stored[contract.SearchPage[contract.Hit]](api, s.source, at("GET /v2/search", "搜索资源", "搜索结果"), s.search)
	view.Stored[contract.SearchAnswerV3](api, s.source, at("GET /v3/search", "搜索资源", "搜索结果"), s.searchV3)
	view.Stored[[]UpdatedProject](api, s.source, at("GET /_internal/search/updated", "最近更新的资源", "资源及其最新的版本，最近更新的在前"), s.updated)
	view.Stored[TrendingPage](api, s.source, at("GET /_internal/trending", "本周热门的资源", "一周内下载最多的资源及其走势；不足时以累计下载最多的补齐"), s.trending)
	view.Stored[map[string]int](api, s.source, at("GET /_internal/search/counts", "各筛选项的结果数", "筛选项到数量"), s.counts)
}

// Asked is the input of a search.
type Asked struct {
	Text   string `query:"query" doc:"搜索内容"`
	Facets string `query:"facets" doc:"筛选条件，例如 [[\"categories:fabric\"],[\"versions:1.20.1\"]]：外层为且，内层为或"`
	Index  string `query:"index" doc:"排序：relevance、downloads、follows、newest（date_created）或 updated（date_modified）"`
	// The older form of facets.
	Filters    string `query:"filters" doc:"筛选表达式，与 facets 同时成立，例如 categories=\"fabric\" AND NOT versions=\"1.12.2\""`
	Version    string `query:"version" doc:"另一个筛选表达式，同时成立，例如 versions=\"1.20.1\" OR versions=\"1.21\""`
	NewFilters string `query:"new_filters" doc:"筛选表达式，代替 facets、filters 和 version"`
}

type pageIn struct {
	Asked
	Limit  view.Count `query:"limit" default:"10" doc:"数量，默认 10，最多 100"`
	Offset view.Count `query:"offset" doc:"跳过的数量"`
}

// page turns the parameters into a query. A limit of zero returns one hit, as clients of this family expect.
func (in *pageIn) page(parse reading) (search.Query, error) {
	q, err := in.query(parse)
	q.Limit, q.Offset = max(int(min(in.Limit, search.MaxLimit)), 1), int(in.Offset)
	return q, err
}

func (in *Asked) query(parse reading) (search.Query, error) {
	q := search.Query{Text: in.Text}
	var err error
	if q.Filter, err = in.filter(parse); err != nil {
		return q, err
	}
	q.Sort, err = search.ParseSort(in.Index)
	return q, httpkit.About("index", err)
}

// filter joins the parameters that filter.
func (in *Asked) filter(parse reading) (search.Filter, error) {
	parts := []struct{ name, text string }{{"filters", in.Filters}, {"version", in.Version}}
	if in.NewFilters != "" {
		parts = []struct{ name, text string }{{"new_filters", in.NewFilters}}
	}
	var all []search.Filter
	for _, p := range parts {
		f, err := search.ParseExpression(p.text)
		if err != nil {
			return f, httpkit.About(p.name, err)
		}
		all = append(all, f)
	}
	if in.NewFilters == "" {
		f, err := search.ParseFacetsExactly(in.Facets)
		if err != nil {
			return f, httpkit.About("facets", err)
		}
		all = append(all, f)
	}
	f, err := search.And(all...)
	if err != nil {
		return f, httpkit.About("facets", err)
	}
	return parse(f), nil
}

// reading is how a version of the API reads a filter.
type reading func(search.Filter) search.Filter

func exactly(f search.Filter) search.Filter { return f }

func (s *Routes) search(_ context.Context, in *pageIn) (view.Answer, error) {
	q, err := in.page(search.Filter.Widened)
	return traced(q, s.engine.Search, func(page search.Page) (any, error) {
		return contract.SearchPage[json.RawMessage]{Hits: contract.List(page.Hits), Offset: q.Offset, Limit: q.Limit, TotalHits: page.Total}, nil
	}), err
}

func (s *Routes) searchV3(_ context.Context, in *pageIn) (view.Answer, error) {
	q, err := in.page(exactly)
	return traced(q, s.engine.Search, func(page search.Page) (any, error) {
		out := contract.SearchAnswerV3{Hits: []contract.HitV3{}, Page: q.Offset/q.Limit + 1, HitsPerPage: q.Limit, TotalHits: page.Total}
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
	q, err := in.query(search.Filter.Widened)
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
