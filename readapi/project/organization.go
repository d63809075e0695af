package project

import (
	"context"
	"fmt"
	"strings"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/organization"
	"github.com/modyard/modyard/readapi/view"
)

func (s *Routes) organizationOf(ctx context.Context, in *view.ByID) (contract.OrganizationAnswer, error) {
	p, err := s.one(ctx, view.Projects(ctx), in.ID, noExtra(), noExtra())
	if err != nil {
		return contract.OrganizationAnswer{}, err
	}
	if p.Organization == "" {
		return contract.OrganizationAnswer{}, httpkit.NotFound()
	}
	return s.organizations.One(ctx, view.Organizations(ctx), view.Name(p.Organization))
}

// organizationNamed is organization.Found for parameters $3 and $4.
func organizationNamed() string {
	return strings.NewReplacer("$1", "$3", "$2", "$4").Replace(organization.Found)
}

// maxOwned bounds a list of the projects of an account or an organization.
const maxOwned = 1000

func (s *Routes) organizationProjects(ctx context.Context, in *view.ByID) (view.Answer, error) {
	query := fmt.Sprintf(`select `+projectPart+` from catalog.projects p where p.organization = `+organizationNamed()+`
  and p.organization <> '' and `+view.ListedProject+` order by p.downloads desc, p.id limit $5`, "p.doc_v3")
	v := view.Projects(ctx)
	list, err := view.Rows(ctx, s.source, "projects of an organization", scanPart, query,
		v.Staff, v.Account, in.ID, in.ID.Lower(), maxOwned)
	return listOf(list, s.projectDocuments(shapes()[1], v), err)
}
