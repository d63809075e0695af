package server

import (
	"time"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Results of an installation; empty while it goes on.
const (
	InstallDone  = "installed"
	InstallFault = "failed"
)

// installRow is the newest installation of a server that was decided, or the newest that was uploaded to its node.
type installRow struct {
	Server        string     `db:"server,key"`
	Upload        bool       `db:"upload,key"`
	Generation    uint64     `db:"generation"`
	Hard          bool       `db:"hard"`
	Loader        string     `db:"loader"`
	LoaderVersion string     `db:"loader_version"`
	GameVersion   string     `db:"game_version"`
	Project       string     `db:"project"`
	Version       string     `db:"version"`
	URL           string     `db:"url"`
	SHA512        string     `db:"sha512"`
	Size          int64      `db:"size"`
	At            time.Time  `db:"at"`
	Actor         string     `db:"actor"`
	Role          string     `db:"role"`
	Started       *time.Time `db:"started"`
	Cancelled     bool       `db:"cancelled"`
	Finished      *time.Time `db:"finished"`
	Result        string     `db:"result"`
	Cause         string     `db:"cause"`
	Subject       string     `db:"subject"`
	SubjectOf     string     `db:"subject_of"`
}

var installs = rows.Of[installRow]("installs")

func installRequested(s *rows.Set, e runtime.Event, p server.InstallRequested) {
	installs.Put(s, installRow{
		Server: p.Server, Generation: generation(e), Hard: p.Hard, Loader: p.Loader, LoaderVersion: p.LoaderVersion, GameVersion: p.GameVersion, Project: p.Project,
		Version: p.Version, URL: p.URL, SHA512: p.SHA512, Size: p.Size, At: e.At(), Actor: e.Meta.Actor, Role: e.Meta.Role,
	})
	detail := map[string]any{"hard": p.Hard}
	if p.Project != "" {
		detail["project"], detail["version"] = p.Project, p.Version
	} else {
		detail["loader"], detail["loader_version"], detail["game_version"] = p.Loader, p.LoaderVersion, p.GameVersion
	}
	decided(s, e, p.Server, func(*row) {})
	enter(s, e, p.Server, "install-requested", "", detail)
}

func installCancelled(s *rows.Set, e runtime.Event, p server.InstallCancelled) {
	install(s, p.Server, p.Generation, func(r *installRow) { r.Cancelled = true })
	decided(s, e, p.Server, func(*row) {})
	enter(s, e, p.Server, "install-cancelled", "", nil)
}

func licenceAccepted(s *rows.Set, e runtime.Event, p server.LicenceAccepted) {
	decided(s, e, p.Server, func(r *row) { r.Licence = true })
	enter(s, e, p.Server, "licence-accepted", "", nil)
}

func installStarted(s *rows.Set, e runtime.Event, p server.InstallStarted) {
	when := e.At()
	if p.Generation == 0 {
		r := installRow{Server: p.Server, Upload: true, Generation: generation(e), Hard: p.Hard, SHA512: p.SHA512, Size: p.Size, At: when, Started: &when, Actor: p.Account}
		if p.Account != "" {
			r.Role = string(role.Member)
		}
		installs.Put(s, r)
	} else {
		install(s, p.Server, p.Generation, func(r *installRow) { r.Started = &when })
	}
	detail := map[string]any{"upload": p.Generation == 0, "hard": p.Hard}
	if p.Size > 0 {
		detail["bytes"] = p.Size
	}
	aboutInstall(s, e, p.Seen, p.InstallSeen, "install-started", detail, func(*row) {})
}

func installed(s *rows.Set, e runtime.Event, p server.Installed) {
	when := e.At()
	install(s, p.Server, p.Generation, func(r *installRow) { r.Finished, r.Result = &when, InstallDone })
	if p.Hard {
		s.Exec(emptyContents, p.Server)
		s.Exec(emptyRemovals, p.Server)
	}
	detail := map[string]any{
		"upload": p.Generation == 0, "hard": p.Hard, "loader": p.Software.Loader, "loader_version": p.Software.LoaderVersion, "game_version": p.Software.GameVersion,
		"files": p.Files, "bytes": p.Bytes, "seconds": p.Seconds,
	}
	if p.Project != "" {
		detail["project"], detail["version"] = p.Project, p.Version
	}
	if p.Beside > 0 {
		detail["beside"] = p.Beside
	}
	aboutInstall(s, e, p.Seen, p.InstallSeen, "installed", detail, func(r *row) {
		r.stands(p.Software)
		r.upstream(p.Project, p.Version, p.PackName, p.PackVersion)
	})
}

// stands writes what a server runs.
func (r *row) stands(now server.Software) {
	r.Software, r.Jar, r.Loader, r.LoaderVersion, r.GameVersion = now.Kind, now.Jar, now.Loader, now.LoaderVersion, now.GameVersion
}

// upstream writes the modpack that a server's software came from.
func (r *row) upstream(project, version string, name, number *erasable.Text) {
	r.UpstreamProject, r.UpstreamVersion = project, version
	r.PackName, r.PackVersion, r.PackOf = "", "", ""
	if name != nil && !name.Gone {
		r.PackName, r.PackOf = name.Text, name.Subject
		if number != nil && !number.Gone {
			r.PackVersion = number.Text
		}
	}
}

func installFailed(s *rows.Set, e runtime.Event, p server.InstallFailed) {
	when := e.At()
	install(s, p.Server, p.Generation, func(r *installRow) {
		r.Finished, r.Result, r.Cause, r.Subject, r.SubjectOf = &when, InstallFault, p.Cause, "", ""
		if p.Subject != nil && !p.Subject.Gone {
			r.Subject, r.SubjectOf = p.Subject.Text, p.Subject.Subject
		}
	})
	aboutInstall(s, e, p.Seen, p.InstallSeen, "install-failed", map[string]any{"upload": p.Generation == 0, "hard": p.Hard, "cause": p.Cause}, func(*row) {})
}

// install changes the installation of a request, or the uploaded one where the number is 0. Another one than the newest is not changed, and a
// finished one neither.
func install(s *rows.Set, id string, of int64, how func(*installRow)) {
	installs.Update(s, installRow{Server: id, Upload: of == 0}, func(r *installRow) {
		if r.Finished == nil && (of == 0 || r.Generation == uint64(of)) { //nolint:gosec // a revision
			how(r)
		}
	})
}

// aboutInstall gives the server a new desired state and its history a line, by the account that uploaded the archive.
func aboutInstall(s *rows.Set, e runtime.Event, seen server.Seen, of server.InstallSeen, kind string, detail map[string]any, how func(*row)) {
	decided(s, e, seen.Server, how)
	if of.Account != "" {
		e.Meta.Actor, e.Meta.Role, e.Meta.Credential = of.Account, string(role.Member), of.Token
	}
	enter(s, e, seen.Server, kind, seen.Run, detail)
}

const (
	emptyContents = `delete from contents where server = $1`
	emptyRemovals = `delete from removals where server = $1`

	eraseInstalls = `update installs set subject = '', subject_of = '' where subject_of = $1`
	erasePacks    = `update servers set pack_name = '', pack_version = '', pack_of = '', position = $2 where pack_of = $1`
)
