package app

import (
	"context"
	"time"

	commandbar "github.com/modyard/modyard/commands/bar"
	"github.com/modyard/modyard/domain/bar"
	"github.com/modyard/modyard/identity"
	projectedbar "github.com/modyard/modyard/projections/bar"
	"github.com/modyard/modyard/projections/runtime"
	readbar "github.com/modyard/modyard/readapi/bar"
)

// barArea has who may not write in a section or on a board for a while.
func barArea() area {
	return area{name: "bar", events: bar.EventTypes(), projectors: []runtime.Projector{projectedbar.New()}, mount: (*Site).mountBars}
}

func (s *Site) mountBars(m *mounting) error {
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
	var sections []string
	for _, one := range forumSections() {
		sections = append(sections, one.ID)
	}
	readbar.New(m.source, sections, time.Now).Register(s.API)
	return nil
}
