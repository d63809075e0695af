package app

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract/node"
	projectedserver "github.com/modyard/modyard/projections/server"
)

const (
	selectDesiredBackups = `select server, id, state, generation, locked from server.backups where server = any($1) order by server, at, id`

	selectDesiredRestores = `
select s.id, s.restoring, s.restore_undo, s.restore_generation, r.path, s.autobackup, s.autobackup_hours
from server.servers s left join server.restores r on r.server = s.id and r.generation = s.restore_generation where s.id = any($1)`
)

// addBackups adds to desired states which backups there shall be, the restore that is asked for and the schedule of automatic backups.
func (s *Site) addBackups(ctx context.Context, servers []node.Desired) error {
	if len(servers) == 0 {
		return nil
	}
	list, byID := make([]string, len(servers)), make(map[string]*node.Desired, len(servers))
	for i := range servers {
		list[i], byID[servers[i].Server] = servers[i].Server, &servers[i]
	}
	rows, err := s.DB.Pool.Query(ctx, selectDesiredBackups, list)
	if err != nil {
		return fmt.Errorf("read desired backups: %w", err)
	}
	var server, state string
	var b node.Backup
	var generation int64
	if _, err := pgx.ForEachRow(rows, []any{&server, &b.ID, &state, &generation, &b.Locked}, func() error {
		b.State, b.Generation = node.BackupKept, uint64(generation) //nolint:gosec // a revision
		switch state {
		case projectedserver.BackupPending:
			b.State = node.BackupWanted
		case projectedserver.BackupGoing:
			b.State = node.BackupDeleted
		}
		byID[server].Backups = append(byID[server].Backups, b)
		return nil
	}); err != nil {
		return fmt.Errorf("read desired backups: %w", err)
	}
	if rows, err = s.DB.Pool.Query(ctx, selectDesiredRestores, list); err != nil {
		return fmt.Errorf("read desired restores: %w", err)
	}
	var r node.Restore
	var path *string
	var a node.Autobackup
	if _, err := pgx.ForEachRow(rows, []any{&server, &r.Backup, &r.Undo, &generation, &path, &a.Enabled, &a.Hours}, func() error {
		d := byID[server]
		if schedule := a; schedule.Enabled {
			d.Autobackup = &schedule
		}
		restore := r
		restore.Generation = uint64(generation) //nolint:gosec // a revision
		switch {
		case restore.Backup == "":
		case path != nil:
			d.RestoreFiles = &node.RestoreFiles{Generation: restore.Generation, Backup: restore.Backup, Path: *path}
		default:
			d.Restore = &restore
		}
		return nil
	}); err != nil {
		return fmt.Errorf("read desired restores: %w", err)
	}
	return nil
}
