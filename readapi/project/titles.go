package project

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/readapi/view"
)

// chineseTitles reads the titles of the projects of OfAccount that have a Chinese one.
const chineseTitles = `
select p.id, convert_from(p.doc_page, 'UTF8')::json ->> 'title_zh' from catalog.members t join catalog.projects p on p.id = t.project
where t.account = $3 and t.accepted and ` + view.ListedProject + ` and coalesce(convert_from(p.doc_page, 'UTF8')::json ->> 'title_zh', '') <> ''
order by p.updated desc, p.id limit $4`

// ChineseTitles are the Chinese titles of the projects of OfAccount by id, which their documents lack. A project without one is
// missing.
func (s *Routes) ChineseTitles(ctx context.Context, v view.Viewer, account string) (map[string]string, error) {
	type row struct{ ID, Title string }
	list, err := view.Rows(ctx, s.source, "titles of the projects of an account", pgx.RowToStructByPos[row], chineseTitles, v.Staff, v.Account, account, maxOwned)
	if err != nil {
		return nil, err
	}
	titles := make(map[string]string, len(list))
	for _, one := range list {
		titles[one.ID] = one.Title
	}
	return titles, nil
}
