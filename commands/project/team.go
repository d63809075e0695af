package project

import (
	"context"
	"net/http"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/team"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

type inviteInput struct {
	UserID      string                 `json:"user_id"`
	Role        string                 `json:"role"`
	Permissions *uint64                `json:"permissions"`
	Split       field[commands.Weight] `json:"payouts_split"`
	Ordering    int                    `json:"ordering"`
	Reason      *reason.Reason         `json:"reason"`
}

// inviteMember is POST /team/{id}/members.
func (s *Service) inviteMember(w http.ResponseWriter, r *http.Request) error {
	var in *inviteInput
	return s.onProject(w, r, identity.ScopeProjectWrite, func(ctx context.Context, t *target) error {
		if in == nil {
			if !t.state.VisibleTo(t.by) {
				return fault.NotFound("资源不存在")
			}
			var body inviteInput
			if err := httpkit.DecodeJSON(r, &body); err != nil {
				return err
			}
			in = &body
		}
		c := project.Invite{By: t.by, Reason: in.Reason, Account: in.UserID, Role: in.Role, Weight: team.Weight(in.Split.value), Ordering: in.Ordering}
		if in.Permissions != nil {
			c.Permissions = project.Permissions(*in.Permissions)
		}
		if err := t.do(c); err != nil {
			return err
		}
		return commands.AccountStands(ctx, s.options.AccountExists, in.UserID)
	})
}

// join is POST /team/{id}/join.
func (s *Service) join(w http.ResponseWriter, r *http.Request) error {
	return s.onProject(w, r, identity.ScopeProjectWrite, func(_ context.Context, t *target) error {
		return t.do(project.Join{By: t.by})
	})
}

type memberPatch struct {
	Role        field[string]          `json:"role"`
	Permissions field[uint64]          `json:"permissions"`
	Split       field[commands.Weight] `json:"payouts_split"`
	Effective   field[string]          `json:"payouts_effective"` // UTC date from which the split counts; today unless said
	Ordering    field[int]             `json:"ordering"`
	Reason      *reason.Reason         `json:"reason"`
}

// editMember is PATCH /team/{id}/members/{user}.
func (s *Service) editMember(w http.ResponseWriter, r *http.Request) error {
	var in *memberPatch
	return s.onProject(w, r, identity.ScopeProjectWrite, func(_ context.Context, t *target) error {
		if in == nil {
			if !t.state.VisibleTo(t.by) {
				return fault.NotFound("资源不存在")
			}
			var body memberPatch
			if err := httpkit.DecodeJSON(r, &body); err != nil {
				return err
			}
			in = &body
		}
		return t.do(project.ChangeMember{
			By: t.by, Reason: in.Reason, Account: r.PathValue("user"), Role: in.Role.pointer(),
			Permissions: (*project.Permissions)(in.Permissions.pointer()), Weight: (*team.Weight)(in.Split.pointer()),
			Effective: in.Effective.value, Ordering: in.Ordering.pointer(), Today: t.decision.Now().Format(time.DateOnly),
		})
	})
}

// removeMember is DELETE /team/{id}/members/{user}: a removal, a withdrawn or declined invitation, or leaving.
func (s *Service) removeMember(w http.ResponseWriter, r *http.Request) error {
	return s.onProject(w, r, identity.ScopeProjectWrite, func(_ context.Context, t *target) error {
		return t.do(project.DropMember{By: t.by, Reason: commands.ReasonOf(r), Account: r.PathValue("user")})
	})
}

type ownerInput struct {
	UserID string         `json:"user_id"`
	Reason *reason.Reason `json:"reason"`
}

// transfer is PATCH /team/{id}/owner.
func (s *Service) transfer(w http.ResponseWriter, r *http.Request) error {
	var in *ownerInput
	return s.onProject(w, r, identity.ScopeProjectWrite, func(_ context.Context, t *target) error {
		if in == nil {
			if !t.state.VisibleTo(t.by) {
				return fault.NotFound("资源不存在")
			}
			var body ownerInput
			if err := httpkit.DecodeJSON(r, &body); err != nil {
				return err
			}
			in = &body
		}
		return t.do(project.TransferOwner{By: t.by, Reason: in.Reason, Account: in.UserID})
	})
}
