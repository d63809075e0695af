package report

import (
	"net/url"
	"strings"

	"github.com/modyard/modyard/readapi/view"
)

// Subject is a kind of item that may be reported, as readers of reports see it.
type Subject struct {
	Type string
	// Item is a query of the item of a report r, for the viewer that $1 and $2 give as in package view: its id,
	// title, the project's page document with a possible Chinese title, a detail, the icon's address, its status, and
	// the segments of its page's path, of which a last one that begins with # is a place on that page. All except the id,
	// the title and the path may be null.
	Item string
	// Named is an SQL expression of the id of a name: $3 is the name as given, $4 the name in lower case.
	Named string
	// Fresh is the read model of the item, empty for the catalogue.
	Fresh string
}

// itemColumns are the columns of an item; nulls where it is deleted or where the viewer may not see it.
const itemColumns = `i.id, i.title, i.page, i.detail, i.icon, i.status, i.path`

// itemJoin joins the item of a report r.
func itemJoin(subjects []Subject) string {
	var items []string
	for _, s := range subjects {
		items = append(items, `(select * from (`+s.Item+`) i where r.item_type = '`+s.Type+`')`)
	}
	return ` left join lateral (` + strings.Join(items, " union all ") + `) i (id, title, page, detail, icon, status, path) on true`
}

// findItem looks a name up as the item of a report; $5 is its kind.
func findItem(subjects []Subject) string {
	named := `case $5::text`
	for _, s := range subjects {
		named += ` when '` + s.Type + `' then ` + s.Named
	}
	return `with r as (select $5::text as item_type, ` + named + ` end as item)
select r.item, ` + itemColumns + `, (select o.id from report.reports o where o.item = r.item and o.item_type = r.item_type and o.closed is null and o.reporter = $2 and $2 <> '' limit 1)
from r` + itemJoin(subjects)
}

// foundItem is a row of itemColumns.
type foundItem struct {
	id, title            *string
	page                 []byte
	detail, icon, status *string
	path                 []string
}

func (f *foundItem) into() []any {
	return []any{&f.id, &f.title, &f.page, &f.detail, &f.icon, &f.status, &f.path}
}

// item is nil where the reported item cannot be shown.
func (f *foundItem) item(kind string) (*Item, error) {
	if f.id == nil {
		return nil, nil
	}
	i := &Item{Type: kind, ID: *f.id, Title: *f.title, Detail: view.Present(f.detail), IconURL: view.Present(f.icon), Status: f.status}
	for n, segment := range f.path {
		if place, ok := strings.CutPrefix(segment, "#"); ok && n > 0 && n == len(f.path)-1 {
			i.Path += "#" + url.PathEscape(place)
			continue
		}
		i.Path += "/" + url.PathEscape(segment)
	}
	if f.page == nil {
		return i, nil
	}
	var err error
	i.Title, err = view.ShownTitle(i.Title, f.page)
	return i, err
}
