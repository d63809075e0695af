package contract

import "time"

// StoredFiles are the files, gallery pictures and icons that were stored for a project, also removed ones, for the staff.
type StoredFiles struct {
	Project string       `json:"project"`
	Title   string       `json:"title"`
	Deleted *time.Time   `json:"deleted" doc:"资源被删除的时间"`
	Files   []StoredFile `json:"files"`
	Total   int64        `json:"total"`
}

// StoredFile is one of them. URL is null where the bytes are gone; Entries are then the names in the archive.
type StoredFile struct {
	Kind         string     `json:"kind" enum:"file,gallery,icon"`
	Name         string     `json:"name"`
	Version      *string    `json:"version" doc:"版本 ID"`
	Number       *string    `json:"number" doc:"版本号，版本已删除时为空"`
	URL          *string    `json:"url"`
	Size         int64      `json:"size"`
	SHA1         *string    `json:"sha1"`
	SHA512       *string    `json:"sha512"`
	Added        time.Time  `json:"added"`
	Removed      *time.Time `json:"removed" doc:"不再被引用的时间"`
	State        string     `json:"state" enum:"kept,cleared,destroyed" doc:"kept 仍可下载，cleared 已清除，destroyed 已依法或因注销销毁"`
	Cleared      *time.Time `json:"cleared"`
	Entries      []string   `json:"entries" doc:"压缩包内的文件名，至多 2000 个"`
	TotalEntries int        `json:"total_entries"`
}

// TextPictures are the pictures that an account has put into its texts.
type TextPictures struct {
	Images []TextPicture `json:"images"`
	Total  int64         `json:"total"`
	Most   int           `json:"most" doc:"每个账号的上限"`
}

// TextPicture is one of them. Project is null where the text belongs to none, or to a deleted one.
type TextPicture struct {
	ID      string       `json:"id"`
	URL     string       `json:"url"`
	Size    int64        `json:"size"`
	Created time.Time    `json:"created"`
	Context string       `json:"context" enum:"project,version,thread_message,report,wiki"`
	Project *ProjectLink `json:"project"`
	Used    bool         `json:"used" doc:"是否曾用在已保存的文本中"`
}
