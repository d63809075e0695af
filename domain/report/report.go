package report

import (
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/text"
)

// MaxBody is how many characters a report may have.
const MaxBody = 65_536

// Actor is who asks.
type Actor struct {
	Account string
	Staff   bool
}

// State is a report, folded from its stream. The zero State is not there.
type State struct {
	ID       string
	Type     Type
	ItemType ItemType
	Item     string
	Reporter string
	Body     string
	Thread   string
	Closed   bool
	Deleted  bool
}

// Evolve adds one event to a state.
func Evolve(s State, event any) State {
	switch e := event.(type) {
	case Opened:
		return State{ID: e.Report, Type: e.Type, ItemType: e.ItemType, Item: e.Item, Reporter: e.Reporter, Body: e.Body, Thread: e.Thread}
	case Edited:
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

// VisibleTo says who may know of the report: who made it, and the staff.
func (s State) VisibleTo(a Actor) bool {
	return s.ID != "" && !s.Deleted && (a.Staff || a.Account != "" && a.Account == s.Reporter)
}

// Open begins a report about an item that exists.
type Open struct {
	By       Actor
	Report   string
	Thread   string
	Type     Type
	ItemType ItemType
	Item     string
	Body     string
}

// Decide answers with the events that follow, or with a *fault.Error.
func (c Open) Decide(s State) ([]any, error) {
	body, err := text.Prose("body", "举报说明", c.Body, MaxBody)
	switch {
	case s.ID != "":
		return nil, fault.Conflict("该举报已存在。")
	case c.By.Account == "":
		return nil, fault.Unauthorized("请先登录。")
	case !c.Type.Valid():
		return nil, fault.Invalid("report_type", "举报原因须为 spam、copyright、inappropriate、malicious 或 name-squatting。")
	case !c.ItemType.Valid():
		return nil, fault.Invalid("item_type", "举报对象须为 project、version 或 user。")
	case c.ItemType == User && c.Item == c.By.Account:
		return nil, fault.Invalid("item_id", "不能举报自己。")
	case err != nil:
		return nil, err
	}
	return []any{Opened{
		Report: c.Report, Type: c.Type, ItemType: c.ItemType, Item: c.Item, Reporter: c.By.Account, Body: body, Thread: c.Thread,
	}}, nil
}

// Edit changes a report's text or whether it is closed. A nil field is unchanged.
type Edit struct {
	By     Actor
	Body   *string
	Closed *bool
}

// Decide answers with the events that follow, or with a *fault.Error.
func (c Edit) Decide(s State) ([]any, error) {
	if err := s.allow(c.By); err != nil {
		return nil, err
	}
	var events []any
	if c.Body != nil {
		body, err := text.Prose("body", "举报说明", *c.Body, MaxBody)
		switch {
		case err != nil:
			return nil, err
		case c.By.Account != s.Reporter:
			return nil, fault.Forbidden("只有举报人可以修改说明。")
		case s.Closed:
			return nil, fault.Invalid("body", "该举报已关闭，不能再修改。")
		case body != s.Body:
			events = append(events, Edited{Report: s.ID, Body: body})
		}
	}
	if c.Closed == nil || *c.Closed == s.Closed {
		return events, nil
	}
	if !c.By.Staff {
		return nil, fault.Forbidden("只有管理人员可以关闭或重新打开举报。")
	}
	if *c.Closed {
		return append(events, Closed{Report: s.ID}), nil
	}
	return append(events, Reopened{Report: s.ID}), nil
}

// Delete removes a report, which the staff may.
type Delete struct{ By Actor }

// Decide answers with the events that follow, or with a *fault.Error.
func (c Delete) Decide(s State) ([]any, error) {
	if err := s.allow(c.By); err != nil {
		return nil, err
	}
	if !c.By.Staff {
		return nil, fault.Forbidden("只有管理人员可以删除举报。")
	}
	return []any{Deleted{Report: s.ID}}, nil
}

func (s State) allow(a Actor) error {
	switch {
	case a.Account == "":
		return fault.Unauthorized("请先登录。")
	case !s.VisibleTo(a):
		return fault.NotFound("举报不存在。")
	}
	return nil
}
