package team

import (
	"cmp"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Act is what an actor does to a member.
type Act int

// The acts. A thing has a right for each.
const (
	Inviting Act = iota // and withdrawing an invitation
	Editing
	Removing
)

// Thing is a thing that has a team, with its own rules about rights of type P.
type Thing[P comparable] interface {
	Exists() bool
	// Team returns the name of such things in faults, the account that owns this one, and the number of members and invited accounts.
	Team() (kind, owner string, size int)
	// Listed returns a copy of a member or of an invited account.
	Listed(account string) (Member[P], bool)
	// Sees returns an error if the thing does not exist, or may not be known to the actor.
	Sees(a actor.Actor) error
	// May returns the least role in which an actor has the right to an act, and the reason for the event. check is the
	// rest of the rule.
	May(a actor.Actor, given *reason.Reason, act Act, check func(actor.Actor) error) (role.Role, *reason.Reason, error)
	// Grants returns an error if an actor may not grant rights to an account that has some already.
	Grants(a actor.Actor, rights, held P) error
	// Invited and Granted are the thing's own events.
	Invited(c Invite[P], why *reason.Addressed) any
	Granted(account string, rights P, why *reason.Addressed) any
}

// Command is a command on a team.
type Command[P comparable] interface {
	decide(t Thing[P]) ([]any, role.Role, error)
}

// Decide returns the events of a command and their role, or a *fault.Error. No events and no error means that the
// requested state already exists.
func Decide[P comparable](t Thing[P], c Command[P]) ([]any, role.Role, error) { return c.decide(t) }

// Invite invites an account. The caller checks that the account exists.
type Invite[P comparable] struct {
	By          actor.Actor
	Reason      *reason.Reason
	Account     string
	Role        string
	Permissions P
	Weight      Weight
	Ordering    int
}

func (c Invite[P]) decide(t Thing[P]) ([]any, role.Role, error) {
	as, why, err := t.May(c.By, c.Reason, Inviting, func(a actor.Actor) error {
		_, _, size := t.Team()
		if err := invitable(c.Account, standingOf(t, c.Account), size); err != nil {
			return err
		}
		var none P
		return t.Grants(a, c.Permissions, none)
	})
	if err != nil {
		return nil, "", err
	}
	if c.Role, err = Role(cmp.Or(c.Role, DefaultRole)); err != nil {
		return nil, "", err
	}
	if err := c.Weight.Check(); err != nil {
		return nil, "", err
	}
	if _, err := Ordering(c.Ordering); err != nil {
		return nil, "", err
	}
	return []any{t.Invited(c, why.To(c.Account))}, as, nil
}

// Join accepts an invitation.
type Join[P comparable] struct{ By actor.Actor }

func (c Join[P]) decide(t Thing[P]) ([]any, role.Role, error) {
	if err := t.Sees(c.By); err != nil {
		return nil, "", err
	}
	switch standingOf(t, c.By.Account) {
	case outsider:
		return nil, "", fault.Forbidden("你没有收到加入该团队的邀请。")
	case accepted:
		return nil, role.Self, nil
	}
	return []any{Joined[P]{Account: c.By.Account}}, role.Self, nil
}

// Change changes a member or an invitation. A nil field changes nothing.
type Change[P comparable] struct {
	By          actor.Actor
	Reason      *reason.Reason
	Account     string
	Role        *string
	Permissions *P
	Weight      *Weight
	Effective   string // the first day of the weight, UTC, as 2026-01-31; empty for today
	Ordering    *int
	Today       string // UTC, as 2026-01-31
}

func (c Change[P]) decide(t Thing[P]) ([]any, role.Role, error) {
	kind, owner, _ := t.Team()
	m, listed := t.Listed(c.Account)
	regranted := listed && c.Permissions != nil && *c.Permissions != *m.Permissions
	as, why, err := t.May(c.By, c.Reason, Editing, func(a actor.Actor) error {
		switch {
		case !listed:
			return unknown(kind)
		case !regranted: // rights that the member already has are not granted again
			return nil
		case c.Account == owner:
			return fault.Invalid("permissions", "不能修改所有者的权限。")
		}
		return t.Grants(a, *c.Permissions, *m.Permissions)
	})
	if err != nil {
		return nil, "", err
	}
	var e decision.Edits
	to := why.To(c.Account)
	decision.Change(&e, c.Role, *m.Role, Role, func(v string) any { return Titled[P]{Account: c.Account, Role: v, Reason: to} })
	if regranted {
		e.Events = append(e.Events, t.Granted(c.Account, *c.Permissions, to))
	}
	c.weigh(&e, m, to)
	decision.Change(&e, c.Ordering, *m.Ordering, Ordering, func(v int) any { return Reordered[P]{Account: c.Account, Ordering: v, Reason: to} })
	return e.Events, as, e.Err
}

// weigh sets the member's weight, valid from a given day. The current weight from today on is not a change.
func (c Change[P]) weigh(e *decision.Edits, m Member[P], why *reason.Addressed) {
	effective, err := Effective(c.Effective, c.Today)
	if err == nil && c.Weight != nil {
		err = c.Weight.Check()
	}
	switch {
	case e.Err != nil:
	case err != nil:
		e.Err = err
	case c.Weight != nil && (*c.Weight != *m.Weight || m.WeightFrom != nil && *m.WeightFrom > effective):
		e.Events = append(e.Events, WeightSet[P]{Account: c.Account, Weight: *c.Weight, Effective: effective, Reason: why})
	}
}

// Drop ends a membership or an invitation. Every member may leave, and every invited account may decline.
type Drop[P comparable] struct {
	By      actor.Actor
	Reason  *reason.Reason
	Account string
}

func (c Drop[P]) decide(t Thing[P]) ([]any, role.Role, error) {
	kind, owner, _ := t.Team()
	is, own := standingOf(t, c.Account), c.By.Account != "" && c.By.Account == c.Account
	as, why, err := c.may(t, is, own)
	switch {
	case err != nil:
		return nil, "", err
	case is == outsider:
		return nil, "", unknown(kind)
	case c.Account == owner:
		return nil, "", fault.Invalid("user_id", "不能移除所有者。")
	case own && is == invited:
		return []any{Declined[P]{Account: c.Account}}, as, nil
	case own:
		return []any{Left[P]{Account: c.Account}}, as, nil
	}
	return []any{ended[P](c.Account, is, why.To(c.Account))}, as, nil
}

func (c Drop[P]) may(t Thing[P], is standing, own bool) (role.Role, *reason.Reason, error) {
	if own {
		return role.Self, nil, t.Sees(c.By)
	}
	act := Removing
	if is == invited {
		act = Inviting
	}
	return t.May(c.By, c.Reason, act, func(actor.Actor) error { return nil })
}

// ended is the end of the membership or of the invitation of another account.
func ended[P any](account string, is standing, why *reason.Addressed) any {
	if is == invited {
		return Withdrawn[P]{Account: account, Reason: why}
	}
	return Removed[P]{Account: account, Reason: why}
}

// Transfer makes an accepted member the owner. The former owner stays a member.
type Transfer[P comparable] struct {
	By      actor.Actor
	Reason  *reason.Reason
	Account string
}

func (c Transfer[P]) decide(t Thing[P]) ([]any, role.Role, error) {
	kind, owner, _ := t.Team()
	if err := t.Sees(c.By); err != nil {
		return nil, "", err
	}
	as := role.Owner
	if !c.By.SignedIn() || c.By.Account != owner {
		if as = role.Admin; !c.By.Admin() {
			return nil, "", fault.Forbidden("只有所有者可以转让" + kind + "。")
		}
	}
	why, err := reason.By(c.By, as, c.Reason)
	if err != nil {
		return nil, "", err
	}
	switch is := standingOf(t, c.Account); {
	case is == outsider:
		return nil, "", unknown(kind)
	case is == invited:
		return nil, "", fault.Invalid("user_id", "只能转让给已接受邀请的成员。")
	case c.Account == owner:
		return nil, as, nil
	}
	return []any{HandedOver[P]{Account: c.Account, Reason: why}}, as, nil
}

// End ends the membership or the invitation of an erased account. The program decides it; a repeated one changes
// nothing. An owner stays, because a thing is never without one.
type End[P comparable] struct{ Account string }

func (c End[P]) decide(t Thing[P]) ([]any, role.Role, error) {
	_, owner, _ := t.Team()
	is := standingOf(t, c.Account)
	if !t.Exists() || is == outsider || c.Account == owner {
		return nil, role.System, nil
	}
	return []any{ended[P](c.Account, is, nil)}, role.System, nil
}
