package analytics

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// maxBuckets bounds what an answer has of a metric.
const maxBuckets = 50_000

// Sliced answers a question: the buckets of each slice of time, the projects that they name, and what happened to the
// projects meanwhile. No metric names an account: there are no users.
type Sliced[Project any] struct {
	Metrics  [][]Bucket               `json:"metrics" doc:"每个时段的数据，按时间"`
	Projects map[string]Project       `json:"projects" doc:"数据提到的项目"`
	Users    map[string]contract.User `json:"users" doc:"数据提到的用户：这些数据都不按用户分组，因此为空"`
	Events   []ProjectEvent           `json:"project_events" doc:"这段时间发布的版本与状态的变化，按时间；最多 1000 条，更早的省略"`
}

// Bucket is a part of a metric in a slice of time: the sum over all hits that share what the metric is divided by.
type Bucket struct {
	Project   string `json:"source_project" doc:"项目 ID；没有按 project_id 分组时为空"`
	Kind      string `json:"metric_kind" enum:"views,downloads,playtime,revenue"`
	Version   string `json:"version_id,omitempty"`
	UserAgent string `json:"user_agent,omitempty" doc:"website 为浏览器，other 为不知名的程序，其余为程序的名称"`
	Country   string `json:"country,omitempty" doc:"两个字母；XX 为同一分组中不足 50 次的国家或地区的合计"`
	Game      string `json:"game_version,omitempty"`
	Loader    string `json:"loader,omitempty"`
	Views     int64  `json:"views,omitempty"`
	Downloads int64  `json:"downloads,omitempty"`
	Seconds   int64  `json:"seconds,omitempty" doc:"游玩时长"`
	// Revenue is what the people of the projects get; it is an estimate as long as a month of it is not settled.
	Revenue   contract.Money `json:"revenue,omitempty" doc:"收益"`
	Estimated bool           `json:"estimated,omitempty" doc:"收益为估算：所在的月份尚未结算"`
}

// value is the bucket's number.
func (b *Bucket) value() *int64 {
	switch b.Kind {
	case views:
		return &b.Views
	case playtime:
		return &b.Seconds
	}
	return &b.Downloads
}

// answer is POST /v3/analytics.
func (s *Routes) answer(ctx context.Context, in *QuestionIn) (view.Answer, error) {
	cut, metrics, err := in.Body.check()
	if err != nil {
		return nil, err
	}
	ids, err := s.projectsOf(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	var paid []string // projects of the revenue
	if in.Body.Metrics.Revenue != nil {
		var wanted []string
		if len(in.Body.Projects) > 0 {
			wanted = in.Body.Projects
		}
		if paid, err = s.paying(ctx, wanted); err != nil {
			return nil, err
		}
	}
	out := Sliced[json.RawMessage]{Metrics: make([][]Bucket, cut.n), Users: map[string]contract.User{}}
	for i := range out.Metrics {
		out.Metrics[i] = []Bucket{}
	}
	err = pgx.BeginTxFunc(ctx, s.source.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, plannedAnew); err != nil {
			return err
		}
		for _, m := range metrics {
			var err error
			if m.metric == revenue {
				err = s.readRevenue(ctx, tx, paid, cut, m, out.Metrics)
			} else {
				err = readBuckets(ctx, tx, ids, cut, m, out.Metrics)
			}
			if err != nil {
				return err
			}
		}
		out.Events, err = readEvents(ctx, tx, ids, cut)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read analytics by slices: %w", err)
	}
	if out.Projects, err = s.documents(ctx, view.Projects(ctx), named(out.Metrics)); err != nil {
		return nil, err
	}
	return view.JSONOf(out), nil
}

// projectsOf are the projects of a question. Those that the caller may not see are left out.
func (s *Routes) projectsOf(ctx context.Context, q Question) ([]string, error) {
	if len(q.Projects) == 0 {
		return s.projects(ctx, nil, "")
	}
	return s.projects(ctx, q.Projects, "")
}

// named are the projects of buckets, each once.
func named(metrics [][]Bucket) (ids []string) {
	seen := map[string]bool{"": true}
	for _, slice := range metrics {
		for _, b := range slice {
			if !seen[b.Project] {
				seen[b.Project] = true
				ids = append(ids, b.Project)
			}
		}
	}
	return ids
}

// dimension is the column of what a metric is divided by. The client 1 is a browser.
func dimension(by string) string {
	switch by {
	case byProject:
		return "h.project"
	case byVersion:
		return "h.version"
	case byAgent:
		return "case when h.family <> '' then h.family when h.client = 1 then 'website' else 'other' end"
	case byCountry:
		return "h.country"
	case byGame:
		return "h.game"
	}
	return "h.loader"
}

// readBuckets adds the buckets of a metric to their slices. An hour belongs to the slice in which it begins.
func readBuckets(ctx context.Context, tx pgx.Tx, ids []string, s sliced, m divided, out [][]Bucket) error {
	columns := ""
	for _, by := range divisions(downloads) {
		of := "''::text"
		if slices.Contains(m.by, by) {
			of = dimension(by)
		}
		columns += of + ", "
	}
	value, table, at := "h."+column(m.metric), "download.hours", "h.hour"
	if s.daily() && !slices.ContainsFunc(m.by, func(by string) bool { return by != byProject }) {
		table, at = "download.days", "h.day"
	}
	// The rows of an hour are added up before the number of its slice is computed, which takes longer than to read a row.
	rows, err := tx.Query(ctx, `select ((extract(epoch from g.hour - $2::timestamptz) * 1000000)::bigint * $4::bigint / $5::bigint)::int,
  g.project, g.version, g.client, g.country, g.game, g.loader, sum(g.value)::bigint
from (select `+at+`, `+columns+`sum(`+value+`) from `+table+` h where h.project = any($1) and `+at+` >= $2 and `+at+` < $3 and `+value+` > 0
  group by 1, 2, 3, 4, 5, 6, 7) g (hour, project, version, client, country, game, loader, value)
group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7 limit $6`, ids, s.start, s.end, s.parts, s.whole, maxBuckets+1)
	if err != nil {
		return err
	}
	f := newFolding(m.metric, out)
	var slice, read int
	var n int64
	b := Bucket{}
	_, err = pgx.ForEachRow(rows, []any{&slice, &b.Project, &b.Version, &b.UserAgent, &b.Country, &b.Game, &b.Loader, &n}, func() error {
		if read++; read > maxBuckets {
			return errTooMany()
		}
		f.add(slice, b, n)
		return nil
	})
	return err
}

// errTooMany refuses an answer that would be too large.
func errTooMany() error {
	return httpkit.Fault(httpkit.KindTooLarge, httpkit.CodeTooLarge, fmt.Sprintf("结果超过 %d 项：请减少时段、分组或项目", maxBuckets))
}

// folding puts buckets into their slices. Countries with few hits in a bucket become one with the others of the same bucket.
type folding struct {
	metric string
	out    [][]Bucket
	at     map[place]int
}

type place struct {
	slice int
	Bucket
}

func newFolding(metric string, out [][]Bucket) *folding {
	return &folding{metric: metric, out: out, at: map[place]int{}}
}

func (f *folding) add(slice int, b Bucket, n int64) {
	b.Kind = f.metric
	if b.Country != "" && n < few(f.metric) {
		b.Country = otherCountries
	}
	key := place{slice, b}
	at, there := f.at[key]
	if !there {
		at = len(f.out[slice])
		f.at[key], f.out[slice] = at, append(f.out[slice], b)
	}
	*f.out[slice][at].value() += n
}
