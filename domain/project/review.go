package project

import (
	"strings"

	"github.com/modyard/modyard/domain/fault"
)

// reviewer says that the actor is of the staff.
func (s State) reviewer(a Actor) error {
	if !s.VisibleTo(a) {
		return notFound()
	}
	if a.Staff == NotStaff || a.Account == "" {
		return fault.Forbidden("只有审核人员可以执行此操作。")
	}
	return nil
}

func message(text string, required bool) (string, error) {
	text, err := prose("moderation_message", "审核留言", text, MaxMessage)
	if err != nil {
		return "", err
	}
	text = strings.TrimSpace(text)
	if required && text == "" {
		return "", fault.Invalid("moderation_message", "请填写给作者的审核留言。")
	}
	return text, nil
}

// Approve lets a project in: to Status, else to what was requested, else listed.
type Approve struct {
	By      Actor
	Status  Status
	Message string
}

func (c Approve) decide(s State) ([]any, error) {
	if err := s.reviewer(c.By); err != nil {
		return nil, err
	}
	to := c.Status
	if to == "" {
		to = s.Requested
	}
	if to == "" {
		to = Listed
	}
	if !to.Approved() {
		return nil, fault.Invalid("status", "不能以此状态通过审核。")
	}
	text, err := message(c.Message, false)
	if err != nil {
		return nil, err
	}
	if s.Status == to {
		return nil, nil
	}
	return []any{Approved{From: s.Status, Status: to, Message: text}}, nil
}

// Reject sends a project back; the message says why.
type Reject struct {
	By      Actor
	Message string
}

func (c Reject) decide(s State) ([]any, error) {
	if err := s.reviewer(c.By); err != nil {
		return nil, err
	}
	text, err := message(c.Message, true)
	if err != nil {
		return nil, err
	}
	if s.Status == Refused && s.Message == text {
		return nil, nil
	}
	return []any{Rejected{From: s.Status, Message: text}}, nil
}

// Withhold leaves a project reachable by its link only; the message says why.
type Withhold struct {
	By      Actor
	Message string
}

func (c Withhold) decide(s State) ([]any, error) {
	if err := s.reviewer(c.By); err != nil {
		return nil, err
	}
	text, err := message(c.Message, true)
	if err != nil {
		return nil, err
	}
	if s.Status == Held && s.Message == text {
		return nil, nil
	}
	return []any{Withheld{From: s.Status, Message: text}}, nil
}
