// Package release carries out planned releases of projects and versions when they are due. The read model only says
// where to look; the commands decide, from the log, whether there is something to do. So a run that is repeated, late or
// interrupted releases each thing once.
package release

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/jobs"
)

const (
	// every is the longest delay of a release in a running site, apart from the time that the releases take.
	every = 10 * time.Second
	// most is the number of releases of one run; the others follow in the next one.
	most = 500
)

// due lists plans that are due, the oldest first. Read models may be some events behind the log.
const due = `
select id, false, due from catalog.projects where due <= $1
union all
select id, true, due from catalog.versions where due <= $1
order by 3, 1 limit $2`

// Commands release what is due and do nothing else (commands/project.Releases).
type Commands interface {
	Project(ctx context.Context, id string) error
	Version(ctx context.Context, id string) error
}

// Releaser finds plans that are due. Pool and Commands must be set.
type Releaser struct {
	Pool     *pgxpool.Pool
	Commands Commands
	Now      func() time.Time // nil: time.Now
}

// Jobs is the repeated search for plans that are due.
func (r *Releaser) Jobs() jobs.Work {
	return jobs.Work{Sweeps: []jobs.Sweep{{Name: "project.releases", Every: every, Run: r.Run}}}
}

// Run releases everything that is due. One failure does not delay the others.
func (r *Releaser) Run(ctx context.Context) error {
	list, err := r.find(ctx)
	if err != nil {
		return err
	}
	var failures []error
	for _, one := range list {
		if ctx.Err() != nil {
			return errors.Join(append(failures, ctx.Err())...)
		}
		do := r.Commands.Project
		if one.version {
			do = r.Commands.Version
		}
		if err := do(ctx, one.id); err != nil {
			failures = append(failures, fmt.Errorf("release %s: %w", one.id, err))
		}
	}
	return errors.Join(failures...)
}

type planned struct {
	id      string
	version bool
}

func (r *Releaser) find(ctx context.Context) ([]planned, error) {
	now := time.Now
	if r.Now != nil {
		now = r.Now
	}
	rows, err := r.Pool.Query(ctx, due, now(), most)
	if err == nil {
		var list []planned
		if list, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (p planned, err error) {
			var at time.Time
			err = row.Scan(&p.id, &p.version, &at)
			return p, err
		}); err == nil {
			return list, nil
		}
	}
	var state *pgconn.PgError
	if errors.As(err, &state) && (state.Code == "42P01" || state.Code == "42703" || state.Code == "3F000") {
		return nil, nil // the read model is built for the first time, or a version without plans is still served
	}
	return nil, fmt.Errorf("find releases that are due: %w", err)
}
