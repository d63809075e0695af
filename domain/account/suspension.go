package account

import (
	"maps"
	"slices"
	"time"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Act is what a suspension takes from an account.
type Act string

// The acts that can be suspended, each apart from the others.
const (
	SignIn     Act = "sign_in"    // sessions end, and tokens are refused
	Publishing Act = "publishing" // creating and editing what everybody can see
	Talk       Act = "talk"       // conversations, discussions, answers, comments and issues; reports stay possible
)

// Acts lists the acts in the order of the menu.
func Acts() []Act { return []Act{Publishing, Talk, SignIn} }

// MaxByModerator is the longest suspension by a moderator.
const MaxByModerator = 30 * 24 * time.Hour

// Suspended records that the staff took an act from an account until a time, or without an end. A later one of the same act
// replaces it. It ends at its time by itself. Stream: account-<id>.
//
// History: {actor} suspends {act} of {account}[ until {until}][ because {reason.code}].
type Suspended struct {
	Account string            `json:"account"`
	Act     Act               `json:"act"`
	Until   *time.Time        `json:"until,omitempty"` // nil: without an end
	Reason  *reason.Addressed `json:"reason"`
}

// Restored records that the staff ended a suspension before its time. Stream: account-<id>.
//
// History: {actor} ends the suspension of {act} of {account}[ because {reason.code}].
type Restored struct {
	Account string            `json:"account"`
	Act     Act               `json:"act"`
	Reason  *reason.Addressed `json:"reason"`
}

// Suspensions are an account's suspensions and what the rules about them depend on, folded from its stream.
type Suspensions struct {
	Role   Role
	Closed bool
	Held   map[Act]Suspended // also those whose time has passed
}

// EvolveSuspensions applies one event to a state. It does not change the given state.
func EvolveSuspensions(s Suspensions, event any) Suspensions {
	switch e := event.(type) {
	case Suspended:
		s.Held = maps.Clone(s.Held)
		if s.Held == nil {
			s.Held = map[Act]Suspended{}
		}
		s.Held[e.Act] = e
	case Restored:
		s.Held = maps.Clone(s.Held)
		delete(s.Held, e.Act)
	case RoleGranted:
		s.Role = e.Role
	case RoleRevoked:
		s.Role = None
	case Closed:
		s = Suspensions{Closed: true}
	}
	return s
}

// Lasts is true until a suspension has ended.
func (s Suspended) Lasts(now time.Time) bool { return s.Until == nil || s.Until.After(now) }

// Suspend takes an act from an account, or gives it back.
type Suspend struct {
	Account string
	Act     Act
	Lift    bool
	Until   *time.Time // nil: without an end
	Now     time.Time
	By      string // the deciding account
	Holds   Role   // the role of By, from its own stream
	Reason  *reason.Reason
}

// DecideSuspension returns the events of a command, or a *fault.Error. Moderators suspend for at most thirty days and never
// the sign-in, and change only what they could have decided; administrators do anything. Nobody suspends the staff.
func DecideSuspension(s Suspensions, c Suspend) ([]decision.Event, error) {
	if !slices.Contains(Acts(), c.Act) {
		return nil, fault.Invalid("kind", "没有这种封禁")
	}
	as := staffRole(c.Holds)
	if c.By == "" || as == "" || as == role.Moderator && c.Act == SignIn {
		return nil, fault.Forbidden("你没有进行该操作的权限")
	}
	if s.Closed {
		return nil, fault.Conflict("该账户已注销")
	}
	held, there := s.Held[c.Act]
	there = there && held.Lasts(c.Now)
	if as == role.Moderator && there && longerThanModerators(held.Until, c.Now) {
		return nil, fault.Forbidden("这项封禁由管理员决定，只有管理员可以修改或解除")
	}
	if c.Lift {
		if !there {
			return nil, nil
		}
		why, err := reason.For(as, c.Reason)
		return decision.In(as, []any{Restored{Account: c.Account, Act: c.Act, Reason: why.To(c.Account)}}, err)
	}
	if s.Role != None || c.By == c.Account {
		return nil, fault.Forbidden("不能封禁管理人员：请先由管理员撤销其角色")
	}
	if err := c.checkEnd(as); err != nil {
		return nil, err
	}
	why, err := reason.For(as, c.Reason)
	return decision.In(as, []any{Suspended{Account: c.Account, Act: c.Act, Until: c.Until, Reason: why.To(c.Account)}}, err)
}

func (c Suspend) checkEnd(as role.Role) error {
	switch {
	case c.Until != nil && !c.Until.After(c.Now):
		return fault.Invalid("until", "结束时间应晚于现在")
	case as == role.Moderator && longerThanModerators(c.Until, c.Now):
		return fault.Invalid("until", "版主最长可以封禁 30 天")
	}
	return nil
}

// longerThanModerators allows for the clocks of clients, which differ.
func longerThanModerators(until *time.Time, now time.Time) bool {
	return until == nil || until.After(now.Add(MaxByModerator+time.Hour))
}

// staffRole is the role in which a member of the staff decides; empty for others.
func staffRole(r Role) role.Role {
	switch r {
	case Moderator:
		return role.Moderator
	case Admin:
		return role.Admin
	}
	return ""
}
