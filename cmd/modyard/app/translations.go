package app

import (
	commandtranslation "github.com/modyard/modyard/commands/translation"
	"github.com/modyard/modyard/demo"
	"github.com/modyard/modyard/domain/translation"
	"github.com/modyard/modyard/projections/runtime"
	projectedtranslation "github.com/modyard/modyard/projections/translation"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/pages"
	readtranslation "github.com/modyard/modyard/readapi/translation"
)

func translationArea() area {
	return area{
		name: "translation", events: translation.EventTypes(), projectors: []runtime.Projector{projectedtranslation.New()},
		topics: live.Topics{Moves: []live.Moves{readtranslation.Moves()}}, notifies: projectedtranslation.Notifications(), kinds: readtranslation.Kinds(),
		pages: []pages.Kind{pages.Private("/moderation/translations", "汉化审核")}, demo: demo.Step{After: "wiki", Load: demo.Translations}, mount: (*Site).mountTranslations,
	}
}

func (s *Site) mountTranslations(m *mounting) error {
	translations, err := commandtranslation.New(commandtranslation.Options{Handler: s.Core.Handler})
	if err != nil {
		return err
	}
	translations.Routes(s.API)
	readtranslation.New(m.source).Register(s.API)
	return nil
}
