package review

import (
	"strings"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

// MaxNote is the maximum length of the note of a hand-over, in characters.
const MaxNote = 2000

// Assignment is which moderator works on a project's review, as far as moderators changed it between them. The zero
// Assignment is that of a project which nobody took over or handed over.
type Assignment struct {
	Replaced string // the lock that was taken over last
	Taker    string // the account that did
	Round    int    // of the last hand-over
	Giver    string
	Receiver string
	Note     string
}

// EvolveAssignment applies one event to an assignment.
func EvolveAssignment(s Assignment, event any) Assignment {
	switch e := event.(type) {
	case TakenOver:
		s.Replaced, s.Taker = e.Lock, e.By
	case HandedOver:
		s.Round, s.Giver, s.Receiver, s.Note = e.Round, e.By, e.To, e.Note.Text
	}
	return s
}

// AssignmentCommand is a command to an assignment.
type AssignmentCommand interface {
	decide(s Assignment) ([]any, error)
}

// DecideAssignment returns the events of a command, or a *fault.Error.
func DecideAssignment(s Assignment, c AssignmentCommand) ([]decision.Event, error) {
	payloads, err := c.decide(s)
	return decision.In(role.Moderator, payloads, err)
}

// Reviewer is an account that works on a review. Own is true if it belongs to the team of the project.
type Reviewer struct {
	actor.Actor
	Own bool
}

// MayReview returns an error for an account that may not decide on the project: a moderator never decides on a project
// of their own, an administrator may be the only one who can.
func (r Reviewer) MayReview() error {
	switch {
	case !r.Staff():
		return fault.Forbidden("只有审核人员可以执行此操作。")
	case r.Own && !r.Admin():
		return fault.Forbidden("不能审核自己参与的项目，请交给其他审核人员。")
	}
	return nil
}

// TakeOver replaces the lock that another moderator holds. Of two who replace one lock, the first in the log does.
type TakeOver struct {
	By      Reviewer
	Project string
	Lock    string // the replaced one
	Holder  string // its account
}

func (c TakeOver) decide(s Assignment) ([]any, error) {
	if err := c.By.MayReview(); err != nil {
		return nil, err
	}
	switch {
	case c.Holder == c.By.Account, s.Replaced == c.Lock && s.Taker == c.By.Account:
		return nil, nil
	case s.Replaced == c.Lock:
		return nil, fault.Conflict("其他审核人员刚刚接手了这个项目。")
	}
	return []any{TakenOver{Project: c.Project, Lock: c.Lock, From: c.Holder, By: c.By.Account}}, nil
}

// HandOver gives the review of a round to another moderator. Holder is the account whose lock is in force, or empty.
type HandOver struct {
	By      Reviewer
	To      Reviewer
	Project string
	Waiting bool // the project is in review
	Round   int
	Holder  string
	Note    string
}

func (c HandOver) decide(s Assignment) ([]any, error) {
	if err := c.By.MayReview(); err != nil {
		return nil, err
	}
	switch {
	case !c.Waiting:
		return nil, fault.Conflict("该项目不在审核队列中。")
	case c.Holder != "" && c.Holder != c.By.Account && c.Holder != c.To.Account:
		return nil, fault.Conflict("其他审核人员正在审核这个项目，请先接手。")
	case c.To.Account == c.By.Account:
		return nil, fault.Invalid("to", "不能交给自己。")
	case !c.To.Staff():
		return nil, fault.Invalid("to", "只能交给审核人员。")
	case c.To.MayReview() != nil:
		return nil, fault.Invalid("to", "这位审核人员参与了该项目，不能审核它。")
	}
	note, err := text.Prose("note", "留言", c.Note, MaxNote)
	if err != nil {
		return nil, err
	}
	if note = strings.TrimSpace(note); note == "" {
		return nil, fault.Invalid("note", "请写一句话，说明为什么转交、已经看过什么。")
	}
	if s.Round == c.Round && s.Giver == c.By.Account && s.Receiver == c.To.Account && s.Note == note {
		return nil, nil
	}
	return []any{HandedOver{Project: c.Project, Round: c.Round, By: c.By.Account, To: c.To.Account, Note: erasable.Of(c.By.Account, note)}}, nil
}
