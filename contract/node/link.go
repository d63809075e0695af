package node

import "time"

// Protocol is the version of the frames. A site refuses a node of another version with StatusProtocol.
const Protocol = 1

// Limits of the link.
const (
	// MaxFrame is the largest frame in bytes, in both directions.
	MaxFrame = 1 << 20
	// MaxReports is the largest number of reports in one frame.
	MaxReports = 200
	// Beat is the interval in which each side sends a frame, if only an empty one; a link without a frame for three of them is broken.
	Beat = 10 * time.Second
)

// Reasons for closing the link, as WebSocket status codes.
const (
	// StatusProtocol: the two sides speak different versions.
	StatusProtocol = 4400
	// StatusUnknown: the site does not know the node or its signature is wrong; the node does not dial again for ten minutes.
	StatusUnknown = 4401
	// StatusReplaced: a newer connection of the same node took over.
	StatusReplaced = 4409
)

// Frame is one message of either side. Exactly the members that are set are meant; an empty frame is a beat.
type Frame struct {
	Hello *Hello `json:"hello,omitempty"`
	// Welcome is the site's answer to Hello, and its first frame.
	Welcome *Welcome `json:"welcome,omitempty"`
	// Desired is sent by the site, for each server after Welcome and again after each change.
	Desired []Desired `json:"desired,omitempty"`
	// Reports are sent by the node, oldest first.
	Reports []Report `json:"reports,omitempty"`
	// Acknowledged is the sequence number up to which the reports are durable at the site.
	Acknowledged *uint64 `json:"acknowledged,omitempty"`
	// Observed are the present states of servers, sent by the node at once when a state changes, else every 15 s; they are not recorded.
	Observed []Observed `json:"observed,omitempty"`
	// Revoked are the accounts whose tokens for a server, issued before a time, hold no more.
	Revoked []Revoked `json:"revoked,omitempty"`
}

// Hello is the node's first frame.
type Hello struct {
	Protocol int    `json:"protocol"`
	Node     string `json:"node"`
	// Version is the version of the program.
	Version string `json:"version"`
	// Address is the URL under which browsers reach the node, such as https://node-1.example.org, without a slash at its end.
	Address string `json:"address"`
	Host    Host   `json:"host"`
	// Incarnation is that of the node's reports. Welcome.Acknowledged counts the reports of this incarnation alone.
	Incarnation string `json:"incarnation"`
	// Sent is the highest sequence number of a report that the node has assigned.
	Sent uint64 `json:"sent"`
}

// Host describes the machine and what the node can enforce on it.
type Host struct {
	// Tier is "limited" where each server has a user and limits of its own, and "plain" where it has not.
	Tier string `json:"tier"`
	// Cgroup is the version that limits memory and CPU: "v2", "v1" or "none".
	Cgroup string `json:"cgroup"`
	// Unlimited names what a server is not kept from: of "memory", "cpu", "disk", "processes", "files", "network".
	Unlimited   []string `json:"unlimited"`
	CPUs        int      `json:"cpus"`
	MemoryBytes int64    `json:"memory_bytes"`
	DiskBytes   int64    `json:"disk_bytes"`
	DiskFree    int64    `json:"disk_free"`
	// Java are the runtimes found, such as "lts21/temurin".
	Java []string `json:"java"`
}

// Welcome is the site's answer to Hello.
type Welcome struct {
	// Acknowledged is the highest sequence number of a report of Hello.Incarnation that is durable at the site; 0 if there is none.
	Acknowledged uint64 `json:"acknowledged"`
	// Keys are the public keys with which users' tokens are signed.
	Keys []Key `json:"keys"`
	// Origins are the origins of pages that may open a socket or send a request, such as https://example.org.
	Origins []string `json:"origins"`
	// Servers is the number of desired states that follow, before the desired state of any other server. When they have arrived, the
	// node stops each server that is not among them.
	Servers int `json:"servers"`
}

// Key is an Ed25519 public key: base64url without padding.
type Key struct {
	ID     string `json:"id"`
	Public string `json:"public"`
}

// Desired is what a server shall be. Generation is the revision of the server's stream plus one: a document with a generation that is not
// higher than the known one changes nothing.
type Desired struct {
	Server     string `json:"server"`
	Generation uint64 `json:"generation"`
	Name       string `json:"name"`
	// Running is true if the server shall run.
	Running bool `json:"running"`
	// Power is the newest request; a node executes a request that is newer than the last one it executed.
	Power *Power `json:"power,omitempty"`
	// Suspended servers are stopped and refuse consoles and files.
	Suspended bool `json:"suspended,omitempty"`
	// Deleted servers are stopped and their folders removed.
	Deleted bool `json:"deleted,omitempty"`
	Plan    Plan `json:"plan"`
	// Ports are the ports that the server may listen on; the first is the port of the game.
	Ports    []int    `json:"ports"`
	Software Software `json:"software"`
	Startup  Startup  `json:"startup"`
	// Properties are the settings of server.properties that were decided.
	Properties *Properties `json:"properties,omitempty"`
	// Content are the files that the server shall have beside what its owner puts there.
	Content []Content `json:"content,omitempty"`
	// ContentRemoved are files that shall not be there any more, unless somebody has changed them. Each stays in the list until the node has
	// reported that it is done with it.
	ContentRemoved []ContentRemoved `json:"content_removed,omitempty"`
	// Motd replaces the game's default message of the day, before a start.
	Motd string `json:"motd,omitempty"`
	// Icon is the address of the picture of the modpack that the server was installed from. A server without a picture gets it after an
	// installation and at a start.
	Icon string `json:"icon,omitempty"`
	// Backups are those that the site knows, Restore or RestoreFiles the one that is asked for, Autobackup the schedule; nil: no automatic ones.
	Backups      []Backup      `json:"backups,omitempty"`
	Restore      *Restore      `json:"restore,omitempty"`
	RestoreFiles *RestoreFiles `json:"restore_files,omitempty"`
	Autobackup   *Autobackup   `json:"autobackup,omitempty"`
	// Install is the newest installation.
	Install *Install `json:"install,omitempty"`
	// Licence is true if somebody has accepted the game's licence for this server.
	Licence bool `json:"licence,omitempty"`
}

// Properties are decided settings of server.properties. The node writes each value whose generation it has not written yet, while the server
// does not run: what somebody changes in the file afterwards stays until the setting is decided again.
type Properties struct {
	// Game is the name of the game, for the header of the file.
	Game   string              `json:"game"`
	Values map[string]Property `json:"values"`
}

// Property is one setting. Generation is that of the desired state that brought it.
type Property struct {
	Value      string `json:"value"`
	Generation uint64 `json:"generation"`
}

// Content is a file that a server shall have. The node installs it once for each generation: a file that somebody disables, changes or deletes
// afterwards stays so until it is decided again.
type Content struct {
	Path    string `json:"path"` // with a slash before it
	URL     string `json:"url"`
	SHA512  string `json:"sha512"`
	Size    int64  `json:"size"` // in bytes
	Project string `json:"project"`
	Version string `json:"version"`
	// Generation is that of the desired state that brought it.
	Generation uint64 `json:"generation"`
}

// ContentRemoved is a file that shall not be there any more.
type ContentRemoved struct {
	Path string `json:"path"`
	// SHA512 is the hash that was decided for it: a file with another one stays.
	SHA512     string `json:"sha512"`
	Generation uint64 `json:"generation"`
}

// Actions of Power.
const (
	ActionStart   = "start"
	ActionStop    = "stop"
	ActionRestart = "restart"
	ActionKill    = "kill"
)

// Power is a request to change the power state.
type Power struct {
	// Generation orders the requests of a server.
	Generation uint64 `json:"generation"`
	Action     string `json:"action"`
}

// Plan is what a server may use.
type Plan struct {
	MemoryMiB int `json:"memory_mib"`
	// CPUPercent is 100 for one core.
	CPUPercent int `json:"cpu_percent"`
	DiskMiB    int `json:"disk_mib"`
}

// Kinds of Software.
const (
	// SoftwareNone: nothing is installed, the server cannot start.
	SoftwareNone = ""
	// SoftwareStandIn is the program that behaves like a game server, for demonstration and tests.
	SoftwareStandIn = "stand-in"
	// SoftwareJar is a Java archive in the server's folder.
	SoftwareJar = "jar"
)

// Software is what a server runs.
type Software struct {
	Kind string `json:"kind"`
	// Jar is the path of the archive in the server's folder, such as server.jar.
	Jar           string `json:"jar,omitempty"`
	Loader        string `json:"loader,omitempty"`
	LoaderVersion string `json:"loader_version,omitempty"`
	GameVersion   string `json:"game_version,omitempty"`
}

// Startup are the settings of the process. An empty member means the default.
type Startup struct {
	Invocation string `json:"invocation,omitempty"`
	JDKVersion string `json:"jdk_version,omitempty"`
	JDKBuild   string `json:"jdk_build,omitempty"`
	// StopSeconds is the time between the stop command and the signal; 0 is 60.
	StopSeconds int `json:"stop_seconds,omitempty"`
}

// Revoked ends what an account does with a server. After Welcome the site repeats those of the last eleven minutes, since a node that was
// away did not get them.
type Revoked struct {
	Server  string `json:"server"`
	Account string `json:"account"`
	// Epoch: tokens of a lower epoch do not hold.
	Epoch uint64 `json:"epoch"`
}
