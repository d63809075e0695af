package project

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/readapi/view"
)

// MonthOfReleases counts the versions that a project released in a month, by channel.
type MonthOfReleases struct {
	Month   string `json:"month" pattern:"^\\d{4}-\\d{2}$" example:"2026-11"` // of the time in China
	Release int    `json:"release"`
	Beta    int    `json:"beta"`
	Alpha   int    `json:"alpha"`
	Newest  string `json:"newest"` // the number of its newest version
}

const mostMonths = 24

// releasesQuery leaves out what is not public yet, and versions whose date is an estimate: they have no month.
const releasesQuery = `select to_char(v.published at time zone 'Asia/Shanghai', 'YYYY-MM') as month,
 count(*) filter (where v.channel = 'release'), count(*) filter (where v.channel = 'beta'), count(*) filter (where v.channel = 'alpha'),
 (array_agg(v.number order by v.published desc, v.created desc))[1]` + fromVersions + `where p.id = $3 and ` + view.ListedVersion + `
 and v.listed and position('"date_estimated":true'::bytea in v.doc_v2) = 0
group by month order by month desc`

// releases returns the newest months in which the project released something, oldest first.
func (s *Routes) releases(ctx context.Context, v view.Viewer, project string) ([]MonthOfReleases, error) {
	months, err := view.Rows(ctx, s.source, "releases of a project", pgx.RowToStructByPos[MonthOfReleases], releasesQuery, v.Staff, v.Account, project)
	if err != nil {
		return nil, err
	}
	months = months[:min(len(months), mostMonths)]
	slices.Reverse(months)
	return months, nil
}
