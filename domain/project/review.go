package project

import (
	"regexp"
	"slices"
	"strings"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// maxOptions is the maximum number of checklist items of one decision.
const maxOptions = 64

var optionForm = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`)

// reviewer returns an error if the actor does not belong to the staff, otherwise the reason for the decision.
func (s State) reviewer(a actor.Actor, given *reason.Reason) (*reason.Reason, error) {
	if !s.VisibleTo(a) {
		return nil, notFound()
	}
	if !a.Staff() || a.Account == "" {
		return nil, fault.Forbidden("只有审核人员可以执行此操作。")
	}
	return s.why(a, role.Moderator, given)
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

// options checks the ids of the checklist items that led to a decision.
func options(list []string) ([]string, error) {
	if len(list) > maxOptions {
		return nil, fault.Invalid("moderation_options", "审核选项过多。")
	}
	for i, id := range list {
		if !optionForm.MatchString(id) || slices.Contains(list[:i], id) {
			return nil, fault.Invalid("moderation_options", "审核选项无效或重复。")
		}
	}
	return slices.Clone(list), nil
}

// explanation returns the checked message and options of a decision.
func explanation(text string, needed bool, list []string) (string, []string, error) {
	text, err := message(text, needed)
	if err != nil {
		return "", nil, err
	}
	list, err = options(list)
	return text, list, err
}

// decidedOn is the submission of the current review round; empty if the project is not in review.
func (s State) decidedOn() string {
	if s.Status != Processing {
		return ""
	}
	return s.Submission
}

// Approve approves a project: its status becomes Status, or the requested one, or listed.
type Approve struct {
	By      actor.Actor
	Reason  *reason.Reason
	Status  Status
	Message string
	Options []string // ids of the checklist items that led to it
}

func (c Approve) role(State) role.Role { return role.Moderator }

func (c Approve) decide(s State) ([]any, error) {
	why, err := s.reviewer(c.By, c.Reason)
	if err != nil {
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
	text, chosen, err := explanation(c.Message, false, c.Options)
	if err != nil {
		return nil, err
	}
	if s.Status == to {
		return nil, nil
	}
	return []any{Approved{Submission: s.decidedOn(), From: s.Status, Status: to, Message: text, Options: chosen, Reason: why}}, nil
}

// Reject rejects a project; the message tells what is wrong.
type Reject struct {
	By      actor.Actor
	Reason  *reason.Reason
	Message string
	Options []string // ids of the checklist items that led to it
}

func (c Reject) role(State) role.Role { return role.Moderator }

func (c Reject) decide(s State) ([]any, error) {
	why, err := s.reviewer(c.By, c.Reason)
	if err != nil {
		return nil, err
	}
	text, chosen, err := explanation(c.Message, true, c.Options)
	if err != nil {
		return nil, err
	}
	if s.Status == Refused && s.Message == text {
		return nil, nil
	}
	return []any{Rejected{Submission: s.decidedOn(), From: s.Status, Message: text, Options: chosen, Reason: why}}, nil
}

// Withhold makes a project reachable by its link only; the message tells what is wrong.
type Withhold struct {
	By      actor.Actor
	Reason  *reason.Reason
	Message string
	Options []string // ids of the checklist items that led to it
}

func (c Withhold) role(State) role.Role { return role.Moderator }

func (c Withhold) decide(s State) ([]any, error) {
	why, err := s.reviewer(c.By, c.Reason)
	if err != nil {
		return nil, err
	}
	text, chosen, err := explanation(c.Message, true, c.Options)
	if err != nil {
		return nil, err
	}
	if s.Status == Held && s.Message == text {
		return nil, nil
	}
	return []any{Withheld{Submission: s.decidedOn(), From: s.Status, Message: text, Options: chosen, Reason: why}}, nil
}
