package contract

import "time"

// HostedBackup is a backup of a hosted server in the shape that programs of the hosting API know; the members from SizeBytes on are this site's own.
type HostedBackup struct {
	ID          string           `json:"id"`
	Name        string           `json:"name"`
	Created     time.Time        `json:"created_at"`
	Ongoing     bool             `json:"ongoing"`
	Locked      bool             `json:"locked"`
	Automated   bool             `json:"automated"`
	Interrupted bool             `json:"interrupted" doc:"备份失败，可以重试"`
	Status      string           `json:"status" enum:"pending,in_progress,timed_out,error,done"`
	Task        HostedBackupTask `json:"task"`

	SizeBytes   int64      `json:"size_bytes"`
	StoredBytes int64      `json:"stored_bytes" doc:"此备份新占用的空间"`
	Seconds     int64      `json:"seconds"`
	Paused      int64      `json:"paused_seconds" doc:"游戏暂停保存的时间"`
	Finished    *time.Time `json:"finished_at"`
	Damaged     bool       `json:"damaged"`
	Cause       string     `json:"cause" enum:",disk,quota,save,interrupted,missing,damaged,running,cancelled,other"`
	By          *Author    `json:"by" doc:"自动备份与管理员创建的备份为 null"`
	UndoUntil   *time.Time `json:"undo_until" doc:"在此之前可以撤销对此备份的恢复"`
}

// HostedBackupTask are the operations in progress on a backup; null where there is none.
type HostedBackupTask struct {
	Create  *HostedTask `json:"create"`
	Restore *HostedTask `json:"restore"`
}

// HostedTask is an operation on a backup.
type HostedTask struct {
	Progress float64 `json:"progress" doc:"0 至 1"`
	State    string  `json:"state" enum:"ongoing,done,failed,cancelled"`
}

// HostedBackups are the backups of a server, newest first.
type HostedBackups []HostedBackup

// HostedBackupFile is a backup and how it is downloaded.
type HostedBackupFile struct {
	HostedBackup
	DownloadURL string `json:"download_url"`
	URL         string `json:"url" doc:"节点上此备份的地址：其下有 download、list?path= 与 file?path="`
	Token       string `json:"token"`
}

// HostedAutobackup is the schedule of automatic backups.
type HostedAutobackup struct {
	Enabled  bool `json:"enabled"`
	Interval int  `json:"interval" doc:"小时"`
}
