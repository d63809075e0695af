package curation

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// Choice is an entry as the staff has chosen it. Empty texts and an empty image are those of the project.
type Choice struct {
	Project     string  `json:"project"`
	Image       string  `json:"image"`
	Title       string  `json:"title"`
	Description string  `json:"description"`
	Name        *string `json:"name"`     // of the project, null where it was deleted
	IconURL     *string `json:"icon_url"` // of the project
	Shown       bool    `json:"shown"`    // whether visitors see the entry
}

const choices = `
select e.project, e.image, e.title, e.description, p.title, p.doc_page, nullif(p.icon_url, ''), h.hit
from curation.entries e
left join catalog.projects p on p.id = e.project
left join catalog.search_hits h on h.id = e.project
where e.place = $1 order by e.n`

type chosenIn struct {
	Place string `path:"place"`
}

// chosen is GET /_internal/curated/{place}.
func (s *Routes) chosen(ctx context.Context, in *chosenIn) ([]Choice, error) {
	if !view.Projects(ctx).Staff {
		return nil, httpkit.Forbidden("只有管理团队可以选择精选内容。")
	}
	switch in.Place {
	case "home", "modpack", "software":
	default:
		return nil, httpkit.NotFound()
	}
	return view.Rows(ctx, s.source, "chosen entries", scanChoice, choices, in.Place)
}

// scanChoice reads a choice. Visitors see it if they can find the project and if there is a picture, as in list.
func scanChoice(row pgx.CollectableRow) (Choice, error) {
	var c Choice
	var page, hit []byte
	err := row.Scan(&c.Project, &c.Image, &c.Title, &c.Description, &c.Name, &page, &c.IconURL, &hit)
	if err != nil || c.Name == nil {
		return c, err
	}
	name, err := view.ShownTitle(*c.Name, page)
	if err != nil {
		return c, err
	}
	c.Name = &name
	if hit == nil {
		return c, nil
	}
	var h contract.Hit
	if err := json.Unmarshal(hit, &h); err != nil {
		return c, fmt.Errorf("decode the hit of a chosen project: %w", err)
	}
	c.Shown = c.Image != "" || h.Picture() != ""
	return c, nil
}
