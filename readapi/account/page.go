package account

import (
	"context"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/project"
	"github.com/modyard/modyard/readapi/view"
)

// PageAnswer is the data of an account's page beside its list of projects.
type PageAnswer struct {
	contract.User
	Counts        project.Counts                `json:"counts"`
	Organizations []contract.OrganizationAnswer `json:"organizations"` // which the person has joined
}

func (s *Routes) page(ctx context.Context, in *view.ByID) (PageAnswer, error) {
	p, err := s.profiles.ByUsername(ctx, string(in.ID))
	if err != nil {
		return PageAnswer{}, err
	}
	counts, err := s.projects.Count(ctx, view.Projects(ctx), project.OfAccountMember, p.ID)
	if err != nil {
		return PageAnswer{}, err
	}
	// As an anonymous viewer sees them: invitations are shown on the dashboard only.
	organizations, err := s.organizations.OfAccount(ctx, view.Viewer{}, p.ID)
	return PageAnswer{User: p.Public(), Counts: counts, Organizations: organizations}, err
}

func (s *Routes) rows(ctx context.Context, in *project.RowsIn) (view.Answer, error) {
	p, err := s.profiles.ByUsername(ctx, string(in.ID))
	if err != nil {
		return nil, err
	}
	return s.projects.Rows(ctx, project.OfAccountMember, p.ID, in)
}
