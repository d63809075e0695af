package app

import (
	"github.com/modyard/modyard/projections/accountactivity"
	"github.com/modyard/modyard/projections/runtime"
	readactivity "github.com/modyard/modyard/readapi/accountactivity"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/pages"
)

func accountActivityArea() area {
	return area{
		name: "accountactivity", projectors: []runtime.Projector{accountactivity.New()},
		topics: live.Topics{Owned: []live.Owned{readactivity.Topic()}},
		pages:  []pages.Kind{pages.Private("/settings/activity", "操作记录")},
		mount: func(s *Site, m *mounting) error {
			readactivity.New(m.source, m.projects, s.Identity).Register(s.API)
			return nil
		},
	}
}
