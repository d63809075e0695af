package project

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/ids"
)

// Planned is the whole history of an imported project, step by step.
type Planned struct {
	Project string // the project's id
	Command string // permanent name of the plan (commands.NewPlan)
	// Role is that of all its events; empty for the role in which each step is decided.
	Role  role.Role
	Steps []Step
	Texts commands.Texts // seals the messages; nil where there are none
}

// Step is one command of a plan. Exactly one of Do, DoVersion and Say is set.
type Step struct {
	At        time.Time // the time of the events
	By        string    // account id; empty for the program itself
	Do        project.Command
	Version   string // id of the version for DoVersion
	DoVersion project.VersionCommand
	Say       *thread.Post // in the project's thread; the plan makes the message's id
}

// StepError names the rejected step of a plan and the reason.
type StepError struct {
	Step int
	Err  error
}

// Error names the step by its index, from zero.
func (e *StepError) Error() string { return fmt.Sprintf("step %d: %v", e.Step, e.Err) }

// Unwrap gives the reason.
func (e *StepError) Unwrap() error { return e.Err }

// PlanProject decides every step by the same rules as for a person's commands, on a project that does not exist yet. It
// returns the writes of the project, its slugs, versions and files, which must be appended together.
func PlanProject(ctx context.Context, codec commands.Codec, p Planned) ([]eventlog.Write, error) {
	plan, err := p.planned(ctx, codec)
	if err != nil {
		return nil, err
	}
	return plan.Writes(ctx)
}

// PlanHistory is PlanProject for a project whose history shows its versions among its submissions: its appends keep the order
// of the steps, whose times must not decrease.
func PlanHistory(ctx context.Context, codec commands.Codec, p Planned) ([][]eventlog.Write, error) {
	plan, err := p.planned(ctx, codec)
	if err != nil {
		return nil, err
	}
	return plan.Appends(ctx)
}

// planned decides every step.
func (p Planned) planned(ctx context.Context, codec commands.Codec) (*commands.Plan, error) {
	plan := commands.NewPlan(codec, p.Command, p.Role)
	if p.Texts != nil {
		plan.Sealing(p.Texts)
	}
	for i, step := range p.Steps {
		if err := plan.Step(step.At, actor.Actor{Account: step.By}, func(tx *commands.Tx) error { return p.decide(ctx, tx, step) }); err != nil {
			return nil, &StepError{Step: i, Err: err}
		}
	}
	return plan, nil
}

func (p Planned) decide(ctx context.Context, tx *commands.Tx, step Step) error {
	if c, begins := step.Do.(project.Create); begins {
		if c.Project != p.Project {
			return fmt.Errorf("plan of project %s creates %s", p.Project, c.Project)
		}
		if c.Thread == "" {
			c.Thread = ids.FromBytes([]byte("plan thread:" + p.Command))
		}
		_, err := begin(ctx, tx, c)
		return err
	}
	t, err := find(ctx, tx, p.Project)
	if err != nil {
		return err
	}
	if step.Say != nil {
		c := *step.Say
		c.Message = ids.FromBytes(fmt.Appendf(nil, "plan message:%s %s", p.Command, step.At.UTC().Format(time.RFC3339Nano)))
		return report.Place(ctx, tx, t.State().Thread, c)
	}
	switch c := step.DoVersion.(type) {
	case nil:
	case project.CreateVersion:
		return addVersion(ctx, t, c)
	case project.RemoveFile, project.RemoveVersion:
		return errors.New("a plan cannot remove files")
	default:
		version, err := Versions().Get(ctx, tx, step.Version)
		if err != nil {
			return err
		}
		return (&VersionTarget{Target: t, version: version}).Do(ctx, c)
	}
	switch c := step.Do.(type) {
	case project.Edit:
		return t.edit(ctx, c)
	case project.Submit:
		var err error
		if c.Versions, c.Types, err = t.checked(ctx); err != nil {
			return err
		}
		c.Submission = ids.FromBytes(fmt.Appendf(nil, "plan submission:%s %d", p.Command, t.State().Round))
		return t.Do(c)
	}
	return t.Do(step.Do)
}
