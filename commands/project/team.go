package project

import (
	"context"
	"net/http"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

type inviteInput struct {
	UserID      string   `json:"user_id"`
	Role        string   `json:"role"`
	Permissions *uint64  `json:"permissions"`
	Split       *float64 `json:"payouts_split"`
	Ordering    int      `json:"ordering"`
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
		c := project.Invite{By: t.by, Account: in.UserID, Role: in.Role, Ordering: in.Ordering}
		if in.Permissions != nil {
			c.Permissions = project.Permissions(*in.Permissions)
		}
		if in.Split != nil {
			c.Split = *in.Split
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
	Role        field[string]  `json:"role"`
	Permissions field[uint64]  `json:"permissions"`
	Split       field[float64] `json:"payouts_split"`
	Ordering    field[int]     `json:"ordering"`
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
			By: t.by, Account: r.PathValue("user"), Role: in.Role.pointer(),
			Permissions: (*project.Permissions)(in.Permissions.pointer()), Split: in.Split.pointer(), Ordering: in.Ordering.pointer(),
		})
	})
}

// removeMember is DELETE /team/{id}/members/{user}: a removal, a withdrawn or declined invitation, or leaving.
func (s *Service) removeMember(w http.ResponseWriter, r *http.Request) error {
	return s.onProject(w, r, identity.ScopeProjectWrite, func(_ context.Context, t *target) error {
		return t.do(project.DropMember{By: t.by, Account: r.PathValue("user")})
	})
}

type ownerInput struct {
	UserID string `json:"user_id"`
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
		return t.do(project.TransferOwner{By: t.by, Account: in.UserID})
	})
}
