package project

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/readapi/view"
)

// Some are the documents of projects by their ids, in the requested order, without those that the viewer may not see,
// as a JSON array in the shape of v2 or v3.
func (s *Routes) Some(ctx context.Context, v view.Viewer, ids []string, v3 bool) ([]byte, error) {
	sh := shapes()[0]
	if v3 {
		sh = shapes()[1]
	}
	query := fmt.Sprintf(`select `+columns+` from unnest($3::text[]) with ordinality as a(id, n) join catalog.projects p on p.id = a.id
where `+view.VisibleProject+` order by a.n`, sh.project, noExtra())
	list, err := view.Rows(ctx, s.source, "projects by id", pgx.RowToStructByPos[found], query, v.Staff, v.Account, ids)
	if err != nil {
		return nil, err
	}
	return bodies(list, sh), nil
}
