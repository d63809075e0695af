package project

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/readapi/view"
)

// OfAccount lists an account's projects that the viewer may find, last updated first, as a JSON array in the shape of
// v2 or v3.
func (s *Routes) OfAccount(ctx context.Context, v view.Viewer, account string, v3 bool) ([]byte, error) {
	sh := shapes()[0]
	if v3 {
		sh = shapes()[1]
	}
	query := fmt.Sprintf(`select `+columns+` from catalog.members t join catalog.projects p on p.id = t.project
where t.account = $3 and t.accepted and `+view.ListedProject+` order by p.updated desc, p.id limit $4`, sh.project, noExtra())
	list, err := view.Rows(ctx, s.source, "projects of an account", pgx.RowToStructByPos[found], query, v.Staff, v.Account, account, maxOwned)
	if err != nil {
		return nil, err
	}
	return bodies(list, sh), nil
}
