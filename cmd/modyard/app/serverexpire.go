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

// The servers that cannot be brought back any more and hold ports. Each has at least one until it expires.
const selectExpired = `
select id from server.servers s where deleted <= now() - $1::interval and exists (select from server.ports p where p.server = s.id) order by id limit 500`

// expiries release what a deleted server holds once it cannot be brought back.
func (s *Site) expiries() jobs.Work {
	return jobs.Work{Sweeps: []jobs.Sweep{{Name: "servers.expire", Every: time.Hour, Run: s.expireServers}}}
}

func (s *Site) expireServers(ctx context.Context) error {
	rows, err := s.DB.Pool.Query(ctx, selectExpired, server.Kept)
	if err != nil {
		return fmt.Errorf("find deleted servers that hold ports: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("find deleted servers that hold ports: %w", err)
	}
	var failed error
	for _, id := range list {
		failed = errors.Join(failed, s.Servers.Expire(ctx, id))
	}
	return failed
}
