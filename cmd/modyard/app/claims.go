package app

import (
	commandclaim "github.com/modyard/modyard/commands/claim"
	"github.com/modyard/modyard/demo"
	"github.com/modyard/modyard/domain/claim"
	projectedclaim "github.com/modyard/modyard/projections/claim"
	"github.com/modyard/modyard/projections/runtime"
	readclaim "github.com/modyard/modyard/readapi/claim"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/pages"
)

func claimArea() area {
	return area{
		name: "claim", events: claim.EventTypes(), private: []string{"claimant"}, projectors: []runtime.Projector{projectedclaim.New()},
		topics: live.Topics{Owned: []live.Owned{readclaim.Topic()}}, notifies: projectedclaim.Notifications(),
		pages: []pages.Kind{pages.Private("/dashboard/claims", "我的认领", "/dashboard/claims/new", "认领资源", "/moderation/claims", "认领核实")},
		kinds: readclaim.Kinds(), limits: map[string]int{"claimNote": claim.MaxNote}, mount: (*Site).mountClaims, demo: demo.Step{After: "application", Load: demo.Claims},
	}
}

func (s *Site) mountClaims(m *mounting) error {
	claims, err := commandclaim.New(commandclaim.Options{Handler: s.Core.Handler, AccountExists: s.accountExists})
	if err != nil {
		return err
	}
	claims.Routes(s.API)
	token := func(account, project string) string { return claim.TokenOf(s.Core.Handler.Keys.IDs, account, project) }
	readclaim.New(m.source, token).Register(s.API)
	return nil
}
