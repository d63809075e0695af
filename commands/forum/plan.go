package forum

import (
	"context"
	"fmt"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
)

// Planned is a discussion with its answers and what became of it.
type Planned struct {
	Command     string // permanent name of the plan: the ids of its events are derived from it
	Discussion  string
	Section     forum.Section
	Title, Body string
	By          forum.Caller // with the board of a project's discussion
	At          time.Time
	Answers     []PlannedAnswer // in the order of their times
	Locked      *PlannedLock
}

// PlannedAnswer is an answer. To is the number of the answer that it answers, from 1; 0 for none. Edited replaces the text
// an hour later, if it is set.
type PlannedAnswer struct {
	Post   string
	By     forum.Caller
	At     time.Time
	Body   string
	Edited string
	To     int
	// Mentions are accounts that the text names.
	Mentions []string
	// Held is true for a text with a link of a newcomer, which waits for the staff.
	Held bool
}

// PlannedLock locks the discussion.
type PlannedLock struct {
	By     forum.Caller
	At     time.Time
	Reason reason.Reason
}

// PlanDiscussion returns the writes of a discussion, by the same rules as for people's commands.
func PlanDiscussion(ctx context.Context, codec commands.Codec, texts commands.Texts, p Planned) ([]eventlog.Write, error) {
	plan := commands.NewPlan(codec, p.Command, "").Sealing(texts)
	failed := func(err error) ([]eventlog.Write, error) {
		return nil, fmt.Errorf("plan the discussion %s: %w", p.Title, err)
	}
	err := plan.Step(p.At, p.By.By, func(tx *commands.Tx) error {
		d, err := Discussions().Open(ctx, tx, p.Discussion)
		if err != nil {
			return err
		}
		if err := d.Do(forum.Open{Caller: p.By, Discussion: p.Discussion, Section: p.Section, Title: p.Title, Body: p.Body}); err != nil {
			return err
		}
		return begun(ctx, tx, d)
	})
	if err != nil {
		return failed(err)
	}
	for i, a := range p.Answers {
		if err := plan.Step(a.At, a.By.By, func(tx *commands.Tx) error { return p.answer(ctx, tx, i) }); err != nil {
			return failed(err)
		}
	}
	for i, a := range p.Answers {
		if a.Edited == "" {
			continue
		}
		if err := plan.Step(a.At.Add(time.Hour), a.By.By, func(tx *commands.Tx) error { return p.edit(ctx, tx, i) }); err != nil {
			return failed(err)
		}
	}
	if l := p.Locked; l != nil {
		err := plan.Step(l.At, l.By.By, func(tx *commands.Tx) error {
			d, err := Discussions().Get(ctx, tx, p.Discussion)
			if err != nil {
				return err
			}
			return d.Do(forum.SetLocked{Caller: l.By, Locked: true, Reason: &l.Reason})
		})
		if err != nil {
			return failed(err)
		}
	}
	return plan.Writes(ctx)
}

// begun records the discussion of a project.
func begun(ctx context.Context, tx *commands.Tx, d *entity) error {
	in := d.State().Project
	if in == "" {
		return nil
	}
	board, err := boards().Get(ctx, tx, in)
	if err == nil {
		board.Follow(d.Role(), forum.Begun{Project: in, Discussion: d.State().ID})
	}
	return err
}

// first records that a discussion has an answer.
func first(d *entity, id string) {
	if !d.State().Answered {
		d.Follow(role.Self, forum.Answered{Discussion: d.State().ID, Post: id})
	}
}

func (p Planned) answer(ctx context.Context, tx *commands.Tx, n int) error {
	a := p.Answers[n]
	d, err := Discussions().Get(ctx, tx, p.Discussion)
	if err != nil {
		return err
	}
	e, err := Posts().Open(ctx, tx, a.Post)
	if err != nil {
		return err
	}
	c := post.Write{By: a.By.By, In: d.State().Place(a.By), Post: a.Post, Body: a.Body, Mentions: a.Mentions}
	if a.To > 0 {
		to := p.Answers[a.To-1].Post
		if c.ReplyTo, err = Answered(ctx, tx, &to); err != nil {
			return err
		}
	}
	if err := e.Do(c); err != nil {
		return err
	}
	first(d, a.Post)
	if a.Held {
		Hold(e, &reason.Addressed{Code: reason.Held})
	}
	return nil
}

func (p Planned) edit(ctx context.Context, tx *commands.Tx, n int) error {
	a := p.Answers[n]
	d, err := Discussions().Get(ctx, tx, p.Discussion)
	if err != nil {
		return err
	}
	return Posts().Do(ctx, tx, a.Post, post.Edit{By: a.By.By, In: d.State().Place(a.By), Body: a.Edited, Mentions: a.Mentions})
}
