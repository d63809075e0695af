package project

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/readapi/view"
)

// OfAccount lists an account's projects that the viewer may find, last updated first, as a list in the shape of v2 or
// v3.
func (s *Routes) OfAccount(ctx context.Context, v view.Viewer, account string, v3 bool) (view.Answer, error) {
	sh := shapes()[0]
	if v3 {
		sh = shapes()[1]
	}
	query := fmt.Sprintf(`select `+projectPart+` from catalog.members t join catalog.projects p on p.id = t.project
where t.account = $3 and t.accepted and `+view.ListedProject+` order by p.updated desc, p.id limit $4`, sh.project)
	list, err := view.Rows(ctx, s.source, "projects of an account", scanPart, query, v.Staff, v.Account, account, maxOwned)
	return listOf(list, s.projectDocuments(sh, v), err)
}
