package project

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
)

// planSpace is the UUID name space of the commands that end plans.
var planSpace = uuid.MustParse("5f2c1f0e-3a5b-5c1d-9b7e-64c8a1d0e2b4")

// Accounts finds the authors of plans.
type Accounts interface {
	// Actor is the account with the rank that it has now; false for an account that does not exist or was closed.
	Actor(ctx context.Context, account string) (actor.Actor, bool, error)
	// MayPublish is false while a suspension refuses the account to publish.
	MayPublish(ctx context.Context, account string) (bool, error)
}

// Releases carries out plans that are due. It decides from the log alone: who calls it only says where to look. It is
// safe to call again, early, late, and in several processes at a time.
type Releases struct {
	Handler  *commands.Handler
	Accounts Accounts
}

// planned is a thing with a plan, within one decision.
type planned struct {
	plan, author string // empty: no plan that is due
	carryOut     func() error
	refuse       func(project.Obstacle) error
}

// Project carries out the plan of a project, if it has one that is due.
func (r *Releases) Project(ctx context.Context, id string) error {
	return r.release(ctx, func(ctx context.Context, tx *commands.Tx) (planned, error) {
		t, err := find(ctx, tx, id)
		if err != nil {
			return planned{}, err
		}
		p := t.State().Plan
		if !t.State().Exists() || p == nil || tx.Now().Before(p.Time) {
			return planned{}, nil
		}
		return planned{
			plan: p.ID, author: p.Author,
			carryOut: func() error { return t.Do(project.CarryOut{By: t.By, Plan: p.ID, Now: tx.Now()}) },
			refuse:   func(o project.Obstacle) error { return t.Do(project.ObstructRelease{Plan: p.ID, Obstacle: o}) },
		}, nil
	})
}

// Version carries out the plan of a version, if it has one that is due.
func (r *Releases) Version(ctx context.Context, id string) error {
	return r.release(ctx, func(ctx context.Context, tx *commands.Tx) (planned, error) {
		t, err := FindVersion(ctx, tx, id)
		var absent *fault.Error
		if errors.As(err, &absent) {
			return planned{}, nil
		}
		if err != nil {
			return planned{}, err
		}
		p := t.Version().Plan
		if !t.State().Exists() || !t.Version().Exists() || p == nil || tx.Now().Before(p.Time) {
			return planned{}, nil
		}
		return planned{
			plan: p.ID, author: p.Author,
			carryOut: func() error { return t.Do(ctx, project.CarryOutVersion{By: t.By, Plan: p.ID, Now: tx.Now()}) },
			refuse: func(o project.Obstacle) error {
				return t.Do(ctx, project.ObstructVersionRelease{Plan: p.ID, Obstacle: o})
			},
		}, nil
	})
}

// release runs the author's command. If the rules refuse it, the program ends the plan.
func (r *Releases) release(ctx context.Context, open func(context.Context, *commands.Tx) (planned, error)) error {
	var due planned
	if err := r.Handler.Read(ctx, actor.Actor{}, func(ctx context.Context, tx *commands.Tx) (err error) {
		due, err = open(ctx, tx)
		return err
	}); err != nil || due.plan == "" {
		return err
	}
	author, exists, err := r.Accounts.Actor(ctx, due.author)
	if err != nil {
		return fmt.Errorf("find the author of plan %s: %w", due.plan, err)
	}
	if !exists {
		return r.decide(ctx, due.plan, "refuse", actor.Actor{}, open, func(p planned) error { return p.refuse(project.AuthorGone) })
	}
	may, err := r.Accounts.MayPublish(ctx, due.author)
	if err != nil {
		return fmt.Errorf("find what the author of plan %s may do: %w", due.plan, err)
	}
	if may {
		err = r.decide(ctx, due.plan, "carry out", author, open, func(p planned) error { return p.carryOut() })
		var refused *fault.Error
		if !errors.As(err, &refused) {
			return err
		}
	}
	return r.decide(ctx, due.plan, "refuse", actor.Actor{}, open, func(p planned) error { return p.refuse(project.AuthorRight) })
}

// decide makes a decision about a plan that still stands. The command's id follows from the plan, so that a repeated
// decision is not appended twice.
func (r *Releases) decide(ctx context.Context, plan, what string, by actor.Actor, open func(context.Context, *commands.Tx) (planned, error), do func(planned) error) error {
	req := commands.Request{Command: uuid.NewSHA1(planSpace, []byte(what+"\x00"+plan)).String(), By: by}
	_, err := r.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		p, err := open(ctx, tx)
		if err != nil || p.plan != plan {
			return err
		}
		return do(p)
	})
	if err != nil {
		return fmt.Errorf("%s plan %s: %w", what, plan, err)
	}
	return nil
}
