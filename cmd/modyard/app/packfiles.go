package app

import (
	commandpackfile "github.com/modyard/modyard/commands/packfile"
	"github.com/modyard/modyard/demo"
	domainpackfile "github.com/modyard/modyard/domain/packfile"
	"github.com/modyard/modyard/platform/packfile"
	"github.com/modyard/modyard/platform/packfile/flame"
	projectedpackfile "github.com/modyard/modyard/projections/packfile"
	"github.com/modyard/modyard/projections/runtime"
	readpackfile "github.com/modyard/modyard/readapi/packfile"
)

func packfileArea() area {
	return area{
		name: "packfile", events: domainpackfile.EventTypes(), projectors: []runtime.Projector{projectedpackfile.New()}, demo: demo.Step{After: "curation", Load: demo.Judge}, mount: (*Site).mountPackfiles,
	}
}

func (s *Site) mountPackfiles(m *mounting) error {
	store := packfile.NewStore(s.DB.Pool, nil)
	judgements, err := commandpackfile.New(commandpackfile.Options{Handler: s.Core.Handler, Found: store})
	if err != nil {
		return err
	}
	judgements.Routes(s.API)
	o := readpackfile.Options{Source: m.source, Store: store, Files: s.Blobs, Logger: s.Logger}
	if s.Config.FileIdentifierURL != "" {
		if o.Service, err = flame.New(flame.Options{URL: s.Config.FileIdentifierURL, KeyFile: s.Config.FileIdentifierKeyFile}); err != nil {
			return err
		}
	}
	readpackfile.New(o).Register(s.API)
	return nil
}
