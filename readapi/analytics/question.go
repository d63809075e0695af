package analytics

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/modyard/modyard/platform/httpkit"
)

const (
	// maxSlices bounds the slices of a question, minSlice is the length of the shortest.
	maxSlices = 1024
	minSlice  = time.Hour
	// maxMinutes is the length of the longest slice that can be asked for, a year.
	maxMinutes = 525_600
	// maxQuestion bounds the body of a question, in bytes.
	maxQuestion = 64 << 10
)

// QuestionIn asks for metrics of projects in slices of time.
type QuestionIn struct{ Body Question }

// Question names a time, its slices, the metrics and what each is divided by.
type Question struct {
	TimeRange TimeRange     `json:"time_range"`
	Metrics   ReturnMetrics `json:"return_metrics,omitempty"`
	Projects  []string      `json:"project_ids,omitempty" doc:"项目 ID，最多 1000 项；没有时为自己有权查看数据的全部项目"`
}

// TimeRange is a time and how it is cut into slices. The end does not belong to it.
type TimeRange struct {
	Start      string     `json:"start" doc:"开始时间（RFC 3339）"`
	End        string     `json:"end" doc:"结束时间（RFC 3339），最多在开始之后 400 天"`
	Resolution Resolution `json:"resolution" doc:"slices 与 minutes 二者之一"`
}

// Resolution is the number of equal slices or the length of one.
type Resolution struct {
	Slices  *int64 `json:"slices,omitempty" doc:"等分为几个时段，1 到 1024，每个至少 60 分钟"`
	Minutes *int64 `json:"minutes,omitempty" doc:"每个时段的分钟数，60 到 525600，时段不超过 1024 个；最后一个时段在结束时间截止"`
}

// ReturnMetrics are the metrics that are asked for.
type ReturnMetrics struct {
	Views     *Divided `json:"project_views,omitempty" doc:"浏览：可按 project_id、country 分组"`
	Downloads *Divided `json:"project_downloads,omitempty" doc:"下载：可按 project_id、version_id、user_agent、country、game_version、loader 分组"`
	Playtime  *Divided `json:"project_playtime,omitempty" doc:"游玩时长：可按 project_id、version_id、country、game_version、loader 分组"`
	Revenue   *Divided `json:"project_revenue,omitempty" doc:"收益，按天（UTC）：可按 project_id 分组；需要查看收益的权限"`
}

// Divided says what a metric is divided by.
type Divided struct {
	By []string `json:"bucket_by,omitempty" enum:"project_id,version_id,user_agent,country,game_version,loader" doc:"按什么分组；没有时合计"`
}

// What a metric can be divided by, in the order of their columns. The names are those of the API.
const (
	byProject = "project_id"
	byVersion = "version_id"
	byAgent   = "user_agent"
	byCountry = "country"
	byGame    = "game_version"
	byLoader  = "loader"
)

// divisions are what a metric can be divided by.
func divisions(metric string) []string {
	switch metric {
	case revenue:
		return []string{byProject}
	case views:
		return []string{byProject, byCountry}
	case playtime:
		return []string{byProject, byVersion, byCountry, byGame, byLoader}
	}
	return []string{byProject, byVersion, byAgent, byCountry, byGame, byLoader}
}

// divided is a metric with what it is divided by.
type divided struct {
	metric string
	by     []string
}

// sliced is a time that is cut into n slices. A moment lies in the slice (moment - start) * parts / whole, in microseconds:
// exact also where a slice has no whole number of them.
type sliced struct {
	start, end   time.Time
	n            int
	parts, whole int64
}

// daily is true where every slice consists of whole days (UTC).
func (s sliced) daily() bool {
	midnight := func(t time.Time) bool { return t.Equal(t.Truncate(day)) }
	return midnight(s.start) && midnight(s.end) && s.whole%(s.parts*day.Microseconds()) == 0
}

// check reads a question.
func (q Question) check() (s sliced, metrics []divided, err error) {
	if s, err = q.TimeRange.check(); err != nil {
		return s, nil, err
	}
	for _, m := range []struct {
		name, metric string
		asked        *Divided
	}{{"project_views", views, q.Metrics.Views}, {"project_downloads", downloads, q.Metrics.Downloads}, {"project_playtime", playtime, q.Metrics.Playtime}, {"project_revenue", revenue, q.Metrics.Revenue}} {
		if m.asked == nil {
			continue
		}
		allowed := divisions(m.metric)
		for _, by := range m.asked.By {
			if !slices.Contains(allowed, by) {
				field := "return_metrics." + m.name + ".bucket_by"
				return s, nil, httpkit.Invalid(field, "字段 "+field+" 只能包含 "+strings.Join(allowed, "、"))
			}
		}
		metrics = append(metrics, divided{m.metric, m.asked.By})
	}
	if len(q.Projects) > httpkit.MaxIDs {
		return s, nil, httpkit.Invalid("project_ids", fmt.Sprintf("字段 project_ids 不能超过 %d 项", httpkit.MaxIDs))
	}
	return s, metrics, nil
}

func (r TimeRange) check() (s sliced, err error) {
	if s.start, err = moment("time_range.start", r.Start); err != nil {
		return s, err
	}
	if s.end, err = moment("time_range.end", r.End); err != nil {
		return s, err
	}
	if long := s.end.Sub(s.start); long < minSlice || long > maxDays*day {
		return s, httpkit.Invalid("time_range.end", "字段 time_range.end 应在开始时间之后 60 分钟到 400 天")
	}
	return r.Resolution.cut(s)
}

// cut cuts a time into slices.
func (r Resolution) cut(s sliced) (sliced, error) {
	const name = "time_range.resolution"
	long := s.end.Sub(s.start)
	switch {
	case (r.Slices == nil) == (r.Minutes == nil):
		return s, httpkit.Invalid(name, "字段 "+name+" 应有 slices 与 minutes 二者之一")
	case r.Slices != nil:
		if n := *r.Slices; n < 1 || n > maxSlices || long < time.Duration(n)*minSlice {
			return s, httpkit.Invalid(name+".slices", "字段 "+name+".slices 应为 1 到 1024，每个时段至少 60 分钟")
		}
		s.n, s.parts, s.whole = int(*r.Slices), *r.Slices, long.Microseconds()
	default:
		if m := *r.Minutes; m < int64(minSlice/time.Minute) || m > maxMinutes {
			return s, httpkit.Invalid(name+".minutes", "字段 "+name+".minutes 应为 60 到 525600")
		}
		length := time.Duration(*r.Minutes) * time.Minute
		if s.n = int((long + length - 1) / length); s.n > maxSlices {
			return s, httpkit.Invalid(name+".minutes", "字段 "+name+".minutes 太小：时段不超过 1024 个")
		}
		s.parts, s.whole = 1, length.Microseconds()
	}
	return s, nil
}

// moment is a required time, to the microsecond, as the database keeps it.
func moment(field, text string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return t, httpkit.Invalid(field, "字段 "+field+" 应为 RFC 3339 时间，例如 2026-01-31T00:00:00Z")
	}
	return t.UTC().Truncate(time.Microsecond), nil
}
