// Package server defines what is decided about hosted game servers (stream server-<id>), what a node saw of them (serverrun-<id>), the nodes
// that run them (node-<id>) who holds a port of a node (port-<node>-<port>) and who holds a subdomain
// (subdomain-<name>).
package server

import (
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/reason"
)

// Action changes the power state of a server.
type Action string

// The actions.
const (
	Start   Action = "start"
	Stop    Action = "stop"
	Restart Action = "restart"
	Kill    Action = "kill"
)

// Suspension is why a server is suspended, as the hosting API names it.
type Suspension string

// The reasons of suspensions.
const (
	Moderated     Suspension = "moderated"
	PaymentFailed Suspension = "paymentfailed"
	Cancelled     Suspension = "cancelled"
	Upgrading     Suspension = "upgrading"
	OtherReason   Suspension = "other"
)

// Plan is what a server may use of its node.
type Plan struct {
	MemoryMiB  int `json:"memory_mib"`
	CPUPercent int `json:"cpu_percent"` // 100 for one core
	DiskMiB    int `json:"disk_mib"`
}

// Software is what a server runs.
type Software struct {
	Kind          string `json:"kind"`          // none, stand-in or jar
	Jar           string `json:"jar,omitempty"` // path in the server's folder
	Loader        string `json:"loader,omitempty"`
	LoaderVersion string `json:"loader_version,omitempty"`
	GameVersion   string `json:"game_version,omitempty"`
}

// Provisioned begins a server.
//
// History: {actor} gives {owner} the server {server} on the node {node} with the port {port}.
type Provisioned struct {
	Server        string        `json:"server"`
	Owner         string        `json:"owner"` // account
	Node          string        `json:"node"`
	Port          int           `json:"port"`
	Plan          Plan          `json:"plan"`
	Name          erasable.Text `json:"name"`
	Software      Software      `json:"software"`
	Demonstration bool          `json:"demonstration,omitempty"`
}

// Renamed gives a server another name.
//
// History: {actor} renames the server {server} to {name}.
type Renamed struct {
	Server string        `json:"server"`
	Name   erasable.Text `json:"name"`
}

// PowerRequested asks the node for another power state. The newest request holds.
//
// History: {actor} asks the server {server} to {action}.
type PowerRequested struct {
	Server string `json:"server"`
	Action Action `json:"action"`
}

// Suspended stops a server and takes power, console and files from its owner.
//
// History: {actor} suspends the server {server} of {owner} ({suspension})[ because {reason.code}].
type Suspended struct {
	Server     string            `json:"server"`
	Owner      string            `json:"owner"`
	Suspension Suspension        `json:"suspension"`
	Reason     *reason.Addressed `json:"reason,omitempty"`
}

// Unsuspended ends a suspension. The server stays stopped.
//
// History: {actor} ends the suspension of the server {server} of {owner}[ because {reason.code}].
type Unsuspended struct {
	Server string            `json:"server"`
	Owner  string            `json:"owner"`
	Reason *reason.Addressed `json:"reason,omitempty"`
}

// Deleted stops a server. Its node keeps the files for seven days.
//
// History: {actor} deletes the server {server} of {owner}[ because {reason.code}].
type Deleted struct {
	Server string            `json:"server"`
	Owner  string            `json:"owner"`
	Reason *reason.Addressed `json:"reason,omitempty"`
}

// Returned undoes a deletion.
//
// History: {actor} brings the deleted server {server} of {owner} back[ because {reason.code}].
type Returned struct {
	Server string            `json:"server"`
	Owner  string            `json:"owner"`
	Reason *reason.Addressed `json:"reason,omitempty"`
}

// PortReserved gives a server a port of its node. Stream: port-<node>-<port>.
//
// History: the port {port} of the node {node} belongs to the server {server}.
type PortReserved struct {
	Node   string `json:"node"`
	Port   int    `json:"port"`
	Server string `json:"server"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{
		"server.provisioned.v1":         Provisioned{},
		"server.renamed.v1":             Renamed{},
		"server.power-requested.v1":     PowerRequested{},
		"server.suspended.v1":           Suspended{},
		"server.unsuspended.v1":         Unsuspended{},
		"server.deleted.v1":             Deleted{},
		"server.returned.v1":            Returned{},
		"server.expired.v1":             Expired{},
		"server.member-invited.v1":      MemberInvited{},
		"server.member-joined.v1":       MemberJoined{},
		"server.member-left.v1":         MemberLeft{},
		"server.member-removed.v1":      MemberRemoved{},
		"server.member-role-set.v1":     MemberRoleSet{},
		"server.handed-over.v1":         HandedOver{},
		"server.startup-set.v1":         StartupSet{},
		"server.properties-set.v1":      PropertiesSet{},
		"server.allocation-reserved.v1": AllocationReserved{},
		"server.allocation-renamed.v1":  AllocationRenamed{},
		"server.allocation-released.v1": AllocationReleased{},
		"server.subdomain-set.v1":       SubdomainSet{},
		"server.subdomain-failed.v1":    SubdomainFailed{},
		"server.backup-requested.v1":    BackupRequested{},
		"server.backup-retried.v1":      BackupRetried{},
		"server.backup-renamed.v1":      BackupRenamed{},
		"server.backup-locked.v1":       BackupLocked{},
		"server.backup-unlocked.v1":     BackupUnlocked{},
		"server.backup-deleted.v1":      BackupDeleted{},
		"server.restore-requested.v1":   RestoreRequested{},
		"server.restore-undone.v1":      RestoreUndone{},
		"server.autobackup-set.v1":      AutobackupSet{},
		"server.backed-up.v1":           BackedUp{},
		"server.backup-failed.v1":       BackupFailed{},
		"server.backup-damaged.v1":      BackupDamaged{},
		"server.backup-removed.v1":      BackupRemoved{},
		"server.restored.v1":            Restored{},
		"server.restore-failed.v1":      RestoreFailed{},
		"server.install-requested.v1":   InstallRequested{},
		"server.install-cancelled.v1":   InstallCancelled{},
		"server.licence-accepted.v1":    LicenceAccepted{},
		"server.install-started.v1":     InstallStarted{},
		"server.installed.v1":           Installed{},
		"server.install-failed.v1":      InstallFailed{},
		"subdomain.reserved.v1":         SubdomainReserved{},
		"subdomain.released.v1":         SubdomainReleased{},
		"port.released.v1":              PortReleased{},
		"port.reserved.v1":              PortReserved{},
		"node.added.v1":                 NodeAdded{},
		"node.code-issued.v1":           CodeIssued{},
		"node.joined.v1":                NodeJoined{},
		"node.retired.v1":               NodeRetired{},
		"node.away.v1":                  NodeAway{},
		"serverrun.started.v1":          RunStarted{},
		"serverrun.ready.v1":            RunReady{},
		"serverrun.stopped.v1":          RunStopped{},
		"serverrun.crashed.v1":          RunCrashed{},
		"serverrun.given-up.v1":         RunGivenUp{},
		"serverrun.refused.v1":          RunRefused{},

		"server.content-added.v1":        ContentAdded{},
		"server.content-removed.v1":      ContentRemoved{},
		"server.content-version-set.v1":  ContentVersionSet{},
		"server.content-pinned.v1":       ContentPinned{},
		"server.content-unpinned.v1":     ContentUnpinned{},
		"serverrun.content-installed.v1": RunContentInstalled{},
		"serverrun.content-failed.v1":    RunContentFailed{},
		"serverrun.content-removed.v1":   RunContentRemoved{},

		"server.configuration-restore-requested.v1": ConfigurationRestoreRequested{},
		"server.configuration-restore-failed.v1":    ConfigurationRestoreFailed{},
		"server.files-restore-requested.v1":         FilesRestoreRequested{},
		"server.files-restored.v1":                  FilesRestored{},
		"server.files-restore-failed.v1":            FilesRestoreFailed{},
		"serverrun.configuration-changed.v1":        RunConfigurationChanged{},
	}
}
