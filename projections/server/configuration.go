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
	for _, f := range p.Files {
		configurationFiles.Put(s, configurationFileRow{p.Server, f.Path})
		configurations.Put(s, configurationRow{
			Server: p.Server, Path: f.Path, Position: uint64(e.Position), At: at, Hash: f.Hash, Size: f.Size, Gone: f.Gone, Cause: string(p.Cause), Actor: p.Account, Credential: p.Token,
		})
	}
	servers.Update(s, row{ID: p.Server}, func(r *row) { r.Position = uint64(e.Position) })
	detail := map[string]any{"cause": p.Cause, "files": len(p.Files)}
	if len(p.Files) == 1 {
		detail["path"] = p.Files[0].Path
	}
	if p.Account != "" {
		e.Meta.Actor, e.Meta.Role, e.Meta.Credential = p.Account, string(role.Member), p.Token
	}
	enter(s, e, p.Server, "configuration-changed", p.Run, detail)
}

func configurationRestoreRequested(s *rows.Set, e runtime.Event, p server.ConfigurationRestoreRequested) {
	decided(s, e, p.Server, func(*row) {})
	detail := map[string]any{"path": p.Path, "revision": p.Revision}
	if p.Key != "" {
		detail["key"] = p.Key
	}
	enter(s, e, p.Server, "configuration-restore-requested", "", detail)
}
