package account

import (
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Erased records that the account's key was destroyed: no text that was sealed with it can be read any more. The reason
// is a code only, because a text about the account would not be erased. Stream: account-<id>.
//
// History: {actor} has every text of the account {account} erased[ because {reason}].
type Erased struct {
	Account string      `json:"account"`
	Reason  reason.Code `json:"reason,omitempty"` // if another account requested it
}

// Erasure records whether an account was erased, folded from its stream.
type Erasure struct{ Done bool }

// EvolveErasure applies one event to a state.
func EvolveErasure(s Erasure, event any) Erasure {
	if _, erased := event.(Erased); erased {
		s.Done = true
	}
	return s
}

// Erase erases an account: requested by the account itself, by an admin with a reason, or by the program for an account
// that was erased before and came back with a restored backup.
type Erase struct {
	Account string
	By      string // account; empty for the program
	Role    role.Role
	Reason  reason.Code
}

// Allowed returns an error if By may not erase the account, or if a required reason is missing.
func (c Erase) Allowed() error {
	switch c.Role {
	case role.Self:
		if c.By != "" && c.By == c.Account {
			return nil
		}
	case role.System:
		if c.By == "" {
			return nil
		}
	case role.Admin:
		if c.By == "" || c.By == c.Account {
			break
		}
		_, err := reason.Reason{Code: c.Reason}.Check()
		return err
	}
	return fault.Forbidden("没有权限抹除该账户。")
}

// DecideErasure returns the events of a command, or a *fault.Error. An account is erased once.
func DecideErasure(s Erasure, c Erase) ([]decision.Event, error) {
	if err := c.Allowed(); err != nil || s.Done {
		return nil, err
	}
	return decision.In(c.Role, []any{Erased{Account: c.Account, Reason: c.Reason}}, nil)
}
