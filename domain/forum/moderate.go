package forum

import (
	"fmt"
	"slices"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// SetLocked locks or unlocks a discussion. Only the staff may do it.
type SetLocked struct {
	Caller
	Locked bool
	Reason *reason.Reason
}

func (c SetLocked) decide(s State) ([]any, role.Role, error) {
	as, why, err := s.moderates(c.Caller, c.Reason)
	if err != nil || s.Locked == c.Locked {
		return nil, as, err
	}
	if c.Locked {
		return []any{Locked{Discussion: s.ID, Author: s.Author, Reason: why}}, as, nil
	}
	return []any{Unlocked{Discussion: s.ID, Author: s.Author, Reason: why}}, as, nil
}

// SetHidden hides a discussion, or shows it again. Only the staff may do it. Hiding what is held says that the staff has looked at it.
type SetHidden struct {
	Caller
	Hidden bool
	Reason *reason.Reason
}

func (c SetHidden) decide(s State) ([]any, role.Role, error) {
	as, why, err := s.moderates(c.Caller, c.Reason)
	if err != nil || s.Hidden == c.Hidden && !(c.Hidden && s.Held) {
		return nil, as, err
	}
	if c.Hidden {
		return []any{Hidden{Discussion: s.ID, Author: s.Author, Reason: why}}, as, nil
	}
	return []any{Restored{Discussion: s.ID, Author: s.Author, Reason: why}}, as, nil
}

func (s State) moderates(c Caller, given *reason.Reason) (role.Role, *reason.Addressed, error) {
	if err := s.acts(c); err != nil {
		return "", nil, err
	}
	return post.Moderator(c.By, s.Author, given)
}

// SetPinned pins a discussion in its section, or ends this. Only the staff may do it.
type SetPinned struct {
	Caller
	Discussion State
	Pinned     bool
}

// DecidePins returns the events of a command on the pins of the discussion's section, or a *fault.Error.
func DecidePins(p Pins, c SetPinned) ([]decision.Event, error) {
	d := c.Discussion
	if err := d.acts(c.Caller); err != nil {
		return nil, err
	}
	switch pinned := slices.Contains(p, d.ID); {
	case !c.By.Staff():
		return nil, fault.Forbidden("只有管理人员可以进行此操作。")
	case pinned == c.Pinned:
		return nil, nil
	case pinned:
		return decision.In(role.Moderator, []any{Unpinned{Section: d.Section, Discussion: d.ID}}, nil)
	case d.Hidden:
		return nil, fault.Invalid("", "隐藏的讨论不能置顶。")
	case len(p) >= MaxPins:
		return nil, fault.Invalid("", fmt.Sprintf("每个版块最多置顶 %d 个讨论。", MaxPins))
	}
	return decision.In(role.Moderator, []any{Pinned{Section: d.Section, Discussion: d.ID}}, nil)
}
