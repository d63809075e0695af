package project

import (
	"regexp"
	"slices"
	"strings"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

// maxOptions is the maximum number of checklist items of one decision, and of templates of its message.
const maxOptions = 64

var (
	optionForm   = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`)
	templateForm = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}@(0|[1-9][0-9]{0,6})$`)
)

// reviewer returns an error if the actor does not belong to the staff, otherwise the reason for the decision. A moderator
// never decides on a project of their own; an administrator may be the only one who can.
func (s State) reviewer(a actor.Actor, given *reason.Reason) (*reason.Reason, error) {
	if !s.VisibleTo(a) {
		return nil, notFound()
	}
	if !a.Staff() || a.Account == "" {
		return nil, fault.Forbidden("只有审核人员可以执行此操作。")
	}
	if !a.Admin() && s.Own(a) {
		return nil, fault.Forbidden("不能审核自己参与的项目，请交给其他审核人员。")
	}
	return s.why(a, role.Moderator, given)
}

// Own is true for an accepted member of the project or of its organization. An invitation that was not accepted makes nothing
// one's own: a team could keep any moderator away by inviting them.
func (s State) Own(a actor.Actor) bool {
	m, member := s.Member(a.Account)
	return member && m.Accepted || s.Organization != "" && a.OrganizationMember
}

// message is a trimmed message of a decision. One that shows nothing is none.
func message(words string, required bool) (string, error) {
	words, err := prose("moderation_message", "审核留言", words, MaxMessage)
	if err != nil {
		return "", err
	}
	if words = strings.TrimSpace(words); !text.Visible(words) {
		words = ""
	}
	if required && words == "" {
		return "", fault.Invalid("moderation_message", "请填写给作者的审核留言。")
	}
	return words, nil
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

// templates checks the names of the templates' versions that a message was made from.
func templates(list []string) ([]string, error) {
	if len(list) > maxOptions {
		return nil, fault.Invalid("moderation_templates", "审核模板过多。")
	}
	for i, use := range list {
		if !templateForm.MatchString(use) || slices.Contains(list[:i], use) {
			return nil, fault.Invalid("moderation_templates", "审核模板无效或重复。")
		}
	}
	return slices.Clone(list), nil
}

// explanation is what a decision says besides the new status.
type explanation struct {
	message            string
	options, templates []string
}

// checked returns the explanation, with a trimmed message, or what is wrong with it.
func (e explanation) checked(needed bool) (explanation, error) {
	var err error
	if e.message, err = message(e.message, needed); err != nil {
		return e, err
	}
	if e.options, err = options(e.options); err != nil {
		return e, err
	}
	e.templates, err = templates(e.templates)
	return e, err
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
	By        actor.Actor
	Reason    *reason.Reason
	Status    Status
	Message   string
	Options   []string // ids of the checklist items that led to it
	Templates []string // versions of the templates of the message, as template@version
}

func (c Approve) decide(s State) ([]any, role.Role, error) {
	why, err := s.reviewer(c.By, c.Reason)
	if err != nil {
		return nil, "", err
	}
	to := c.Status
	if to == "" {
		to = s.Requested
	}
	if to == "" {
		to = Listed
	}
	if !to.Approved() {
		return nil, "", fault.Invalid("status", "不能以此状态通过审核。")
	}
	said, err := explanation{c.Message, c.Options, c.Templates}.checked(false)
	if err != nil {
		return nil, "", err
	}
	if s.Status == to {
		return nil, "", nil
	}
	return []any{Approved{Submission: s.decidedOn(), From: s.Status, Status: to, Message: said.message, Options: said.options, Templates: said.templates, Reason: why}}, role.Moderator, nil
}

// Reject rejects a project; the message tells what is wrong. A program that gives
// no reason needs no message.
type Reject struct {
	By        actor.Actor
	Reason    *reason.Reason
	Message   string
	Options   []string // ids of the checklist items that led to it
	Templates []string // versions of the templates of the message, as template@version
}

func (c Reject) decide(s State) ([]any, role.Role, error) {
	e, changes, err := c.event(s, Refused)
	if !changes {
		return nil, "", err
	}
	return []any{e}, role.Moderator, nil
}

// event is the decision by which the project gets a status; changes is false if it has that with the same message.
func (c Reject) event(s State, to Status) (e Rejected, changes bool, err error) {
	why, err := s.reviewer(c.By, c.Reason)
	if err != nil {
		return e, false, err
	}
	said, err := explanation{c.Message, c.Options, c.Templates}.checked(!why.Unsaid())
	if err != nil || s.Status == to && s.Message == said.message {
		return e, false, err
	}
	return Rejected{Submission: s.decidedOn(), From: s.Status, Message: said.message, Options: said.options, Templates: said.templates, Reason: why}, true, nil
}

// Withhold makes a project reachable by its link only; the message tells what is wrong. A program that gives
// no reason needs no message.
type Withhold Reject

func (c Withhold) decide(s State) ([]any, role.Role, error) {
	e, changes, err := Reject(c).event(s, Held)
	if !changes {
		return nil, "", err
	}
	return []any{Withheld(e)}, role.Moderator, nil
}
