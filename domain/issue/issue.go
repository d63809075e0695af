package issue

import (
	"slices"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

const (
	// MaxLabels and MaxAssignees are the maximum numbers of one issue.
	MaxLabels    = 10
	MaxAssignees = 10

	// MaxChanges is how often an issue can change, so that its stream stays short. Hiding and locking do not count.
	MaxChanges = 500
)

// Outcome is why an issue was closed.
type Outcome string

// The outcomes.
const (
	Done       Outcome = "done"
	NotPlanned Outcome = "not_planned"
	Duplicate  Outcome = "duplicate"
)

// State is an issue, folded from its stream. The zero State does not exist.
type State struct {
	ID          string
	Project     string
	Author      string
	Title       erasable.Text
	Body        erasable.Text
	Named       []string // by any opening text
	Revision    int      // number of edits of the title and the text
	Changes     int      // number of events that count towards MaxChanges
	Labels      []string // in the order in which they were put on; the board may have removed some
	Assignees   []string
	Closed      bool
	As          Outcome // of a closed issue
	DuplicateOf string
	ByAuthor    bool   // the author has closed it, and nobody else since
	Version     string // that fixes it
	Locked      bool
	Hidden      bool
	Held        bool // it is hidden until the staff has looked at it
}

// Evolve applies one event to a state.
func Evolve(s State, event any) State {
	s.Changes++
	switch e := event.(type) {
	case Opened:
		return State{ID: e.Issue, Project: e.Project, Author: e.Author, Title: e.Title, Body: e.Body, Named: e.Mentions}
	case Retitled:
		s.Title, s.Revision = e.Title, s.Revision+1
	case Edited:
		s.Body, s.Revision = e.Body, s.Revision+1
		s.Named = append(slices.Clip(s.Named), e.Named...)
	case Labelled:
		s.Labels = append(slices.Clip(s.Labels), e.Label)
	case Unlabelled:
		s.Labels = without(s.Labels, e.Label)
	case Assigned:
		s.Assignees = append(slices.Clip(s.Assignees), e.Assignee)
	case Unassigned:
		s.Assignees = without(s.Assignees, e.Assignee)
	case Closed:
		s.Closed, s.As, s.DuplicateOf, s.ByAuthor = true, e.As, e.DuplicateOf, e.Own
	case Reopened:
		s.Closed, s.As, s.DuplicateOf, s.ByAuthor = false, "", "", false
	case Fixed:
		s.Version = e.Version
	case Unfixed:
		s.Version = ""
	default:
		s.Changes--
		return s.moderated(event)
	}
	return s
}

// moderated applies an event of those who moderate.
func (s State) moderated(event any) State {
	switch e := event.(type) {
	case Locked:
		s.Locked = true
	case Unlocked:
		s.Locked = false
	case Hidden:
		s.Hidden, s.Held = true, e.Reason.Holds()
	case Restored:
		s.Hidden, s.Held = false, false
	}
	return s
}

func without(list []string, one string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == one })
}

// Caller is the actor of a command, with what the rules ask of their account and of the issue's project.
type Caller struct {
	By       actor.Actor
	Verified bool  // the account has a verified address
	Barred   error // why the account may not write on the board now; nil: nothing bars it
	Project  string
	Unseen   bool      // the project does not exist, or not for the actor
	Archived bool      // the project is archived: nobody but the staff writes
	Team     role.Role // of an accepted member of the project or of its organization; empty for others
	Manager  role.Role // of who may edit the project's details, also of the staff; empty for others
	Board    Board
}

// inside is true for those who moderate the project's issues.
func (c Caller) inside() bool { return c.By.Staff() || c.Team != "" }

// Shows is true if the actor may know that the issue exists.
func (s State) Shows(c Caller) bool {
	return s.ID != "" && !c.Unseen && (!s.Hidden || c.inside() || c.By.SignedIn() && c.By.Account == s.Author)
}

// Place is the issue as a place for comments of a caller.
func (s State) Place(c Caller) post.Place {
	return post.Place{Kind: post.InIssue, Thing: s.ID, Project: s.Project, Starter: s.Author, Closed: s.Open(c)}
}

// Open is why a caller may not write in the issue now; nil if they may.
func (s State) Open(c Caller) error {
	if !s.Shows(c) {
		return ErrMissing()
	}
	if err := c.writes(); err != nil {
		return err
	}
	switch {
	case c.By.Staff():
		return nil
	case s.Locked && c.Team == "":
		return fault.Forbidden("该反馈已锁定，只有资源成员与管理人员可以评论。")
	case s.Hidden && c.Team == "":
		return fault.Forbidden("该反馈已被隐藏，不能继续评论。")
	}
	return nil
}

// writes is why a caller writes on no issue of the project; nil if they may.
func (c Caller) writes() error {
	switch {
	case !c.By.SignedIn():
		return fault.Unauthorized("请先登录。")
	case !c.Verified:
		return fault.Invalid("", "请先验证邮箱，再参与反馈。")
	case c.Barred != nil && !c.By.Staff():
		return c.Barred
	case c.Archived && !c.By.Staff():
		return fault.Forbidden("该资源已归档，反馈只能阅读。")
	}
	return nil
}

// acts is an error for a caller who is not signed in or for whom the issue does not exist.
func (s State) acts(c Caller) error {
	if !c.By.SignedIn() {
		return fault.Unauthorized("请先登录。")
	}
	if !s.Shows(c) {
		return ErrMissing()
	}
	return nil
}

// manages returns in which role a caller manages the issue: members do, and the staff with a reason.
func (s State) manages(c Caller, given *reason.Reason) (role.Role, *reason.Addressed, error) {
	if err := s.acts(c); err != nil {
		return "", nil, err
	}
	if c.Team != "" && (!c.Archived || c.By.Staff()) {
		why, err := reason.By(c.By, c.Team, given)
		return c.Team, why.To(s.Author), err
	}
	switch {
	case c.By.Staff():
		return post.Moderator(c.By, s.Author, given)
	case c.Archived:
		return "", nil, fault.Forbidden("该资源已归档，反馈只能阅读。")
	}
	return "", nil, fault.Forbidden("只有资源成员可以进行此操作。")
}

// ErrMissing is the error for an issue that does not exist.
func ErrMissing() error { return fault.NotFound("反馈不存在。") }

// Command is a command on an issue.
type Command interface {
	decide(s State) ([]decision.Event, error)
}

// Decide returns the events of a command, or a *fault.Error.
func Decide(s State, c Command) ([]decision.Event, error) {
	events, err := c.decide(s)
	if err == nil && s.Changes+len(events) > MaxChanges && slices.ContainsFunc(events, counts) {
		err = fault.Invalid("", "该反馈的变更次数已达上限。")
	}
	return events, err
}

// counts is true for an event that counts towards MaxChanges.
func counts(e decision.Event) bool { return Evolve(State{}, e.Payload).Changes > 0 }
