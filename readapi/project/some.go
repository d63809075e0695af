package project

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/readapi/view"
)

// Some are the documents of projects by their ids, in the requested order, without those that the viewer may not see,
// as a list in the shape of v2 or v3.
func (s *Routes) Some(ctx context.Context, v view.Viewer, ids []string, v3 bool) (view.Answer, error) {
	sh := shapes()[0]
	if v3 {
		sh = shapes()[1]
	}
	query := fmt.Sprintf(`select `+projectPart+` from unnest($3::text[]) with ordinality as a(id, n) join catalog.projects p on p.id = a.id
where `+view.VisibleProject+` order by a.n`, sh.project)
	list, err := view.Rows(ctx, s.source, "projects by id", scanPart, query, v.Staff, v.Account, ids)
	return listOf(list, s.projectDocuments(sh, v), err)
}
