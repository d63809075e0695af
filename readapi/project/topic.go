package project

import (
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/view"
)

// Topic are the live topics of projects: each of a project's documents, versions, team and reviews.
func Topic() live.Thing {
	return live.Thing{Kind: "project", Shows: "资源", Model: view.Watermark, Moved: movedProjects, Visible: visibleProjects, MovedIn: `
select p.id, o.position, p.visible from %s o join catalog.projects p on p.id = o.project where o.position > $1 order by o.position`}
}

// Moves are projects that another read model moves, by its table with the columns project and position.
func Moves(model, table string) live.Moves {
	return live.Moves{Kind: "project", Model: model, Table: table}
}

const (
	movedProjects = `
select id, position, public from (select p.id, p.position, p.visible as public from catalog.projects p where p.position > $1 limit $2) p
union all select id, changed, public from (select p.id, c.changed, p.visible as public
    from catalog.counters c join catalog.projects p on p.id = c.id where c.changed > $1 limit $2) c
union all select id, position, false from (select id, position from catalog.deleted_projects where position > $1 limit $2) d`

	visibleProjects = `select p.id, greatest(p.position, p.counted%s), p.visible from catalog.projects p where p.id = any($3) and ` + view.VisibleProject
)
