// Package organization answers queries about organizations and their members.
package organization

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// Reader reads organizations for the routes of this and other packages.
type Reader struct{ source *view.Source }

// NewReader makes a reader over a source.
func NewReader(s *view.Source) *Reader { return &Reader{source: s} }

const columns = `o.id, o.slug, o.name, o.description, o.icon_url, o.color, o.repost, o.created`

// Found is the id of the organization that $1 names: its id, its slug, or a former slug that no other organization
// has taken. $2 is the name in lower case.
const Found = `coalesce((select q.id from catalog.organizations q where q.id = $1),
                (select s.organization from catalog.organization_slugs s where s.slug = $2))`

func scan(row pgx.CollectableRow) (contract.OrganizationAnswer, error) {
	var o contract.OrganizationAnswer
	var icon string
	err := row.Scan(&o.ID, &o.Slug, &o.Name, &o.Description, &icon, &o.Color, &o.Repost, &o.Created)
	o.TeamID, o.IconURL, o.Members = o.ID, view.Present(&icon), []contract.MemberV3{}
	return o, err
}

// One is the organization that an id, a slug or a former slug names, as the viewer may see it. An unknown name is a
// fault of kind not found.
func (s *Reader) One(ctx context.Context, v view.Viewer, name view.Name) (contract.OrganizationAnswer, error) {
	rows, err := s.source.Pool.Query(ctx, `select `+columns+` from catalog.organizations o where o.id = `+Found, name, name.Lower())
	if err != nil {
		return contract.OrganizationAnswer{}, fmt.Errorf("read organization: %w", err)
	}
	o, err := pgx.CollectExactlyOneRow(rows, scan)
	if errors.Is(err, pgx.ErrNoRows) {
		return o, httpkit.NotFound()
	}
	if err != nil {
		return o, fmt.Errorf("read organization: %w", err)
	}
	list := []contract.OrganizationAnswer{o}
	err = s.withMembers(ctx, v, list)
	return list[0], err
}

// Many are the existing organizations of these ids, in the given order.
func (s *Reader) Many(ctx context.Context, v view.Viewer, ids []string) ([]contract.OrganizationAnswer, error) {
	list, err := view.Rows(ctx, s.source, "organizations", scan, `select `+columns+`
from unnest($1::text[]) with ordinality as a(id, n) join catalog.organizations o on o.id = a.id order by a.n`, ids)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	list = slices.DeleteFunc(list, func(o contract.OrganizationAnswer) bool {
		again := seen[o.ID]
		seen[o.ID] = true
		return again
	})
	return list, s.withMembers(ctx, v, list)
}

// maxOfAccount bounds the organizations of one account in a list.
const maxOfAccount = 200

// OfAccount are the organizations that an account belongs to, by name. The account itself and staff also see those
// that have invited it.
func (s *Reader) OfAccount(ctx context.Context, v view.Viewer, account string) ([]contract.OrganizationAnswer, error) {
	invited := v.Staff || v.Account != "" && v.Account == account
	list, err := view.Rows(ctx, s.source, "organizations of an account", scan, `select `+columns+`
from catalog.organization_members m join catalog.organizations o on o.id = m.organization
where m.account = $1 and (m.accepted or $2) order by lower(o.name), o.id limit $3`, account, invited, maxOfAccount)
	if err != nil {
		return nil, err
	}
	return list, s.withMembers(ctx, v, list)
}

func (s *Reader) withMembers(ctx context.Context, v view.Viewer, list []contract.OrganizationAnswer) error {
	ids := make([]string, len(list))
	for i, o := range list {
		ids[i] = o.ID
	}
	members, err := s.Members(ctx, v, ids)
	if err != nil {
		return err
	}
	for i := range list {
		for _, m := range members[list[i].ID] {
			list[i].Members = append(list[i].Members, m.V3())
		}
	}
	return nil
}

// Position is that of the last event of an organization, 0 where there is none.
func (s *Reader) Position(ctx context.Context, id string) (int64, error) {
	var position int64
	err := s.source.Pool.QueryRow(ctx, `select coalesce((select position from catalog.organizations where id = $1), 0)`, id).Scan(&position)
	if err != nil {
		return 0, fmt.Errorf("read position of organization: %w", err)
	}
	return position, nil
}
