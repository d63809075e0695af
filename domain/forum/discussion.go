package forum

import (
	"slices"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/role"
)

// State is a discussion, folded from its stream. The zero State does not exist.
type State struct {
	ID       string
	Section  Section
	Project  string
	Author   string
	Title    erasable.Text
	Body     erasable.Text
	Named    []string // by any opening text
	Revision int      // number of edits of the title and the text
	Answered bool     // it has, or had, an answer
	Locked   bool
	Hidden   bool
	Held     bool // it is hidden until the staff has looked at it
	Cleared  bool // its opening text was deleted
	Deleted  bool
}

// Evolve applies one event to a state.
func Evolve(s State, event any) State {
	switch e := event.(type) {
	case Opened:
		return State{ID: e.Discussion, Section: e.Section, Project: e.Project, Author: e.Author, Title: e.Title, Body: e.Body, Named: e.Mentions}
	case Retitled:
		s.Title, s.Revision = e.Title, s.Revision+1
	case Edited:
		s.Body, s.Revision = e.Body, s.Revision+1
		s.Named = append(slices.Clip(s.Named), e.Named...)
	case Answered:
		s.Answered = true
	case Locked:
		s.Locked = true
	case Unlocked:
		s.Locked = false
	case Hidden:
		s.Hidden, s.Held = true, e.Reason.Holds()
	case Restored:
		s.Hidden, s.Held = false, false
	case Cleared:
		s.Cleared, s.Body = true, erasable.Text{}
	case Deleted:
		s.Deleted = true
	}
	return s
}

// Caller is the actor of a command, with what the rules ask of their account and of the discussion's project.
type Caller struct {
	By       actor.Actor
	Verified bool  // the account has a verified address
	Barred   error // why the account may write neither in the section nor on the board now; nil: nothing bars it
	Board    Board
}

// Board is what the rules ask of the project of a discussion. The zero Board is that of a discussion without a project.
type Board struct {
	Project  string
	Unseen   bool // the project does not exist, or not for the actor
	Archived bool // the project is archived: nobody but the staff writes
	Member   bool // the actor is an accepted member of the project or of its organization
	Manager  role.Role
	Team     role.Role // of a member; empty for others
	Has      string    // the project's discussion
}

// Shows is true if the actor may know that the discussion exists: who moderates sees it also while it is hidden.
func (s State) Shows(c Caller) bool {
	return s.ID != "" && !s.Deleted && !c.Board.Unseen && (!s.Hidden || c.By.Staff() || c.Board.Member || c.By.SignedIn() && c.By.Account == s.Author)
}

// Place is the discussion as a place for answers of a caller.
func (s State) Place(c Caller) post.Place {
	return post.Place{Kind: post.InDiscussion, Thing: s.ID, Project: s.Project, Starter: s.Author, Closed: s.closed(c)}
}

// closed is why a caller may not write in the discussion now; nil if they may.
func (s State) closed(c Caller) error {
	if err := s.seen(c); err != nil {
		return err
	}
	rules, _ := RulesOf(s.Section)
	if err := c.writes(rules.Answers); err != nil {
		return err
	}
	switch {
	case c.By.Staff():
		return nil
	case s.Hidden:
		return fault.Forbidden("该讨论已被隐藏，不能继续回复。")
	case s.Locked:
		return fault.Forbidden("该讨论已锁定，只有管理人员可以回复。")
	case c.Board.Archived:
		return fault.Forbidden("该资源已归档，讨论只能阅读。")
	}
	return nil
}

// writes is why a caller does not belong to the writers; nil if they do. Who manages a project is known for its own
// discussion only.
func (c Caller) writes(of Writers) error {
	switch {
	case !c.By.SignedIn():
		return fault.Unauthorized("请先登录。")
	case !c.Verified:
		return fault.Invalid("", "请先验证邮箱，再参与讨论。")
	case c.Barred != nil && !c.By.Staff():
		return c.Barred
	case of == Admins && !c.By.Admin():
		return fault.Forbidden("只有管理员可以在此发布内容。")
	case of == Managers && c.Board.Manager == "":
		return fault.Forbidden("你没有此资源的相应权限。")
	}
	return nil
}

// seen is an error for a caller for whom the discussion does not exist.
func (s State) seen(c Caller) error {
	if !s.Shows(c) {
		return ErrMissing()
	}
	return nil
}

// acts is an error for a caller who is not signed in or for whom the discussion does not exist.
func (s State) acts(c Caller) error {
	if !c.By.SignedIn() {
		return fault.Unauthorized("请先登录。")
	}
	return s.seen(c)
}

// ErrMissing is the error for a discussion that does not exist.
func ErrMissing() error { return fault.NotFound("讨论不存在。") }

// Command is a command on a discussion.
type Command interface {
	decide(s State) ([]any, role.Role, error)
}

// Decide returns the events of a command, or a *fault.Error.
func Decide(s State, c Command) ([]decision.Event, error) { return decision.Of(c.decide(s)) }
