package report

import (
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// MaxOpen is the maximum number of open reports of an account.
const MaxOpen = 20

// CodeReported is the code of the error for reporting the same thing twice.
const CodeReported = "already_reported"

// Desk are the open reports of an account, folded from reports-<account>.
type Desk struct {
	Open map[string]Subject // by report
}

// Subject is the reported thing.
type Subject struct {
	Type ItemType
	Item string // id
}

// EvolveDesk applies one event. It takes over its argument, which must not be used afterwards.
func EvolveDesk(d Desk, event any) Desk {
	if d.Open == nil {
		d.Open = map[string]Subject{}
	}
	switch e := event.(type) {
	case Filed:
		d.Open[e.Report] = Subject{e.ItemType, e.Item}
	case Settled:
		delete(d.Open, e.Report)
	}
	return d
}

// DeskCommand is a command on its reporter's desk.
type DeskCommand interface {
	decide(Desk) ([]any, error)
	role() role.Role
}

// DecideDesk returns the events of a command, or a *fault.Error.
func DecideDesk(d Desk, c DeskCommand) ([]decision.Event, error) {
	events, err := c.decide(d)
	return decision.In(c.role(), events, err)
}

// File adds a report about an item: an account may have one open report about a thing.
type File struct {
	Account, Report string
	Subject         Subject
}

func (File) role() role.Role { return role.Self }

func (c File) decide(d Desk) ([]any, error) {
	for _, s := range d.Open {
		if s == c.Subject {
			return nil, &fault.Error{Kind: fault.KindInvalid, Code: CodeReported, Field: "item_id", Text: "你已举报过，管理人员正在处理。"}
		}
	}
	if len(d.Open) >= MaxOpen {
		return nil, fault.Invalid("item_id", "你有太多未处理的举报，请等待处理后再提交。")
	}
	return []any{Filed{Account: c.Account, Report: c.Report, ItemType: c.Subject.Type, Item: c.Subject.Item}}, nil
}

// Settle removes a closed report. A report that is not on the desk is ignored.
type Settle struct {
	Report State
	As     role.Role // in which the report was closed
}

func (c Settle) role() role.Role { return c.As }

func (c Settle) decide(d Desk) ([]any, error) {
	if _, open := d.Open[c.Report.ID]; !open {
		return nil, nil
	}
	return []any{Settled{Account: c.Report.Reporter, Report: c.Report.ID}}, nil
}

// Refile adds a reopened report again, even if the desk is full.
type Refile struct {
	Report State
	As     role.Role // the role in which the report was reopened
}

func (c Refile) role() role.Role { return c.As }

func (c Refile) decide(d Desk) ([]any, error) {
	if _, open := d.Open[c.Report.ID]; open {
		return nil, nil
	}
	s := c.Report
	return []any{Filed{Account: s.Reporter, Report: s.ID, ItemType: s.ItemType, Item: s.Item}}, nil
}
