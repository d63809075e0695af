package server

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

func (s *Service) backupRoutes(api *httpkit.API) {
	hosting := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Under: Bases(), Summary: summary, Scope: identity.ScopeServerWrite}
	}
	one := func(method, action, summary string, command func(*commands.Tx, string) server.Command) {
		path := method + " /servers/{id}/backups/{backup}" + action
		commands.Mount(api, s.Handler, hosting(path, summary), func(ctx context.Context, tx *commands.Tx, in *OfBackup) error {
			e, err := get(ctx, tx, in.ID)
			if err != nil {
				return err
			}
			return e.Do(command(tx, in.Backup))
		})
	}
	commands.MountAnswer(api, s.Handler, hosting("POST /servers/{id}/backups", "创建备份"), requestBackup)
	commands.Mount(api, s.Handler, hosting("POST /servers/{id}/backups/{backup}/rename", "重命名备份"), renameBackup)
	one("DELETE", "", "删除备份，或取消正在进行的备份", func(tx *commands.Tx, id string) server.Command {
		return server.DeleteBackup{By: tx.By(), Backup: id}
	})
	one("POST", "/lock", "锁定备份", func(tx *commands.Tx, id string) server.Command {
		return server.LockBackup{By: tx.By(), Backup: id, Locked: true}
	})
	one("POST", "/unlock", "解锁备份", func(tx *commands.Tx, id string) server.Command {
		return server.LockBackup{By: tx.By(), Backup: id}
	})
	one("POST", "/retry", "重试失败的备份", func(tx *commands.Tx, id string) server.Command {
		return server.RetryBackup{By: tx.By(), Backup: id}
	})
	one("POST", "/restore", "恢复备份", func(tx *commands.Tx, id string) server.Command {
		return server.Restore{By: tx.By(), Backup: id}
	})
	one("POST", "/undo", "撤销恢复", func(tx *commands.Tx, id string) server.Command {
		return server.UndoRestore{By: tx.By(), Backup: id, Now: tx.Now()}
	})
	commands.Mount(api, s.Handler, hosting("POST /servers/{id}/backups/{backup}/restore-files", "恢复备份中的一个文件或文件夹"), restoreFiles)
	commands.Mount(api, s.Handler, hosting("POST /servers/{id}/autobackup", "更改自动备份"), setAutobackup)
}

// OfBackup names a backup of a server.
type OfBackup struct {
	commands.Named
	Backup string `path:"backup"`
}

type backupInput struct {
	Name string `json:"name,omitempty" doc:"最多 64 个字符；空则为 Backup #N"`
}

type createBackup struct {
	commands.Named
	Body backupInput
}

// RequestedBackup is the answer to a new backup.
type RequestedBackup struct {
	ID string `json:"id"`
}

// requestBackup is POST /servers/{id}/backups.
func requestBackup(ctx context.Context, tx *commands.Tx, in *createBackup) (RequestedBackup, error) {
	id, err := tx.NewID(ctx, "backup")
	if err != nil {
		return RequestedBackup{}, err
	}
	e, err := get(ctx, tx, in.ID)
	if err != nil || tx.Repeated() {
		return RequestedBackup{id}, err
	}
	return RequestedBackup{id}, e.Do(server.RequestBackup{By: tx.By(), Backup: id, Name: in.Body.Name})
}

type nameBackup struct {
	OfBackup
	Body backupInput
}

// renameBackup is POST /servers/{id}/backups/{backup}/rename.
func renameBackup(ctx context.Context, tx *commands.Tx, in *nameBackup) error {
	return do(ctx, tx, in.ID, server.RenameBackup{By: tx.By(), Backup: in.Backup, Name: in.Body.Name})
}

type restoreFilesInput struct {
	Path string `json:"path" doc:"备份中文件或文件夹的路径，例如 /world/level.dat；服务器上的同名文件会移到回收站"`
}

type restoreOfFiles struct {
	OfBackup
	Body restoreFilesInput
}

// restoreFiles is POST /servers/{id}/backups/{backup}/restore-files. It is no member of restore, so that a mistyped one restores nothing.
func restoreFiles(ctx context.Context, tx *commands.Tx, in *restoreOfFiles) error {
	return do(ctx, tx, in.ID, server.RestoreFiles{By: tx.By(), Backup: in.Backup, Path: in.Body.Path})
}

type autobackupInput struct {
	Set      string `json:"set" doc:"enable 或 disable"`
	Interval int    `json:"interval,omitempty" doc:"小时，1 至 168，默认 6"`
}

type changeAutobackup struct {
	commands.Named
	Body autobackupInput
}

// setAutobackup is POST /servers/{id}/autobackup.
func setAutobackup(ctx context.Context, tx *commands.Tx, in *changeAutobackup) error {
	e, err := get(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	if in.Body.Set != "enable" && in.Body.Set != "disable" {
		return fault.Invalid("set", "set 须为 enable 或 disable。")
	}
	return e.Do(server.SetAutobackup{By: tx.By(), Enabled: in.Body.Set == "enable", Hours: in.Body.Interval})
}
