package organization

import (
	"context"
	"net/http"

	"github.com/modyard/modyard/commands"
	commandsproject "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

type organizationProject struct {
	ProjectID string `json:"project_id"` // id or slug

	Reason *reason.Reason `json:"reason,omitempty"` // where the staff adds
}

// addProject is POST /organization/{id}/projects: by who owns the project and may add to the organization.
func (s *Service) addProject(w http.ResponseWriter, r *http.Request) error {
	var in *organizationProject
	return s.on(w, r, identity.ScopeOrganizationWrite|identity.ScopeProjectWrite, func(ctx context.Context, t *target) error {
		if in == nil {
			in = &organizationProject{}
			if err := httpkit.DecodeJSON(r, in); err != nil {
				return err
			}
		}
		as, why, err := t.state.MayAdd(t.by, in.Reason)
		if err != nil {
			return err
		}
		p, err := t.project(ctx, in.ProjectID)
		if err != nil {
			return err
		}
		enter := project.EnterOrganization{By: t.asker(), Reason: in.Reason, Organization: t.state.ID}
		events, err := project.Decide(p, enter)
		if err != nil {
			return err
		}
		owned, err := loadOwned(ctx, t.decision, t.state.ID)
		if err != nil {
			return err
		}
		added, err := owned.Add(p.ID, why)
		if err != nil {
			return err
		}
		t.decision.As(project.RoleIn(p, enter))
		t.decision.Append("project-"+p.ID, events...)
		t.decision.As(as)
		t.decision.Append(ownedStream(t.state.ID), added...)
		return nil
	})
}

type organizationProjectLeft struct {
	NewOwner string `json:"new_owner"` // account id of an accepted member

	Reason *reason.Reason `json:"reason,omitempty"` // where the staff removes; or in the query
}

// removeProject is DELETE /organization/{id}/projects/{project}: the project goes to a member.
func (s *Service) removeProject(w http.ResponseWriter, r *http.Request) error {
	var in *organizationProjectLeft
	return s.on(w, r, identity.ScopeOrganizationWrite|identity.ScopeProjectWrite, func(ctx context.Context, t *target) error {
		if in == nil {
			in = &organizationProjectLeft{}
			if err := httpkit.DecodeJSON(r, in); err != nil {
				return err
			}
		}
		if in.Reason == nil {
			in.Reason = commands.ReasonOf(r)
		}
		as, why, err := t.state.MayRemove(t.by, in.NewOwner, in.Reason)
		if err != nil {
			return err
		}
		p, err := t.project(ctx, r.PathValue("project"))
		if err != nil {
			return err
		}
		leave := project.LeaveOrganization{
			By: t.state.InProjects(t.asker()), Reason: commands.ReasonOf(r), Organization: t.state.ID, Owner: in.NewOwner,
		}
		if as.Staff() {
			leave.Role = as
		}
		events, err := project.Decide(p, leave)
		if err != nil {
			return err
		}
		owned, err := loadOwned(ctx, t.decision, t.state.ID)
		if err != nil {
			return err
		}
		t.decision.As(project.RoleIn(p, leave))
		t.decision.Append("project-"+p.ID, events...)
		t.decision.As(as)
		t.decision.Append(ownedStream(t.state.ID), owned.Remove(p.ID, why)...)
		return nil
	})
}

// project loads a project by its id or slug.
func (t *target) project(ctx context.Context, idOrSlug string) (project.State, error) {
	id, err := commandsproject.Resolve(ctx, t.decision, idOrSlug)
	if err != nil {
		return project.State{}, err
	}
	return commandsproject.Load(ctx, t.decision, id)
}
