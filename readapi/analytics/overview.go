package analytics

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// OverviewIn requests a metric of projects over time.
type OverviewIn struct {
	Metric       string       `query:"metric" enum:"downloads,views,playtime,followers" doc:"看什么：下载、浏览、游玩时长（秒）或关注者；默认下载"`
	Projects     httpkit.List `query:"project_ids" doc:"项目 ID 的 JSON 数组；默认为自己有权查看数据的全部项目"`
	Organization string       `query:"organization" doc:"只看这个团队的项目：团队 ID"`
	Of           string       `query:"of" enum:"site" doc:"site 为全站，仅限管理人员"`
	From         string       `query:"from" doc:"第一天，例如 2026-01-01；默认为 30 天前"`
	To           string       `query:"to" doc:"最后一天，包含当天；默认为今天"`
	Zone         string       `query:"zone" doc:"日期所在的时区，例如 Asia/Shanghai"`
	Slice        string       `query:"slice" enum:"hour,day" doc:"按小时（最多 14 天）或按天；默认按天"`
	By           string       `query:"by" enum:"project,version,client,loader,game,country" doc:"按什么分组；默认按项目"`
}

// Overview is a metric of some projects over time, beside the equally long time before, and the sums of all metrics.
type Overview struct {
	Metric   string    `json:"metric"`
	From     string    `json:"from"`    // first day
	To       string    `json:"to"`      // last day
	Opening  int64     `json:"opening"` // downloads that an import brought along
	Counted  int64     `json:"counted"` // downloads of all time, by this site
	Sums     Sums      `json:"sums"`
	Slices   []Slice   `json:"slices"`
	Groups   []Group   `json:"groups"`
	Releases []Release `json:"releases"`
}

// Sums are the sums of the metrics in the range, and in the time before. Of followers it is the change.
type Sums struct {
	Downloads Sum `json:"downloads"`
	Views     Sum `json:"views"`
	Playtime  Sum `json:"playtime"` // seconds
	Followers Sum `json:"followers"`
}

// Sum is a sum of the range and of the time before.
type Sum struct {
	Value  int64 `json:"value"`
	Before int64 `json:"before"`
}

// Slice is a day or an hour of the range, beside that of the time before. Of followers it is how many there are at its end.
type Slice struct {
	Start  string `json:"start"` // 2026-01-31 or 2026-01-31T15:00
	Value  int64  `json:"value"`
	Before int64  `json:"before"`
}

// Group is a part of the sum. Name is empty where nothing is known.
type Group struct {
	Key    string `json:"key"`
	Name   string `json:"name"`
	Value  int64  `json:"value"`
	Before int64  `json:"before"`
}

// Release is a version that was published in the range.
type Release struct {
	Date    string `json:"date"`
	Project string `json:"project"`
	Version string `json:"version"`
	Number  string `json:"number"`
	Channel string `json:"channel" enum:"release,beta,alpha"`
}

// asked is a checked request.
type asked struct {
	*OverviewIn
	zone         *time.Location
	first, after time.Time // the first day and that after the last one, at midnight UTC
	from, to     time.Time // when these days begin in the zone
	begin, until time.Time // of the time before. It ends where the range is now, if that is not over
	ids          []string  // nil: the whole site
	by           string
}

func (a asked) days() int { return int(a.after.Sub(a.first) / day) }

func (a asked) site() bool { return a.ids == nil }

// overview is GET /_internal/analytics.
func (s *Routes) overview(ctx context.Context, in *OverviewIn) (Overview, error) {
	var out Overview
	a, err := s.check(ctx, in)
	if err != nil {
		return out, err
	}
	out = Overview{
		Metric: a.Metric, From: a.first.Format(dayForm), To: a.after.AddDate(0, 0, -1).Format(dayForm), Groups: []Group{}, Releases: []Release{},
	}
	err = pgx.BeginTxFunc(ctx, s.source.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, plannedAnew); err != nil {
			return err
		}
		reads := []func(context.Context, pgx.Tx, asked, *Overview) error{readHits, readSlices, readGroups, readTotals, readReleases}
		if !a.site() && a.Metric != followers {
			reads = slices.Replace(reads, 0, 3, readHours)
		}
		for _, read := range reads {
			if err := read(ctx, tx, a, &out); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return out, fmt.Errorf("read analytics: %w", err)
	}
	return out, nil
}

// check finds the projects and the time of a request.
func (s *Routes) check(ctx context.Context, in *OverviewIn) (a asked, err error) {
	a = asked{OverviewIn: in, by: in.By}
	if a.Metric == "" {
		a.Metric = downloads
	}
	if a.by == "" {
		a.by = "project"
	}
	if a.zone, a.first, a.after, err = s.span(in); err != nil {
		return a, err
	}
	a.from, a.to, a.begin = beginOf(a.first, a.zone), beginOf(a.after, a.zone), beginOf(a.first.AddDate(0, 0, -a.days()), a.zone)
	a.until = a.from
	if now := s.now(); now.Before(a.to) {
		a.until = a.begin.Add(max(0, now.Sub(a.from)).Truncate(time.Hour) + time.Hour)
	}
	if a.Slice == "hour" && (a.days() > maxHourlyDays || a.Metric == followers) {
		return a, httpkit.Invalid("slice", "按小时最多 14 天，关注者只能按天")
	}
	if a.Of == wholeSite {
		if !view.Caller(ctx).Staff {
			return a, httpkit.Fault(httpkit.KindNotFound, httpkit.CodeNotFound, "没有查看全站数据的权限")
		}
		if a.Projects.Items != nil || a.Organization != "" {
			return a, httpkit.Invalid("of", "全站与项目或团队只能指定一个")
		}
	} else {
		if a.ids, err = s.projects(ctx, a.Projects.Items, a.Organization); err != nil {
			return a, err
		}
		if a.Projects.Items != nil && len(a.ids) < len(a.Projects.Items) {
			return a, httpkit.Fault(httpkit.KindNotFound, httpkit.CodeNotFound, "项目不存在，或者你没有查看它的数据的权限")
		}
		if a.ids == nil {
			a.ids = []string{}
		}
	}
	if !grouped(a.Metric, a.by, a.site()).readable {
		return a, httpkit.Invalid("by", "这项数据不能这样分组")
	}
	return a, nil
}

// span is the range of a request: its first day and the day after its last one, at midnight UTC.
func (s *Routes) span(in *OverviewIn) (zone *time.Location, first, after time.Time, err error) {
	name := in.Zone
	if name == "" {
		name = readersZone
	}
	if zone, err = time.LoadLocation(name); err != nil || len(name) > 64 || name == "Local" {
		return nil, first, after, httpkit.Invalid("zone", "参数 zone 不是时区的名称")
	}
	now := s.now().In(zone)
	last := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	if in.To != "" {
		if last, err = time.Parse(dayForm, in.To); err != nil {
			return nil, first, after, httpkit.Invalid("to", "参数 to 应为日期，例如 2026-01-31")
		}
	}
	after = last.AddDate(0, 0, 1)
	first = after.AddDate(0, 0, -defaultDays)
	if in.From != "" {
		if first, err = time.Parse(dayForm, in.From); err != nil {
			return nil, first, after, httpkit.Invalid("from", "参数 from 应为日期，例如 2026-01-01")
		}
	}
	if first.After(last) {
		return nil, first, after, httpkit.Invalid("from", "参数 from 不应在 to 之后")
	}
	if after.Sub(first) > maxDays*day {
		return nil, first, after, httpkit.Invalid("from", "时间范围最多 400 天")
	}
	return zone, first, after, nil
}
