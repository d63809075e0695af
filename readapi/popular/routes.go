// Package popular answers what many visitors search for, and which terms the staff has struck from it.
package popular

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/popular"
	"github.com/modyard/modyard/projections/curation"
	"github.com/modyard/modyard/readapi/view"
	"github.com/modyard/modyard/search"
)

const (
	// least is the number of visitors without whom a term is not shown to anybody, also not to the staff.
	least = 20
	// shown is the number of terms of the public list. candidates are read for it, because a term may find nothing any more.
	shown, candidates = 8, 24
	staffShown        = 50
	// age is how long a list is repeated, here and in caches of others: a struck term is gone after a minute.
	age = 30 * time.Second
)

// Routes are the query routes of this package.
type Routes struct {
	source *view.Source
	engine search.Engine
	now    func() time.Time

	mu    sync.Mutex
	body  []byte
	until time.Time
}

// New makes the routes over a source; engine tells whether a term still finds something.
func New(s *view.Source, engine search.Engine) *Routes {
	return &Routes{source: s, engine: engine, now: time.Now}
}

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	view.Stored[List](api, nil, view.Route{Path: "GET /_internal/search/popular", Summary: "大家在搜：最近七天至少 20 位访客搜索过的词"}, s.list)
	view.Query(api, s.source, view.Route{
		Path: "GET /_internal/moderation/searches", Summary: "大家在搜的词与已撤下的词", Scope: identity.ScopeProjectRead, Fresh: []string{curation.Name},
	}, s.standing)
}

// List are the popular terms, most visitors first.
type List struct {
	Terms []string `json:"terms"`
}

func (s *Routes) list(ctx context.Context, _ *struct{}) (view.Answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := s.now(); !now.Before(s.until) {
		terms, err := s.found(ctx)
		if err != nil {
			return nil, err
		}
		body, err := json.Marshal(List{terms})
		if err != nil {
			return nil, fmt.Errorf("encode popular searches: %w", err)
		}
		s.body, s.until = body, now.Add(age)
	}
	return view.Repeated(s.body, age), nil
}

// found are the terms of the public list: those that find something now.
func (s *Routes) found(ctx context.Context) ([]string, error) {
	terms := []string{}
	popular, err := s.often(ctx, candidates)
	if err != nil {
		return nil, err
	}
	for _, t := range popular {
		page, err := s.engine.Search(ctx, search.Query{Text: t.Term, Sort: search.Relevance, Limit: 1})
		if err != nil {
			return nil, fmt.Errorf("search for a popular term: %w", err)
		}
		if page.Total > 0 {
			terms = append(terms, t.Term)
		}
		if len(terms) == shown {
			break
		}
	}
	return terms, nil
}

// Counted is a popular term. A visitor who searches on several days counts on each of them.
type Counted struct {
	Term     string `json:"term"`
	Visitors int    `json:"visitors"`
}

// A term with $3 visitors in seven days has a day with a seventh of them, which the index days_often finds.
const often = `
with candidates as materialized (
    select distinct term from popular.days where visitors >= 3 and day > $1 and day <= $2
)
select c.term, n.visitors from candidates c, lateral (
    select sum(d.visitors)::int as visitors from popular.days d where d.term = c.term and d.day > $1 and d.day <= $2
) n
where n.visitors >= $3 and not exists (select from curation.struck s where s.term = c.term)
order by n.visitors desc, c.term limit $4`

func (s *Routes) often(ctx context.Context, most int) ([]Counted, error) {
	today := popular.Today(s.now())
	return view.Rows(ctx, s.source, "popular searches", pgx.RowToStructByPos[Counted], often, today.AddDate(0, 0, -popular.Days), today, least, most)
}
