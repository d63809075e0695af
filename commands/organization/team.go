package organization

import (
	"context"
	"net/http"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/team"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

type organizationInvite struct {
	UserID                  string          `json:"user_id"`
	Role                    string          `json:"role,omitempty"`
	Permissions             uint64          `json:"permissions,omitempty"` // on the organization's projects
	OrganizationPermissions uint64          `json:"organization_permissions,omitempty"`
	Split                   commands.Weight `json:"payouts_split,omitempty"`
	Ordering                int             `json:"ordering,omitempty"`

	Reason *reason.Reason `json:"reason,omitempty"` // where the staff invites
}

// invite is POST /organization/{id}/members.
func (s *Service) invite(w http.ResponseWriter, r *http.Request) error {
	var in *organizationInvite
	return s.on(w, r, identity.ScopeOrganizationWrite, func(ctx context.Context, t *target) error {
		if in == nil {
			in = &organizationInvite{}
			if err := httpkit.DecodeJSON(r, in); err != nil {
				return err
			}
		}
		if err := t.do(organization.Invite{
			By: t.by, Account: in.UserID, Role: in.Role, Permissions: organization.Permissions(in.OrganizationPermissions),
			ProjectPermissions: project.Permissions(in.Permissions), Weight: team.Weight(in.Split), Ordering: in.Ordering, Reason: in.Reason,
		}); err != nil {
			return err
		}
		return commands.AccountStands(ctx, s.options.AccountExists, in.UserID)
	})
}

// join is POST /organization/{id}/join.
func (s *Service) join(w http.ResponseWriter, r *http.Request) error {
	return s.on(w, r, identity.ScopeOrganizationWrite, func(_ context.Context, t *target) error {
		return t.do(organization.Join{By: t.by})
	})
}

// organizationMemberPatch is the body of PATCH …/members/{user}. What is missing or null changes nothing.
type organizationMemberPatch struct {
	Role                    *string          `json:"role,omitempty"`
	Permissions             *uint64          `json:"permissions,omitempty"` // on the organization's projects
	OrganizationPermissions *uint64          `json:"organization_permissions,omitempty"`
	Split                   *commands.Weight `json:"payouts_split,omitempty"`
	Effective               *string          `json:"payouts_effective,omitempty" format:"date" doc:"收益分成的生效日期(UTC)，不早于今天"`
	Ordering                *int             `json:"ordering,omitempty"`

	Reason *reason.Reason `json:"reason,omitempty"` // where the staff edits
}

// editMember is PATCH /organization/{id}/members/{user}.
func (s *Service) editMember(w http.ResponseWriter, r *http.Request) error {
	var in *organizationMemberPatch
	return s.on(w, r, identity.ScopeOrganizationWrite, func(_ context.Context, t *target) error {
		if in == nil {
			in = &organizationMemberPatch{}
			if err := httpkit.DecodeJSON(r, in); err != nil {
				return err
			}
		}
		var from string
		if in.Effective != nil {
			from = *in.Effective
		}
		return t.do(organization.ChangeMember{
			By: t.by, Account: r.PathValue("user"), Role: in.Role, Permissions: (*organization.Permissions)(in.OrganizationPermissions),
			ProjectPermissions: (*project.Permissions)(in.Permissions), Weight: (*team.Weight)(in.Split), Effective: from, Today: t.decision.Now().Format(time.DateOnly),
			Ordering: in.Ordering, Reason: in.Reason,
		})
	})
}

// removeMember is DELETE …/members/{user}: a removal, a withdrawn or declined invitation, or leaving.
func (s *Service) removeMember(w http.ResponseWriter, r *http.Request) error {
	return s.on(w, r, identity.ScopeOrganizationWrite, func(_ context.Context, t *target) error {
		return t.do(organization.DropMember{By: t.by, Account: r.PathValue("user"), Reason: commands.ReasonOf(r)})
	})
}

type organizationOwner struct {
	UserID string `json:"user_id"`

	Reason *reason.Reason `json:"reason,omitempty"` // where the staff transfers
}

// transfer is PATCH /organization/{id}/owner.
func (s *Service) transfer(w http.ResponseWriter, r *http.Request) error {
	var in *organizationOwner
	return s.on(w, r, identity.ScopeOrganizationWrite, func(_ context.Context, t *target) error {
		if in == nil {
			in = &organizationOwner{}
			if err := httpkit.DecodeJSON(r, in); err != nil {
				return err
			}
		}
		return t.do(organization.TransferOwner{By: t.by, Account: in.UserID, Reason: in.Reason})
	})
}
