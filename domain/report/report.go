package report

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

// MaxBody is the maximum length of a report, in characters.
const MaxBody = 65_536

// State is a report, folded from its stream. The zero State does not exist.
type State struct {
	ID       string
	Type     Type
	ItemType ItemType
	Item     string
	Reporter string
	Body     erasable.Text
	Thread   string
	Closed   bool
	Deleted  bool
}

// Evolve applies one event to a state.
func Evolve(s State, event any) State {
	switch e := event.(type) {
	case Opened:
		return State{ID: e.Report, Type: e.Type, ItemType: e.ItemType, Item: e.Item, Reporter: e.Reporter, Body: e.Body, Thread: e.Thread}
	case BodyRewritten:
		s.Body = e.Body
	case Closed:
		s.Closed = true
	case Reopened:
		s.Closed = false
	case Deleted:
		s.Deleted = true
	}
	return s
}

// VisibleTo is true for the reporter and the staff.
func (s State) VisibleTo(a actor.Actor) bool {
	return s.ID != "" && !s.Deleted && (a.Staff() || a.Account != "" && a.Account == s.Reporter)
}

// Command is a command on a report.
type Command interface {
	decide(s State) ([]any, role.Role, error)
}

// Decide returns the events of a command, or a *fault.Error.
func Decide(s State, c Command) ([]decision.Event, error) { return decision.Of(c.decide(s)) }

// Open begins a report about an item that exists.
type Open struct {
	By       actor.Actor
	Report   string
	Thread   string
	Type     Type
	ItemType ItemType
	Item     string
	Body     string
}

func (c Open) decide(s State) ([]any, role.Role, error) {
	body, err := text.Prose("body", "举报说明", c.Body, MaxBody)
	switch {
	case s.ID != "":
		return nil, "", fault.Conflict("该举报已存在。")
	case c.By.Account == "":
		return nil, "", fault.Unauthorized("请先登录。")
	case !c.Type.Valid():
		return nil, "", fault.Invalid("report_type", "举报原因须为 spam、copyright、inappropriate、malicious 或 name-squatting。")
	case c.ItemType == User && c.Item == c.By.Account:
		return nil, "", fault.Invalid("item_id", "不能举报自己。")
	case err != nil:
		return nil, "", err
	}
	return []any{Opened{
		Report: c.Report, Type: c.Type, ItemType: c.ItemType, Item: c.Item, Reporter: c.By.Account,
		Body: erasable.Of(c.By.Account, body), Thread: c.Thread,
	}}, role.Self, nil
}

// Rewrite changes the text of a report. Its reporter may do it while the report is open.
type Rewrite struct {
	By   actor.Actor
	Body string
}

func (c Rewrite) decide(s State) ([]any, role.Role, error) {
	if err := s.allow(c.By); err != nil {
		return nil, "", err
	}
	words, err := text.Prose("body", "举报说明", c.Body, MaxBody)
	body := erasable.Of(s.Reporter, words)
	switch {
	case err != nil:
		return nil, "", err
	case c.By.Account != s.Reporter:
		return nil, "", fault.Forbidden("只有举报人可以修改说明。")
	case s.Closed:
		return nil, "", fault.Invalid("body", "该举报已关闭，不能再修改。")
	case body == s.Body:
		return nil, role.Self, nil
	}
	return []any{BodyRewritten{Report: s.ID, Body: body}}, role.Self, nil
}

// SetClosed closes or reopens a report. Only the staff may do it.
type SetClosed struct {
	By     actor.Actor
	Closed bool
	Result Result // of a report that is closed; empty for none
	Answer string // the message that tells it to the reporter
	Own    bool   // the report is about the actor, or something of the actor
	Reason *reason.Reason
}

func (c SetClosed) decide(s State) ([]any, role.Role, error) {
	if err := s.allow(c.By); err != nil {
		return nil, "", err
	}
	if c.Closed == s.Closed {
		return nil, role.Moderator, nil
	}
	if !c.By.Staff() {
		return nil, "", fault.Forbidden("只有管理人员可以关闭或重新打开举报。")
	}
	if err := impartial(c.By, c.Own); err != nil {
		return nil, "", err
	}
	if c.Result != "" && (!c.Closed || !c.Result.Valid()) {
		return nil, "", fault.Invalid("result", "请选择处理结果。")
	}
	why, err := s.because(c.By, c.Reason)
	if err != nil {
		return nil, "", err
	}
	if c.Closed {
		return []any{Closed{Report: s.ID, Result: c.Result, Answer: c.Answer, Reason: why}}, role.Moderator, nil
	}
	return []any{Reopened{Report: s.ID, Reason: why}}, role.Moderator, nil
}

// Delete deletes a report. Only the staff may do it.
type Delete struct {
	By     actor.Actor
	Own    bool // as of SetClosed
	Reason *reason.Reason
}

func (c Delete) decide(s State) ([]any, role.Role, error) {
	if err := s.allow(c.By); err != nil {
		return nil, "", err
	}
	if !c.By.Staff() {
		return nil, "", fault.Forbidden("只有管理人员可以删除举报。")
	}
	if err := impartial(c.By, c.Own); err != nil {
		return nil, "", err
	}
	why, err := s.because(c.By, c.Reason)
	if err != nil {
		return nil, "", err
	}
	return []any{Deleted{Report: s.ID, Reason: why}}, role.Moderator, nil
}

// impartial returns an error for a moderator who decides on a report about themselves or something of theirs. An
// administrator may be the only one who can.
func impartial(a actor.Actor, own bool) error {
	if own && !a.Admin() {
		return fault.Forbidden("不能处理针对自己的举报，请交给其他管理人员。")
	}
	return nil
}

// because is the staff's reason, addressed to the reporter. A member of the staff needs none for an own report.
func (s State) because(a actor.Actor, given *reason.Reason) (*reason.Addressed, error) {
	as := role.Moderator
	if a.Account == s.Reporter {
		as = role.Self
	}
	why, err := reason.By(a, as, given)
	return why.To(s.Reporter), err
}

func (s State) allow(a actor.Actor) error {
	switch {
	case a.Account == "":
		return fault.Unauthorized("请先登录。")
	case !s.VisibleTo(a):
		return fault.NotFound("举报不存在。")
	}
	return nil
}
