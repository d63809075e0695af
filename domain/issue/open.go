package issue

import (
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

// The API's names of the fields.
const (
	FieldTitle     = "title"
	FieldState     = "state"
	FieldLabels    = "labels"
	FieldAssignees = "assignees"
	FieldDuplicate = "duplicate_of"
	FieldVersion   = "version_id"
)

func title(value string) (string, error) {
	return text.Line(FieldTitle, "标题", value, 1, post.MaxTitle)
}

// Open begins an issue. Only members label and assign it.
type Open struct {
	Caller
	Issue       string
	Title, Body string
	Mentions    []string // account ids
	Labels      []string
	Assignees   []string
	Assignable  []string // those of Assignees who are members of the project
}

// Opens is why a caller may open no issue of the project; nil if they may.
func (c Caller) Opens() error {
	if c.Unseen {
		return fault.NotFound("资源不存在。")
	}
	if err := c.writes(); err != nil {
		return err
	}
	switch c.Board.Type {
	case LinkOnly:
		return fault.Forbidden("该资源不在本站接受反馈。")
	case NoIssues:
		return fault.Forbidden("该资源已关闭反馈。")
	}
	return nil
}

func (c Open) decide(s State) ([]decision.Event, error) {
	if s.ID != "" {
		return nil, fault.Conflict("该反馈已存在。")
	}
	if err := c.Opens(); err != nil {
		return nil, err
	}
	name, err := title(c.Title)
	if err != nil {
		return nil, err
	}
	body, err := post.Body(c.Body)
	if err != nil {
		return nil, err
	}
	if err := post.Named(c.Mentions); err != nil {
		return nil, err
	}
	if c.Board.untouched(body) {
		return nil, fault.Invalid(post.FieldBody, "请在模板中填写你的情况后再提交。")
	}
	a := c.By.Account
	events, err := decision.In(role.Self, []any{Opened{
		Issue: c.Issue, Project: c.Project, Author: a, Title: erasable.Of(a, name), Body: erasable.Of(a, body), Mentions: c.Mentions,
	}}, nil)
	if err != nil || len(c.Labels)+len(c.Assignees) == 0 {
		return events, err
	}
	if c.Team == "" {
		return nil, fault.Forbidden("只有资源成员可以设置标签与指派。")
	}
	opened := Evolve(s, events[0].Payload)
	payloads, err := Change{Caller: c.Caller, Labels: &c.Labels, Assignees: &c.Assignees, Assignable: c.Assignable}.managed(opened, nil)
	more, err := decision.In(c.Team, payloads, err)
	return append(events, more...), err
}
