package wiki

import (
	"strings"
	"time"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

// Limits of drafts and bans.
const (
	MaxOpenOfAccount = 5
	MaxOpenOfProject = 50
	BanShort         = 3 * time.Hour  // after the fifth repeat, and after giving up
	BanLong          = 72 * time.Hour // after the third end within Recent
	Recent           = 30 * 24 * time.Hour
	MaxBan           = 365 * 24 * time.Hour // by a reviewer
)

// Place is the one place that an account has for an open draft of a project, with its bans.
type Place struct {
	Draft  string // the open one; empty if there is none
	Until  time.Time
	Cause  Cause
	Failed []time.Time // when drafts were given up or timed out, since the last ban for that
}

// EvolvePlace applies one event to a place.
func EvolvePlace(p Place, event any, at time.Time) Place {
	switch e := event.(type) {
	case DraftBegun:
		p.Draft = e.Draft
	case DraftEnded:
		p.Draft = ""
		if e.Status == GivenUp || e.Status == TimedOut {
			p.Failed = append(p.Failed[:len(p.Failed):len(p.Failed)], at)
		}
	case Banned:
		p.Until, p.Cause = e.Until, e.Cause
		if e.Cause == CauseAgain {
			p.Failed = nil
		}
	case BanLifted:
		p.Until, p.Cause = time.Time{}, ""
	}
	return p
}

// Ban returns the error for an account that is banned at a time, with the end in words; nil if it is not.
func (p Place) Ban(at time.Time) error {
	if !p.Until.After(at) {
		return nil
	}
	return &fault.Error{Kind: fault.KindInvalid, Code: CodeBanned, Field: "until", Text: "你在 " + InWords(p.Until) + "之前不能在此百科开始新的草稿。"}
}

// ended are the events at the end of a draft: the place is free, and the account may be banned. Editors hold WIKI_EDIT and
// are never banned.
func (p Place) ended(d Draft, status Status, editor bool, at time.Time) []any {
	events := []any{DraftEnded{Draft: d.ID, Project: d.Project, Account: d.Account, Status: status}}
	if editor || status != GivenUp && status != TimedOut {
		return events
	}
	failed := 1
	for _, t := range p.Failed {
		if at.Sub(t) < Recent {
			failed++
		}
	}
	ban := Banned{Project: d.Project, Account: d.Account}
	switch {
	case failed >= 3:
		ban.Until, ban.Cause = at.Add(BanLong), CauseAgain
	case status == GivenUp && d.Wrote:
		ban.Until, ban.Cause = at.Add(BanShort), CauseGivenUp
	default:
		return events
	}
	return append(events, longer(p, ban)...)
}

// again are the events after a draft was edited again for the n-th time.
func (p Place) again(d Draft, n int, editor bool, at time.Time) []any {
	if editor || n < MaxAgain {
		return nil
	}
	return longer(p, Banned{Project: d.Project, Account: d.Account, Until: at.Add(BanShort), Cause: CauseRepeats})
}

// longer is the ban, unless a longer one is in force.
func longer(p Place, b Banned) []any {
	if p.Until.After(b.Until) {
		return nil
	}
	return []any{b}
}

// PlaceCommand is a command on a place.
type PlaceCommand interface {
	decide(p Place) ([]any, role.Role, error)
}

// DecidePlace returns the events of a command, or a *fault.Error.
func DecidePlace(p Place, c PlaceCommand) ([]decision.Event, error) { return decision.Of(c.decide(p)) }

// SetBan bans an account that exists. TargetEditor is true if it holds WIKI_EDIT, TargetStaff if it is of the site's staff.
type SetBan struct {
	By           Caller
	Project      string
	Account      string
	TargetEditor bool
	TargetStaff  bool
	Until, Now   time.Time
	Msg          string
	Reason       *reason.Reason
}

func (c SetBan) decide(Place) ([]any, role.Role, error) {
	as, why, err := c.By.acts(c.Reason, onlyEditors)
	if err != nil {
		return nil, "", err
	}
	msg, err := said(c.Msg, "msg", "请填写限制编辑的原因。")
	switch {
	case err != nil:
		return nil, "", err
	case c.Account == c.By.Account:
		return nil, "", fault.Invalid("account", "不能限制自己。")
	case c.TargetEditor:
		return nil, "", fault.Invalid("account", "拥有百科编辑权限的成员不能被限制。")
	case c.TargetStaff:
		return nil, "", fault.Invalid("account", "网站的管理人员不能被限制。")
	case !c.Until.After(c.Now):
		return nil, "", fault.Invalid("until", "结束时间必须在将来。")
	case c.Until.Sub(c.Now) > MaxBan:
		return nil, "", fault.Invalid("until", "最长 365 天。")
	}
	words := erasable.Of(c.Account, msg)
	return []any{Banned{
		Project: c.Project, Account: c.Account, Until: c.Until.UTC().Truncate(time.Second), Cause: CauseReviewer, Msg: &words,
		Reason: why.To(c.Account),
	}}, as, nil
}

// LiftBan ends a ban that is in force.
type LiftBan struct {
	By      Caller
	Project string
	Account string
	Now     time.Time
	Msg     string
	Reason  *reason.Reason
}

func (c LiftBan) decide(p Place) ([]any, role.Role, error) {
	as, why, err := c.By.acts(c.Reason, onlyEditors)
	if err != nil {
		return nil, "", err
	}
	if !p.Until.After(c.Now) {
		return nil, "", fault.NotFound("该用户没有被限制编辑。")
	}
	msg, err := said(c.Msg, "msg", "请填写解除限制的原因。")
	if err != nil {
		return nil, "", err
	}
	words := erasable.Of(c.Account, msg)
	return []any{BanLifted{Project: c.Project, Account: c.Account, Msg: &words, Reason: why.To(c.Account)}}, as, nil
}

// OpenDrafts are the open drafts of an account or a project, by their ids.
type OpenDrafts map[string]DraftBegun

// EvolveOpen applies one event. It takes over its argument, which must not be used afterwards.
func EvolveOpen(o OpenDrafts, event any) OpenDrafts {
	if o == nil {
		o = OpenDrafts{}
	}
	switch e := event.(type) {
	case DraftBegun:
		o[e.Draft] = e
	case DraftEnded:
		delete(o, e.Draft)
	}
	return o
}

// List lists an open draft, or ends that.
type List struct {
	decision.Entry
	Project, Account string
	Status           Status // of a draft that has ended
}

// DecideOpen returns the event of a list.
func DecideOpen(o OpenDrafts, c List) ([]decision.Event, error) {
	_, open := o[c.ID]
	return c.Decide(open, DraftBegun{Draft: c.ID, Project: c.Project, Account: c.Account},
		DraftEnded{Draft: c.ID, Project: c.Project, Account: c.Account, Status: c.Status})
}

// said is a reason in words that must be given.
func said(value, field, missing string) (string, error) {
	msg, err := text.Prose(field, "原因", value, MaxMsg)
	if err != nil {
		return "", err
	}
	if !visible(msg) {
		return "", fault.Invalid(field, missing)
	}
	return strings.TrimSpace(msg), nil
}
