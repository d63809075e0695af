package issue

import (
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// SetLocked locks or unlocks an issue.
type SetLocked struct {
	Caller
	Locked bool
	Reason *reason.Reason
}

func (c SetLocked) decide(s State) ([]decision.Event, error) {
	as, why, err := s.manages(c.Caller, c.Reason)
	if err != nil || s.Locked == c.Locked {
		return nil, err
	}
	if c.Locked {
		return decision.In(as, []any{Locked{Issue: s.ID, Project: s.Project, Reason: why}}, nil)
	}
	return decision.In(as, []any{Unlocked{Issue: s.ID, Project: s.Project, Reason: why}}, nil)
}

// SetHidden hides an issue, or shows it again. Whoever hides what is not their own gives a reason. The staff hides what is held, which says
// that they have looked at it.
type SetHidden struct {
	Caller
	Hidden bool
	Reason *reason.Reason
}

func (c SetHidden) decide(s State) ([]decision.Event, error) {
	as, why, err := s.manages(c.Caller, c.Reason)
	switch {
	case err != nil || s.Hidden == c.Hidden && !(c.Hidden && s.Held && c.By.Staff()):
		return nil, err
	case !c.Hidden:
		return decision.In(as, []any{Restored{Issue: s.ID, Project: s.Project, Author: s.Author, Reason: why}}, nil)
	case why == nil && c.By.Account != s.Author:
		return nil, fault.Invalid(reason.Field, "请说明操作原因。")
	}
	return decision.In(as, []any{Hidden{Issue: s.ID, Project: s.Project, Author: s.Author, Reason: why}}, nil)
}

// Fix marks an issue as fixed in a version, or as fixed in none. A public version closes it at once.
type Fix struct {
	Caller
	Version string // empty: none
	Project string // of the version; empty where it does not exist
	Public  bool   // everybody who sees the project sees the version
	Reason  *reason.Reason
}

func (c Fix) decide(s State) ([]decision.Event, error) {
	as, why, err := s.manages(c.Caller, c.Reason)
	switch {
	case err != nil || c.Version == s.Version:
		return nil, err
	case c.Version == "":
		return decision.In(as, []any{Unfixed{Issue: s.ID, Project: s.Project, Reason: why}}, nil)
	case c.Project != s.Project:
		return nil, fault.Invalid(FieldVersion, "请选择该资源的版本。")
	}
	payloads := []any{Fixed{Issue: s.ID, Project: s.Project, Version: c.Version, Reason: why}}
	if c.Public && !s.Closed {
		payloads = append(payloads, Closed{Issue: s.ID, Project: s.Project, As: Done, Version: c.Version, Reason: why})
	}
	return decision.In(as, payloads, nil)
}

// Publish closes an open issue because the version that fixes it was published. The program sends it; it does nothing for
// another version.
type Publish struct{ Version string }

func (c Publish) decide(s State) ([]decision.Event, error) {
	if s.ID == "" || s.Closed || s.Version != c.Version || c.Version == "" {
		return nil, nil
	}
	return decision.In(role.System, []any{Closed{Issue: s.ID, Project: s.Project, As: Done, Version: c.Version}}, nil)
}
