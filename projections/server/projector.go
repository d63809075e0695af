// Package server projects hosted servers, their nodes and what happened to them. Rows depend on events only.
package server

import (
	_ "embed" // the tables
	"time"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "server"

const version = 8

//go:embed schema.sql
var schema string

// The newest report about a server.
const (
	SeenStarted = "started"
	SeenReady   = "ready"
	SeenStopped = "stopped"
	SeenCrashed = "crashed"
	SeenGivenUp = "given-up"
	SeenRefused = "refused"
)

// New makes the projector. Ports are those of the servers.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema,
		Views: []string{"servers", "nodes", "entries", "runs", "members", "revocations", "properties", "ports", "contents", "removals", "backups", "installs", "configurations", "configuration_files", "restores"},
		Needs: []string{"servers_owner", "servers_node", "members_account", "members_position", "properties_of", "ports_server", "ports_name", "backups_name", "installs_subject", "servers_pack", "restores_path"}, Categories: []string{"account", "server", "serverrun", "node"},
		Handlers: runtime.Rows(
			runtime.On(provisioned), runtime.On(renamed), runtime.On(powerRequested), runtime.On(suspended), runtime.On(unsuspended),
			runtime.On(deleted), runtime.On(returned), runtime.On(startupSet), runtime.On(propertiesSet), runtime.On(reserved), runtime.On(portRenamed), runtime.On(released), runtime.On(subdomainSet), runtime.On(subdomainFailed), runtime.On(expired),
			runtime.On(memberInvited), runtime.On(memberJoined), runtime.On(memberLeft), runtime.On(memberRemoved), runtime.On(roleSet), runtime.On(handedOver),
			runtime.On(contentAdded), runtime.On(contentRemoved), runtime.On(contentVersionSet), runtime.On(contentPinned), runtime.On(contentUnpinned),
			runtime.On(contentInstalled), runtime.On(contentFailed), runtime.On(contentGone),
			runtime.On(started), runtime.On(ready), runtime.On(stopped), runtime.On(crashed), runtime.On(givenUp), runtime.On(refused),
			runtime.On(backupRequested), runtime.On(backupRetried), runtime.On(backupRenamed), runtime.On(backupLocked), runtime.On(backupUnlocked),
			runtime.On(backupDeleted), runtime.On(restoreRequested), runtime.On(restoreUndone), runtime.On(autobackupSet), runtime.On(backedUp),
			runtime.On(backupFailed), runtime.On(backupDamaged), runtime.On(backupRemoved), runtime.On(restored), runtime.On(restoreFailed),
			runtime.On(filesRestoreRequested), runtime.On(filesRestored), runtime.On(filesRestoreFailed),
			runtime.On(installRequested), runtime.On(installCancelled), runtime.On(licenceAccepted), runtime.On(installStarted), runtime.On(installed), runtime.On(installFailed),
			runtime.On(configurationChanged), runtime.On(configurationRestoreRequested), runtime.On(configurationRestoreFailed),
			runtime.On(added), runtime.On(codeIssued), runtime.On(joined), runtime.On(retired), runtime.On(erased),
		),
	}
}

type row struct {
	ID            string     `db:"id,key"`
	Owner         string     `db:"owner"`
	Node          string     `db:"node"`
	Port          int        `db:"port"`
	Name          string     `db:"name"`
	NameOf        string     `db:"name_of"`
	MemoryMiB     int64      `db:"memory_mib"`
	CPUPercent    int64      `db:"cpu_percent"`
	DiskMiB       int64      `db:"disk_mib"`
	Software      string     `db:"software"`
	Jar           string     `db:"jar"`
	Loader        string     `db:"loader"`
	LoaderVersion string     `db:"loader_version"`
	GameVersion   string     `db:"game_version"`
	Demonstration bool       `db:"demonstration"`
	Created       time.Time  `db:"created"`
	Running       bool       `db:"running"`
	Power         uint64     `db:"power"`
	Invocation    string     `db:"invocation"`
	InvocationOf  string     `db:"invocation_of"`
	Subdomain     string     `db:"subdomain"`
	JDKVersion    string     `db:"jdk_version"`
	JDKBuild      string     `db:"jdk_build"`
	Action        string     `db:"action"`
	Suspension    string     `db:"suspension"`
	Suspended     *time.Time `db:"suspended"`
	Deleted       *time.Time `db:"deleted"`
	Generation    uint64     `db:"generation"`
	Run           string     `db:"run"`
	Seen          string     `db:"seen"`
	SeenAt        *time.Time `db:"seen_at"`
	Attempt       int64      `db:"attempt"`
	ExitCode      *int       `db:"exit_code"`
	ExitSignal    string     `db:"exit_signal"`
	ExitOOM       bool       `db:"exit_oom"`
	Cause         string     `db:"cause"`
	CrashedAt     *time.Time `db:"crashed_at"`
	Position      uint64     `db:"position"`

	Autobackup        bool       `db:"autobackup"`
	AutobackupHours   int64      `db:"autobackup_hours"`
	Restoring         string     `db:"restoring"`
	RestoreUndo       bool       `db:"restore_undo"`
	RestoreGeneration uint64     `db:"restore_generation"`
	Former            string     `db:"former"`
	FormerUntil       *time.Time `db:"former_until"`

	Licence         bool   `db:"licence"`
	UpstreamProject string `db:"upstream_project"`
	UpstreamVersion string `db:"upstream_version"`
	PackName        string `db:"pack_name"`
	PackVersion     string `db:"pack_version"`
	PackOf          string `db:"pack_of"`
}

var servers = rows.Of[row]("servers")

func provisioned(s *rows.Set, e runtime.Event, p server.Provisioned) {
	servers.Put(s, row{
		ID: p.Server, Owner: p.Owner, Node: p.Node, Port: p.Port, Name: p.Name.String(), NameOf: p.Name.Subject, MemoryMiB: int64(p.Plan.MemoryMiB),
		CPUPercent: int64(p.Plan.CPUPercent), DiskMiB: int64(p.Plan.DiskMiB), Software: p.Software.Kind, Jar: p.Software.Jar, Loader: p.Software.Loader,
		LoaderVersion: p.Software.LoaderVersion, GameVersion: p.Software.GameVersion, Demonstration: p.Demonstration, Created: e.At(),
		Generation: generation(e), Position: uint64(e.Position), AutobackupHours: server.BackupHours,
	})
	owns(s, e, p.Server, p.Owner)
	ports.Put(s, portRow{Node: p.Node, Port: p.Port, Server: p.Server, First: true})
	enter(s, e, p.Server, "provisioned", "", map[string]any{"owner": p.Owner, "port": p.Port})
}

// decided changes a server because of a decision: its desired state has a new generation.
func decided(s *rows.Set, e runtime.Event, id string, how func(*row)) {
	servers.Update(s, row{ID: id}, func(r *row) {
		how(r)
		r.Generation, r.Position = generation(e), uint64(e.Position)
	})
}

// generation orders the desired states of a server.
func generation(e runtime.Event) uint64 { return uint64(e.Revision) + 1 }

func renamed(s *rows.Set, e runtime.Event, p server.Renamed) {
	decided(s, e, p.Server, func(r *row) { r.Name, r.NameOf = p.Name.String(), p.Name.Subject })
	enter(s, e, p.Server, "renamed", "", nil)
}

func powerRequested(s *rows.Set, e runtime.Event, p server.PowerRequested) {
	decided(s, e, p.Server, func(r *row) {
		r.Running = p.Action == server.Start || p.Action == server.Restart
		r.Power, r.Action = generation(e), string(p.Action)
	})
	enter(s, e, p.Server, "power", "", map[string]any{"action": p.Action})
}

func suspended(s *rows.Set, e runtime.Event, p server.Suspended) {
	when := e.At()
	decided(s, e, p.Server, func(r *row) { r.Suspension, r.Suspended, r.Running = string(p.Suspension), &when, false })
	enter(s, e, p.Server, "suspended", "", because(p.Reason, map[string]any{"suspension": p.Suspension}))
}

func unsuspended(s *rows.Set, e runtime.Event, p server.Unsuspended) {
	decided(s, e, p.Server, func(r *row) { r.Suspension, r.Suspended = "", nil })
	enter(s, e, p.Server, "unsuspended", "", because(p.Reason, nil))
}

func deleted(s *rows.Set, e runtime.Event, p server.Deleted) {
	when := e.At()
	decided(s, e, p.Server, func(r *row) { r.Deleted, r.Running = &when, false })
	enter(s, e, p.Server, "deleted", "", because(p.Reason, nil))
}

func returned(s *rows.Set, e runtime.Event, p server.Returned) {
	decided(s, e, p.Server, func(r *row) { r.Deleted = nil })
	enter(s, e, p.Server, "returned", "", because(p.Reason, nil))
}

func startupSet(s *rows.Set, e runtime.Event, p server.StartupSet) {
	decided(s, e, p.Server, func(r *row) {
		r.Invocation, r.InvocationOf, r.JDKVersion, r.JDKBuild = "", "", p.JDKVersion, p.JDKBuild
		if p.Invocation != nil && !p.Invocation.Gone {
			r.Invocation, r.InvocationOf = p.Invocation.Text, p.Invocation.Subject
		}
	})
	enter(s, e, p.Server, "startup", "", map[string]any{"jdk_version": p.JDKVersion, "jdk_build": p.JDKBuild, "invocation": p.Invocation != nil})
}

const (
	eraseServers     = `update servers set name = $2, position = $3 where name_of = $1`
	eraseInvocations = `update servers set invocation = '', invocation_of = '', position = $2 where invocation_of = $1`
)

// erased blanks the names that are sealed with the key of an account: of servers that it has, or had when they were named. A rebuild gives the same rows: texts without a key are shown as erased.
func erased(s *rows.Set, e runtime.Event, p account.Erased) {
	s.Exec(eraseServers, p.Account, erasable.Erased, int64(e.Position))
	s.Exec(eraseInvocations, p.Account, int64(e.Position))
	s.Exec(eraseProperties, p.Account)
	s.Exec(erasePorts, p.Account)
	s.Exec(eraseBackups, p.Account)
	s.Exec(eraseRestores, p.Account)
	s.Exec(eraseInstalls, p.Account)
	s.Exec(erasePacks, p.Account, int64(e.Position))
}
