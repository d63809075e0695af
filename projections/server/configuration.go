package server

import (
	"time"

	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// configurationRow is a configuration file at a revision.
type configurationRow struct {
	Server     string    `db:"server,key"`
	Path       string    `db:"path,key"`
	Position   uint64    `db:"position,key"`
	At         time.Time `db:"at"`
	Hash       string    `db:"hash"`
	Size       int64     `db:"size"`
	Gone       bool      `db:"gone"`
	Cause      string    `db:"cause"`
	Actor      string    `db:"actor"`
	Credential string    `db:"credential"`
	// RestoredFrom is the position of the revision that a restore has written, 0 for none, and RestoredKey the only setting of it.
	RestoredFrom int64  `db:"restored_from"`
	RestoredKey  string `db:"restored_key"`
}

// configurationFileRow is a path that has revisions.
type configurationFileRow struct {
	Server string `db:"server,key"`
	Path   string `db:"path,key"`
}

var (
	configurations     = rows.Of[configurationRow]("configurations")
	configurationFiles = rows.Of[configurationFileRow]("configuration_files")
)

// configurationChanged writes revisions. Their time is the node's, but never after that of the record.
func configurationChanged(s *rows.Set, e runtime.Event, p server.RunConfigurationChanged) {
	at := e.At()
	if !p.At.IsZero() && p.At.Before(at) {
		at = p.At.UTC()
	}
	var restored server.ConfigurationRestored
	if p.Restored != nil {
		restored = *p.Restored
	}
	for _, f := range p.Files {
		configurationFiles.Put(s, configurationFileRow{p.Server, f.Path})
		configurations.Put(s, configurationRow{
			Server: p.Server, Path: f.Path, Position: uint64(e.Position), At: at, Hash: f.Hash, Size: f.Size, Gone: f.Gone, Cause: string(p.Cause), Actor: p.Account, Credential: p.Token,
			RestoredFrom: restored.Revision, RestoredKey: restored.Key,
		})
	}
	servers.Update(s, row{ID: p.Server}, func(r *row) { r.Position = uint64(e.Position) })
	detail := map[string]any{"cause": p.Cause, "files": len(p.Files)}
	if len(p.Files) == 1 {
		detail["path"] = p.Files[0].Path
	}
	if p.Restored != nil {
		detail["revision"] = restored.Revision
	}
	if restored.Key != "" {
		detail["key"] = restored.Key
	}
	if p.Account != "" {
		e.Meta.Actor, e.Meta.Role, e.Meta.Credential = p.Account, string(role.Member), p.Token
	}
	enter(s, e, p.Server, "configuration-changed", p.Run, detail)
}

func configurationRestoreRequested(s *rows.Set, e runtime.Event, p server.ConfigurationRestoreRequested) {
	decided(s, e, p.Server, func(*row) {})
	enter(s, e, p.Server, "configuration-restore-requested", "", ofRestore(p.Path, p.Key, p.Revision))
}

func configurationRestoreFailed(s *rows.Set, e runtime.Event, p server.ConfigurationRestoreFailed) {
	decided(s, e, p.Server, func(*row) {})
	detail := ofRestore(p.Path, p.Key, p.Revision)
	detail["cause"] = p.Cause
	enter(s, e, p.Server, "configuration-restore-failed", "", detail)
}

// ofRestore are the details of an entry about a restore of a file, or of one setting of it.
func ofRestore(path, key string, revision int64) map[string]any {
	detail := map[string]any{"path": path, "revision": revision}
	if key != "" {
		detail["key"] = key
	}
	return detail
}
