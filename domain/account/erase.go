package account

import (
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Erased says that the account's key was destroyed: every text that was kept under it is gone for good. Why is a code
// alone, for words about the account would outlive it. Stream: account-<id>.
//
// History: {actor} has every text of the account {account} erased[ because {reason}].
type Erased struct {
	Account string      `json:"account"`
	Reason  reason.Code `json:"reason,omitempty"` // where somebody else than the account itself wanted it
}

// Erasure is whether an account was erased, folded from its stream.
type Erasure struct{ Done bool }

// EvolveErasure adds one event to a state.
func EvolveErasure(s Erasure, event any) Erasure {
	if _, erased := event.(Erased); erased {
		s.Done = true
	}
	return s
}

// Erase is the wish to have an account erased: by itself, by an admin for a reason, or by the program, for an account
// that was erased before and came back with a backup.
type Erase struct {
	Account string
	By      string // account; empty for the program
	Role    role.Role
	Reason  reason.Code
}

// Allowed refuses who may not want it, or does not say why.
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

// DecideErasure answers a command with the events that follow, or with a *fault.Error. An account is erased once.
func DecideErasure(s Erasure, c Erase) ([]decision.Event, error) {
	if err := c.Allowed(); err != nil || s.Done {
		return nil, err
	}
	return decision.In(c.Role, []any{Erased{Account: c.Account, Reason: c.Reason}}, nil)
}
