package analytics

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
)

// FacetsAnswer has the values by which the metrics of a question can be divided.
type FacetsAnswer struct {
	Facets Facets `json:"facets"`
}

// Facets are the known values of what each metric can be divided by, of the question's projects in its time.
type Facets struct {
	Views     ViewFacets     `json:"project_views"`
	Downloads DownloadFacets `json:"project_downloads"`
	Playtime  PlaytimeFacets `json:"project_playtime"`
}

// ViewFacets are those of views.
type ViewFacets struct {
	Countries []string `json:"country"`
}

// DownloadFacets are those of downloads.
type DownloadFacets struct {
	Versions   []string `json:"version_id"`
	UserAgents []string `json:"user_agent"`
	Countries  []string `json:"country"`
	Games      []string `json:"game_version"`
	Loaders    []string `json:"loader"`
}

// PlaytimeFacets are those of playtime.
type PlaytimeFacets struct {
	Versions  []string `json:"version_id"`
	Countries []string `json:"country"`
	Games     []string `json:"game_version"`
	Loaders   []string `json:"loader"`
}

// lists are the lists of the facets, by metric and what it is divided by.
func (f *Facets) lists() map[string]map[string]*[]string {
	v, d, p := &f.Views, &f.Downloads, &f.Playtime
	return map[string]map[string]*[]string{
		views:     {byCountry: &v.Countries},
		downloads: {byVersion: &d.Versions, byAgent: &d.UserAgents, byCountry: &d.Countries, byGame: &d.Games, byLoader: &d.Loaders},
		playtime:  {byVersion: &p.Versions, byCountry: &p.Countries, byGame: &p.Games, byLoader: &p.Loaders},
	}
}

// facetValues adds up the hours by each dimension on its own.
func facetValues() string {
	values := ""
	for _, by := range divisions(downloads) {
		if by != byProject {
			values += `, ('` + by + `', ` + dimension(by) + `)`
		}
	}
	return `select f.field, f.value, sum(h.views)::bigint, sum(h.downloads)::bigint, sum(h.seconds)::bigint
from download.hours h cross join lateral (values ` + values[2:] + `) f(field, value)
where h.project = any($1) and h.hour >= $2 and h.hour < $3 and f.value <> '' group by 1, 2 order by 1, 2 limit $4`
}

// facets is POST /v3/analytics/facets. Which metrics the question names has no effect.
func (s *Routes) facets(ctx context.Context, in *QuestionIn) (out FacetsAnswer, err error) {
	cut, _, err := in.Body.check()
	if err != nil {
		return out, err
	}
	ids, err := s.projectsOf(ctx, in.Body)
	if err != nil {
		return out, err
	}
	lists := out.Facets.lists()
	for _, fields := range lists {
		for _, list := range fields {
			*list = []string{}
		}
	}
	rows, err := s.source.Pool.Query(ctx, facetValues(), ids, cut.start, cut.end, maxBuckets+1)
	if err != nil {
		return out, fmt.Errorf("read the facets of analytics: %w", err)
	}
	var field, value string
	var sums [3]int64
	read := 0
	if _, err := pgx.ForEachRow(rows, []any{&field, &value, &sums[0], &sums[1], &sums[2]}, func() error {
		if read++; read > maxBuckets {
			return errTooMany()
		}
		for i, metric := range []string{views, downloads, playtime} {
			if list := lists[metric][field]; list != nil && sums[i] > 0 {
				*list = withValue(*list, metric, field, value, sums[i])
			}
		}
		return nil
	}); err != nil {
		return out, fmt.Errorf("read the facets of analytics: %w", err)
	}
	return out, nil
}

// withValue adds a value to a list. Countries with few hits are one, which is the last.
func withValue(list []string, metric, field, value string, n int64) []string {
	if field == byCountry && n < few(metric) {
		value = otherCountries
	}
	if value == otherCountries && slices.Contains(list, value) {
		return list
	}
	return append(list, value)
}
