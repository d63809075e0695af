package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/platform/jobs"
)

// The nodes that have been connected, and are not, with when that was and the servers that they have.
const selectAway = `
select n.id, greatest(l.seen, h.seen), array(select s.id from server.servers s where s.node = n.id and s.deleted is null order by s.id limit $2)
from server.nodes n left join hosting.links l on l.node = n.id left join hosting.hosts h on h.node = n.id
where n.joined is not null and n.retired is null and greatest(l.seen, h.seen) <= now() - $1::interval
order by n.id limit 500`

// absences tells of nodes that are away.
type absences struct {
	site *Site
	// began is when this process began: before that, perhaps nobody took the links of nodes.
	began time.Time
}

func (a *absences) jobs() jobs.Work {
	return jobs.Work{Sweeps: []jobs.Sweep{{Name: "nodes.away", Every: time.Minute, Run: a.look}}}
}

func (a *absences) look(ctx context.Context) error {
	if time.Since(a.began) < server.AwayAfter {
		return nil
	}
	type absence struct {
		Node    string
		Since   time.Time
		Servers []string
	}
	rows, err := a.site.DB.Pool.Query(ctx, selectAway, server.AwayAfter, server.MaxAway)
	if err != nil {
		return fmt.Errorf("find nodes that are away: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[absence])
	if err != nil {
		return fmt.Errorf("find nodes that are away: %w", err)
	}
	var failed error
	for _, n := range list {
		failed = errors.Join(failed, a.site.Servers.Away(ctx, n.Node, n.Since, n.Servers))
	}
	return failed
}
