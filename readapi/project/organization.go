package project

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/organization"
	"github.com/modyard/modyard/readapi/view"
)

func (s *Routes) organizationOf(w http.ResponseWriter, r *http.Request) error {
	p, err := s.one(r, s.source.Projects(r), noExtra(), noExtra())
	if err != nil {
		return err
	}
	if p.Organization == "" {
		return httpkit.NotFound()
	}
	o, err := s.organizations.One(r.Context(), s.source.Organizations(r), p.Organization)
	if err != nil {
		return err
	}
	return view.Value(w, o)
}

// organizationNamed is organization.Found for parameters $3 and $4.
func organizationNamed() string {
	return strings.NewReplacer("$1", "$3", "$2", "$4").Replace(organization.Found)
}

// maxOwned bounds a list of what an account or an organization owns.
const maxOwned = 1000

func (s *Routes) organizationProjects(w http.ResponseWriter, r *http.Request) error {
	name, err := view.PathName(r, "id")
	if err != nil {
		return err
	}
	query := fmt.Sprintf(`select `+columns+` from catalog.projects p where p.organization = `+organizationNamed()+`
  and p.organization <> '' and `+view.ListedProject+` order by p.downloads desc, p.id limit $5`, "p.doc_v3", noExtra())
	v := s.source.Projects(r)
	list, err := view.Rows(r.Context(), s.source, "projects of an organization", pgx.RowToStructByPos[found], query,
		v.Staff, v.Account, name, strings.ToLower(name), maxOwned)
	if err != nil {
		return err
	}
	return view.JSON(w, bodies(list, shape{v3: true}))
}
