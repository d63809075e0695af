package app

import (
	commandrisk "github.com/modyard/modyard/commands/risk"
	"github.com/modyard/modyard/demo"
	"github.com/modyard/modyard/domain/risk"
	"github.com/modyard/modyard/readapi/pages"
)

// riskArea has the phrases that texts may not contain.
func riskArea() area {
	return area{
		name: "risk", events: risk.EventTypes(), pages: []pages.Kind{pages.Private("/moderation/words", "词语检查")}, demo: demo.Step{After: "account", Load: demo.Phrases}, mount: (*Site).mountRisk,
	}
}

func (s *Site) mountRisk(*mounting) error {
	words, err := commandrisk.New(commandrisk.Options{Handler: s.Core.Handler, Profiles: s.Identity.Profiles})
	if err != nil {
		return err
	}
	words.Routes(s.API)
	return nil
}
