package issue

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

const (
	ownLabels = `select id, name, color, description from issue.labels where project = $1 order by name, id limit 200`

	// assignables are the accepted members of the project $1 and of its organization.
	assignables = `
select x.id, x.username, x.avatar_url from identity.profiles x where x.id in (
    select m.account from catalog.members m where m.project = $1 and m.accepted
    union select o.account from catalog.projects p join catalog.organization_members o on o.organization = p.organization
    where p.id = $1 and p.organization <> '' and o.accepted)
order by x.username limit 200`
)

// board is GET /v3/project/{id}/issues/board.
func (s *Routes) board(ctx context.Context, in *view.ByID) (out contract.IssueBoard, err error) {
	at, err := s.at(ctx, view.Projects(ctx), in.ID)
	if err != nil {
		return out, err
	}
	out = contract.IssueBoard{
		ProjectID: at.project, IssuesType: at.kind, IssuesURL: view.Present(at.issues), Template: at.template, Open: at.open, Closed: at.closed,
		Labels: append([]contract.IssueLabel{}, s.Common...), Assignables: []contract.Author{},
	}
	own, err := view.Rows(ctx, s.source, "the labels of a project", func(row pgx.CollectableRow) (l contract.IssueLabel, err error) {
		return l, row.Scan(&l.ID, &l.Name, &l.Color, &l.Description)
	}, ownLabels, at.project)
	if err != nil {
		return out, err
	}
	out.Labels = append(out.Labels, own...)
	if err := s.BoardRights(ctx, at.project, &out); err != nil || !out.Member || !at.inside {
		return out, err
	}
	people, err := view.Rows(ctx, s.source, "the members of a project", func(row pgx.CollectableRow) (contract.Author, error) {
		var id string
		var name, avatar *string
		err := row.Scan(&id, &name, &avatar)
		if a := view.Author(&id, name, avatar); a != nil {
			return *a, err
		}
		return contract.Author{ID: id}, err
	}, assignables, at.project)
	out.Assignables = append(out.Assignables, people...)
	return out, err
}
