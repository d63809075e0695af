package search

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
	"github.com/modyard/modyard/search"
)

const (
	maxTrending = 24
	ranksMaxAge = time.Minute // totals of downloads are as old
)

// TrendingPage are the projects that are downloaded most this week. Where too few were downloaded, those with the most downloads
// of all time follow, and By is total.
type TrendingPage struct {
	By   string            `json:"by" enum:"week,total"`
	Hits []TrendingProject `json:"hits"`
}

// TrendingProject is a project with its trend.
type TrendingProject struct {
	contract.Hit
	Trend *Trend `json:"trend"` // null for a project without downloads this week
}

// Trend are downloads of the last days, which are those of UTC.
type Trend struct {
	Week   int64   `json:"week"`   // of the last 7 days, today included
	Before int64   `json:"before"` // of the 7 days before
	Days   []int64 `json:"days"`   // of 14 days and of today, which is not over
}

type trendingIn struct {
	Type  string     `query:"type" doc:"资源类型，例如 mod；默认全部"`
	Limit view.Count `query:"limit" default:"10" doc:"数量，默认 10，最多 24"`
}

// ranked is a project of a ranking.
type ranked struct {
	id    string
	trend Trend
}

// ranks are the most downloaded projects of the week by type; under the empty type, those of all types. They are read
// once a minute. What is shown of a project, and whether it is shown, is always read again.
type ranks struct {
	mu     sync.Mutex
	read   time.Time
	byType map[string][]ranked
}

const weekRanks = `
with weekly as (
  select project, sum(downloads) filter (where day > $1::timestamptz - interval '7 days') as week, sum(downloads) filter (where day <= $1::timestamptz - interval '7 days') as before
  from download.days where day > $1::timestamptz - interval '14 days' and downloads > 0 group by 1
), numbered as (
  select p.id, p.url_type, w.week, coalesce(w.before, 0) as before, row_number() over (order by w.week desc, p.id) as place,
    row_number() over (partition by p.url_type order by w.week desc, p.id) as own_place
  from weekly w join catalog.projects p on p.id = w.project where p.listed and w.week > 0
), chosen as (select * from numbered where place <= $2 or own_place <= $2)
select c.id, c.url_type, c.place <= $2, c.own_place <= $2, c.week::bigint, c.before::bigint, array(
  select coalesce((select sum(d.downloads) from download.days d where d.project = c.id and d.day = $1::timestamptz - interval '1 day' * n), 0)::bigint
  from generate_series(14, 0, -1) n
) from chosen c order by c.place`

// of are the ranks of a type.
func (r *ranks) of(ctx context.Context, s *view.Source, kind string, now time.Time) ([]ranked, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byType == nil || now.Sub(r.read) >= ranksMaxAge {
		byType, err := readRanks(ctx, s, now.UTC().Truncate(24*time.Hour))
		if err != nil {
			return nil, err
		}
		r.byType, r.read = byType, now
	}
	return r.byType[kind], nil
}

func readRanks(ctx context.Context, s *view.Source, today time.Time) (map[string][]ranked, error) {
	rows, err := s.Pool.Query(ctx, weekRanks, today, maxTrending)
	if err != nil {
		return nil, fmt.Errorf("read what is downloaded this week: %w", err)
	}
	byType := map[string][]ranked{}
	var kind string
	var ofAll, ofType bool
	var p ranked
	if _, err := pgx.ForEachRow(rows, []any{&p.id, &kind, &ofAll, &ofType, &p.trend.Week, &p.trend.Before, &p.trend.Days}, func() error {
		own := ranked{p.id, Trend{p.trend.Week, p.trend.Before, slices.Clone(p.trend.Days)}}
		if ofAll {
			byType[""] = append(byType[""], own)
		}
		if ofType {
			byType[kind] = append(byType[kind], own)
		}
		return nil
	}); err != nil {
		return nil, fmt.Errorf("read what is downloaded this week: %w", err)
	}
	return byType, nil
}

const listedHits = `select p.id, p.doc_hit from catalog.projects p where p.id = any($1) and p.listed`

func (s *Routes) trending(ctx context.Context, in *trendingIn) (view.Answer, error) {
	limit := max(int(min(in.Limit, maxTrending)), 1)
	list, err := s.ranks.of(ctx, s.source, in.Type, time.Now())
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(list))
	for i, p := range list {
		ids[i] = p.id
	}
	rows, err := s.source.Pool.Query(ctx, listedHits, ids)
	if err != nil {
		return nil, fmt.Errorf("read trending projects: %w", err)
	}
	docs := map[string]json.RawMessage{}
	var id string
	var doc []byte
	if _, err := pgx.ForEachRow(rows, []any{&id, &doc}, func() error { docs[id] = slices.Clone(doc); return nil }); err != nil {
		return nil, fmt.Errorf("read trending projects: %w", err)
	}
	by, hits := "week", []json.RawMessage{}
	for _, p := range list {
		if doc := docs[p.id]; doc != nil && len(hits) < limit {
			trend, err := json.Marshal(p.trend)
			if err != nil {
				return nil, fmt.Errorf("encode a trend: %w", err)
			}
			hits = append(hits, document.Join(doc, fmt.Appendf(nil, `{"trend":%s}`, trend)))
		}
	}
	if len(hits) < limit {
		by = "total"
		if hits, err = s.fillUp(ctx, in.Type, hits, docs, limit); err != nil {
			return nil, err
		}
	}
	return view.JSONOf(map[string]any{"by": by, "hits": hits}), nil
}

// fillUp adds the most downloaded projects of all time that are not in the list yet.
func (s *Routes) fillUp(ctx context.Context, kind string, hits []json.RawMessage, listed map[string]json.RawMessage, limit int) ([]json.RawMessage, error) {
	q := search.Query{Sort: search.Downloads, Limit: limit}
	if kind != "" {
		facets, err := json.Marshal([][]string{{"project_types:" + kind}})
		if err != nil {
			return nil, fmt.Errorf("encode a facet: %w", err)
		}
		if q.Filter, err = search.ParseFacetsExactly(string(facets)); err != nil {
			return nil, httpkit.About("type", err)
		}
	}
	page, err := s.engine.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	for i, id := range page.IDs {
		if listed[id] == nil && len(hits) < limit {
			hits = append(hits, document.Join(page.Hits[i], []byte(`{"trend":null}`)))
		}
	}
	return hits, nil
}
