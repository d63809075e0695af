package project

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// OrganizationAnswer is the v3 document of an organization.
type OrganizationAnswer struct {
	ID          string            `json:"id"`
	Slug        string            `json:"slug"`
	Name        string            `json:"name"`
	TeamID      string            `json:"team_id"`
	Description string            `json:"description"`
	IconURL     *string           `json:"icon_url"`
	Color       *int              `json:"color"`
	Repost      bool              `json:"repost"`
	Members     []document.Member `json:"members"`
}

const organizationQuery = `
select o.id, o.slug, o.name, o.description, o.icon_url, o.repost, o.owner,
       coalesce(a.username, ''), a.avatar_url, a.bio, coalesce(a.role, ''), coalesce(a.badges, 0), coalesce(a.created, 'epoch'::timestamptz)
from catalog.organizations o left join identity.profiles a on a.id = o.owner
where o.id = $1 or ($2 <> '' and lower(o.slug) = $2) order by o.id = $1 desc, o.position limit 1`

func (s *Routes) organization(w http.ResponseWriter, r *http.Request) error {
	name, err := view.Name(r, "id")
	if err != nil {
		return err
	}
	return s.answerOrganization(w, r, name, strings.ToLower(name))
}

func (s *Routes) organizationOf(w http.ResponseWriter, r *http.Request) error {
	p, err := s.one(r, s.source.Projects(r), noExtra(), noExtra())
	if err != nil {
		return err
	}
	if p.Organization == "" {
		return httpkit.NotFound()
	}
	return s.answerOrganization(w, r, p.Organization, "")
}

func (s *Routes) answerOrganization(w http.ResponseWriter, r *http.Request, id, slug string) error {
	o, err := s.readOrganization(r, id, slug)
	if err != nil {
		return err
	}
	return view.Value(w, o)
}

func (s *Routes) readOrganization(r *http.Request, id, slug string) (OrganizationAnswer, error) {
	o, owner := OrganizationAnswer{}, document.Member{Role: "Owner", IsOwner: true, Accepted: true}
	var icon string
	u := &owner.User
	err := s.source.Pool.QueryRow(r.Context(), organizationQuery, id, slug).Scan(&o.ID, &o.Slug, &o.Name, &o.Description, &icon, &o.Repost,
		&u.ID, &u.Username, &u.AvatarURL, &u.Bio, &u.Role, &u.Badges, &u.Created)
	if errors.Is(err, pgx.ErrNoRows) {
		return o, httpkit.NotFound()
	}
	if err != nil {
		return o, fmt.Errorf("read organization: %w", err)
	}
	o.TeamID, o.IconURL, owner.TeamID = o.ID, orNil(icon), o.ID
	u.Role = document.Role(u.Role)
	u.AvatarURL, u.Bio, u.Created = view.Present(u.AvatarURL), view.Present(u.Bio), u.Created.UTC()
	o.Members = []document.Member{owner}
	return o, nil
}

func organizationProjectsQuery() string {
	return fmt.Sprintf(`select `+columns+` from catalog.projects p
where p.organization = (select o.id from catalog.organizations o where o.id = $3 or lower(o.slug) = $4 order by o.id = $3 desc, o.position limit 1)
  and p.organization <> '' and `+view.ListedProject+` order by p.downloads desc, p.id limit $5`, "p.doc_v3", noExtra())
}

// maxOwned bounds a list of what an account or an organization owns.
const maxOwned = 1000

func (s *Routes) organizationProjects(w http.ResponseWriter, r *http.Request) error {
	name, err := view.Name(r, "id")
	if err != nil {
		return err
	}
	v := s.source.Projects(r)
	list, err := view.Rows(r.Context(), s.source, "projects of an organization", pgx.RowToStructByPos[found], organizationProjectsQuery(),
		v.Staff, v.Account, name, strings.ToLower(name), maxOwned)
	if err != nil {
		return err
	}
	return view.JSON(w, bodies(list, shape{v3: true}))
}
