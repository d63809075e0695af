package download

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
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
