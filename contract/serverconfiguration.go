package contract

import "time"

// HostedConfigurationRevision is a configuration file at one time. Position names the revision.
type HostedConfigurationRevision struct {
	Position int64     `json:"position"`
	At       time.Time `json:"at" doc:"节点看到它的时间"`
	Size     int64     `json:"size"`
	// State says what there is: a text, no file any more, or a file that is too large or no text.
	State string `json:"state" enum:"text,gone,unreadable"`
	Cause string `json:"cause" enum:"found,process,account,settings,install,restore,outside" doc:"由什么引起：首次查看、服务器进程、成员、网页上的设置、安装、恢复备份、在节点主机上"`
	// By is the member that wrote the file; null for any other cause, and for administrators.
	By *Author `json:"by"`
	// Credential is the session or access token by which the caller wrote it.
	Credential *HostedCredential `json:"credential" doc:"本人更改时使用的会话或访问令牌"`
	// Kept is true where the site has the content.
	Kept bool `json:"kept" doc:"本站保存有内容"`
	// Restored is set where a restore has written the file.
	Restored *HostedConfigurationRestored `json:"restored" doc:"由恢复写成时：恢复自哪一个版本"`
}

// HostedConfigurationRestored is the revision that a restore has written.
type HostedConfigurationRestored struct {
	Position int64 `json:"position"`
	// At is null where the file has no such revision.
	At  *time.Time `json:"at" doc:"节点看到那个版本的时间"`
	Key string     `json:"key" doc:"只恢复了这一项设置；空则为整个文件"`
}

// HostedConfigurationFile is a file as of a moment.
type HostedConfigurationFile struct {
	Path string `json:"path"`
	HostedConfigurationRevision
}

// HostedConfigurationFiles are the configuration files of a server as of a moment, in the order of their paths, also those that are gone.
type HostedConfigurationFiles struct {
	Files []HostedConfigurationFile `json:"files"`
}

// HostedConfigurationRevisions is a page of the revisions of a file, newest first. Next is the position to read on from, or null.
type HostedConfigurationRevisions struct {
	Revisions []HostedConfigurationRevision `json:"revisions"`
	Next      *int64                        `json:"next"`
}

// HostedConfigurationContent is what a file had at a revision. Text is null for every state but text and masked.
type HostedConfigurationContent struct {
	Position int64 `json:"position"`
	// State is text; masked where passwords are hidden; hidden where the caller may not read files; missing where the site does not have the
	// content; gone and unreadable.
	State string  `json:"state" enum:"text,masked,hidden,missing,gone,unreadable"`
	Text  *string `json:"text"`
	// Foreign is true for a text that is not UTF-8, of which other characters are shown as replacements.
	Foreign bool `json:"foreign" doc:"不是 UTF-8，无法识别的字符已替换"`
}

// HostedConfigurationKey is a setting of server.properties in two revisions. A value is null where there is none, and where it is hidden.
type HostedConfigurationKey struct {
	Key    string  `json:"key"`
	Before *string `json:"before"`
	After  *string `json:"after"`
	Secret bool    `json:"secret" doc:"密码一类的设置"`
}

// HostedConfigurationDiff is what two revisions of a file had. Keys are the settings that differ; empty for every file but server.properties.
type HostedConfigurationDiff struct {
	Before HostedConfigurationContent `json:"before"`
	After  HostedConfigurationContent `json:"after"`
	Keys   []HostedConfigurationKey   `json:"keys"`
}
