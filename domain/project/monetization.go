package project

import (
	"cmp"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Monetization says whether a project takes part in the sharing of the site's revenue. The values are those of the API.
type Monetization string

// The values. A project is monetized until something else was set.
const (
	Monetized        Monetization = "monetized"
	Demonetized      Monetization = "demonetized"       // its team does not want a share
	ForceDemonetized Monetization = "force-demonetized" // the staff has excluded it
)

const monetizationField = "monetization_status"

// Known is true for the defined values.
func (m Monetization) Known() bool {
	return m == Monetized || m == Demonetized || m == ForceDemonetized
}

// MonetizationStatus is the current value.
func (s State) MonetizationStatus() Monetization { return cmp.Or(s.Monetization, Monetized) }

// Monetizes is true if views and downloads of the project earn a share.
func (s State) Monetizes() bool { return s.MonetizationStatus() == Monetized }

// SetMonetization sets whether the project takes part in the sharing of revenue. It requires EDIT_DETAILS; the staff alone
// sets and ends ForceDemonetized, always with a reason, and a moderator never on a project of their own.
type SetMonetization struct {
	By     actor.Actor
	Reason *reason.Reason
	To     Monetization
}

// forced is true for a change that the staff alone makes.
func (c SetMonetization) forced(s State) bool {
	return c.To == ForceDemonetized || s.MonetizationStatus() == ForceDemonetized
}

func (c SetMonetization) decide(s State) ([]any, role.Role, error) {
	switch {
	case !s.VisibleTo(c.By):
		return nil, "", notFound()
	case !c.By.Staff() && !s.PermissionsOf(c.By).Has(EditDetails):
		return nil, "", forbidden()
	case !c.To.Known():
		return nil, "", fault.Invalid(monetizationField, "未知的收益分成状态。")
	case c.To == s.MonetizationStatus():
		return nil, "", nil
	}
	as, why, err := c.may(s)
	if err != nil {
		return nil, "", err
	}
	return []any{MonetizationSet{Status: c.To, Reason: why}}, as, nil
}

// may returns an error if the actor may not make the change, otherwise the role and the reason for the event.
func (c SetMonetization) may(s State) (role.Role, *reason.Reason, error) {
	switch {
	case !c.forced(s):
		return s.allow(c.By, EditDetails, c.Reason)
	case !c.By.Staff() && c.To == ForceDemonetized:
		return "", nil, fault.Forbidden("只有管理人员可以强制停用项目的收益分成。")
	case !c.By.Staff():
		return "", nil, fault.Forbidden("项目的收益分成已由管理人员停用，只有管理人员可以更改。")
	case !c.By.Admin() && s.Own(c.By):
		return "", nil, fault.Forbidden("不能决定自己参与的项目，请交给其他管理人员。")
	}
	why, err := reason.For(role.Moderator, c.Reason) // also of an administrator about an own project
	return role.Moderator, why, err
}
