package node

import "time"

// PathInstall is the path of a node below which the archive of a modpack is uploaded: POST {PathInstall}/reinstallMrpackMultiparted?hard=, a
// multipart form with the one field file. The token stands in the header Authorization.
const PathInstall = "/modyard/v0/install"

// Scopes of a token for an upload to PathInstall. ScopeInstallHard also allows hard=true.
const (
	ScopeInstall     = "install"
	ScopeInstallHard = "install-hard"
)

// Limits of installations.
const (
	// MaxPackBytes is the largest archive of a modpack.
	MaxPackBytes = 2 << 30
	// MaxPackFiles is the largest number of files that an archive may name.
	MaxPackFiles = 5000
)

// Install is the newest installation that was decided for a server. A node executes it once: it waits until the server has stopped, assembles
// everything aside, and puts it in place in one step, or leaves the server as it was. Exactly one of Loader and Pack is set.
type Install struct {
	Generation uint64 `json:"generation"`
	// Hard empties the server's folder; otherwise worlds, configurations and what others put there stay.
	Hard   bool           `json:"hard,omitempty"`
	Loader *InstallLoader `json:"loader,omitempty"`
	Pack   *InstallPack   `json:"pack,omitempty"`
	// Cancelled ends the installation if it has not been put in place yet.
	Cancelled bool `json:"cancelled,omitempty"`
}

// InstallLoader names software. An empty LoaderVersion is the newest one for the version of the game.
type InstallLoader struct {
	Loader        string `json:"loader"`
	LoaderVersion string `json:"loader_version,omitempty"`
	GameVersion   string `json:"game_version"`
}

// InstallPack is the archive of a version of a modpack. The archive names the software.
type InstallPack struct {
	Project string `json:"project"`
	Version string `json:"version"`
	URL     string `json:"url"`
	SHA512  string `json:"sha512"`
	Size    int64  `json:"size"` // in bytes
}

// Kinds of Report about installations.
const (
	ReportInstallStarted = "install-started"
	ReportInstalled      = "installed"
	ReportInstallFailed  = "install-failed"
)

// Reasons of reports about installations, beside those of other reports.
const (
	// ReasonSoftware: there is no such software or version of it, or this node cannot install it.
	ReasonSoftware = "software"
	// ReasonPack: the archive is no valid modpack.
	ReasonPack = "pack"
	// ReasonInstalling: the server cannot start because an installation is in progress.
	ReasonInstalling = "installing"
	// ReasonLicence: the server cannot start because nobody has accepted the game's licence.
	ReasonLicence = "licence"
)

// InstallReport is the part of a report about an installation. Report.Power is not used.
type InstallReport struct {
	// Generation is that of the decision; 0 for an archive that was uploaded to the node.
	Generation uint64 `json:"generation,omitempty"`
	Hard       bool   `json:"hard,omitempty"`
	// Upload is set for an archive that was uploaded to the node.
	Upload *InstallUpload `json:"upload,omitempty"`
	// Software is what is installed now; nil in reports of other kinds than ReportInstalled.
	Software *Software `json:"software,omitempty"`
	// PackName and PackVersion are what the archive calls itself, each at most 128 characters in one line.
	PackName    string `json:"pack_name,omitempty"`
	PackVersion string `json:"pack_version,omitempty"`
	// Files and Bytes are what was put in place; Seconds is how long it took.
	Files   int   `json:"files,omitempty"`
	Bytes   int64 `json:"bytes,omitempty"`
	Seconds int64 `json:"seconds,omitempty"`
	// Beside counts the configurations that stand beside changed ones with the ending .new.
	Beside int `json:"beside,omitempty"`
	// Subject is what a failure is about: a path in the archive or the name of software, at most 200 characters.
	Subject string `json:"subject,omitempty"`
}

// InstallOrigin is the modpack that a server's software came from: a version of a project, or what an uploaded archive calls itself, as in
// InstallReport.
type InstallOrigin struct {
	Project     string `json:"project,omitempty"`
	Version     string `json:"version,omitempty"`
	PackName    string `json:"pack_name,omitempty"`
	PackVersion string `json:"pack_version,omitempty"`
}

// InstallUpload says who uploaded an archive.
type InstallUpload struct {
	Account string `json:"account"`
	// Token is the public id of the session or access token for which the site gave the upload's token.
	Token  string `json:"token"`
	SHA512 string `json:"sha512"`
	Size   int64  `json:"size"`
}

// Events of a console's socket about installations.
const (
	EventInstallProgress    = "install-progress"
	EventInstallationResult = "installation-result"
)

// Phases of an installation, in their order.
const (
	PhaseWaiting  = "waiting"  // until the server has stopped
	PhaseResolve  = "resolve"  // what belongs to it
	PhaseFetch    = "fetch"    // the files
	PhaseAssemble = "assemble" // in the folder aside
	PhaseSwap     = "swap"     // it cannot be cancelled any more
)

// InstallProgress is the installation in progress of Observed, and EventInstallProgress.
type InstallProgress struct {
	Event      string `json:"event,omitempty"`
	Generation uint64 `json:"generation,omitempty"`
	Phase      string `json:"phase"`
	// Files and Bytes of the present phase are done of FilesTotal and BytesTotal; a total of 0 is not known.
	Files      int       `json:"files"`
	FilesTotal int       `json:"files_total"`
	Bytes      int64     `json:"bytes"`
	BytesTotal int64     `json:"bytes_total"`
	Since      time.Time `json:"since"`
}

// InstallationResult is EventInstallationResult. Result is "ok" or "err"; Reason is one of the constants Reason….
type InstallationResult struct {
	Event  string `json:"event"`
	Result string `json:"result"`
	Reason string `json:"reason,omitempty"`
}
