package forum

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// boardOf is the project that $3 and $4 name (view.Found), and its discussion, if the viewer may read both.
var boardOf = `
select p.id, (
    select d.id from forum.boards b join forum.discussions d on d.id = b.discussion where b.project = p.id and ` + readable + `)
from catalog.projects p where p.id = ` + view.Found + ` and ` + view.VisibleProject

// board is GET /v3/project/{id}/forum.
func (s *Routes) board(ctx context.Context, in *view.ByID) (contract.ProjectForum, error) {
	type board struct {
		Project    string
		Discussion *string
	}
	v := view.Projects(ctx)
	b, err := view.Only(view.Rows(ctx, s.source, "the board of a project", pgx.RowToStructByPos[board], boardOf, v.Staff, v.Account, in.ID, in.ID.Lower()))
	if err != nil {
		return contract.ProjectForum{}, err
	}
	if b.Discussion != nil {
		return contract.ProjectForum{Discussion: b.Discussion}, nil
	}
	out, err := s.Opens(ctx, b.Project)
	if err != nil {
		return out, fmt.Errorf("read whether the caller may open a discussion: %w", err)
	}
	return out, nil
}
