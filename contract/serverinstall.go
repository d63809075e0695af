package contract

import "time"

// HostedInstall is the newest installation of a server that goes on or has failed. Asked is null where the node has not said yet what it does.
type HostedInstall struct {
	Asked    *HostedInstallAsked    `json:"asked"`
	Progress *HostedInstallProgress `json:"progress" doc:"节点正在进行的安装；节点断开时为 null"`
	Failure  *HostedInstallFailure  `json:"failure" doc:"安装失败的原因；进行中时为 null"`
}

// HostedInstallAsked is what was asked for: a loader, a version of a modpack, or an uploaded archive.
type HostedInstallAsked struct {
	Loader        string    `json:"loader,omitempty"`
	LoaderVersion string    `json:"loader_version,omitempty" doc:"省略为最新版本"`
	GameVersion   string    `json:"game_version,omitempty"`
	ProjectID     string    `json:"project_id,omitempty"`
	VersionID     string    `json:"version_id,omitempty"`
	Hard          bool      `json:"hard" doc:"清空全部文件"`
	Upload        bool      `json:"upload" doc:"上传的整合包"`
	Cancelled     bool      `json:"cancelled" doc:"已要求取消"`
	By            *Author   `json:"by" doc:"由管理员要求时为 null"`
	Since         time.Time `json:"since"`
}

// HostedInstallProgress is how far the node is. Files and bytes are those of the phase; a total of 0 is not known.
type HostedInstallProgress struct {
	Phase      string    `json:"phase" enum:"waiting,resolve,fetch,assemble,swap"`
	Files      int       `json:"files"`
	FilesTotal int       `json:"files_total"`
	Bytes      int64     `json:"bytes"`
	BytesTotal int64     `json:"bytes_total"`
	Since      time.Time `json:"since"`
}

// HostedInstallFailure is why the server stayed as it was.
type HostedInstallFailure struct {
	Reason  string    `json:"reason" enum:"software,pack,fetch,hash,disk,conflict,path,running,interrupted,cancelled,start-failed,other"`
	Subject string    `json:"subject" doc:"整合包中的路径或软件的名称；可能为空"`
	At      time.Time `json:"at"`
}

// HostedPack is what the archive of the installed modpack calls itself.
type HostedPack struct {
	Name    string `json:"name"`
	Version string `json:"version" doc:"可能为空"`
}

// HostedSoftware is one of three lists, by what was asked for.
type HostedSoftware struct {
	Loaders  []string          `json:"loaders,omitzero" doc:"未指定加载器时：全部加载器"`
	Games    []SoftwareVersion `json:"games,omitzero" doc:"指定加载器时：它支持的游戏版本，新的在前"`
	Versions []SoftwareVersion `json:"versions,omitzero" doc:"指定加载器与游戏版本时：加载器的版本，新的在前；没有自己版本的为空"`
}

// SoftwareVersion is a version of the game or of a loader. Snapshots are not stable.
type SoftwareVersion struct {
	Version string `json:"version"`
	Stable  bool   `json:"stable"`
}
