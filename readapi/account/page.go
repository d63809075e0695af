package account

import (
	"net/http"

	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/organization"
	"github.com/modyard/modyard/readapi/project"
	"github.com/modyard/modyard/readapi/view"
)

// PageAnswer is what a person's page reads beside the list of projects.
type PageAnswer struct {
	document.User
	Counts        project.Counts        `json:"counts"`
	Organizations []organization.Answer `json:"organizations"` // which the person has joined
}

func (s *Routes) page(w http.ResponseWriter, r *http.Request) error {
	p, err := s.named(r)
	if err != nil {
		return err
	}
	counts, err := s.projects.Count(r.Context(), s.source.Projects(r), project.OfAccountMember, p.ID)
	if err != nil {
		return err
	}
	// As anybody sees them: who is invited to what is for the dashboard.
	organizations, err := s.organizations.OfAccount(r.Context(), view.Viewer{}, p.ID)
	if err != nil {
		return err
	}
	return view.Value(w, PageAnswer{User: public(p), Counts: counts, Organizations: organizations})
}

func (s *Routes) rows(w http.ResponseWriter, r *http.Request) error {
	p, err := s.named(r)
	if err != nil {
		return err
	}
	return s.projects.Rows(w, r, project.OfAccountMember, p.ID)
}
