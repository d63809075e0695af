package project

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// AllProjects are an account's projects and those of its organizations.
type AllProjects struct {
	Projects      []contract.ProjectV3Answer             `json:"projects"`
	Organizations map[string]contract.OrganizationAnswer `json:"organizations"` // by id
}

// allOfAccount reads the projects of which the account $3 is an accepted member, and those of the organizations of which
// it is one.
const allOfAccount = `
with a as materialized (
    select t.project as id from catalog.members t where t.account = $3 and t.accepted
    union
    select q.id from catalog.organization_members m join catalog.projects q on q.organization = m.organization and q.organization <> ''
    where m.account = $3 and m.accepted
)
select ` + projectPart + `, p.organization from a join catalog.projects p on p.id = a.id
where ` + view.ListedProject + ` order by p.updated desc, p.id limit $4`

const joined = `select m.organization from catalog.organization_members m where m.account = $1 and m.accepted order by m.organization limit $2`

// maxJoined bounds the organizations of one account in an answer.
const maxJoined = 200

// AllOfAccount lists an account's projects and those of its organizations that the viewer may find, last updated first,
// with the organizations.
func (s *Routes) AllOfAccount(ctx context.Context, v view.Viewer, account string) (view.Answer, error) {
	type row struct {
		ID           string
		Size         int64
		Organization string
	}
	sh := shapes()[1]
	rows, err := view.Rows(ctx, s.source, "all projects of an account", pgx.RowToStructByPos[row], fmt.Sprintf(allOfAccount, sh.project), v.Staff, v.Account, account, maxOwned)
	if err != nil {
		return nil, err
	}
	ids, err := view.Rows(ctx, s.source, "organizations of an account", pgx.RowTo[string], joined, account, maxJoined)
	if err != nil {
		return nil, err
	}
	b := bundle{read: s.projectDocuments(sh, v)}
	for _, r := range rows {
		b.parts = append(b.parts, part{ID: r.ID, Size: r.Size})
		if r.Organization != "" {
			ids = append(ids, r.Organization)
		}
	}
	if err := fits(b); err != nil {
		return nil, err
	}
	list, err := s.organizations.Many(ctx, view.Organizations(ctx), ids)
	if err != nil {
		return nil, err
	}
	organizations := make(map[string]contract.OrganizationAnswer, len(list))
	for _, o := range list {
		organizations[o.ID] = o
	}
	tail, err := json.Marshal(organizations)
	if err != nil {
		return nil, fmt.Errorf("encode organizations: %w", err)
	}
	return written(func(ctx context.Context, w *bufio.Writer) error {
		_, _ = w.WriteString(`{"projects":`)
		if err := b.array(ctx, w); err != nil {
			return err
		}
		_, _ = w.WriteString(`,"organizations":`)
		_, _ = w.Write(tail)
		return w.WriteByte('}')
	}, b), nil
}
