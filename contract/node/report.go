package node

import "time"

// States of a server, as the hosting API names them.
const (
	StateStarting   = "starting"
	StateRunning    = "running"
	StateRestarting = "restarting"
	StateStopping   = "stopping"
	StateStopped    = "stopped"
	StateCrashed    = "crashed"
	// StateUnknown is what the site shows while the node is away.
	StateUnknown = "unknown"
)

// Kinds of Report.
const (
	// ReportStarted: a process was started.
	ReportStarted = "started"
	// ReportReady: the server said that it is ready, or answered its status ping.
	ReportReady = "ready"
	// ReportStopped: the process ended as requested.
	ReportStopped = "stopped"
	// ReportCrashed: the process ended without a request, or by the node's kill after it did not become ready.
	ReportCrashed = "crashed"
	// ReportGaveUp: the server crashed so often that it is not started again.
	ReportGaveUp = "gave-up"
	// ReportRefused: a request could not be executed; Reason says why.
	ReportRefused = "refused"
	// ReportContentInstalled: a file of Desired.Content stands in its place.
	ReportContentInstalled = "content-installed"
	// ReportContentFailed: a file could not be installed; Reason says why.
	ReportContentFailed = "content-failed"
	// ReportContentRemoved: the node is done with a file of Desired.ContentRemoved; with a Reason it stays.
	ReportContentRemoved = "content-removed"
)

// Report is a fact that the node saw. The site records it as an event.
type Report struct {
	// Sequence counts the reports of a node from 1, without holes.
	Sequence uint64 `json:"sequence"`
	// Incarnation distinguishes the sequences of a node whose state was lost.
	Incarnation string    `json:"incarnation"`
	Server      string    `json:"server"`
	Kind        string    `json:"kind"`
	At          time.Time `json:"at"`
	// Run identifies the process from its start to its end.
	Run string `json:"run,omitempty"`
	// Power is the generation of the request that caused it; 0 where none did.
	Power uint64 `json:"power,omitempty"`
	// Exit is how the process ended.
	Exit *Exit `json:"exit,omitempty"`
	// Reason is one of the constants Reason….
	Reason string `json:"reason,omitempty"`
	// Attempt counts the starts after crashes.
	Attempt int `json:"attempt,omitempty"`
	// Backup is set in reports about backups.
	Backup *BackupReport `json:"backup,omitempty"`
	// Content is what a report about content is about.
	Content *ContentReport `json:"content,omitempty"`
	// Install is set in reports about installations.
	Install *InstallReport `json:"install,omitempty"`
	// Configuration is set in reports about configuration files.
	Configuration *ConfigurationReport `json:"configuration,omitempty"`
}

// ContentReport names a file of the desired state.
type ContentReport struct {
	Path       string `json:"path"`
	Project    string `json:"project,omitempty"`
	Version    string `json:"version,omitempty"`
	Generation uint64 `json:"generation"`
}

// Reasons of a report.
const (
	// ReasonNotReady: the server did not become ready in ten minutes.
	ReasonNotReady = "not-ready"
	// ReasonNoSoftware: nothing is installed.
	ReasonNoSoftware = "no-software"
	// ReasonNoJava: the Java version is not on the node.
	ReasonNoJava = "no-java"
	// ReasonNoRoom: the host has not enough free memory.
	ReasonNoRoom = "no-room"
	// ReasonStart: the process could not be started.
	ReasonStart = "start-failed"
	// ReasonKeeper: the process that keeps the server was killed, and the server with it.
	ReasonKeeper = "keeper-lost"
	// ReasonReboot: the host was restarted.
	ReasonReboot = "host-restarted"
	// ReasonFetch: a file could not be fetched.
	ReasonFetch = "fetch"
	// ReasonHash: what was fetched is not what was decided.
	ReasonHash = "hash"
	// ReasonDisk: the disk of the plan is full.
	ReasonDisk = "disk"
	// ReasonConflict: another file has the place of a new one.
	ReasonConflict = "conflict"
	// ReasonPath: the place of a file cannot be reached, or is no place for a file.
	ReasonPath = "path"
	// ReasonChanged: somebody has changed a file that should go.
	ReasonChanged = "changed"
)

// Exit is how a process ended.
type Exit struct {
	Code int `json:"code"`
	// Signal is the name of the signal that ended it, such as SIGKILL.
	Signal string `json:"signal,omitempty"`
	// OutOfMemory is true if the limit of memory ended it.
	OutOfMemory bool `json:"out_of_memory,omitempty"`
	// Seconds is how long it ran.
	Seconds int64 `json:"seconds"`
	// Stack is a hash of the last stack trace in the console without its numbers; empty if there was none.
	Stack string `json:"stack,omitempty"`
}

// Observed is the present state of a server.
type Observed struct {
	Server string `json:"server"`
	// Generation is that of the desired state which the node has applied.
	Generation uint64    `json:"generation"`
	State      string    `json:"state"`
	Since      time.Time `json:"since"`
	Run        string    `json:"run,omitempty"`
	// Started is when the process was started; nil where none runs.
	Started *time.Time `json:"started,omitempty"`
	// Exit is set in the state crashed.
	Exit *Exit `json:"exit,omitempty"`
	// Next is when a crashed server is started again; nil if it is not.
	Next *time.Time `json:"next,omitempty"`
	// Figures are the newest measurements; nil where the server does not run.
	Figures *Figures `json:"figures,omitempty"`
	// Players is nil where the server does not answer its status ping.
	Players *Players `json:"players,omitempty"`
	// Invocation is the command with which the server starts unless another is decided; empty where nothing is installed.
	Invocation string `json:"invocation,omitempty"`
	// Settings is the generation up to which decided settings stand in server.properties. A running server keeps it behind Generation.
	Settings uint64 `json:"settings,omitempty"`
	// Unresponsive is true if a running server has not answered its ping for three minutes.
	Unresponsive bool `json:"unresponsive,omitempty"`
	// Backup is the operation on backups in progress; nil where none is.
	Backup *BackupProgress `json:"backup,omitempty"`
	// Install is the installation in progress; nil where none is.
	Install *InstallProgress `json:"install,omitempty"`
	// Installed is what the node has put in place itself; nil where Desired.Software holds.
	Installed *Software `json:"installed,omitempty"`
	// Contents are the archives in the folders of content; nil where nothing has changed since the node last said it on this link.
	Contents *Contents `json:"contents,omitempty"`
}

// Process says whether there is a process of the server, or one is being started.
func (o Observed) Process() bool {
	switch o.State {
	case StateStarting, StateRunning, StateStopping, StateRestarting:
		return true
	}
	return false
}

// MaxContents is the largest number of files in Contents.
const MaxContents = 1000

// Contents are the files with the endings .jar and .zip in the folders mods, plugins and world/datapacks, also those that are disabled, in the
// order of their paths.
type Contents struct {
	Files []ContentFile `json:"files"`
	// More is the number of files beyond MaxContents.
	More int `json:"more,omitempty"`
}

// ContentFile is an archive in a folder of content. Disabled is true if its name ends with .disabled, which Path does not have.
type ContentFile struct {
	Path     string `json:"path"` // with a slash before it
	Size     int64  `json:"size"`
	SHA512   string `json:"sha512"`
	Disabled bool   `json:"disabled,omitempty"`
}

// Figures are measurements of a server at one time. A member is nil where it is not measured.
type Figures struct {
	// CPUPercent is 100 for one core.
	CPUPercent  *float64 `json:"cpu_percent"`
	MemoryBytes *int64   `json:"memory_bytes"`
	DiskBytes   *int64   `json:"disk_bytes"`
}

// Players are those that a status ping names.
type Players struct {
	Online int      `json:"online"`
	Max    int      `json:"max"`
	Names  []string `json:"names,omitempty"`
}
