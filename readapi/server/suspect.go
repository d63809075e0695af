package server

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

const (
	selectLinks = `
select p.id, coalesce(nullif(p.slug, ''), p.id), p.url_type, p.title, p.icon_url from catalog.projects p where p.id = any($3) and ` + view.VisibleProject

	selectNumbers = `
select v.id, v.number from catalog.versions v join catalog.projects p on p.id = v.project where v.id = any($3) and ` + view.VisibleVersion

	selectHeld = `select project, version from server.contents where server = $1 and project = any($2)`
)

// Kinds of suspects, the most likely first.
const (
	suspectAdded        = "added"
	suspectVersion      = "version"
	suspectRemoved      = "removed"
	suspectInstallation = "installation"
	suspectRestore      = "restore"
	suspectProperties   = "properties"
	suspectStartup      = "startup"
)

var likelihood = [...]string{
	suspectAdded, suspectVersion, suspectRemoved, suspectInstallation, suspectRestore, suspectProperties, suspectStartup,
}

// suspect is a change with the id of its version.
type suspect struct {
	contract.HostedSuspect
	version string
}

// suspects are the changes before a position, each thing once, with what the caller may see of the projects.
func (s *Routes) suspects(ctx context.Context, server string, changes []contract.HostedEntry, begin int64) ([]contract.HostedSuspect, error) {
	list := suspected(changes, begin)
	var projects, versions []string
	for _, x := range list {
		if x.ID != "" {
			projects, versions = append(projects, x.ID), append(versions, x.version, x.FromID)
		}
	}
	out := make([]contract.HostedSuspect, 0, len(list))
	account, _ := caller(ctx)
	links, numbers, err := s.names(ctx, account, projects, versions)
	if err != nil {
		return nil, err
	}
	held, err := s.texts(ctx, selectHeld, server, projects)
	if err != nil {
		return nil, err
	}
	for _, x := range list {
		if x.ID != "" {
			x.Project = links[x.ID]
			version, there := held[x.ID]
			x.Holds = there && version == x.version || !there && x.Kind == suspectRemoved
			x.Version, x.From = numbers[x.version], numbers[x.FromID]
		}
		out = append(out, x.HostedSuspect)
	}
	return out, nil
}

// names are the projects and the numbers of the versions that the caller may see, by their ids.
func (s *Routes) names(ctx context.Context, account string, projects, versions []string) (links map[string]*contract.ProjectLink, numbers map[string]string, err error) {
	list, err := view.Rows(ctx, s.source, "what a server's changes are about", scanLink, selectLinks, staff(ctx), account, projects)
	if err != nil {
		return nil, nil, err
	}
	links = map[string]*contract.ProjectLink{}
	for i := range list {
		links[list[i].ID] = &list[i]
	}
	numbers, err = s.texts(ctx, selectNumbers, staff(ctx), account, versions)
	return links, numbers, err
}

func scanLink(row pgx.CollectableRow) (l contract.ProjectLink, err error) {
	var icon *string
	err = row.Scan(&l.ID, &l.Slug, &l.URLType, &l.Title, &icon)
	l.IconURL = view.Present(icon)
	return l, err
}

// texts are pairs of texts that a statement finds.
func (s *Routes) texts(ctx context.Context, sql string, args ...any) (map[string]string, error) {
	rows, err := s.source.Pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("read what a server's changes are about: %w", err)
	}
	found := map[string]string{}
	var key, value string
	if _, err := pgx.ForEachRow(rows, []any{&key, &value}, func() error { found[key] = value; return nil }); err != nil {
		return nil, fmt.Errorf("read what a server's changes are about: %w", err)
	}
	return found, nil
}

// suspected are the changes that may cause a crash of a process that began at a position: each project and kind of settings once. A project that
// was added and removed again, or got its former version back, is none. The changes begin with the newest.
func suspected(changes []contract.HostedEntry, begin int64) []suspect {
	known := map[string]*suspect{}
	var order []string
	for _, e := range slices.Backward(changes) {
		kind := suspectKind(e.Kind)
		if kind == "" || e.Position > begin {
			continue
		}
		text := func(name string) string { t, _ := e.Detail[name].(string); return t }
		x := suspect{HostedSuspect: contract.HostedSuspect{Kind: kind, Holds: true, Keys: []string{}}, version: text("version")}
		key := kind
		switch kind {
		case suspectAdded, suspectVersion, suspectRemoved:
			key, x.ID, x.File, x.FromID = "project "+text("project"), text("project"), text("file"), text("from")
			if kind == suspectRemoved {
				x.FromID, x.version = x.version, ""
			}
		case suspectProperties:
			keys, _ := e.Detail["keys"].([]any)
			for _, k := range keys {
				if name, ok := k.(string); ok {
					x.Keys = append(x.Keys, name)
				}
			}
		}
		if former := known[key]; former != nil {
			x.follow(former)
		} else {
			order = append(order, key)
		}
		x.Position, x.At, x.Actor, x.Role = e.Position, e.At, e.Actor, e.Role
		known[key] = &x
	}
	var list []suspect
	for _, key := range order {
		if x := known[key]; x.Kind != "" {
			list = append(list, *x)
		}
	}
	slices.SortFunc(list, func(a, b suspect) int {
		rank := func(x suspect) int { return slices.Index(likelihood[:], x.Kind) }
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(b.Position, a.Position))
	})
	return list
}

// follow makes one change of a change and the one before it.
func (x *suspect) follow(former *suspect) {
	for _, k := range former.Keys {
		if !slices.Contains(x.Keys, k) {
			x.Keys = append(x.Keys, k)
		}
	}
	if x.ID == "" {
		return
	}
	x.FromID = former.FromID // of a project that was not there: nothing
	switch {
	case x.FromID == x.version: // also both nothing
		x.Kind = ""
	case x.FromID == "":
		x.Kind = suspectAdded
	case x.version == "":
		x.Kind = suspectRemoved
	default:
		x.Kind = suspectVersion
	}
}

// suspectKind is the kind of suspect of a kind of entries; empty for one that changes nothing of a process.
func suspectKind(kind string) string {
	switch kind {
	case "content-added":
		return suspectAdded
	case "content-version-set":
		return suspectVersion
	case "content-removed":
		return suspectRemoved
	case "restored", "files-restored":
		return suspectRestore
	case "properties":
		return suspectProperties
	case "startup":
		return suspectStartup
	case "installed":
		return suspectInstallation
	}
	return ""
}
