package transparency

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/review"
	"github.com/modyard/modyard/readapi/view"
)

// shownMonths is how many months are listed, with the current one.
const shownMonths = 12

// Answer are the public figures.
type Answer struct {
	Recent  Counts    `json:"recent" doc:"最近 30 天"`
	Types   []OfType  `json:"types" doc:"最近 30 天，按资源类型"`
	Months  []OfMonth `json:"months" doc:"最近 12 个月，由旧到新"`
	Reasons []OfStep  `json:"reasons" doc:"最近 12 个月被拒绝的原因，由多到少；一个决定可以有多个原因"`
	Waiting Waiting   `json:"waiting" doc:"现在等待审核的项目"`
	All     *Estimate `json:"estimate" doc:"全部资源的预计等待时间；记录不足时为 null"`
	LeftOut bool      `json:"left_out" doc:"有没有不计入的决定（演示数据）"`
}

// OfType are the figures of a type of project.
type OfType struct {
	Type string `json:"type" enum:"mod,plugin,datapack,shader,resourcepack,modpack,software,language"`
	Counts
	Estimate *Estimate `json:"estimate" doc:"这个类型的预计等待时间；记录不足时为 null"`
}

// OfMonth are the figures of a month.
type OfMonth struct {
	Month string `json:"month" example:"2026-11" doc:"月份（UTC）"`
	Counts
}

// OfStep counts the rejections with an option of a step of the checklist. The step without an id has those without any.
type OfStep struct {
	Step    string     `json:"step"`
	Title   string     `json:"title"`
	Count   int64      `json:"count"`
	Options []OfOption `json:"options"`
}

// OfOption counts the rejections with an option.
type OfOption struct {
	Option string `json:"option"`
	Name   string `json:"name"`
	Count  int64  `json:"count"`
}

// Waiting counts the projects that wait for a decision.
type Waiting struct {
	Projects      int64  `json:"projects"`
	MedianSeconds *int64 `json:"median_seconds" doc:"已等待时间的中位数，秒；没有时为 null"`
}

// waiting is about $1, the present time. Demonstration data is left out.
const (
	waiting = `select count(*), percentile_disc(0.5) within group (order by extract(epoch from $1::timestamptz - submitted_at)::bigint),
  exists (select from (select from review.decisions where mark <> '' order by at limit 1) marked)
from review.standings where submitted_at is not null and mark = ''`

	// unnamed is the title of rejections without an option.
	unnamed = "未注明"
)

// Register mounts the route.
func (f *Figures) Register(api *httpkit.API) {
	view.Query(api, f.source, view.Route{Path: "GET /_internal/transparency", Summary: "审核数据", Fresh: []string{projected.Name}}, f.answer)
}

func (f *Figures) answer(ctx context.Context, _ *struct{}) (a Answer, err error) {
	months, recent, err := f.read(ctx, shownMonths)
	if err != nil {
		return a, err
	}
	all, err := f.estimates(ctx)
	if err != nil {
		return a, err
	}
	a = Answer{Recent: recent.All, Types: []OfType{}, Reasons: f.reasons(months), All: all.all}
	for _, kind := range slices.Sorted(maps.Keys(recent.Types)) {
		a.Types = append(a.Types, OfType{Type: kind, Counts: recent.Types[kind], Estimate: all.types[kind]})
	}
	for _, m := range months {
		a.Months = append(a.Months, OfMonth{m.Month, m.All})
	}
	err = f.source.Pool.QueryRow(ctx, waiting, f.now()).Scan(&a.Waiting.Projects, &a.Waiting.MedianSeconds, &a.LeftOut)
	if err != nil {
		return a, fmt.Errorf("read who waits: %w", err)
	}
	return a, nil
}

// reasons counts the rejections by the steps of the checklist and their options, the most frequent first.
func (f *Figures) reasons(months []Month) []OfStep {
	steps, options := map[string]int64{}, map[string]int64{}
	for _, m := range months {
		for _, c := range m.Choices {
			if c.Decision != projected.Rejected {
				continue
			}
			for step := range f.stepsOf(c.Options) {
				steps[step] += c.N
			}
			for _, o := range c.Options {
				options[o] += c.N
			}
		}
	}
	out := []OfStep{}
	for _, s := range append(slices.Clip(f.steps), Step{Title: unnamed}) {
		if steps[s.ID] == 0 {
			continue
		}
		of := OfStep{Step: s.ID, Title: s.Title, Count: steps[s.ID], Options: []OfOption{}}
		for _, o := range s.Options {
			if options[o.ID] > 0 {
				of.Options = append(of.Options, OfOption{o.ID, o.Name, options[o.ID]})
			}
		}
		slices.SortStableFunc(of.Options, func(a, b OfOption) int { return cmp.Compare(b.Count, a.Count) })
		out = append(out, of)
	}
	slices.SortStableFunc(out, func(a, b OfStep) int { return cmp.Compare(b.Count, a.Count) })
	return out
}

// stepsOf are the steps of options, each once. Options that the checklist does not have count as none.
func (f *Figures) stepsOf(options []string) map[string]bool {
	steps := map[string]bool{}
	for _, s := range f.steps {
		for _, o := range s.Options {
			if slices.Contains(options, o.ID) {
				steps[s.ID] = true
			}
		}
	}
	if len(steps) == 0 {
		steps[""] = true
	}
	return steps
}
