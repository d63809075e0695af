package server

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/server"
	"github.com/modyard/modyard/readapi/view"
)

const (
	selectBackups = `
select b.id, b.name, b.state, b.at, b.actor, b.role, a.username, a.avatar_url, b.automatic, b.locked, b.bytes, b.stored, b.seconds, b.paused, b.finished, b.reason,
       s.restoring, s.former, s.former_until, o.observed
from server.backups b join server.servers s on s.id = b.server left join identity.profiles a on a.id = b.actor
left join hosting.observed o on o.server = s.id and o.node = s.node
where b.server = $1 and b.state <> 'deleted' and ($2 = '' or b.id = $2) order by b.at desc, b.id`

	selectAutobackup = `select autobackup, autobackup_hours from server.servers where id = $1`
)

// autoName is the name of a backup that the node made by itself and nobody named.
const autoName = "自动备份"

// backups is GET /servers/{id}/backups: every member may see which there are.
func (s *Routes) backups(ctx context.Context, in *view.ByID) (contract.HostedBackups, error) {
	record, err := s.read(ctx, string(in.ID))
	if err != nil {
		return nil, err
	}
	return s.backupsOf(ctx, record.ID, "")
}

func (s *Routes) backupsOf(ctx context.Context, id, backup string) (contract.HostedBackups, error) {
	_, admin := caller(ctx)
	list, err := view.Rows(ctx, s.source, "a server's backups", s.scanBackup(admin), selectBackups, id, backup)
	if list == nil {
		list = []contract.HostedBackup{}
	}
	return list, err
}

func (s *Routes) scanBackup(admin bool) pgx.RowToFunc[contract.HostedBackup] {
	return func(row pgx.CollectableRow) (contract.HostedBackup, error) {
		var b contract.HostedBackup
		var state, actor, role, restoring, former string
		var username, avatar *string
		var until *time.Time
		var observed []byte
		if err := row.Scan(&b.ID, &b.Name, &state, &b.Created, &actor, &role, &username, &avatar, &b.Automated, &b.Locked, &b.SizeBytes, &b.StoredBytes, &b.Seconds, &b.Paused,
			&b.Finished, &b.Cause, &restoring, &former, &until, &observed); err != nil {
			return b, err
		}
		var o node.Observed
		if observed != nil {
			if err := json.Unmarshal(observed, &o); err != nil {
				return b, fmt.Errorf("read what is observed of a backup: %w", err)
			}
		}
		if b.Name == "" && b.Automated {
			b.Name = autoName
		}
		if admin || role != "admin" {
			b.By = view.Author(&actor, username, avatar)
		}
		if former == b.ID && until != nil && s.Now().Before(*until) {
			b.UndoUntil = until
		}
		var going *contract.HostedTask
		if p := o.Backup; p != nil && p.ID == b.ID {
			going = &contract.HostedTask{Progress: p.Progress, State: node.ProgressOngoing}
		}
		b.Damaged, b.Interrupted = state == projected.BackupBad, state == projected.BackupFault
		switch {
		case state == projected.BackupPending:
			b.Status, b.Ongoing = "pending", true
			if going != nil {
				b.Status, b.Task.Create = "in_progress", going
			}
		case b.Interrupted, b.Damaged:
			b.Status = "error"
		default:
			b.Status = "done"
		}
		if restoring == b.ID {
			b.Task.Restore = &contract.HostedTask{State: node.ProgressOngoing}
			if going != nil {
				b.Task.Restore = going
			}
		}
		return b, nil
	}
}

type backupIn struct {
	view.ByID
	Backup string `path:"backup"`
}

// backup is GET /servers/{id}/backups/{backup}: a backup that is whole, and a token to download it. A suspended server allows it.
func (s *Routes) backup(ctx context.Context, in *backupIn) (contract.HostedBackupFile, error) {
	var out contract.HostedBackupFile
	record, err := s.read(ctx, string(in.ID))
	if err == nil {
		err = record.may(projected.Backups, "管理备份")
	}
	if err != nil {
		return out, err
	}
	list, err := s.backupsOf(ctx, record.ID, in.Backup)
	switch {
	case err != nil:
		return out, err
	case in.Backup == "" || len(list) == 0:
		return out, httpkit.Fault(httpkit.KindNotFound, httpkit.CodeNotFound, "备份不存在。")
	case list[0].Status != "done":
		return out, httpkit.Fault(httpkit.KindConflict, "conflict", "备份尚未完成或已损坏，无法下载。")
	case !record.reachable():
		return out, unreachable()
	}
	out.HostedBackup = list[0]
	if out.Token, err = s.token(ctx, record, []string{node.ScopeBackup}); err != nil {
		return out, err
	}
	out.URL = record.address + node.PathBackups + out.ID
	out.DownloadURL = out.URL + "/download?auth=" + out.Token
	return out, nil
}

// autobackup is GET /servers/{id}/autobackup.
func (s *Routes) autobackup(ctx context.Context, in *view.ByID) (contract.HostedAutobackup, error) {
	var out contract.HostedAutobackup
	record, err := s.read(ctx, string(in.ID))
	if err != nil {
		return out, err
	}
	if err := s.source.Pool.QueryRow(ctx, selectAutobackup, record.ID).Scan(&out.Enabled, &out.Interval); err != nil {
		return out, fmt.Errorf("read the automatic backups of server %s: %w", record.ID, err)
	}
	return out, nil
}
