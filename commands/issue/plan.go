package issue

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/modyard/modyard/commands"
	commandforum "github.com/modyard/modyard/commands/forum"
	"github.com/modyard/modyard/domain/issue"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/eventlog"
)

// Planned is the board of a project with its issues.
type Planned struct {
	Command  string // permanent name of the plan: the ids of its events are derived from it
	Project  string
	By       issue.Caller // who manages the board and the issues
	At       time.Time
	Type     issue.Type
	Template string
	Labels   []issue.Label
	Issues   []PlannedIssue
}

// PlannedIssue is an issue with what becomes of it.
type PlannedIssue struct {
	Issue       string
	By          issue.Caller
	At          time.Time
	Title, Body string
	Labels      []string // ids or names
	Assignees   []string // members of the project
	Comments    []PlannedComment
	Closed      time.Time // zero: it is open, unless a version fixes it
	As          issue.Outcome
	Fixed       time.Time // zero: no version fixes it
	Version     string    // a public one
	Pinned      bool
}

// PlannedComment is a comment. To is the number of the comment that it answers, from 1; 0 for none.
type PlannedComment struct {
	Post string
	By   issue.Caller
	At   time.Time
	Body string
	To   int
}

// step is one decision of a plan.
type step struct {
	at time.Time
	by issue.Caller
	do func(ctx context.Context, tx *commands.Tx, c issue.Caller) error
}

// PlanBoard returns the writes of a board and its issues, by the same rules as for people's commands.
func PlanBoard(ctx context.Context, codec commands.Codec, texts commands.Texts, p Planned) ([]eventlog.Write, error) {
	steps := []step{{p.At, p.By, p.settle}}
	for _, i := range p.Issues {
		steps = append(steps, i.steps(p.By)...)
	}
	slices.SortStableFunc(steps, func(a, b step) int { return a.at.Compare(b.at) })
	plan := commands.NewPlan(codec, p.Command, "").Sealing(texts)
	for _, s := range steps {
		err := plan.Step(s.at, s.by.By, func(tx *commands.Tx) error {
			board, err := boards().Get(ctx, tx, p.Project)
			if err != nil {
				return err
			}
			c := s.by
			c.Project, c.Board = p.Project, board.State()
			return s.do(ctx, tx, c)
		})
		if err != nil {
			return nil, fmt.Errorf("plan the board of %s: %w", p.Project, err)
		}
	}
	return plan.Writes(ctx)
}

// settle makes the board.
func (p Planned) settle(ctx context.Context, tx *commands.Tx, c issue.Caller) error {
	board, err := boards().Get(ctx, tx, p.Project)
	if err != nil {
		return err
	}
	if err := board.Do(issue.Settle{Caller: c, Type: &p.Type, Template: &p.Template}); err != nil {
		return err
	}
	for _, l := range p.Labels {
		if err := board.Do(issue.SetLabel{Caller: c, Label: l.ID, New: true, Name: &l.Name, Color: &l.Color, Description: &l.Description}); err != nil {
			return err
		}
	}
	return nil
}

// steps are the decisions about an issue.
func (p PlannedIssue) steps(manager issue.Caller) []step {
	steps := []step{{p.At, p.By, p.open}}
	if len(p.Labels)+len(p.Assignees) > 0 {
		steps = append(steps, step{p.At.Add(20 * time.Minute), manager, func(ctx context.Context, tx *commands.Tx, c issue.Caller) error {
			labels := c.Board.Resolve(p.Labels)
			return p.do(ctx, tx, issue.Change{Caller: c, Labels: &labels, Assignees: &p.Assignees, Assignable: p.Assignees})
		}})
	}
	if p.Pinned {
		steps = append(steps, step{p.At.Add(30 * time.Minute), manager, p.pin})
	}
	for n, one := range p.Comments {
		steps = append(steps, step{one.At, one.By, func(ctx context.Context, tx *commands.Tx, c issue.Caller) error { return p.comment(ctx, tx, c, n) }})
	}
	if !p.Fixed.IsZero() {
		steps = append(steps, step{p.Fixed, manager, func(ctx context.Context, tx *commands.Tx, c issue.Caller) error {
			return p.do(ctx, tx, issue.Fix{Caller: c, Version: p.Version, Project: c.Project, Public: true})
		}})
	}
	if !p.Closed.IsZero() {
		steps = append(steps, step{p.Closed, manager, func(ctx context.Context, tx *commands.Tx, c issue.Caller) error {
			closed := true
			return p.do(ctx, tx, issue.Change{Caller: c, Closed: &closed, As: p.As})
		}})
	}
	return steps
}

func (p PlannedIssue) open(ctx context.Context, tx *commands.Tx, c issue.Caller) error {
	return p.do(ctx, tx, issue.Open{Caller: c, Issue: p.Issue, Title: p.Title, Body: p.Body})
}

func (p PlannedIssue) do(ctx context.Context, tx *commands.Tx, command issue.Command) error {
	e, err := Issues().Open(ctx, tx, p.Issue)
	if err != nil {
		return err
	}
	return e.Do(command)
}

func (p PlannedIssue) pin(ctx context.Context, tx *commands.Tx, c issue.Caller) error {
	e, err := Issues().Open(ctx, tx, p.Issue)
	if err != nil {
		return err
	}
	return boards().Do(ctx, tx, c.Project, issue.SetPinned{Caller: c, Issue: e.State(), Pinned: true})
}

func (p PlannedIssue) comment(ctx context.Context, tx *commands.Tx, c issue.Caller, n int) error {
	e, err := Issues().Open(ctx, tx, p.Issue)
	if err != nil {
		return err
	}
	one := p.Comments[n]
	entity, err := commandforum.Posts().Open(ctx, tx, one.Post)
	if err != nil {
		return err
	}
	write := post.Write{By: c.By, In: e.State().Place(c), Post: one.Post, Body: one.Body}
	if one.To > 0 {
		to := p.Comments[one.To-1].Post
		if write.ReplyTo, err = commandforum.Answered(ctx, tx, &to); err != nil {
			return err
		}
	}
	return entity.Do(write)
}
