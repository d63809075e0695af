package analytics

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
)

// DownloadsIn requests the downloads of projects by day.
type DownloadsIn struct {
	Projects     httpkit.List `query:"project_ids" doc:"项目 ID 的 JSON 数组；默认为自己有权查看数据的全部项目"`
	Organization string       `query:"organization" doc:"只看这个团队的项目：团队 ID"`
	From         string       `query:"from" doc:"第一天，例如 2026-01-01；默认为 30 天前"`
	To           string       `query:"to" doc:"最后一天，包含当天；默认为今天"`
	Zone         string       `query:"zone" doc:"日期所在的时区，例如 Asia/Shanghai"`
	By           string       `query:"by" enum:"project,version,client,loader,game" doc:"按什么分组；默认按项目"`
}

// Downloads are the downloads of some projects by day, beside those of the equally long time before.
type Downloads struct {
	From     string    `json:"from"` // first day
	To       string    `json:"to"`   // last day
	Opening  int64     `json:"opening"`
	Counted  int64     `json:"counted"` // of all time, by this site
	Sum      int64     `json:"sum"`     // of the range
	Before   int64     `json:"before"`
	Days     []Day     `json:"days"`
	Groups   []Group   `json:"groups"`
	Releases []Release `json:"releases"`
}

// Day is a day of the range, and the day as many days before as the range is long.
type Day struct {
	Date      string `json:"date"`
	Downloads int64  `json:"downloads"`
	Before    int64  `json:"before"`
}

// Group is a part of the downloads. Name is empty where nothing is known.
type Group struct {
	Key       string `json:"key"`
	Name      string `json:"name"`
	Downloads int64  `json:"downloads"`
	Before    int64  `json:"before"`
}

// Release is a version that was published in the range.
type Release struct {
	Date    string `json:"date"`
	Project string `json:"project"`
	Version string `json:"version"`
	Number  string `json:"number"`
}

const (
	byDay = `
select to_char(hour at time zone $4, 'YYYY-MM-DD'), sum(downloads)::bigint from download.hours
where project = any($1) and hour >= $2 and hour < $3 group by 1`

	openings = `select coalesce(sum(((convert_from(doc_page, 'UTF8')::json -> 'opening_downloads') ->> 'count')::bigint), 0)::bigint from catalog.projects where id = any($1)`

	counted = `select coalesce(sum(downloads), 0)::bigint from download.projects where id = any($1)`

	releases = `
select to_char(v.published at time zone $4, 'YYYY-MM-DD'), v.project, v.id, v.number from catalog.versions v
where v.project = any($1) and v.published >= $2 and v.published < $3 and v.listed order by v.published limit 200`

	maxGroups = 100
)

// group is the expression of a group's key over download.hours h, and its name.
func group(by string) (key, name, join string) {
	switch by {
	case "version":
		return "h.version", "coalesce(v.number, '')", "left join catalog.versions v on v.id = g.key"
	case "client":
		return "h.client::text || case when h.family = '' then '' else ' ' || h.family end", "g.key", ""
	case "loader":
		return "h.loader", "g.key", ""
	case "game":
		return "h.game", "g.key", ""
	}
	return "h.project", "coalesce(p.title, '')", "left join catalog.projects p on p.id = g.key"
}

// downloads is GET /_internal/analytics/downloads.
func (s *Routes) downloads(ctx context.Context, in *DownloadsIn) (Downloads, error) {
	var out Downloads
	zone, from, to, err := s.span(in)
	if err != nil {
		return out, err
	}
	ids, err := s.projects(ctx, in.Projects.Items, in.Organization)
	if err != nil {
		return out, err
	}
	if in.Projects.Items != nil && len(ids) < len(in.Projects.Items) {
		return out, httpkit.Fault(httpkit.KindNotFound, httpkit.CodeNotFound, "项目不存在，或者你没有查看它的数据的权限")
	}
	days := int(to.Sub(from).Round(day) / day)
	begin := from.AddDate(0, 0, -days)
	out = Downloads{From: from.Format(time.DateOnly), To: to.AddDate(0, 0, -1).Format(time.DateOnly), Days: make([]Day, 0, days), Groups: []Group{}, Releases: []Release{}}
	err = pgx.BeginTxFunc(ctx, s.source.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, openings, ids).Scan(&out.Opening); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, counted, ids).Scan(&out.Counted); err != nil {
			return err
		}
		byDate := map[string]int64{}
		rows, err := tx.Query(ctx, byDay, ids, begin, to, zone.String())
		if err != nil {
			return err
		}
		var date string
		var n int64
		if _, err := pgx.ForEachRow(rows, []any{&date, &n}, func() error { byDate[date] = n; return nil }); err != nil {
			return err
		}
		for d := range days {
			one := Day{Date: from.AddDate(0, 0, d).Format(time.DateOnly)}
			one.Downloads, one.Before = byDate[one.Date], byDate[begin.AddDate(0, 0, d).Format(time.DateOnly)]
			out.Sum, out.Before = out.Sum+one.Downloads, out.Before+one.Before
			out.Days = append(out.Days, one)
		}
		key, name, join := group(in.By)
		rows, err = tx.Query(ctx, `select g.key, `+name+`, g.downloads, g.before from (
  select `+key+` as key, coalesce(sum(h.downloads) filter (where h.hour >= $3), 0)::bigint as downloads, coalesce(sum(h.downloads) filter (where h.hour < $3), 0)::bigint as before
  from download.hours h where h.project = any($1) and h.hour >= $2 and h.hour < $4 group by 1 order by 2 desc, 3 desc, 1 limit $5) g `+join+`
order by g.downloads desc, g.before desc, g.key`, ids, begin, from, to, maxGroups)
		if err != nil {
			return err
		}
		if out.Groups, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Group]); err != nil {
			return err
		}
		if rows, err = tx.Query(ctx, releases, ids, from, to, zone.String()); err != nil {
			return err
		}
		out.Releases, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Release])
		return err
	})
	if err != nil {
		return out, fmt.Errorf("read downloads by day: %w", err)
	}
	return out, nil
}

// span is the range of a request: from the first moment of its first day to that after its last.
func (s *Routes) span(in *DownloadsIn) (zone *time.Location, from, to time.Time, err error) {
	name := in.Zone
	if name == "" {
		name = readersZone
	}
	if zone, err = time.LoadLocation(name); err != nil || len(name) > 64 || name == "Local" {
		return nil, from, to, httpkit.Invalid("zone", "参数 zone 不是时区的名称")
	}
	now := s.now().In(zone)
	to = time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, zone)
	if in.To != "" {
		if to, err = time.ParseInLocation(time.DateOnly, in.To, zone); err != nil {
			return nil, from, to, httpkit.Invalid("to", "参数 to 应为日期，例如 2026-01-31")
		}
	}
	to = to.AddDate(0, 0, 1)
	from = to.AddDate(0, 0, -defaultDays)
	if in.From != "" {
		if from, err = time.ParseInLocation(time.DateOnly, in.From, zone); err != nil {
			return nil, from, to, httpkit.Invalid("from", "参数 from 应为日期，例如 2026-01-01")
		}
	}
	if !from.Before(to) || to.Sub(from) > maxDays*day {
		return nil, from, to, httpkit.Invalid("from", "时间范围应为 1 到 400 天")
	}
	return zone, from, to, nil
}
