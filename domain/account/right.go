package account

import (
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Right is what an account may do on the site beside its role. Profiles do not show it.
type Right string

// Analyst reads every recorded download as it was recorded, with the visitor's key of the day.
const Analyst Right = "analyst"

// Treasurer keeps the site's money: enters and confirms income, settles months and approves withdrawals.
const Treasurer Right = "treasurer"

// Has is true if the account has a right.
func (s State) Has(r Right) bool { return r == Analyst && s.Analyst || r == Treasurer && s.Treasurer }

func (s *State) give(r Right, has bool) {
	switch r {
	case Analyst:
		s.Analyst = has
	case Treasurer:
		s.Treasurer = has
	}
}

// RightGranted records that an account got a right on the site. Stream: account-<id>.
//
// History: {actor} gives {account} the right {right}[ because {reason.code}].
type RightGranted struct {
	Account string            `json:"account"`
	Right   Right             `json:"right"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// RightRevoked records that an account lost a right on the site. Stream: account-<id>.
//
// History: {actor} takes the right {right} from {account}[ because {reason.code}].
type RightRevoked struct {
	Account string            `json:"account"`
	Right   Right             `json:"right"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// ChangeRight gives an account a right, or takes it.
type ChangeRight struct {
	Account string
	Right   Right
	Give    bool
	By      string // the deciding account
	Holds   Role   // the role of By, from its own stream
	Reason  *reason.Reason
}

// DecideRight returns the events of a command, or a *fault.Error. Only administrators give and take rights, also their
// own, with a reason. A right that is there is not given again, and one that is not there is not taken.
func DecideRight(s State, c ChangeRight) ([]decision.Event, error) {
	if c.Right != Analyst && c.Right != Treasurer {
		return nil, fault.Invalid("right", "权限不存在")
	}
	if c.By == "" || c.Holds != Admin {
		return nil, fault.Forbidden("你没有进行该操作的权限")
	}
	if s.Has(c.Right) == c.Give {
		return nil, nil
	}
	if s.Closed {
		return nil, fault.Conflict("该账户已注销，不能再有权限")
	}
	why, err := reason.For(role.Admin, c.Reason)
	if err != nil {
		return nil, err
	}
	if c.Give {
		return decision.In(role.Admin, []any{RightGranted{Account: c.Account, Right: c.Right, Reason: why.To(c.Account)}}, nil)
	}
	return decision.In(role.Admin, []any{RightRevoked{Account: c.Account, Right: c.Right, Reason: why.To(c.Account)}}, nil)
}
