package issue

import (
	"fmt"
	"slices"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Change changes what is set. Revision is the number of edits of the title and the text that the actor had in view; nil: all.
type Change struct {
	Caller
	Title, Body *string
	Mentions    []string // of Body
	Closed      *bool
	As          Outcome // empty: done
	Duplicate   *State  // of As Duplicate: the other issue
	Labels      *[]string
	Assignees   *[]string
	Assignable  []string // those of Assignees who are members of the project
	Revision    *int
	Reason      *reason.Reason
}

// To sets the wanted state, and why it is closed, as the API names them; nil where it names none.
func (c *Change) To(state, as *string) error {
	closed := state == nil || *state == "closed"
	if !closed && *state != "open" {
		return fault.Invalid(FieldState, "状态须为 open 或 closed。")
	}
	c.Closed = &closed
	if as != nil && closed {
		c.As = Outcome(*as)
	}
	return nil
}

func (c Change) decide(s State) ([]decision.Event, error) {
	if err := s.acts(c.Caller); err != nil {
		return nil, err
	}
	texts, err := c.texts(s)
	if err != nil {
		return nil, err
	}
	state, err := c.state(s)
	if err != nil {
		return nil, err
	}
	events := append(texts, state...)
	if c.Labels != nil || c.Assignees != nil {
		as, why, err := s.manages(c.Caller, c.Reason)
		if err != nil {
			return nil, err
		}
		payloads, err := c.managed(s, why)
		more, err := decision.In(as, payloads, err)
		if err != nil {
			return nil, err
		}
		events = append(events, more...)
	}
	if len(events) == 0 {
		return nil, post.ErrUnchanged()
	}
	return events, nil
}

// texts are the events of a changed title and text. Authors and members change them; administrators with a reason.
func (c Change) texts(s State) ([]decision.Event, error) {
	if c.Title == nil && c.Body == nil {
		return nil, nil
	}
	as, why, err := s.editor(c.Caller, c.Reason)
	if err != nil {
		return nil, err
	}
	var payloads []any
	if c.Title != nil {
		name, err := title(*c.Title)
		if err != nil {
			return nil, err
		}
		if name != s.Title.Text {
			payloads = append(payloads, Retitled{Issue: s.ID, Project: s.Project, Title: erasable.Of(s.Author, name), Reason: why})
		}
	}
	if c.Body != nil {
		body, err := post.Body(*c.Body)
		if err != nil {
			return nil, err
		}
		if err := post.Named(c.Mentions); err != nil {
			return nil, err
		}
		if body != s.Body.Text {
			payloads = append(payloads, Edited{
				Issue: s.ID, Project: s.Project, Body: erasable.Of(s.Author, body), Mentions: c.Mentions, Named: post.Added(c.Mentions, s.Named), Reason: why,
			})
		}
	}
	switch {
	case len(payloads) == 0:
		return nil, nil
	case c.Revision != nil && *c.Revision != s.Revision:
		return nil, post.ErrEdited()
	case s.Revision+len(payloads) > post.MaxEdits:
		return nil, post.ErrEditedOften()
	}
	return decision.In(as, payloads, nil)
}

// editor returns in which role a caller changes the title and the text.
func (s State) editor(c Caller, given *reason.Reason) (role.Role, *reason.Addressed, error) {
	open := s.Open(c)
	if c.Team != "" && c.By.Account != s.Author {
		if open != nil {
			return "", nil, open
		}
		return s.manages(c, given)
	}
	return post.Editor(c.By, s.Author, open, given)
}

// state is the event of a changed state. Authors and members close, members open again, and authors what they have closed; the staff
// does both with a reason.
func (c Change) state(s State) ([]decision.Event, error) {
	if c.Closed == nil {
		return nil, nil
	}
	if !*c.Closed {
		as, why, err := s.opener(c.Caller, c.Reason)
		if err != nil || !s.Closed {
			return nil, err
		}
		return decision.In(as, []any{Reopened{Issue: s.ID, Project: s.Project, Reason: why}}, nil)
	}
	as, why, err := s.closer(c.Caller, c.Reason)
	if err != nil {
		return nil, err
	}
	closed := Closed{Issue: s.ID, Project: s.Project, As: c.As, Own: as == role.Self, Reason: why}
	switch c.As {
	case "":
		closed.As = Done
		if s.Closed {
			return nil, nil
		}
	case Done, NotPlanned:
	case Duplicate:
		if closed.DuplicateOf, err = c.original(s); err != nil {
			return nil, err
		}
	default:
		return nil, fault.Invalid("state_reason", "关闭的原因须为 done、not_planned 或 duplicate。")
	}
	if s.Closed && s.As == closed.As && s.DuplicateOf == closed.DuplicateOf {
		return nil, nil
	}
	return decision.In(as, []any{closed}, nil)
}

// original is the issue that this one repeats.
func (c Change) original(s State) (string, error) {
	switch d := c.Duplicate; {
	case d == nil || d.Project != s.Project || !d.Shows(c.Caller):
		return "", fault.Invalid(FieldDuplicate, "请选择同一资源的另一个反馈。")
	case d.ID == s.ID:
		return "", fault.Invalid(FieldDuplicate, "反馈不能是自己的重复。")
	}
	return c.Duplicate.ID, nil
}

// closer returns in which role a caller closes the issue.
func (s State) closer(c Caller, given *reason.Reason) (role.Role, *reason.Addressed, error) {
	if c.By.Account != s.Author || c.Team != "" {
		return s.manages(c, given)
	}
	if err := s.Open(c); err != nil {
		return "", nil, err
	}
	return role.Self, nil, nil
}

// opener returns in which role a caller opens the issue again. An author undoes what nobody else has decided.
func (s State) opener(c Caller, given *reason.Reason) (role.Role, *reason.Addressed, error) {
	if !s.ByAuthor {
		return s.manages(c, given)
	}
	return s.closer(c, given)
}

// managed are the payloads of changed labels and assignees.
func (c Change) managed(s State, why *reason.Addressed) (payloads []any, err error) {
	if c.Labels != nil {
		wanted := unique(*c.Labels)
		for _, id := range wanted {
			if _, known := c.Board.Label(id); !known {
				return nil, fault.Invalid(FieldLabels, "标签不存在。")
			}
		}
		if len(wanted) > MaxLabels {
			return nil, fault.Invalid(FieldLabels, fmt.Sprintf("一个反馈最多有 %d 个标签。", MaxLabels))
		}
		for _, id := range s.Labels {
			if _, known := c.Board.Label(id); known && !slices.Contains(wanted, id) {
				payloads = append(payloads, Unlabelled{Issue: s.ID, Project: s.Project, Label: id, Reason: why})
			}
		}
		for _, id := range wanted {
			if !slices.Contains(s.Labels, id) {
				payloads = append(payloads, Labelled{Issue: s.ID, Project: s.Project, Label: id, Reason: why})
			}
		}
	}
	if c.Assignees == nil {
		return payloads, nil
	}
	wanted := unique(*c.Assignees)
	if len(wanted) > MaxAssignees {
		return nil, fault.Invalid(FieldAssignees, fmt.Sprintf("一个反馈最多指派给 %d 人。", MaxAssignees))
	}
	for _, id := range s.Assignees {
		if !slices.Contains(wanted, id) {
			payloads = append(payloads, Unassigned{Issue: s.ID, Project: s.Project, Assignee: id, Reason: why})
		}
	}
	for _, id := range wanted {
		switch {
		case slices.Contains(s.Assignees, id):
		case !slices.Contains(c.Assignable, id):
			return nil, fault.Invalid(FieldAssignees, "只能指派给资源的成员。")
		default:
			payloads = append(payloads, Assigned{Issue: s.ID, Project: s.Project, Assignee: id, Reason: why})
		}
	}
	return payloads, nil
}

// unique are the values of a list, each once.
func unique(list []string) (out []string) {
	for _, one := range list {
		if !slices.Contains(out, one) {
			out = append(out, one)
		}
	}
	return out
}
