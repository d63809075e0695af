package collection

import (
	"context"
	"net/http"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/identity"
)

// follow is POST /project/{id}/follow.
func (s *Service) follow(w http.ResponseWriter, r *http.Request) error {
	return s.command(w, r, identity.ScopeUserWrite, func(ctx context.Context, d *commands.Decision, a ask) error {
		project, visible, err := s.projects.Find(ctx, d, a.caller, r.PathValue("id"))
		if err != nil {
			return err
		}
		if !visible {
			return errNoProject()
		}
		follows, err := loadFollows(ctx, d, a.by.Account)
		if err != nil {
			return err
		}
		events, err := collection.Follow(follows, a.by.Account, project.ID)
		if err != nil {
			return err
		}
		d.As(role.Self)
		d.Append(followStream(a.by.Account), events...)
		return nil
	})
}

// unfollow is DELETE /project/{id}/follow. Who follows a project may leave it whatever has become of it.
func (s *Service) unfollow(w http.ResponseWriter, r *http.Request) error {
	return s.command(w, r, identity.ScopeUserWrite, func(ctx context.Context, d *commands.Decision, a ask) error {
		project, visible, err := s.projects.Find(ctx, d, a.caller, r.PathValue("id"))
		if err != nil {
			return err
		}
		follows, err := loadFollows(ctx, d, a.by.Account)
		if err != nil {
			return err
		}
		if !visible && !follows.Has(project.ID) {
			return errNoProject()
		}
		events, err := collection.Unfollow(follows, a.by.Account, project.ID)
		if err != nil {
			return err
		}
		d.As(role.Self)
		d.Append(followStream(a.by.Account), events...)
		return nil
	})
}
