package search

import (
	"context"
	"encoding/json"
)

// Query is one request. An empty or blank text matches every document; a text without a letter or a digit matches
// none.
type Query struct {
	Text   string
	Filter Filter
	Sort   Sort
	Offset int // from 0
	Limit  int // 0 to 100; 0 returns only the total

	// Counts alone looks at these. Apart is the place of a group of alternative categories in the filter, from 1; 0 for
	// none: categories are counted also without that group.
	Apart   int
	Choices []Choice

	// AtLeast is a log position that the answer must include; 0 for any. An engine that is behind it passes the query
	// to another where there is one.
	AtLeast uint64
}

// Bounded returns the query with its page limited to the allowed range.
func (q Query) Bounded() Query {
	q.Offset = max(0, min(q.Offset, 1<<30))
	q.Limit = max(0, min(q.Limit, MaxLimit))
	return q
}

// Page is an answer. IDs and Hits are parallel; Total counts all matches, not only the page's.
type Page struct {
	IDs   []string
	Hits  []json.RawMessage
	Total int
}

// Engine answers queries. Implementations are safe for concurrent use.
type Engine interface {
	// Search returns one page of the matches in the query's order.
	Search(ctx context.Context, q Query) (Page, error)
	// Counts returns how many matches each facet option has, for options with at least one. Keys are written as a
	// client writes a facet: "categories:fabric" (loaders too), "versions:1.20.1", "project_type:mod",
	// "client_side:required", "server_side:optional", "open_source:true", "license:mit". An option of a kind with
	// alternatives is counted under the filters of the other kinds; a category is counted under all filters, because
	// selected categories must all match. Categories without the group Apart have the key "apart:categories:16x", a
	// choice has "choice:" and its name.
	Counts(ctx context.Context, q Query) (map[string]int, error)
}

// Sort is an order of hits.
type Sort string

// The five orders. Equal documents are in the byte order of their ids.
const (
	Relevance Sort = "relevance" // text match, then popularity; popularity alone without text
	Downloads Sort = "downloads"
	Follows   Sort = "follows"
	Newest    Sort = "newest"
	Updated   Sort = "updated"
)

// ParseSort reads the index parameter; "" is relevance.
func ParseSort(s string) (Sort, error) {
	switch v := Sort(s); v {
	case "":
		return Relevance, nil
	case Relevance, Downloads, Follows, Newest, Updated:
		return v, nil
	case "date_created": // names of the fields
		return Newest, nil
	case "date_modified":
		return Updated, nil
	}
	return "", invalid("不支持的排序方式：%s", clip(s))
}

// MaxLimit is the maximum size of a page.
const MaxLimit = 100
