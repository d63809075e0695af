package collection

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// may returns the role in which the actor may do what passes accepts: as the owner, otherwise with the least role of
// the staff. The staff needs a reason for another account's collection; the reason is addressed to the owner.
func (s State) may(a actor.Actor, given *reason.Reason, passes func(actor.Actor) error) (role.Role, *reason.Addressed, error) {
	as, err := a.Least(role.Owner, passes)
	if err != nil {
		return "", nil, err
	}
	over := as
	if a.Account == s.Owner {
		over = role.Owner
	}
	why, err := reason.By(a, over, given)
	return as, why.To(s.Owner), err
}

// allow returns an error if the actor may not change the collection. For outsiders a hidden collection does not exist.
func (s State) allow(a actor.Actor) error {
	switch {
	case a.Account == "":
		return fault.Unauthorized("请先登录。")
	case !s.VisibleTo(a):
		return errMissing()
	case a.Account != s.Owner && !a.Admin():
		return fault.Forbidden("只有创建者可以修改该收藏夹。")
	}
	return nil
}

// allowStatus lets the owner choose among three statuses, unless the staff has rejected the collection; the staff may
// reject it and lift the rejection.
func (s State) allowStatus(a actor.Actor, to Status) error {
	switch {
	case to != Barred && !to.Chosen():
		return errStatus()
	case to == s.Status || a.Staff() && (a.Admin() || a.Account == s.Owner || to == Barred || s.Status == Barred):
		return nil
	case to == Barred:
		return errStatus()
	case s.Status == Barred:
		return fault.Forbidden("该收藏夹已被管理员屏蔽，不能更改可见性。")
	case a.Account != s.Owner:
		return fault.Forbidden("只有创建者可以更改可见性。")
	}
	return nil
}
