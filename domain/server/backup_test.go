package server_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/server"
)

var seen = server.Seen{Server: id, Node: node.ID, Incarnation: "one", Sequence: 1}

// backedUp is the report of an automatic backup, which needs no request.
func backedUp(backup string) server.BackedUp {
	return server.BackedUp{Seen: seen, Backup: backup, Automatic: true, Bytes: 10, Stored: 5}
}

func requested(count int) []any {
	history := []any{made}
	for i := range count {
		history = append(history, server.BackupRequested{Server: id, Backup: fmt.Sprintf("Asked%03d", i)})
	}
	return history
}

func TestTheResultOfDecidingAboutBackups(t *testing.T) {
	good, locked := backedUp("Good0001"), server.BackupLocked{Server: id, Backup: "Good0001"}
	pending := server.BackupRequested{Server: id, Backup: "Asked000"}
	failed := server.BackupFailed{Seen: seen, Backup: "Asked000", Cause: "disk"}
	gone := server.BackupDeleted{Server: id, Backup: "Good0001"}
	restore := server.RestoreRequested{Server: id, Backup: "Good0001"}
	restored := server.Restored{Seen: seen, Backup: "Good0001", Until: start.Add(server.FormerKept)}
	ask := func(name string) server.RequestBackup {
		return server.RequestBackup{By: asOwner, Backup: "New00001", Name: name}
	}
	undo := func(after time.Duration) server.UndoRestore {
		return server.UndoRestore{By: asOwner, Backup: "Good0001", Now: start.Add(after)}
	}
	ofFile := server.FilesRestoreRequested{Server: id, Backup: "Good0001"}
	fileDone, fileFailed := server.FilesRestored{Seen: seen, Backup: "Good0001", Files: 1}, server.FilesRestoreFailed{Seen: seen, Backup: "Good0001", Cause: "path"}
	file := func(path string) server.RestoreFiles {
		return server.RestoreFiles{By: asOwner, Backup: "Good0001", Path: path}
	}
	report := func(e any) server.RecordBackup { return server.RecordBackup{Report: e} }
	foreign := good
	foreign.Node = "Node0002"
	for name, c := range map[string]struct {
		given []any
		when  server.Command
		then  any
	}{
		"a backup":                          {[]any{made}, ask("睡前"), server.BackupRequested{}},
		"a backup without a name":           {[]any{made}, ask(" "), server.BackupRequested{}},
		"a name of 64":                      {[]any{made}, ask(strings.Repeat("档", 64)), server.BackupRequested{}},
		"a name of 65":                      {[]any{made}, ask(strings.Repeat("档", 65)), "64"},
		"a name of two lines":               {[]any{made}, ask("a\nb"), "名称"},
		"the tenth":                         {requested(9), ask(""), server.BackupRequested{}},
		"an eleventh":                       {requested(10), ask(""), "已达上限"},
		"one beside nine and an automatic":  {append(requested(9), good), ask(""), server.BackupRequested{}},
		"one beside nine and a locked one":  {append(requested(9), good, locked), ask(""), "已达上限"},
		"the store is full":                 {[]any{made, server.BackedUp{Seen: seen, Backup: "Big00001", Automatic: true, Stored: server.MaxBackupBytes}}, ask(""), "空间已用完"},
		"one during a restore":              {[]any{made, good, restore}, ask(""), "正在恢复"},
		"a retry":                           {[]any{made, pending, failed}, server.RetryBackup{By: asOwner, Backup: "Asked000"}, server.BackupRetried{}},
		"a retry of what goes on":           {[]any{made, pending}, server.RetryBackup{By: asOwner, Backup: "Asked000"}, "失败的备份"},
		"a name for a missing one":          {[]any{made}, server.RenameBackup{By: asOwner, Backup: "Good0001", Name: "x"}, "不存在"},
		"a name for a deleted one":          {[]any{made, good, gone}, server.RenameBackup{By: asOwner, Backup: "Good0001", Name: "x"}, "不存在"},
		"an empty name":                     {[]any{made, good}, server.RenameBackup{By: asOwner, Backup: "Good0001"}, "名称"},
		"a lock":                            {[]any{made, good}, server.LockBackup{By: asOwner, Backup: "Good0001", Locked: true}, server.BackupLocked{}},
		"a lock twice":                      {[]any{made, good, locked}, server.LockBackup{By: asOwner, Backup: "Good0001", Locked: true}, nil},
		"unlocking":                         {[]any{made, good, locked}, server.LockBackup{By: asOwner, Backup: "Good0001"}, server.BackupUnlocked{}},
		"deleting a locked one":             {[]any{made, good, locked}, server.DeleteBackup{By: asOwner, Backup: "Good0001"}, "已锁定"},
		"deleting one that is being made":   {[]any{made, pending}, server.DeleteBackup{By: asOwner, Backup: "Asked000"}, server.BackupDeleted{}},
		"deleting one that is restored now": {[]any{made, good, restore}, server.DeleteBackup{By: asOwner, Backup: "Good0001"}, "正在恢复"},
		"a restore":                         {[]any{made, good}, server.Restore{By: asOwner, Backup: "Good0001"}, server.RestoreRequested{}},
		"a restore while it runs":           {[]any{made, good, server.PowerRequested{Server: id, Action: server.Start}}, server.Restore{By: asOwner, Backup: "Good0001"}, "请先停止"},
		"two restores":                      {[]any{made, good, restore}, server.Restore{By: asOwner, Backup: "Good0001"}, "正在恢复"},
		"a restore of what is not made":     {[]any{made, pending}, server.Restore{By: asOwner, Backup: "Asked000"}, "尚未完成"},
		"a restore of what is damaged":      {[]any{made, good, server.BackupDamaged{Seen: seen, Backup: "Good0001"}}, server.Restore{By: asOwner, Backup: "Good0001"}, "已损坏"},
		"a start during a restore":          {[]any{made, good, restore}, power(asOwner, server.Start), "正在恢复"},
		"a start after it":                  {[]any{made, good, restore, restored}, power(asOwner, server.Start), server.PowerRequested{}},
		"a kill during a restore":           {[]any{made, good, restore}, power(asOwner, server.Kill), server.PowerRequested{}},
		"an undo":                           {[]any{made, good, restore, restored}, undo(23 * time.Hour), server.RestoreUndone{}},
		"an undo after a day":               {[]any{made, good, restore, restored}, undo(24 * time.Hour), "超过 24 小时"},
		"an undo of nothing":                {[]any{made, good}, undo(0), "没有可以撤销"},
		"a file":                            {[]any{made, good}, file("/world/level.dat"), server.FilesRestoreRequested{}},
		"a path of 1024 bytes":              {[]any{made, good}, file("/" + strings.Repeat("x", 1023)), server.FilesRestoreRequested{}},
		"a path of 1025 bytes":              {[]any{made, good}, file("/" + strings.Repeat("x", 1024)), "路径不正确"},
		"the whole folder as a file":        {[]any{made, good}, file("/"), "路径不正确"},
		"a path that climbs":                {[]any{made, good}, file("/world/../../x"), "路径不正确"},
		"a relative path":                   {[]any{made, good}, file("world"), "路径不正确"},
		"no path":                           {[]any{made, good}, file(""), "路径不正确"},
		"a path with a line break":          {[]any{made, good}, file("/a\nb"), "路径不正确"},
		"a path that misleads":              {[]any{made, good}, file("/a\u202eb"), "路径不正确"},
		"a path that is no text":            {[]any{made, good}, file("/a\xff"), "路径不正确"},
		"a file while it runs":              {[]any{made, good, server.PowerRequested{Server: id, Action: server.Start}}, file("/world"), "请先停止"},
		"a file during a restore":           {[]any{made, good, restore}, file("/world"), "正在恢复"},
		"a restore during that of a file":   {[]any{made, good, ofFile}, server.Restore{By: asOwner, Backup: "Good0001"}, "正在恢复"},
		"a file during an installation":     {[]any{made, good, server.InstallRequested{Server: id, Loader: "NeoForge", GameVersion: "1.21.1"}}, file("/world"), "正在安装"},
		"a start during it":                 {[]any{made, good, ofFile}, power(asOwner, server.Start), "正在恢复"},
		"a start after the file":            {[]any{made, good, ofFile, fileDone}, power(asOwner, server.Start), server.PowerRequested{}},
		"a start after it failed":           {[]any{made, good, ofFile, fileFailed}, power(asOwner, server.Start), server.PowerRequested{}},
		"a file of what is not made":        {[]any{made, pending}, server.RestoreFiles{By: asOwner, Backup: "Asked000", Path: "/x"}, "尚未完成"},
		"a file of what is damaged":         {[]any{made, good, server.BackupDamaged{Seen: seen, Backup: "Good0001"}}, file("/x"), "已损坏"},
		"a file of what is deleted":         {[]any{made, good, gone}, file("/x"), "不存在"},
		"deleting one of which a file is":   {[]any{made, good, ofFile}, server.DeleteBackup{By: asOwner, Backup: "Good0001"}, "正在恢复"},
		"an undo after a file":              {[]any{made, good, restore, restored, ofFile, fileDone}, undo(time.Hour), server.RestoreUndone{}},
		"a report of a file":                {[]any{made, good, ofFile}, report(fileDone), server.FilesRestored{}},
		"a report of a file that failed":    {[]any{made, good, ofFile}, report(fileFailed), server.FilesRestoreFailed{}},
		"a repeated report of a file":       {[]any{made, good, ofFile, fileDone}, report(fileDone), nil},
		"that of all for that of a file":    {[]any{made, good, ofFile}, report(restored), nil},
		"that of a file for that of all":    {[]any{made, good, restore}, report(fileDone), nil},
		"automatic ones":                    {[]any{made}, server.SetAutobackup{By: asOwner, Enabled: true, Hours: 168}, server.AutobackupSet{}},
		"automatic ones too seldom":         {[]any{made}, server.SetAutobackup{By: asOwner, Enabled: true, Hours: 169}, "1 至 168"},
		"automatic ones too often":          {[]any{made}, server.SetAutobackup{By: asOwner, Enabled: true, Hours: -1}, "1 至 168"},
		"a report":                          {[]any{made}, report(good), server.BackedUp{}},
		"a repeated report":                 {[]any{made, good}, report(good), nil},
		"a report of another node":          {[]any{made}, report(foreign), "服务器不存在"},
		"a report of a removed manual one":  {[]any{made, pending}, report(server.BackupRemoved{Seen: seen, Backup: "Asked000"}), nil},
		"a report of a replaced one":        {[]any{made, good}, report(server.BackupRemoved{Seen: seen, Backup: "Good0001"}), server.BackupRemoved{}},
		"a report of an unasked restore":    {[]any{made, good}, report(restored), nil},
		"a report of a restore":             {[]any{made, good, restore}, report(restored), server.Restored{}},
	} {
		t.Run(name, func(t *testing.T) {
			events, err := server.Decide(given(c.given...), c.when)
			expect(t, events, err, c.then)
		})
	}
}

func TestABackupIsNumberedByThoseThatWereAskedFor(t *testing.T) {
	history := append(requested(2), server.BackupDeleted{Server: id, Backup: "Asked000"}, server.BackupRemoved{Seen: seen, Backup: "Asked000"})
	events, err := server.Decide(given(history...), server.RequestBackup{By: asOwner, Backup: "New00001"})
	if err != nil || len(events) != 1 || events[0].Payload.(server.BackupRequested).Name.Text != "Backup #3" {
		t.Errorf("%+v %v", events, err)
	}
}

func TestThePathOfARestoredFileIsSealedForTheOwner(t *testing.T) {
	events, err := server.Decide(given(made, backedUp("Good0001")), server.RestoreFiles{By: asAdmin, Backup: "Good0001", Path: "/world/玩家.dat"})
	if err != nil || len(events) != 1 {
		t.Fatalf("%+v %v", events, err)
	}
	if p := events[0].Payload.(server.FilesRestoreRequested).Path; p.Subject != owner || p.Text != "/world/玩家.dat" {
		t.Errorf("%+v", p)
	}
}
