package elastic

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/elastic/go-elasticsearch/v9/esapi"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/analysis"
)

// Index is the engine in Elasticsearch without a fall-back: every failure is returned to the caller.
type Index struct {
	client *Client
	places places
}

var _ search.Engine = (*Index)(nil)

// NewIndex answers from the index that a Feeder with the same client's address maintains.
func NewIndex(c *Client) *Index { return &Index{client: c, places: newPlaces()} }

// ErrTooDeep is returned for pages beyond maxWindow.
var ErrTooDeep = errors.New("elasticsearch: the offset is too large")

// Search implements search.Engine.
func (x *Index) Search(ctx context.Context, q search.Query) (search.Page, error) {
	q = q.Bounded()
	f, plan := analysis.ParseText(q.Text), search.Compile(q.Filter)
	if f.None {
		return search.Page{}, nil
	}
	if q.Offset+q.Limit > maxWindow {
		return x.beyond(ctx, q)
	}
	if f.All {
		return x.list(ctx, q, plan)
	}
	a, err := x.ask(ctx, paging(q, plan, strong(f)))
	if err == nil && a.Hits.MaxScore <= maxTextScore(q) {
		a, err = x.ask(ctx, paging(q, plan, typo(f)))
	}
	return a.page(q.Limit), err
}

// beyond answers with only the total where that shows that the page is empty.
func (x *Index) beyond(ctx context.Context, q search.Query) (search.Page, error) {
	first := q
	first.Offset, first.Limit = 0, 0
	page, err := x.Search(ctx, first)
	if err == nil && page.Total > q.Offset {
		err = ErrTooDeep
	}
	return page, err
}

// maxPopularity is the maximum of search.Popularity.
const maxPopularity = 270

// maxTextScore is the maximum score of a match only by its description. All other classes are above it, with and
// without popularity.
func maxTextScore(q search.Query) float64 {
	if q.Sort != search.Relevance {
		return analysis.WeightText
	}
	return analysis.WeightText + maxPopularity
}

func listing(q search.Query, plan search.Plan) object {
	body := page(q, q.Sort)
	body["sort"] = []object{{listedBy(q.Sort): "desc"}, tie()}
	body["query"] = object{"bool": object{"filter": filters(plan)}}
	return body
}

// listedBy is the sort field of a list without text. Popularity never falls while downloads rise.
func listedBy(by search.Sort) string {
	switch by {
	case search.Follows:
		return "follows"
	case search.Newest:
		return "created"
	case search.Updated:
		return "updated"
	}
	return "downloads"
}

func paging(q search.Query, plan search.Plan, classes []class) object {
	body := page(q, q.Sort)
	body["query"] = object{"bool": object{"must": best(classes), "filter": filters(plan)}}
	if q.Sort == search.Relevance {
		body["query"] = object{"function_score": object{
			"query": body["query"], "field_value_factor": object{"field": "pop"}, "boost_mode": "sum",
		}}
	}
	body["track_scores"] = true // the highest score decides whether to use the typo path
	body["size"] = max(1, q.Limit)
	return body
}

func page(q search.Query, by search.Sort) object {
	return object{"from": q.Offset, "size": q.Limit, "track_total_hits": true, "sort": order(by)}
}

func order(by search.Sort) []object {
	field := object{listedBy(by): "desc"}
	if by == search.Relevance {
		return []object{{"_score": "desc"}, field, tie()}
	}
	return []object{field, tie()}
}

// tie orders equal hits by id.
func tie() object { return object{"key": "asc"} }

type searchAnswer struct {
	TimedOut bool `json:"timed_out"`
	Hits     struct {
		Total struct {
			Value int `json:"value"`
		} `json:"total"`
		MaxScore float64 `json:"max_score"`
		Hits     []struct {
			ID     string `json:"_id"`
			Source struct {
				Hit string `json:"hit"`
			} `json:"_source"`
			Sort []json.Number `json:"sort"`
		} `json:"hits"`
	} `json:"hits"`
}

// page is the requested part of an answer, at most limit hits.
func (a searchAnswer) page(limit int) search.Page {
	page := search.Page{Total: a.Hits.Total.Value}
	for _, h := range a.Hits.Hits[:min(len(a.Hits.Hits), limit)] {
		page.IDs, page.Hits = append(page.IDs, h.ID), append(page.Hits, json.RawMessage(h.Source.Hit))
	}
	return page
}

// ask runs one search.
func (x *Index) ask(ctx context.Context, body object) (a searchAnswer, err error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return a, fmt.Errorf("encode a search: %w", err)
	}
	partial := false
	err = x.client.do(ctx, esapi.SearchRequest{
		Index: []string{x.client.alias()}, Body: bytes.NewReader(raw), AllowPartialSearchResults: &partial,
		FilterPath: []string{"timed_out", "hits.total.value", "hits.max_score", "hits.hits._id", "hits.hits._source", "hits.hits.sort"},
	}, &a)
	if err == nil && a.TimedOut {
		err = errors.New("elasticsearch timed out on a search")
	}
	if err != nil {
		return searchAnswer{}, err
	}
	return a, nil
}
