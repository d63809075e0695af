// Package bar defines who may not write for a while: in a section of the forum, by the staff, or on the board of a project and its
// issues, by its members (stream bar-<kind>-<place>-<account>). The suspension of an account is not meant.
package bar

import (
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Kind is the kind of the place of a bar.
type Kind string

// The kinds.
const (
	Section Kind = "section"
	Board   Kind = "board" // of a project
)

const (
	// MostDays is the longest bar.
	MostDays = 365

	// MaxChanges is how often one person is barred from one place, so that streams stay short.
	MaxChanges = 500
)

// Place is where a bar holds.
type Place struct {
	Kind Kind
	ID   string
}

// Stream is the id of the stream of a person's bars from a place.
func (p Place) Stream(account string) string { return string(p.Kind) + "-" + p.ID + "-" + account }

// Set bars an account from writing in a place until a time, in place of an earlier bar.
//
// History: {actor} bars {account} from writing in the {kind} {place} until {until} because {reason.code}.
type Set struct {
	Kind    Kind              `json:"kind"`
	Place   string            `json:"place"`
	Account string            `json:"account"`
	Until   time.Time         `json:"until"`
	Reason  *reason.Addressed `json:"reason"` // to the account
}

// Lifted ends a bar before its time.
//
// History: {actor} lets {account} write in the {kind} {place} again.
type Lifted struct {
	Kind    Kind   `json:"kind"`
	Place   string `json:"place"`
	Account string `json:"account"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{"bar.set.v1": Set{}, "bar.lifted.v1": Lifted{}}
}

// State is the bar of a person, folded from its stream. The zero State is none.
type State struct {
	Until   time.Time
	Reason  *reason.Addressed
	Changes int
}

// Evolve applies one event.
func Evolve(s State, event any) State {
	s.Changes++
	switch e := event.(type) {
	case Set:
		s.Until, s.Reason = e.Until, e.Reason
	case Lifted:
		s.Until, s.Reason = time.Time{}, nil
	default:
		s.Changes--
	}
	return s
}

// At is true while the bar holds.
func (s State) At(now time.Time) bool { return now.Before(s.Until) }

// Forbids is why the barred person may not write now; nil if they may.
func (s State) Forbids(now time.Time) error {
	if !s.At(now) {
		return nil
	}
	why := ""
	if s.Reason != nil {
		why = "，原因：" + s.Reason.Code.Name()
		if s.Reason.Text != nil && s.Reason.Text.String() != "" {
			why += "，" + s.Reason.Text.String()
		}
	}
	return fault.Forbidden("你在 " + s.Until.In(beijing).Format("2006-01-02 15:04") + " 之前不能在此发言" + why + "。")
}

// beijing is the zone of the times in texts.
var beijing = time.FixedZone("UTC+8", 8*60*60)

// Caller is the actor of a command, with what the rules ask of them and of the barred person.
type Caller struct {
	By     actor.Actor
	Place  Place
	Unseen bool      // the place does not exist, or not for the actor
	Team   role.Role // of a member of the board's project; empty for others
	// Immune is true for an account that nobody bars here: the staff, and the members of the board's project.
	Immune bool
	Exists bool // the account does
}

// moderates returns in which role a caller bars from the place.
func (c Caller) moderates() (role.Role, error) {
	switch {
	case !c.By.SignedIn():
		return "", fault.Unauthorized("请先登录。")
	case c.Unseen:
		return "", fault.NotFound("没有这个地方。")
	case c.By.Staff():
		return role.Moderator, nil
	case c.Team != "":
		return c.Team, nil
	}
	return "", fault.Forbidden("只有管理人员与资源成员可以进行此操作。")
}

// Command is a command on a bar.
type Command interface {
	decide(s State) ([]any, role.Role, error)
}

// Decide returns the events of a command, or a *fault.Error.
func Decide(s State, c Command) ([]decision.Event, error) {
	events, err := decision.Of(c.decide(s))
	if err == nil && len(events) > 0 && s.Changes >= MaxChanges {
		err = fault.Invalid("", "此人在此处的禁言次数已达上限。")
	}
	return events, err
}

// Put bars a person for so many days from now on. It needs a reason, also of members.
type Put struct {
	Caller
	Account string
	Days    int
	Now     time.Time
	Reason  *reason.Reason
}

func (c Put) decide(State) ([]any, role.Role, error) {
	as, err := c.moderates()
	switch {
	case err != nil:
		return nil, "", err
	case !c.Exists:
		return nil, "", fault.NotFound("用户不存在。")
	case c.Account == c.By.Account:
		return nil, "", fault.Invalid("", "不能禁言自己。")
	case c.Immune:
		return nil, "", fault.Invalid("", "不能禁言管理人员与资源成员。")
	case c.Days < 1 || c.Days > MostDays:
		return nil, "", fault.Invalid("days", "禁言的天数须为 1 到 365。")
	}
	why, err := reason.By(c.By, as, c.Reason)
	switch {
	case err != nil:
		return nil, "", err
	case why == nil:
		return nil, "", fault.Invalid(reason.Field, "请说明操作原因。")
	}
	until := c.Now.Add(time.Duration(c.Days) * 24 * time.Hour)
	return []any{Set{Kind: c.Place.Kind, Place: c.Place.ID, Account: c.Account, Until: until, Reason: why.To(c.Account)}}, as, nil
}

// Lift ends a bar.
type Lift struct {
	Caller
	Account string
	Now     time.Time
}

func (c Lift) decide(s State) ([]any, role.Role, error) {
	as, err := c.moderates()
	if err != nil || !s.At(c.Now) {
		return nil, as, err
	}
	return []any{Lifted{Kind: c.Place.Kind, Place: c.Place.ID, Account: c.Account}}, as, nil
}
