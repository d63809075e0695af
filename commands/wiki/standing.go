package wiki

import (
	"context"
	"errors"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/identity"
)

// standing is what the caller may do with the wiki. Waiting and Ended are left to the read models.
func (d *desk) standing(ctx context.Context) (contract.WikiStanding, error) {
	s := d.wiki.State()
	out := contract.WikiStanding{Revision: int64(s.Number), Editing: string(s.Who()), Locked: s.Locked}
	_, cannotReview := d.by.MayReview("", false)
	out.MayReview, out.MaySettle, out.MayLock = cannotReview == nil, d.by.Editor, d.by.Staff()
	may := d.by.MayDraft(s)
	if d.by.SignedIn() {
		place, err := d.place(ctx, d.by.Account)
		if err != nil {
			return out, err
		}
		p := place.State()
		if p.Until.After(d.tx.Now()) && !d.by.Editor {
			until := p.Until
			out.BannedUntil = &until
			if may == nil {
				may = p.Ban(d.tx.Now())
			}
		}
		if p.Draft != "" {
			if out.Draft, err = d.ownState(ctx, p.Draft); err != nil {
				return out, err
			}
		}
	}
	var f *fault.Error
	switch {
	case may == nil:
		out.MayDraft = true
	case errors.As(may, &f):
		out.Why = f.Text
	default:
		return out, may
	}
	return out, nil
}

func (d *desk) ownState(ctx context.Context, id string) (*contract.WikiDraftState, error) {
	e, err := drafts().Open(ctx, d.tx, id)
	if err != nil {
		return nil, err
	}
	state, err := d.stateOf(ctx, e.State())
	return &state, err
}

// Standing is what the caller of ctx may do with the wiki of a project.
func (s *Service) Standing(ctx context.Context, project string) (out contract.WikiStanding, err error) {
	err = s.reads(ctx, project, func(ctx context.Context, d *desk) (err error) {
		out, err = d.standing(ctx)
		return err
	})
	return out, err
}

// Draft is the draft that the family's document of a wiki contains for the caller of ctx: the own open one, for reviewers
// without one the oldest in review, otherwise nil. Own says which.
func (s *Service) Draft(ctx context.Context, project string, bodies bool) (cache *contract.WikiCache, author *contract.Author, own bool, err error) {
	err = s.reads(ctx, project, func(ctx context.Context, d *desk) error {
		e, err := d.shownDraft(ctx)
		if err != nil || e == nil {
			return err
		}
		own = e.State().Account == d.by.Account
		if cache, err = d.cache(ctx, e, bodies); err != nil {
			return err
		}
		found, err := s.authors(ctx, cache.UserID)
		if a, ok := found[cache.UserID]; ok {
			author = &a
		}
		return err
	})
	return cache, author, own, err
}

func (d *desk) shownDraft(ctx context.Context) (*draftEntity, error) {
	if !d.by.SignedIn() {
		return nil, nil
	}
	place, err := d.place(ctx, d.by.Account)
	if err != nil {
		return nil, err
	}
	if id := place.State().Draft; id != "" {
		return drafts().Open(ctx, d.tx, id)
	}
	if _, err := d.by.MayReview("", false); err != nil {
		return nil, nil //nolint:nilerr // others see no draft
	}
	return d.waiting(ctx)
}

// reads runs look with the rights of the caller of ctx, who is anonymous without the scope.
func (s *Service) reads(ctx context.Context, project string, look func(context.Context, *desk) error) error {
	caller := identity.FromContext(ctx)
	if !caller.Can(identity.ScopeProjectRead) {
		caller = identity.Caller{}
	}
	return s.Handler.Read(ctx, caller.Actor(), func(ctx context.Context, tx *commands.Tx) error {
		d, err := s.desk(ctx, tx, project)
		if err != nil {
			return err
		}
		return look(ctx, d)
	})
}
