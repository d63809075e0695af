package server

import (
	"time"

	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// States of content.
const (
	ContentPending   = "pending"
	ContentInstalled = "installed"
	ContentFailed    = "failed"
)

type contentRow struct {
	Server     string    `db:"server,key"`
	Project    string    `db:"project,key"`
	Version    string    `db:"version"`
	Folder     string    `db:"folder"`
	File       string    `db:"file"`
	Path       string    `db:"path"`
	SHA512     string    `db:"sha512"`
	Size       int64     `db:"size"`
	URL        string    `db:"url"`
	At         time.Time `db:"at"`
	Actor      string    `db:"actor"`
	Role       string    `db:"role"`
	Generation uint64    `db:"generation"`
	Pinned     bool      `db:"pinned"`
	State      string    `db:"state"`
	Cause      string    `db:"cause"`
}

type removalRow struct {
	Server     string `db:"server,key"`
	Path       string `db:"path,key"`
	SHA512     string `db:"sha512"`
	Generation uint64 `db:"generation"`
}

var (
	contents = rows.Of[contentRow]("contents")
	removals = rows.Of[removalRow]("removals")
)

func contentAdded(s *rows.Set, e runtime.Event, p server.ContentAdded) {
	path := p.Folder.Path(p.File)
	contents.Put(s, contentRow{
		Server: p.Server, Project: p.Project, Version: p.Version, Folder: string(p.Folder), File: p.File, Path: path, SHA512: p.SHA512, Size: p.Size, URL: p.URL,
		At: e.At(), Actor: e.Meta.Actor, Role: e.Meta.Role, Generation: generation(e), Pinned: p.Pinned, State: ContentPending,
	})
	removals.Delete(s, removalRow{Server: p.Server, Path: path})
	decided(s, e, p.Server, func(*row) {})
	enter(s, e, p.Server, "content-added", "", map[string]any{"project": p.Project, "version": p.Version, "file": p.File})
}

func contentRemoved(s *rows.Set, e runtime.Event, p server.ContentRemoved) {
	contents.Delete(s, contentRow{Server: p.Server, Project: p.Project})
	detail := map[string]any{"project": p.Project, "version": p.Version, "file": p.File}
	if p.Cause == "" {
		removals.Put(s, removalRow{Server: p.Server, Path: p.Folder.Path(p.File), SHA512: p.SHA512, Generation: generation(e)})
	} else {
		detail["cause"] = p.Cause
	}
	decided(s, e, p.Server, func(*row) {})
	enter(s, e, p.Server, "content-removed", "", detail)
}

// contentVersionSet replaces a version. A file with another name leaves its old one to be removed; one with the same name replaces it.
func contentVersionSet(s *rows.Set, e runtime.Event, p server.ContentVersionSet) {
	path, before := p.Folder.Path(p.File), p.Folder.Path(p.Replaced)
	contents.Update(s, contentRow{Server: p.Server, Project: p.Project}, func(r *contentRow) {
		r.Version, r.Folder, r.File, r.Path, r.SHA512, r.Size, r.URL = p.Version, string(p.Folder), p.File, path, p.SHA512, p.Size, p.URL
		r.At, r.Actor, r.Role, r.Generation, r.State, r.Cause = e.At(), e.Meta.Actor, e.Meta.Role, generation(e), ContentPending, ""
	})
	if before != path {
		removals.Put(s, removalRow{Server: p.Server, Path: before, SHA512: p.ReplacedSHA512, Generation: generation(e)})
	}
	removals.Delete(s, removalRow{Server: p.Server, Path: path})
	decided(s, e, p.Server, func(*row) {})
	enter(s, e, p.Server, "content-version-set", "", map[string]any{"project": p.Project, "from": p.From, "version": p.Version, "file": p.File})
}

func contentPinned(s *rows.Set, e runtime.Event, p server.ContentPinned) {
	contents.Update(s, contentRow{Server: p.Server, Project: p.Project}, func(r *contentRow) { r.Pinned = true })
	decided(s, e, p.Server, func(*row) {})
	enter(s, e, p.Server, "content-pinned", "", map[string]any{"project": p.Project, "version": p.Version})
}

func contentUnpinned(s *rows.Set, e runtime.Event, p server.ContentUnpinned) {
	contents.Update(s, contentRow{Server: p.Server, Project: p.Project}, func(r *contentRow) { r.Pinned = false })
	decided(s, e, p.Server, func(*row) {})
	enter(s, e, p.Server, "content-unpinned", "", map[string]any{"project": p.Project, "version": p.Version})
}

// settled writes what became of content, unless it was decided again since.
func settled(s *rows.Set, e runtime.Event, p server.Seen, project string, of int64, state, cause string) {
	contents.Update(s, contentRow{Server: p.Server, Project: project}, func(r *contentRow) {
		if int64(r.Generation) == of { //nolint:gosec // a revision
			r.State, r.Cause = state, cause
		}
	})
	servers.Update(s, row{ID: p.Server}, func(r *row) { r.Position = uint64(e.Position) })
}

func contentInstalled(s *rows.Set, e runtime.Event, p server.RunContentInstalled) {
	settled(s, e, p.Seen, p.Project, p.Generation, ContentInstalled, "")
	enter(s, e, p.Server, "content-installed", "", map[string]any{"project": p.Project, "version": p.Version, "path": p.Path})
}

func contentFailed(s *rows.Set, e runtime.Event, p server.RunContentFailed) {
	settled(s, e, p.Seen, p.Project, p.Generation, ContentFailed, p.Cause)
	enter(s, e, p.Server, "content-failed", "", map[string]any{"project": p.Project, "version": p.Version, "path": p.Path, "cause": p.Cause})
}

// contentGone ends a removal, unless the file was to be removed again since.
func contentGone(s *rows.Set, e runtime.Event, p server.RunContentRemoved) {
	s.Exec(endRemoval, p.Server, p.Path, p.Generation)
	servers.Update(s, row{ID: p.Server}, func(r *row) { r.Position = uint64(e.Position) })
	detail := map[string]any{"path": p.Path}
	if p.Cause != "" {
		detail["cause"] = p.Cause
	}
	enter(s, e, p.Server, "content-gone", "", detail)
}

const endRemoval = `delete from removals where server = $1 and path = $2 and generation = $3`
