package account

import (
	"time"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// SignedOut records that the staff ended every session and access token of an account. Stream: account-<id>.
//
// History: {actor} ends all sessions and tokens of {account}[ because {reason.code}].
type SignedOut struct {
	Account string            `json:"account"`
	Reason  *reason.Addressed `json:"reason"`
}

// AddressSeen records that a member of the staff looked at the address of an account, or found the account by it. It does
// not contain the address. Stream: account-<id>.
//
// History: {actor} looks at the address of {account}[ because {reason.code}].
type AddressSeen struct {
	Account string            `json:"account"`
	Found   bool              `json:"found,omitempty"` // the address was known and led to the account
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// Leaving records that the owner of an account leaves: it is closed to the outside at once, and erased at a time unless the
// owner signs in before. Stream: account-<id>.
//
// History: {actor} leaves with the account {account}, which is erased at {until}.
type Leaving struct {
	Account string    `json:"account"`
	Until   time.Time `json:"until"`
}

// Returned records that the owner of a leaving account signed in and keeps it. Stream: account-<id>.
//
// History: {actor} returns to the account {account}.
type Returned struct {
	Account string `json:"account"`
}

// Care is an act of the staff about another account that changes none of its rules: to sign it out, or to look at its
// address.
type Care struct {
	Account string
	Look    bool // at the address; false: end all sessions and tokens
	Found   bool // the account was found by its address
	By      string
	Holds   Role // the role of By, from its own stream
	Reason  *reason.Reason
}

// DecideCare returns the events of a command, or a *fault.Error. Administrators may sign out the staff, moderators may not.
func DecideCare(s Suspensions, c Care) ([]decision.Event, error) {
	as := staffRole(c.Holds)
	if c.By == "" || as == "" || as == role.Moderator && s.Role != None && c.By != c.Account {
		return nil, fault.Forbidden("你没有进行该操作的权限")
	}
	if s.Closed {
		return nil, fault.Conflict("该账户已注销")
	}
	if c.Look && c.Reason == nil { // the event itself says who looked
		return decision.In(as, []any{AddressSeen{Account: c.Account, Found: c.Found}}, nil)
	}
	why, err := reason.For(as, c.Reason)
	if c.Look {
		return decision.In(as, []any{AddressSeen{Account: c.Account, Found: c.Found, Reason: why.To(c.Account)}}, err)
	}
	return decision.In(as, []any{SignedOut{Account: c.Account, Reason: why.To(c.Account)}}, err)
}
