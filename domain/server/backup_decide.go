package server

import (
	"fmt"
	"strings"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// RequestBackup asks for a backup under a new id. An empty name becomes "Backup #N".
type RequestBackup struct {
	By     actor.Actor
	Backup string
	Name   string
}

func (c RequestBackup) decide(s State) ([]any, role.Role, error) {
	as, err := s.useAlone(c.By, Backups)
	if err != nil {
		return nil, "", err
	}
	if strings.TrimSpace(c.Name) == "" {
		c.Name = fmt.Sprintf("Backup #%d", s.BackupNumber+1)
	}
	name, err := BackupName(c.Name)
	if err != nil {
		return nil, "", err
	}
	switch count, stored := s.keptBackups(); {
	case count >= MaxBackups:
		return nil, "", &fault.Error{Kind: fault.KindConflict, Code: "quota_backups", Text: "备份数量已达上限（10 个），请先删除不需要的备份。"}
	case stored >= MaxBackupBytes:
		return nil, "", &fault.Error{Kind: fault.KindConflict, Code: "quota_backups", Text: "备份空间已用完（20 GiB），请先删除不需要的备份。"}
	}
	return []any{BackupRequested{Server: s.ID, Backup: c.Backup, Name: erasable.Of(s.Owner, name)}}, as, nil
}

// RetryBackup asks again for a backup that failed.
type RetryBackup struct {
	By     actor.Actor
	Backup string
}

func (c RetryBackup) decide(s State) ([]any, role.Role, error) {
	as, err := s.useAlone(c.By, Backups)
	if err != nil {
		return nil, "", err
	}
	switch b, err := s.known(c.Backup); {
	case err != nil:
		return nil, "", err
	case b.State != BackupFault:
		return nil, "", fault.Conflict("只有失败的备份可以重试。")
	}
	return []any{BackupRetried{Server: s.ID, Backup: c.Backup}}, as, nil
}

// RenameBackup gives a backup another name.
type RenameBackup struct {
	By     actor.Actor
	Backup string
	Name   string
}

func (c RenameBackup) decide(s State) ([]any, role.Role, error) {
	as, _, err := s.ofBackup(c.By, c.Backup)
	if err != nil {
		return nil, "", err
	}
	name, err := BackupName(c.Name)
	if err != nil {
		return nil, "", err
	}
	return []any{BackupRenamed{Server: s.ID, Backup: c.Backup, Name: erasable.Of(s.Owner, name)}}, as, nil
}

// LockBackup keeps a backup from being deleted, or ends that.
type LockBackup struct {
	By     actor.Actor
	Backup string
	Locked bool
}

func (c LockBackup) decide(s State) ([]any, role.Role, error) {
	as, b, err := s.ofBackup(c.By, c.Backup)
	switch {
	case err != nil || b.Locked == c.Locked:
		return nil, as, err
	case c.Locked:
		return []any{BackupLocked{Server: s.ID, Backup: c.Backup}}, as, nil
	}
	return []any{BackupUnlocked{Server: s.ID, Backup: c.Backup}}, as, nil
}

// DeleteBackup removes a backup, and cancels one that is being made.
type DeleteBackup struct {
	By     actor.Actor
	Backup string
}

func (c DeleteBackup) decide(s State) ([]any, role.Role, error) {
	as, b, err := s.ofBackup(c.By, c.Backup)
	switch {
	case err != nil:
		return nil, "", err
	case b.Locked:
		return nil, "", &fault.Error{Kind: fault.KindConflict, Code: "locked", Text: "备份已锁定，请先解锁。"}
	case s.Restoring.Backup == c.Backup && !s.Restoring.Undo:
		return nil, "", s.busy()
	}
	return []any{BackupDeleted{Server: s.ID, Backup: c.Backup}}, as, nil
}

// SetAutobackup decides whether the node makes backups by itself. Hours is the time between two of them, 0 the usual one.
type SetAutobackup struct {
	By      actor.Actor
	Enabled bool
	Hours   int
}

func (c SetAutobackup) decide(s State) ([]any, role.Role, error) {
	as, err := s.of(c.By, Backups)
	if err != nil {
		return nil, "", err
	}
	if c.Hours == 0 {
		c.Hours = BackupHours
	}
	if c.Hours < MinBackupHours || c.Hours > MaxBackupHours {
		return nil, "", fault.Invalid("interval", "间隔须为 1 至 168 小时。")
	}
	return []any{AutobackupSet{Server: s.ID, Enabled: c.Enabled, Hours: c.Hours}}, as, nil
}

// known is a backup that was not deleted.
func (s State) known(id string) (Backup, error) {
	b, ok := s.Backups[id]
	if !ok || b.State == BackupGoing {
		return b, fault.NotFound("备份不存在。")
	}
	return b, nil
}

// ofBackup is of for one backup.
func (s State) ofBackup(a actor.Actor, id string) (role.Role, Backup, error) {
	as, err := s.of(a, Backups)
	if err != nil {
		return "", Backup{}, err
	}
	b, err := s.known(id)
	return as, b, err
}
