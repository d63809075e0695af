package post

import (
	"slices"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// State is an answer, folded from its stream. The zero State does not exist.
type State struct {
	ID       string
	Kind     Kind
	Thing    string
	Project  string
	Author   string
	Body     erasable.Text
	Named    []string // by any of its texts
	Revision int      // number of edits
	Hidden   bool
	ByTeam   bool // a member of the project has hidden it
	Held     bool // it is hidden until the staff has looked at it
	Deleted  bool
}

// Evolve applies one event to a state.
func Evolve(s State, event any) State {
	switch e := event.(type) {
	case Written:
		return State{ID: e.Post, Kind: e.Kind, Thing: e.Thing, Project: e.Project, Author: e.Author, Body: e.Body, Named: e.Mentions}
	case Edited:
		s.Body, s.Revision = e.Body, s.Revision+1
		s.Named = append(slices.Clip(s.Named), e.Named...)
	case Hidden:
		s.Hidden, s.ByTeam, s.Held = true, e.Team, e.Reason.Holds()
	case Restored:
		s.Hidden, s.ByTeam, s.Held = false, false, false
	case Deleted:
		s.Deleted = true
	}
	return s
}

// Command is a command on an answer.
type Command interface {
	decide(s State) ([]any, role.Role, error)
}

// Decide returns the events of a command, or a *fault.Error.
func Decide(s State, c Command) ([]decision.Event, error) { return decision.Of(c.decide(s)) }

// Place is the thing below which an answer stands, as the actor of a command finds it.
type Place struct {
	Kind    Kind
	Thing   string
	Project string
	Starter string // account id
	// Closed is why the actor may not write there now; nil if they may.
	Closed error
}

// Write adds an answer.
type Write struct {
	By       actor.Actor
	In       Place
	Post     string
	Body     string
	Mentions []string // account ids
	ReplyTo  *State   // the answer that it answers; nil: none
}

func (c Write) decide(s State) ([]any, role.Role, error) {
	body, err := Body(c.Body)
	switch {
	case s.ID != "":
		return nil, "", fault.Conflict("该回复已存在。")
	case c.In.Closed != nil:
		return nil, "", c.In.Closed
	case err != nil:
		return nil, "", err
	}
	if err := Named(c.Mentions); err != nil {
		return nil, "", err
	}
	e := Written{
		Post: c.Post, Kind: c.In.Kind, Thing: c.In.Thing, Project: c.In.Project, Author: c.By.Account, Starter: c.In.Starter,
		Body: erasable.Of(c.By.Account, body), Mentions: c.Mentions,
	}
	if to := c.ReplyTo; to != nil {
		switch {
		case to.ID == "" || to.Kind != c.In.Kind || to.Thing != c.In.Thing:
			return nil, "", fault.Invalid("replied_to", "所回复的内容不在此处。")
		case to.Deleted || to.Hidden:
			return nil, "", fault.Invalid("replied_to", "所回复的内容已被删除。")
		}
		e.ReplyTo, e.ReplyRevision, e.Answered = to.ID, to.Revision, to.Author
	}
	return []any{e}, role.Self, nil
}

// Edit replaces the text of an answer. Revision is the number of edits of the text that the actor had in view; nil: the
// present one.
type Edit struct {
	By       actor.Actor
	In       Place
	Body     string
	Mentions []string
	Revision *int
	Reason   *reason.Reason
}

func (c Edit) decide(s State) ([]any, role.Role, error) {
	if err := s.stands(c.By); err != nil {
		return nil, "", err
	}
	open := c.In.Closed
	if open == nil && s.Hidden {
		open = fault.Invalid(FieldBody, "该回复已被隐藏，不能修改。")
	}
	as, why, err := Editor(c.By, s.Author, open, c.Reason)
	if err != nil {
		return nil, "", err
	}
	body, err := Body(c.Body)
	switch {
	case err != nil:
		return nil, "", err
	case c.Revision != nil && *c.Revision != s.Revision && body != s.Body.Text:
		return nil, "", ErrEdited()
	case body == s.Body.Text:
		return nil, "", ErrUnchanged()
	case s.Revision >= MaxEdits:
		return nil, "", ErrEditedOften()
	}
	if err := Named(c.Mentions); err != nil {
		return nil, "", err
	}
	return []any{Edited{
		Post: s.ID, Kind: s.Kind, Thing: s.Thing, Project: s.Project, Body: erasable.Of(s.Author, body), Mentions: c.Mentions,
		Named: Added(c.Mentions, s.Named), Reason: why,
	}}, as, nil
}

// Delete takes the text of an answer away. Authors delete their own while the place is open, the staff every one.
type Delete struct {
	By     actor.Actor
	In     Place
	Reason *reason.Reason
}

func (c Delete) decide(s State) ([]any, role.Role, error) {
	if err := s.stands(c.By); err != nil {
		return nil, "", err
	}
	deleted := Deleted{Post: s.ID, Kind: s.Kind, Thing: s.Thing, Project: s.Project, Author: s.Author}
	if c.By.Account == s.Author && (c.In.Closed == nil || c.By.Staff()) {
		return []any{deleted}, role.Self, nil
	}
	switch {
	case c.By.Account == s.Author:
		return nil, "", c.In.Closed
	case !c.By.Staff():
		return nil, "", fault.Forbidden("只有作者可以删除该回复。")
	}
	as, why, err := Moderator(c.By, s.Author, c.Reason)
	deleted.Reason = why
	return []any{deleted}, as, err
}

// SetHidden hides an answer, or shows it again. The staff may do it, and the members of the project on whose board it stands.
// What the staff has hidden, only the staff shows again. Hiding what is held says that the staff has looked at it.
type SetHidden struct {
	By     actor.Actor
	Team   role.Role // of such a member; empty for others
	Hidden bool
	Reason *reason.Reason
}

func (c SetHidden) decide(s State) ([]any, role.Role, error) {
	if err := s.stands(c.By); err != nil {
		return nil, "", err
	}
	as, why, err := c.moderator(s)
	if err != nil || s.Hidden == c.Hidden && !(c.Hidden && s.Held && as.Staff()) {
		return nil, as, err
	}
	if c.Hidden {
		return []any{Hidden{Post: s.ID, Kind: s.Kind, Thing: s.Thing, Project: s.Project, Author: s.Author, Team: !as.Staff(), Reason: why}}, as, nil
	}
	return []any{Restored{Post: s.ID, Kind: s.Kind, Thing: s.Thing, Project: s.Project, Author: s.Author, Reason: why}}, as, nil
}

// moderator returns in which role the actor hides the answer, with the reason. Members hide what is not their own with a reason
// only, like the staff.
func (c SetHidden) moderator(s State) (role.Role, *reason.Addressed, error) {
	if c.Team == "" || !c.Hidden && s.Hidden && !s.ByTeam {
		return Moderator(c.By, s.Author, c.Reason)
	}
	why, err := reason.By(c.By, c.Team, c.Reason)
	if err == nil && why == nil && c.Hidden && c.By.Account != s.Author {
		err = fault.Invalid(reason.Field, "请说明操作原因。")
	}
	return c.Team, why.To(s.Author), err
}

// stands returns an error if nobody is signed in or the answer has no text any more.
func (s State) stands(by actor.Actor) error {
	switch {
	case !by.SignedIn():
		return fault.Unauthorized("请先登录。")
	case s.ID == "":
		return ErrMissing()
	case s.Deleted:
		return fault.NotFound("该回复已被删除。")
	}
	return nil
}

// ErrMissing is the error for an answer that does not exist.
func ErrMissing() error { return fault.NotFound("回复不存在。") }
