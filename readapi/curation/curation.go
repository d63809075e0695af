// Package curation answers what the site puts forward.
package curation

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/curation"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// Entry is one slide of a carousel. Slug is the path of the project's page without the slash before it.
type Entry struct {
	Image       string  `json:"image"`
	Title       string  `json:"title"`
	Description string  `json:"description"`
	Slug        string  `json:"slug"`
	Icon        *string `json:"icon"`
}

// Routes are the query routes of this package.
type Routes struct{ source *view.Source }

// New makes the routes over a source.
func New(s *view.Source) *Routes { return &Routes{source: s} }

// Register mounts every route.
func (s *Routes) Register(d *view.Docs) {
	d.Get("/_internal/curated", "精选内容", view.Answers[[]Entry](d, "一个位置的精选内容，按展示顺序"), s.source.Fresh(s.list, curation.Name),
		httpkit.QueryParam("place", "string", "home、modpack 或 software"))
}

// A project that visitors cannot find now is passed over.
const chosen = `
select e.image, e.title, e.description, h.hit
from curation.entries e join catalog.search_hits h on h.id = e.project
where e.place = $1 order by e.n`

func (s *Routes) list(w http.ResponseWriter, r *http.Request) error {
	q, err := view.Query(r)
	if err != nil {
		return err
	}
	place := q.Get("place")
	if place != "home" && place != "modpack" && place != "software" {
		return httpkit.Invalid("参数 place 应为 home、modpack 或 software")
	}
	rows, err := view.Rows(r.Context(), s.source, "curated entries", scan, chosen, place)
	if err != nil {
		return err
	}
	out := []Entry{}
	for _, e := range rows {
		if e.Image != "" {
			out = append(out, e)
		}
	}
	return view.Value(w, out)
}

// scan fills what the choice leaves open from the project; without any picture there is nothing to show.
func scan(row pgx.CollectableRow) (Entry, error) {
	var e Entry
	var hit []byte
	if err := row.Scan(&e.Image, &e.Title, &e.Description, &hit); err != nil {
		return e, err
	}
	var h document.Hit
	if err := json.Unmarshal(hit, &h); err != nil {
		return e, fmt.Errorf("decode the hit of a curated project: %w", err)
	}
	title := h.Title
	if h.TitleZH != nil {
		title = *h.TitleZH
	}
	e.Title, e.Description = cmp.Or(e.Title, title), cmp.Or(e.Description, h.Description)
	e.Slug, e.Icon = h.URLType+"/"+h.Slug, view.Present(&h.IconURL)
	if e.Image == "" && h.FeaturedGallery != nil {
		e.Image = *h.FeaturedGallery
	}
	if e.Image == "" && len(h.Gallery) > 0 {
		e.Image = h.Gallery[0]
	}
	return e, nil
}
