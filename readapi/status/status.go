// Package status answers whether the site works, how old the state is that readers see, and what did not work lately.
package status

import (
	"context"
	"sync"
	"time"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/uptime"
	"github.com/modyard/modyard/readapi/view"
)

const (
	days      = 90
	incidents = 20
	// keep is how long what was recorded is cached: it changes every 15 seconds.
	keep = 5 * time.Second
	// slow is the delay of readers from which a part is not ok.
	slow = 30 * time.Second
)

// State is the state of the site or a part.
type State string

// The states.
const (
	OK   State = "ok"
	Late State = "late" // readers see an old state
	Down State = "down"
)

// Day is a day of a part.
type Day struct {
	Day  string   `json:"day" doc:"日期（UTC）" example:"2026-11-24"`
	Up   *float64 `json:"up" doc:"正常时间的比例，0 到 1；没有记录时为 null"`
	Down int      `json:"down" doc:"中断的秒数"`
}

// Part is a part of the site.
type Part struct {
	Name  string   `json:"name" enum:"site,writes,views,search,files"`
	State State    `json:"state" enum:"ok,late,down"`
	Up    *float64 `json:"up" doc:"90 天内正常时间的比例，0 到 1；没有记录时为 null"`
	Days  []Day    `json:"days" doc:"最近 90 天，由旧到新"`
}

// Incident is a time in which a part did not work.
type Incident struct {
	Part  string     `json:"part"`
	Began time.Time  `json:"began"`
	Ended *time.Time `json:"ended" doc:"仍在继续时为 null"`
}

// Answer is the state of the site.
type Answer struct {
	State     State      `json:"state" enum:"ok,late,down"`
	Now       time.Time  `json:"now"`
	Synced    *time.Time `json:"synced" doc:"这之前写入的内容都已可见；未知时为 null"`
	Parts     []Part     `json:"parts"`
	Incidents []Incident `json:"incidents" doc:"最近 20 次，由新到旧"`
}

// Sync is how old the state is that readers see.
type Sync struct {
	Now    time.Time  `json:"now"`
	Synced *time.Time `json:"synced" doc:"这之前写入的内容都已可见；未知时为 null"`
}

// Routes are the query routes of this package.
type Routes struct {
	source *view.Source
	parts  []string
	synced func() (time.Time, bool)
	now    func() time.Time

	mu       sync.Mutex
	recorded recorded
}

type recorded struct {
	days      map[string][]uptime.Day
	incidents []uptime.Incident
	until     time.Time
}

// New makes the routes. Parts are those that are recorded, in the order of the answer; synced is the time up to which
// readers see everything, and whether it is known.
func New(s *view.Source, parts []string, synced func() (time.Time, bool)) *Routes {
	return &Routes{source: s, parts: append([]string{uptime.Site}, parts...), synced: synced, now: time.Now}
}

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	view.Query(api, s.source, view.Route{Path: "GET /_internal/status", Summary: "站点状态"}, s.answer)
	view.Query(api, s.source, view.Route{Path: "GET /_internal/status/sync", Summary: "数据同步到何时"},
		func(context.Context, *struct{}) (Sync, error) { return s.sync(), nil })
}

func (s *Routes) sync() Sync {
	out := Sync{Now: s.now().UTC()}
	if at, known := s.synced(); known {
		at = at.UTC()
		out.Synced = &at
	}
	return out
}

func (s *Routes) answer(ctx context.Context, _ *struct{}) (Answer, error) {
	now := s.sync()
	r, err := s.read(ctx, now.Now)
	if err != nil {
		return Answer{}, err
	}
	a := Answer{State: OK, Now: now.Now, Synced: now.Synced, Incidents: []Incident{}}
	broken := map[string]bool{}
	for _, i := range r.incidents {
		broken[i.Part] = broken[i.Part] || i.Ended == nil
		a.Incidents = append(a.Incidents, Incident(i))
	}
	late := now.Synced == nil || now.Now.Sub(*now.Synced) > slow
	for _, name := range s.parts {
		p := Part{Name: name, State: OK}
		p.Days, p.Up = shares(r.days[name], now.Now)
		switch {
		case broken[name]:
			p.State, a.State = Down, Down
		case late && name == "views":
			p.State = Late
			if a.State == OK {
				a.State = Late
			}
		}
		a.Parts = append(a.Parts, p)
	}
	return a, nil
}

// read returns what was recorded, read at most every few seconds.
func (s *Routes) read(ctx context.Context, now time.Time) (recorded, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now.Before(s.recorded.until) {
		return s.recorded, nil
	}
	all, err := uptime.Days(ctx, s.source.Pool, now.AddDate(0, 0, 1-days))
	if err != nil {
		return recorded{}, err
	}
	r := recorded{days: map[string][]uptime.Day{}, until: now.Add(keep)}
	for _, d := range all {
		r.days[d.Part] = append(r.days[d.Part], d)
	}
	if r.incidents, err = uptime.Incidents(ctx, s.source.Pool, incidents); err != nil {
		return recorded{}, err
	}
	s.recorded = r
	return r, nil
}

// shares returns all days up to today, and the share of the time in which the part worked.
func shares(known []uptime.Day, now time.Time) ([]Day, *float64) {
	byDay := map[string]uptime.Day{}
	up, down := 0, 0
	for _, d := range known {
		byDay[d.Day.Format(time.DateOnly)] = d
		up, down = up+d.Up, down+d.Down
	}
	out := make([]Day, days)
	for i := range out {
		day := now.AddDate(0, 0, i+1-days).Format(time.DateOnly)
		d := byDay[day]
		out[i] = Day{Day: day, Up: share(d.Up, d.Down), Down: d.Down}
	}
	return out, share(up, down)
}

func share(up, down int) *float64 {
	if up+down == 0 {
		return nil
	}
	s := float64(up) / float64(up+down)
	return &s
}
