package review

import (
	"context"

	"github.com/google/uuid"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	domain "github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/review"
)

// assignments are which moderator works on a project's review, one stream for each project. There are no snapshots,
// because the streams are short.
func assignments() *commands.Aggregate[review.Assignment, review.AssignmentCommand] {
	return &commands.Aggregate[review.Assignment, review.AssignmentCommand]{
		Category: "assignment", Evolve: commands.Timeless(review.EvolveAssignment), Decide: review.DecideAssignment,
	}
}

// subject is a project under review, with the caller as its reviewer.
type subject struct {
	*project.Target
	reviewer review.Reviewer
}

// open loads the project that a member of the staff works on. Everybody else is refused, whether the project exists or
// not.
func open(ctx context.Context, tx *commands.Tx, name string) (subject, error) {
	if !tx.By().Staff() {
		return subject{}, staffOnly()
	}
	t, err := project.Visible(ctx, tx, name)
	if err != nil {
		return subject{}, err
	}
	return subject{t, review.Reviewer{Actor: t.By, Own: t.State().Own(t.By)}}, nil
}

// other is another account as a reviewer of the project.
func (p subject) other(ctx context.Context, tx *commands.Tx, a actor.Actor) (review.Reviewer, error) {
	if organization := p.State().Organization; organization != "" {
		o, err := project.Organizations().Get(ctx, tx, organization)
		if err != nil {
			return review.Reviewer{}, err
		}
		a = o.State().InProjects(a)
	}
	return review.Reviewer{Actor: a, Own: p.State().Own(a)}, nil
}

// lock is GET /_internal/moderation/lock/{id}.
func (s *Service) lock(ctx context.Context, req commands.Request, in *commands.Named) (Lock, error) {
	p, err := s.subject(ctx, req, in.ID)
	if err != nil {
		return Lock{}, err
	}
	return s.state(ctx, p.State().ID, req.By.Account)
}

func (s *Service) subject(ctx context.Context, req commands.Request, name string) (p subject, err error) {
	err = s.Handler.Read(ctx, req.By, func(ctx context.Context, tx *commands.Tx) error {
		p, err = open(ctx, tx, name)
		return err
	})
	return p, err
}

// acquire is POST /_internal/moderation/lock/{id}: it takes or renews the lock of a project in review. Where somebody else
// holds it, the answer says who, without success; a project of the caller's own, and one that nobody has to decide on, is
// looked at without a lock.
func (s *Service) acquire(ctx context.Context, req commands.Request, in *commands.Named) (Lock, commands.Outcome, error) {
	p, err := s.subject(ctx, req, in.ID)
	if err == nil && p.reviewer.MayReview() == nil && p.State().Status == domain.Processing {
		err = s.take(ctx, p.State().ID, req.By.Account, uuid.NewString())
	}
	if err != nil {
		return Lock{}, commands.Outcome{}, err
	}
	out, err := s.state(ctx, p.State().ID, req.By.Account)
	return out, commands.Outcome{}, err
}

// release is DELETE /_internal/moderation/lock/{id}. Somebody else's lock stays.
func (s *Service) release(ctx context.Context, req commands.Request, in *commands.Named) (commands.Outcome, error) {
	p, err := s.subject(ctx, req, in.ID)
	if err != nil {
		return commands.Outcome{}, err
	}
	return commands.Outcome{}, s.leave(ctx, p.State().ID, req.By.Account)
}

type override struct {
	ID   string `path:"id" doc:"资源的 ID 或 slug"`
	Body overrideBody
}

type overrideBody struct {
	Lock string `json:"lock" doc:"要接手的锁，如 GET 所答"`
}

// override is POST /_internal/moderation/lock/{id}/override. The log decides which of two take-overs of one lock is the
// first; only that one then moves the row. If it dies in between, its caller may ask again, and the old lock runs out.
func (s *Service) override(ctx context.Context, req commands.Request, in *override) (Lock, commands.Outcome, error) {
	var id string
	outcome, err := s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		p, err := open(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		id = p.State().ID
		if err := p.reviewer.MayReview(); err != nil {
			return err
		}
		h, err := s.holding(ctx, id)
		if err != nil {
			return err
		}
		holder := h.by(tx.Now())
		if holder == "" || holder == req.By.Account {
			return nil
		}
		if h.lock != in.Body.Lock {
			return fault.Conflict("其他审核人员刚刚接手了这个项目。")
		}
		e, err := assignments().Open(ctx, tx, id)
		if err != nil {
			return err
		}
		return e.Do(review.TakeOver{By: p.reviewer, Project: id, Lock: h.lock, Holder: holder})
	})
	if err != nil {
		return Lock{}, outcome, err
	}
	now := s.Handler.Clock()
	name := uuid.NewString()
	if !outcome.Repeated {
		if err := s.exec(ctx, replaceLock, id, in.Body.Lock, name, req.By.Account, now, now.Add(held)); err != nil {
			return Lock{}, outcome, err
		}
		if err := s.take(ctx, id, req.By.Account, name); err != nil {
			return Lock{}, outcome, err
		}
		if err := s.exec(ctx, announce); err != nil {
			return Lock{}, outcome, err
		}
	}
	out, err := s.state(ctx, id, req.By.Account)
	return out, outcome, err
}
