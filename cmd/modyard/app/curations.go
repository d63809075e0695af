package app

import (
	commandcuration "github.com/modyard/modyard/commands/curation"
	"github.com/modyard/modyard/demo"
	"github.com/modyard/modyard/domain/curation"
	projectedcuration "github.com/modyard/modyard/projections/curation"
	"github.com/modyard/modyard/projections/runtime"
	readcuration "github.com/modyard/modyard/readapi/curation"
	"github.com/modyard/modyard/readapi/pages"
)

func curationArea() area {
	return area{
		name: "curation", events: curation.EventTypes(), projectors: []runtime.Projector{projectedcuration.New()},
		pages: []pages.Kind{pages.Private("/moderation/curated", "精选内容")}, demo: demo.Step{Load: demo.Curate}, mount: (*Site).mountCuration,
	}
}

func (s *Site) mountCuration(m *mounting) error {
	chosen, err := commandcuration.New(commandcuration.Options{Handler: s.Core.Handler})
	if err != nil {
		return err
	}
	chosen.Routes(s.API)
	readcuration.New(m.source).Register(s.API)
	return nil
}
