package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract/node"
	projected "github.com/modyard/modyard/projections/server"
	"github.com/modyard/modyard/readapi/view"
)

const (
	// about is what a list shows of the project p and the version v.
	about = `p.title, p.icon_url, v.number, p.owner, a.username, a.avatar_url, o.id, o.name, o.icon_url`

	publishers = `
left join identity.profiles a on a.id = p.owner
left join catalog.organizations o on o.id = p.organization`

	// newer holds where the project of v has a later version for the server s, which is not less stable.
	newer = `exists (select from catalog.versions n where n.project = v.project and n.listed and n.held and (n.published, n.created) > (v.published, v.created)
  and n.loaders && v.loaders and (s.game_version = '' or s.game_version = any(n.game_versions)) and n.channel in ('release', v.channel))`

	selectContents = `
select c.project, c.version, c.folder, c.file, c.path, c.sha512, c.size, c.pinned, c.state, c.cause, coalesce(` + newer + `, false), ` + about + `
from server.contents c
join server.servers s on s.id = c.server
left join catalog.projects p on p.id = c.project and ` + view.VisibleProject + `
left join catalog.versions v on v.id = c.version and p.id is not null and ` + view.VisibleVersion + publishers + `
where c.server = $3`

	selectSeen = `select c.contents from hosting.contents c join server.servers s on s.id = c.server and s.node = c.node where c.server = $1`

	// Of several versions with one file the newest that the caller may see.
	selectByHash = `
select distinct on (f.sha512) f.sha512, p.id, v.id, ` + about + `
from catalog.files f join catalog.versions v on v.id = f.version join catalog.projects p on p.id = v.project` + publishers + `
where f.sha512 = any($3) and ` + view.VisibleVersion + ` order by f.sha512, v.published desc, v.id`
)

// decidedMod is a decided file with what the list of the disk is compared with.
type decidedMod struct {
	HostedMod
	file, sha512 string
}

// mods is GET /servers/{id}/mods: what was decided, and what lies on the disk beside it.
func (s *Routes) mods(ctx context.Context, in *view.ByID) (HostedMods, error) {
	record, err := s.read(ctx, string(in.ID))
	if err != nil {
		return nil, err
	}
	account, _ := caller(ctx)
	decided, err := view.Rows(ctx, s.source, "a server's content", scanContent, selectContents, staff(ctx), account, record.ID)
	if err != nil {
		return nil, err
	}
	files, known, err := s.seenContents(ctx, record.ID)
	if err != nil {
		return nil, err
	}
	list, rest := merge(decided, files, known)
	others, err := s.unmanaged(ctx, account, rest)
	if err != nil {
		return nil, err
	}
	list = append(list, others...)
	slices.SortFunc(list, func(a, b HostedMod) int {
		if order := strings.Compare(a.title(), b.title()); order != 0 {
			return order
		}
		return strings.Compare(a.Filename, b.Filename)
	})
	return list, nil
}

// title is what a list is sorted by.
func (m HostedMod) title() string {
	if m.Name != nil {
		return strings.ToLower(*m.Name)
	}
	return strings.ToLower(m.Filename)
}

// seenContents are the files that the server's node saw; false if it never said.
func (s *Routes) seenContents(ctx context.Context, id string) ([]node.ContentFile, bool, error) {
	var doc []byte
	err := s.source.Pool.QueryRow(ctx, selectSeen, id).Scan(&doc)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, false, nil
	}
	var seen node.Contents
	if err == nil {
		err = json.Unmarshal(doc, &seen)
	}
	if err != nil {
		return nil, false, fmt.Errorf("read the files of server %s: %w", id, err)
	}
	return seen.Files, true, nil
}

// merge completes decided files by those on the disk, and returns the others of the disk. Of an enabled and a disabled file of one name the
// enabled one is the decided one.
func merge(decided []decidedMod, files []node.ContentFile, known bool) (list HostedMods, rest []node.ContentFile) {
	list = HostedMods{}
	type place struct {
		path     string
		disabled bool
	}
	at := make(map[place]node.ContentFile, len(files))
	for _, f := range files {
		at[place{f.Path, f.Disabled}] = f
	}
	taken := map[place]bool{}
	for _, d := range decided {
		m := d.HostedMod
		f, there := at[place{m.Path, false}]
		if !there {
			f, there = at[place{m.Path, true}]
		}
		if there {
			taken[place{f.Path, f.Disabled}] = true
			m.Filename, m.Disabled, m.Filesize = fileOf(f), f.Disabled, f.Size
			m.Changed = m.Status.Installed && f.SHA512 != d.sha512
		}
		m.Missing = known && !there && m.Status.Installed
		list = append(list, m)
	}
	for _, f := range files {
		if !taken[place{f.Path, f.Disabled}] {
			rest = append(rest, f)
		}
	}
	return list, rest
}

// fileOf is the name of a file on the disk.
func fileOf(f node.ContentFile) string {
	if f.Disabled {
		return path.Base(f.Path) + ".disabled"
	}
	return path.Base(f.Path)
}

// unmanaged are files that nobody decided here. Those with the content of a version of the site have its name.
func (s *Routes) unmanaged(ctx context.Context, account string, files []node.ContentFile) (HostedMods, error) {
	if len(files) == 0 {
		return nil, nil
	}
	hashes := make([]string, len(files))
	for i, f := range files {
		hashes[i] = f.SHA512
	}
	found, err := view.Rows(ctx, s.source, "versions of a server's files", scanByHash, selectByHash, staff(ctx), account, hashes)
	if err != nil {
		return nil, err
	}
	named := make(map[string]HostedMod, len(found))
	for _, f := range found {
		named[f.sha512] = f.HostedMod
	}
	var list HostedMods
	for _, f := range files {
		m := named[f.SHA512]
		m.Filename, m.Path, m.Filesize, m.Disabled, m.Unmanaged = fileOf(f), f.Path, f.Size, f.Disabled, true
		m.Kind, m.Status = kindOf(f.Path), HostedModStatus{Installed: true}
		list = append(list, m)
	}
	return list, nil
}

// kindOf is the kind of a file by its folder.
func kindOf(of string) string {
	switch {
	case strings.HasPrefix(of, "/plugins/"), of == "plugins":
		return "plugin"
	case strings.HasPrefix(of, "/world/"), of == "datapacks":
		return "datapack"
	}
	return "mod"
}

func scanContent(row pgx.CollectableRow) (d decidedMod, err error) {
	var project, version, folder, state, cause string
	var of described
	dest := append([]any{&project, &version, &folder, &d.file, &d.Path, &d.sha512, &d.Filesize, &d.Pinned, &state, &cause, &d.HasUpdate}, of.dest()...)
	if err := row.Scan(dest...); err != nil {
		return d, err
	}
	of.describe(&d.HostedMod)
	d.ProjectID, d.VersionID, d.Filename, d.Kind = &project, &version, d.file, kindOf(folder)
	d.Installing = state == projected.ContentPending
	d.Status.Installed = state == projected.ContentInstalled
	if state == projected.ContentFailed {
		d.Status.Failed = cause
	}
	return d, nil
}

func scanByHash(row pgx.CollectableRow) (d decidedMod, err error) {
	var project, version string
	var of described
	if err := row.Scan(append([]any{&d.sha512, &project, &version}, of.dest()...)...); err != nil {
		return d, err
	}
	of.describe(&d.HostedMod)
	d.ProjectID, d.VersionID = &project, &version
	return d, nil
}

// described are the columns about, null where the caller may not see the project.
type described struct{ title, icon, number, owner, username, avatar, organization, organizationName, organizationIcon *string }

func (d *described) dest() []any {
	return []any{&d.title, &d.icon, &d.number, &d.owner, &d.username, &d.avatar, &d.organization, &d.organizationName, &d.organizationIcon}
}

func (d *described) describe(m *HostedMod) {
	m.Name, m.IconURL, m.VersionNumber = d.title, view.Present(d.icon), d.number
	switch {
	case d.title == nil:
	case d.organization != nil:
		m.Owner = &HostedModOwner{ID: *d.organization, Name: *d.organizationName, Type: "organization", IconURL: view.Present(d.organizationIcon)}
	case d.username != nil:
		m.Owner = &HostedModOwner{ID: *d.owner, Name: *d.username, Type: "user", IconURL: view.Present(d.avatar)}
	}
}
