package download

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/download"
)

// Querier is the database; *pgxpool.Pool and pgx.Tx implement it.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// Paid are the counted hits of a project on a day that earn a share of the revenue: those of bots and of times at which the
// project was not monetized are left out.
type Paid struct {
	Project   string
	Views     int64
	Signed    int64 // downloads by somebody signed in
	Anonymous int64 // other downloads
}

const paidOf = `
select project, paid_views, paid_signed, paid_anonymous from download.days
where day = $1 and (paid_views > 0 or paid_signed > 0 or paid_anonymous > 0) order by project`

// PaidOf reads what the projects of a day (UTC) earn a share by, in the order of their ids, without those that earn none. It
// contains deleted projects too. The figures may still grow until all hits of the day are counted. While readers still see a version
// of the read model without them, it is an error.
func PaidOf(ctx context.Context, db Querier, day time.Time) ([]Paid, error) {
	rows, err := db.Query(ctx, paidOf, dayOf(day))
	if err != nil {
		return nil, fmt.Errorf("read what earns a share on %s: %w", dayOf(day).Format(time.DateOnly), err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Paid])
	if err != nil {
		return nil, fmt.Errorf("read what earns a share on %s: %w", dayOf(day).Format(time.DateOnly), err)
	}
	return list, nil
}

// Payer sums what earns a share on one day under a condition. It judges hits by the rules of the site, as the read model does. It
// is not safe for concurrent use.
type Payer struct {
	memory *memory
	from   time.Time
	where  *Where
	sums   map[string]Paid
}

// NewPayer makes one for the day (UTC) of a moment.
func NewPayer(rules download.Rules, at time.Time, where *Where) *Payer {
	return &Payer{memory: newMemory(rules), from: dayOf(at), where: where, sums: map[string]Paid{}}
}

// Span is the time at which the hits of the day were recorded. What the rules remember of a visitor ends with the day.
func (p *Payer) Span() (from, to time.Time) { return p.from.Add(-late), p.from.Add(day + late) }

// Add judges hits, in the order of the log.
func (p *Payer) Add(kind download.Kind, hits []download.Hit) error {
	for i := range hits {
		h := &hits[i]
		if p.memory.judge(kind, h) != download.Counts || !dayOf(h.At).Equal(p.from) {
			continue
		}
		pays := paying(kind, h)
		if pays == (paid{}) {
			continue
		}
		met, err := p.where.Match(kind, *h)
		if err != nil {
			return err
		}
		if met {
			sum := p.sums[h.Project]
			p.sums[h.Project] = Paid{Project: h.Project, Views: sum.Views + pays.Views, Signed: sum.Signed + pays.Signed, Anonymous: sum.Anonymous + pays.Anonymous}
		}
	}
	return nil
}

// Paid are the sums, in the order of the ids of the projects.
func (p *Payer) Paid() []Paid {
	list := make([]Paid, 0, len(p.sums))
	for _, id := range slices.Sorted(maps.Keys(p.sums)) {
		list = append(list, p.sums[id])
	}
	return list
}
