// Package curation answers the curated slides of the home page.
package curation

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/curation"
	"github.com/modyard/modyard/readapi/view"
)

// Routes are the query routes of this package.
type Routes struct{ source *view.Source }

// New makes the routes over a source.
func New(s *view.Source) *Routes { return &Routes{source: s} }

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	view.Query(api, s.source, view.Route{
		Path: "GET /_internal/curated", Summary: "精选内容", Answer: "一个位置的精选内容，按展示顺序", Fresh: []string{curation.Name},
	}, s.list)
	view.Query(api, s.source, view.Route{
		Path: "GET /_internal/curated/{place}", Summary: "管理团队选择的精选内容", Answer: "所选的内容，按展示顺序", Scope: identity.ScopeProjectRead,
		Fresh: []string{curation.Name},
	}, s.chosen)
}

type listIn struct {
	Place string `query:"place" required:"true" enum:"home,modpack,software" doc:"展示的位置"`
}

// A project that visitors cannot find is skipped.
const chosen = `
select e.image, e.title, e.description, h.hit
from curation.entries e join catalog.search_hits h on h.id = e.project
where e.place = $1 order by e.n`

func (s *Routes) list(ctx context.Context, in *listIn) ([]contract.CuratedEntry, error) {
	rows, err := view.Rows(ctx, s.source, "curated entries", scan, chosen, in.Place)
	if err != nil {
		return nil, err
	}
	out := []contract.CuratedEntry{}
	for _, e := range rows {
		if e.Image != "" {
			out = append(out, e)
		}
	}
	return out, nil
}

// scan takes the fields that the choice leaves empty from the project; an entry without any picture is skipped.
func scan(row pgx.CollectableRow) (contract.CuratedEntry, error) {
	var e contract.CuratedEntry
	var hit []byte
	if err := row.Scan(&e.Image, &e.Title, &e.Description, &hit); err != nil {
		return e, err
	}
	var h contract.Hit
	if err := json.Unmarshal(hit, &h); err != nil {
		return e, fmt.Errorf("decode the hit of a curated project: %w", err)
	}
	title := h.Title
	if h.TitleZH != nil {
		title = *h.TitleZH
	}
	e.Title, e.Description = cmp.Or(e.Title, title), cmp.Or(e.Description, h.Description)
	e.Project, e.Slug, e.Icon, e.Color = h.ProjectID, h.URLType+"/"+h.Slug, view.Present(&h.IconURL), h.Color
	e.Image = cmp.Or(e.Image, h.Picture())
	return e, nil
}
