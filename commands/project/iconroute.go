package project

import (
	"context"
	"net/http"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/picture"
)

// changeIcon is PATCH /project/{id}/icon: the body is the picture.
func (s *Service) changeIcon(w http.ResponseWriter, r *http.Request) (err error) {
	ctx := r.Context()
	by, req, err := authorise(r, identity.ScopeProjectWrite)
	if err != nil {
		return err
	}
	if err := picture.CheckExt(r.URL.Query().Get("ext")); err != nil {
		return err
	}
	why := commands.ReasonOf(r)
	t, err := s.peek(ctx, by, r.PathValue("id"))
	if err != nil {
		return err
	}
	if _, err := project.Decide(t.state, project.ChangeIcon{By: t.by, Reason: why, URL: "-"}); err != nil {
		return err
	}
	u := s.uploads()
	defer u.settle(ctx, &err)
	address, color, err := s.storeIcon(ctx, u, t.state.ID, r.Body)
	if err != nil {
		return err
	}
	u.asked = true
	outcome, err := s.handler.Handle(ctx, req, func(ctx context.Context, d *commands.Decision) error {
		t, err := s.targetByID(ctx, d, by, t.state.ID)
		if err != nil {
			return err
		}
		return t.do(project.ChangeIcon{By: t.by, Reason: why, URL: address, Color: color})
	})
	if err != nil {
		return err
	}
	u.done(ctx, outcome)
	return commands.Done(w, outcome)
}

func (s *Service) removeIcon(w http.ResponseWriter, r *http.Request) error {
	return s.onProject(w, r, identity.ScopeProjectWrite, func(_ context.Context, t *target) error {
		return t.do(project.ChangeIcon{By: t.by, Reason: commands.ReasonOf(r)})
	})
}
