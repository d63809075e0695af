package report

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// Item is the reported item in its current state. Path is its page.
type Item struct {
	Type    string  `json:"type" enum:"project,version,user"`
	ID      string  `json:"id"`
	Title   string  `json:"title"`
	Detail  *string `json:"detail"`
	IconURL *string `json:"icon_url"`
	Path    string  `json:"path"`
	Status  *string `json:"status" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
}

// Reportable is an item that may be reported, and the caller's open report of it.
type Reportable struct {
	Item
	Reported *string `json:"reported"`
}

// itemColumns and itemJoins find the item of a report r: nulls where it is deleted or where the viewer, given by $1
// and $2 as in package view, may not see it.
const (
	itemColumns = `p.id, p.url_type, p.slug, p.title, p.doc_page, p.icon_url, p.status, v.id, v.number, u.id, u.username, u.avatar_url, u.bio`
	itemJoins   = `
left join catalog.versions v on r.item_type = 'version' and v.id = r.item
left join catalog.projects p on p.id = case r.item_type when 'project' then r.item when 'version' then v.project end and ` + view.VisibleProject + `
left join identity.profiles u on r.item_type = 'user' and u.id = r.item`
)

// foundItem is a row of itemColumns.
type foundItem struct {
	project, kind, slug, title *string
	page                       []byte
	icon, status               *string
	version, number            *string
	user, name, avatar, bio    *string
}

func (f *foundItem) into() []any {
	return []any{&f.project, &f.kind, &f.slug, &f.title, &f.page, &f.icon, &f.status, &f.version, &f.number, &f.user, &f.name, &f.avatar, &f.bio}
}

// item is nil where the reported item cannot be shown.
func (f *foundItem) item(kind string) (*Item, error) {
	if f.user != nil {
		return &Item{Type: kind, ID: *f.user, Title: *f.name, Detail: view.Present(f.bio), IconURL: view.Present(f.avatar), Path: "/user/" + url.PathEscape(*f.name)}, nil
	}
	if f.project == nil || kind == "version" && f.version == nil {
		return nil, nil
	}
	title, err := view.ShownTitle(*f.title, f.page)
	if err != nil {
		return nil, err
	}
	slug := *f.slug
	if slug == "" {
		slug = *f.project
	}
	i := &Item{Type: kind, ID: *f.project, Title: title, IconURL: view.Present(f.icon), Status: f.status, Path: "/" + *f.kind + "/" + url.PathEscape(slug)}
	if kind == "version" {
		i.ID, i.Detail = *f.version, f.number
		i.Path += "/version/" + url.PathEscape(*f.version)
	}
	return i, nil
}

// findItem looks a name up as the item of a report. $3 is the name, $4 the name in lower case, $5 the kind.
const findItem = `
with r as (select $5::text as item_type, case $5::text
    when 'project' then ` + view.Found + `
    when 'version' then $3
    else coalesce((select a.id from identity.profiles a where a.id = $3), (select a.id from identity.profiles a where lower(a.username) = $4)) end as item)
select r.item, ` + itemColumns + `, (select o.id from report.reports o where o.item = r.item and o.item_type = r.item_type and o.closed is null and o.reporter = $2 and $2 <> '' limit 1)
from r` + itemJoins

type reportableIn struct {
	Type string `query:"type" required:"true" enum:"project,version,user" doc:"对象的类型"`
	Name string `query:"id" doc:"ID、链接末段或用户名"`
}

func (s *Routes) reportable(ctx context.Context, in *reportableIn) (Reportable, error) {
	var out Reportable
	name := strings.TrimSpace(in.Name)
	if name == "" || len(name) > 512 {
		return out, httpkit.NotFound()
	}
	v := view.Projects(ctx)
	var f foundItem
	var item *string
	err := s.source.Pool.QueryRow(ctx, findItem, v.Staff, v.Account, name, strings.ToLower(name), in.Type).Scan(append(append([]any{&item}, f.into()...), &out.Reported)...)
	if errors.Is(err, pgx.ErrNoRows) {
		return out, httpkit.NotFound()
	}
	if err != nil {
		return out, fmt.Errorf("find the item to report: %w", err)
	}
	found, err := f.item(in.Type)
	if err != nil {
		return out, err
	}
	if found == nil {
		return out, httpkit.NotFound()
	}
	out.Item = *found
	return out, nil
}
