package organization

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/team"
)

// ChangeMember changes a member or an invitation. A nil field changes nothing. Rights on the projects require
// EDIT_MEMBER_DEFAULT_PERMISSIONS, all other fields EDIT_MEMBER.
type ChangeMember struct {
	By                 actor.Actor
	Account            string
	Role               *string
	Permissions        *Permissions
	ProjectPermissions *project.Permissions
	Weight             *team.Weight
	Effective          string // the first day of the weight, a UTC date; empty for today
	Today              string // UTC date
	Ordering           *int
	Reason             *reason.Reason
}

func (c ChangeMember) decide(s State) ([]any, role.Role, error) {
	var m Member
	as, why, err := s.may(c.By, c.Reason, func(a actor.Actor) (err error) {
		m, err = c.passes(s, a)
		return err
	})
	if err != nil {
		return nil, "", err
	}
	var events []any
	title, titled, err := change(c.Role, m.Role, team.Role)
	if err != nil {
		return nil, "", err
	}
	if titled {
		events = append(events, MemberTitled{Account: c.Account, Role: title, Reason: why.To(c.Account)})
	}
	rights := RightsGranted{Account: c.Account, Permissions: m.Permissions, ProjectPermissions: m.ProjectPermissions, Reason: why.To(c.Account)}
	set(&rights.Permissions, c.Permissions)
	set(&rights.ProjectPermissions, c.ProjectPermissions)
	if rights.Permissions != m.Permissions || rights.ProjectPermissions != m.ProjectPermissions {
		events = append(events, rights)
	}
	weighed, err := c.weigh(m, why)
	if err != nil {
		return nil, "", err
	}
	events = append(events, weighed...)
	ordering, moved, err := change(c.Ordering, m.Ordering, func(n int) (int, error) { return n, team.Ordering(n) })
	if err != nil {
		return nil, "", err
	}
	if moved {
		events = append(events, MemberReordered{Account: c.Account, Ordering: ordering, Reason: why.To(c.Account)})
	}
	return events, as, nil
}

// passes returns an error if an actor may not make the changes, otherwise the current member.
func (c ChangeMember) passes(s State, a actor.Actor) (Member, error) {
	if err := s.allow(a, c.right()); err != nil {
		return Member{}, err
	}
	m, ok := s.Member(c.Account)
	if !ok {
		return m, team.Unknown(teamOf)
	}
	if c.Account == s.Owner && (c.Permissions != nil && *c.Permissions != m.Permissions ||
		c.ProjectPermissions != nil && *c.ProjectPermissions != m.ProjectPermissions) {
		return m, fault.Invalid("permissions", "不能修改所有者的权限。")
	}
	// Rights that the member already has are not granted again.
	if c.Permissions != nil {
		if err := s.grant(a, *c.Permissions, m.Permissions); err != nil {
			return m, err
		}
	}
	if c.ProjectPermissions != nil {
		return m, s.grantOnProjects(a, *c.ProjectPermissions, m.ProjectPermissions)
	}
	return m, nil
}

// weigh sets the member's weight, valid from a given day. The current weight from today on is not a change.
func (c ChangeMember) weigh(m Member, why *reason.Reason) ([]any, error) {
	effective, err := team.Effective(c.Effective, c.Today)
	if err != nil || c.Weight == nil {
		return nil, err
	}
	if err := c.Weight.Check(); err != nil {
		return nil, err
	}
	if *c.Weight == m.Weight && m.WeightFrom <= effective {
		return nil, nil
	}
	return []any{PayoutWeightSet{Account: c.Account, Weight: *c.Weight, Effective: effective, Reason: why.To(c.Account)}}, nil
}

func (c ChangeMember) right() Permissions {
	var right Permissions
	if c.ProjectPermissions != nil {
		right |= EditMemberDefaults
	}
	if c.ProjectPermissions == nil || c.Role != nil || c.Permissions != nil || c.Weight != nil || c.Ordering != nil {
		right |= EditMember
	}
	return right
}

// TransferOwner makes an accepted member the owner. The former owner stays a member.
type TransferOwner struct {
	By      actor.Actor
	Account string
	Reason  *reason.Reason
}

func (c TransferOwner) decide(s State) ([]any, role.Role, error) {
	as, why, err := s.may(c.By, c.Reason, func(a actor.Actor) error {
		if !s.Exists() {
			return notFound()
		}
		if !s.owns(a) {
			return fault.Forbidden("只有所有者可以转让团队。")
		}
		return nil
	})
	if err != nil {
		return nil, "", err
	}
	if err := team.Heir(s.standing(c.Account), teamOf); err != nil || c.Account == s.Owner {
		return nil, as, err
	}
	return []any{OwnershipHandedOver{Account: c.Account, Reason: why}}, as, nil
}
