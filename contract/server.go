package contract

import (
	"time"

	"github.com/modyard/modyard/contract/node"
)

// HostedServer is the record of a hosted server in the shape that programs of the hosting API know; the members from Node on are
// additions, and those from Owner on are this site's own.
type HostedServer struct {
	ID               string          `json:"server_id"`
	Name             string          `json:"name"`
	Net              HostedNet       `json:"net"`
	Game             string          `json:"game"`
	BackupQuota      int             `json:"backup_quota"`
	UsedBackupQuota  int             `json:"used_backup_quota"`
	Status           string          `json:"status" enum:"installing,broken,available,suspended"`
	SuspensionReason *string         `json:"suspension_reason" enum:"moderated,paymentfailed,cancelled,upgrading,other"`
	Loader           *string         `json:"loader"`
	LoaderVersion    *string         `json:"loader_version"`
	GameVersion      *string         `json:"mc_version"`
	Upstream         *HostedUpstream `json:"upstream"`
	SFTPUsername     string          `json:"sftp_username"`
	SFTPPassword     string          `json:"sftp_password"`
	SFTPHost         string          `json:"sftp_host"`
	OwnerID          string          `json:"owner_id"`
	Suspended        bool            `json:"suspended"`
	Node             *HostedInstance `json:"node"`
	Permissions      uint64          `json:"current_user_permissions" doc:"当前用户的权限位"`

	Role          string        `json:"role" enum:"owner,editor,viewer,admin" doc:"当前用户的角色；不是成员的管理员为 admin"`
	Owner         *Author       `json:"owner"`
	Created       time.Time     `json:"created"`
	Demonstration bool          `json:"demonstration" doc:"演示数据"`
	Software      string        `json:"software" enum:"none,stand-in,jar"`
	Plan          HostedPlan    `json:"plan"`
	Deleted       *time.Time    `json:"deleted" doc:"删除时间；7 天内可以恢复"`
	Power         HostedPower   `json:"power"`
	Host          *HostedHost   `json:"host" doc:"节点从未连接时为 null"`
	LastCrash     *time.Time    `json:"last_crash"`
	Pending       bool          `json:"pending" doc:"有节点尚未应用的更改"`
	LastRun       HostedLastRun `json:"last_run"`

	Licence bool           `json:"licence" doc:"已接受游戏的最终用户许可协议"`
	Pack    *HostedPack    `json:"pack" doc:"已安装的整合包对自己的称呼；没有整合包时为 null"`
	Install *HostedInstall `json:"install" doc:"正在进行或已失败的安装；没有时为 null"`
}

// HostedNet is where players connect. Domain is empty where there is none.
type HostedNet struct {
	IP     *string `json:"ip"`
	Port   int     `json:"port"`
	Domain string  `json:"domain"`
	// DomainState is whether the DNS says where the domain leads; nil where there is none, or the operator keeps it.
	DomainState *string `json:"domain_state" enum:"pending,held,failing" doc:"域名的解析：pending 等待写入，held 已生效，failing 没有写入、会重试；没有域名或由站点的运营者自行维护时为 null"`
}

// HostedUpstream is the project that a server was installed from.
type HostedUpstream struct {
	Kind      string `json:"kind" enum:"modpack,mod,resourcepack"`
	VersionID string `json:"version_id"`
	ProjectID string `json:"project_id"`
}

// HostedInstance is the node of a server as clients of the hosting API know it.
type HostedInstance struct {
	Token    string `json:"token"`
	Instance string `json:"instance" doc:"节点的主机名与端口"`
}

// HostedPlan is what a server may use.
type HostedPlan struct {
	MemoryMiB  int64 `json:"memory_mib"`
	CPUPercent int64 `json:"cpu_percent" doc:"100 为一个核心"`
	DiskMiB    int64 `json:"disk_mib"`
}

// HostedPower is the power state of a server: as its node says, unknown while the node is away.
type HostedPower struct {
	State        string        `json:"state" enum:"starting,running,restarting,stopping,stopped,crashed,unknown"`
	Since        *time.Time    `json:"since"`
	Wanted       bool          `json:"wanted" doc:"服务器应当运行"`
	Next         *time.Time    `json:"next" doc:"崩溃后自动重启的时间"`
	Unresponsive bool          `json:"unresponsive"`
	Exit         *node.Exit    `json:"exit"`
	Figures      *node.Figures `json:"figures"`
	Players      *node.Players `json:"players"`
}

// HostedHost is the node of a server as its owner sees it.
type HostedHost struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Connected bool      `json:"connected"`
	Seen      time.Time `json:"seen" doc:"最后一次收到节点消息的时间"`
	Tier      string    `json:"tier" enum:"limited,plain"`
	Unlimited []string  `json:"unlimited" doc:"此节点不加限制的资源"`
}

// HostedLastRun is the newest report of the node about a run.
type HostedLastRun struct {
	Run         string     `json:"run" doc:"最近一次运行；从未启动过时为空"`
	Seen        string     `json:"seen" enum:",started,ready,stopped,crashed,given-up,refused"`
	At          *time.Time `json:"at"`
	Attempt     int64      `json:"attempt"`
	Code        *int       `json:"code"`
	Signal      string     `json:"signal"`
	OutOfMemory bool       `json:"out_of_memory"`
	Cause       string     `json:"cause"`
}

// HostedList is a page of servers.
type HostedList struct {
	Servers    []HostedServer   `json:"servers"`
	Pagination HostedPagination `json:"pagination"`
}

// HostedPagination counts pages from 1.
type HostedPagination struct {
	CurrentPage int   `json:"current_page"`
	PageSize    int   `json:"page_size"`
	TotalPages  int64 `json:"total_pages"`
	TotalItems  int64 `json:"total_items"`
}

// NodeAuth is the address of a node's service without a scheme (with one where it is http), and a token for it.
type NodeAuth struct {
	URL   string `json:"url"`
	Token string `json:"token"`
}

// HostedEntry is a line of a server's history.
type HostedEntry struct {
	Position int64     `json:"position"`
	At       time.Time `json:"at"`
	Kind     string    `json:"kind" enum:"provisioned,renamed,power,suspended,unsuspended,deleted,returned,expired,invited,joined,left,member-removed,role-set,handed-over,startup,properties,allocation-reserved,allocation-renamed,allocation-released,subdomain,subdomain-failed,backup-requested,backup-retried,backup-renamed,backup-locked,backup-unlocked,backup-deleted,restore-requested,restore-undone,autobackup,backed-up,backup-failed,backup-damaged,backup-removed,restored,restore-failed,files-restore-requested,files-restored,files-restore-failed,started,ready,stopped,crashed,given-up,refused,content-added,content-removed,content-version-set,content-pinned,content-unpinned,content-installed,content-failed,content-gone,install-requested,install-cancelled,licence-accepted,install-started,installed,install-failed,configuration-changed,configuration-restore-requested,configuration-restore-failed"`
	Actor    *Author   `json:"actor"`
	Role     string    `json:"role"`
	Token    bool      `json:"token" doc:"由访问令牌执行"`
	// Credential is the session or access token by which the caller decided; null for what somebody else decided.
	Credential *HostedCredential `json:"credential" doc:"本人执行时使用的会话或访问令牌"`
	Run        string            `json:"run"`
	Subject    *Author           `json:"subject" doc:"此决定所针对的用户"`
	Detail     map[string]any    `json:"detail"`
	// Project and Version name what it is about, as far as the caller may see it.
	Project *ProjectLink `json:"project" doc:"所涉及的资源；看不到时为 null"`
	Version string       `json:"version" doc:"所涉及的版本号；没有时为空"`
}

// HostedCredential is a session or an access token by its public id. Name is that of a token that still exists.
type HostedCredential struct {
	ID   string  `json:"id"`
	Name *string `json:"name"`
}

// HostedHistory is a page of a server's history, newest first. Next is the position to read on from, or null.
type HostedHistory struct {
	Entries []HostedEntry `json:"entries"`
	Next    *int64        `json:"next"`
}

// HostNode is a node as its administrators see it.
type HostNode struct {
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	Address   string     `json:"address" doc:"加入前为空"`
	FirstPort int        `json:"first_port"`
	LastPort  int        `json:"last_port"`
	Created   time.Time  `json:"created"`
	Joined    *time.Time `json:"joined"`
	Retired   *time.Time `json:"retired"`
	CodeUntil *time.Time `json:"code_until" doc:"尚有未使用的加入码，到此时为止"`
	Connected bool       `json:"connected"`
	Seen      *time.Time `json:"seen"`
	Version   string     `json:"version"`
	Host      *node.Host `json:"host"`
	Servers   int64      `json:"servers"`
	MemoryMiB int64      `json:"memory_mib" doc:"已分配给服务器的内存"`
}

// HostNodes are all nodes.
type HostNodes struct {
	Nodes []HostNode `json:"nodes"`
}
