package app

import (
	commandfrog "github.com/modyard/modyard/commands/frog"
	"github.com/modyard/modyard/domain/frog"
	projectedfrog "github.com/modyard/modyard/projections/frog"
	"github.com/modyard/modyard/projections/runtime"
	readfrog "github.com/modyard/modyard/readapi/frog"
	"github.com/modyard/modyard/readapi/pages"
)

func frogArea() area {
	return area{
		name: "frog", events: frog.EventTypes(), projectors: []runtime.Projector{projectedfrog.New()},
		pages: []pages.Kind{pages.Private("/frog", "You got frogged")}, mount: (*Site).mountFrog,
	}
}

// frogsPerHour is few, because anonymous callers append events here, and many for the people of a household.
const frogsPerHour = 12

func (s *Site) mountFrog(m *mounting) error {
	perHour := frogsPerHour
	if m.options.RatePerMinute == 0 {
		perHour = 0
	}
	frogs, err := commandfrog.New(commandfrog.Options{Handler: s.Core.Handler, TrustedProxies: s.proxies, PerHour: perHour})
	if err != nil {
		return err
	}
	frogs.Routes(s.API)
	readfrog.New(m.source).Register(s.API)
	return nil
}
