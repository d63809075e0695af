package app

import (
	"context"

	commandbar "github.com/modyard/modyard/commands/bar"
	"github.com/modyard/modyard/domain/bar"
	"github.com/modyard/modyard/identity"
)

// barArea has who may not write in a section or on a board for a while.
func barArea() area {
	return area{name: "bar", events: bar.EventTypes(), mount: (*Site).mountBars}
}

func (s *Site) mountBars(*mounting) error {
	bars, err := commandbar.New(commandbar.Options{
		Handler: s.Core.Handler, Person: func(ctx context.Context, name string) (string, bool, error) {
			p, err := s.Identity.ByUsername(ctx, name)
			return p.ID, p.Role == identity.RoleModerator || p.Role == identity.RoleAdmin, err
		},
	})
	if err != nil {
		return err
	}
	bars.Routes(s.API)
	return nil
}
