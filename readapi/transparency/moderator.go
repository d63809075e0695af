package transparency

import (
	"cmp"
	"context"
	"slices"

	projected "github.com/modyard/modyard/projections/review"
)

// ModeratorFigures are the figures of one moderator beside those of all. Waits are those of the projects that were decided, so
// they contain the time in the queue.
type ModeratorFigures struct {
	Recent Compared   `json:"recent" doc:"最近 30 天"`
	Months []Compared `json:"months" doc:"最近 12 个月，由旧到新"`
	Agreed []Agreed   `json:"agreed" doc:"最近 12 个月选过的审核选项，以及其他审核人员选同一项时的决定；由多到少"`
}

// Compared are the figures of a moderator and of all together.
type Compared struct {
	Month string `json:"month" example:"2026-11" doc:"月份（UTC）；最近 30 天时为空"`
	Own   Counts `json:"own"`
	All   Counts `json:"all"`
}

// Agreed says how decisions with an option came out.
type Agreed struct {
	Option string   `json:"option"`
	Step   string   `json:"step" doc:"步骤的标题"`
	Name   string   `json:"name"`
	Own    Outcomes `json:"own"`
	Others Outcomes `json:"others"`
}

// Outcomes counts decisions.
type Outcomes struct {
	Approved int64 `json:"approved"`
	Rejected int64 `json:"rejected"`
	Withheld int64 `json:"withheld"`
}

func (o *Outcomes) add(decision string, n int64) {
	switch decision {
	case projected.Approved:
		o.Approved += n
	case projected.Rejected:
		o.Rejected += n
	case projected.Withheld:
		o.Withheld += n
	}
}

func (o Outcomes) sum() int64 { return o.Approved + o.Rejected + o.Withheld }

// Moderator are the figures of an account.
func (f *Figures) Moderator(ctx context.Context, account string) (m ModeratorFigures, err error) {
	months, recent, err := f.read(ctx, shownMonths)
	if err != nil {
		return m, err
	}
	m.Recent = Compared{Own: recent.Actors[account], All: recent.All}
	for _, w := range months {
		m.Months = append(m.Months, Compared{w.Month, w.Actors[account], w.All})
	}
	m.Agreed = f.agreed(months, account)
	return m, nil
}

// Recent are the figures of the last 30 days.
func (f *Figures) Recent(ctx context.Context) (Counts, error) {
	_, recent, err := f.read(ctx, 1)
	if err != nil {
		return Counts{}, err
	}
	return recent.All, nil
}

func (f *Figures) agreed(months []Month, account string) []Agreed {
	own, others := map[string]*Outcomes{}, map[string]*Outcomes{}
	for _, m := range months {
		for _, c := range m.Choices {
			side := others
			if c.Actor == account {
				side = own
			}
			for _, option := range c.Options {
				if side[option] == nil {
					side[option] = &Outcomes{}
				}
				side[option].add(c.Decision, c.N)
			}
		}
	}
	out := []Agreed{}
	for _, s := range f.steps {
		for _, o := range s.Options {
			if own[o.ID] == nil {
				continue
			}
			a := Agreed{Option: o.ID, Step: s.Title, Name: o.Name, Own: *own[o.ID]}
			if theirs := others[o.ID]; theirs != nil {
				a.Others = *theirs
			}
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b Agreed) int { return cmp.Compare(b.Own.sum(), a.Own.sum()) })
	return out
}
