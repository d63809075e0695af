package server

import (
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Suspend stops a server and takes it from its owner for a time. Only administrators may do it.
type Suspend struct {
	By         actor.Actor
	Suspension Suspension // empty: other
	Reason     *reason.Reason
}

func (c Suspend) decide(s State) ([]any, role.Role, error) {
	why, err := s.overseen(c.By, c.Reason)
	switch {
	case err != nil:
		return nil, "", err
	case s.Suspension != "":
		return nil, role.Admin, nil
	}
	if c.Suspension == "" {
		c.Suspension = OtherReason
	}
	switch c.Suspension {
	case Moderated, PaymentFailed, Cancelled, Upgrading, OtherReason:
	default:
		return nil, "", fault.Invalid("suspension", "暂停的类别须为 moderated、paymentfailed、cancelled、upgrading 或 other。")
	}
	return []any{Suspended{Server: s.ID, Owner: s.Owner, Suspension: c.Suspension, Reason: why}}, role.Admin, nil
}

// Unsuspend ends a suspension.
type Unsuspend struct {
	By     actor.Actor
	Reason *reason.Reason
}

func (c Unsuspend) decide(s State) ([]any, role.Role, error) {
	why, err := s.overseen(c.By, c.Reason)
	if err != nil || s.Suspension == "" {
		return nil, role.Admin, err
	}
	return []any{Unsuspended{Server: s.ID, Owner: s.Owner, Reason: why}}, role.Admin, nil
}

// Delete stops a server. It can be brought back for seven days.
type Delete struct {
	By     actor.Actor
	Reason *reason.Reason
}

func (c Delete) decide(s State) ([]any, role.Role, error) {
	why, err := s.overseen(c.By, c.Reason)
	if err != nil || !s.Deleted.IsZero() {
		return nil, role.Admin, err
	}
	return []any{Deleted{Server: s.ID, Owner: s.Owner, Reason: why}}, role.Admin, nil
}

// Return undoes a deletion.
type Return struct {
	By     actor.Actor
	Reason *reason.Reason
	Now    time.Time
}

func (c Return) decide(s State) ([]any, role.Role, error) {
	why, err := s.overseen(c.By, c.Reason)
	switch {
	case err != nil || s.Deleted.IsZero():
		return nil, role.Admin, err
	case s.Expired || c.Now.Sub(s.Deleted) >= Kept: // expired by another clock: what it held is gone
		return nil, "", fault.Conflict("删除已超过 7 天，无法恢复。")
	}
	return []any{Returned{Server: s.ID, Owner: s.Owner, Reason: why}}, role.Admin, nil
}

// overseen returns the reason of an administrator who decides over a server. The own server needs none.
func (s State) overseen(a actor.Actor, why *reason.Reason) (*reason.Addressed, error) {
	if _, err := s.of(a, BaseRead); err != nil {
		return nil, err
	}
	if !a.Admin() {
		return nil, fault.Denied("只有管理员可以这样做。")
	}
	r, err := reason.For(role.Admin, why)
	if err != nil {
		return nil, err
	}
	return r.To(s.Owner), nil
}
