package app

import (
	commandorganization "github.com/modyard/modyard/commands/organization"
	commandreport "github.com/modyard/modyard/commands/report"
	commandteam "github.com/modyard/modyard/commands/team"
	"github.com/modyard/modyard/domain/organization"
	projectedorganization "github.com/modyard/modyard/projections/organization"
	"github.com/modyard/modyard/readapi/feed"
	readorganization "github.com/modyard/modyard/readapi/organization"
	"github.com/modyard/modyard/readapi/pages"
	readreport "github.com/modyard/modyard/readapi/report"
)

func organizationArea() area {
	return area{
		name: "organization", events: organization.EventTypes(), pages: []pages.Kind{pages.Organizations(), pages.Private("/dashboard/organizations", "团队")},
		sitemaps: []feed.Sitemap{readorganization.Sitemap()}, reports: []readreport.Subject{readorganization.Reported()},
		reported: func(*Site) []commandreport.Subject { return []commandreport.Subject{commandorganization.Reported()} },
		notifies: projectedorganization.Notifications(), kinds: readorganization.Kinds(), mount: (*Site).mountOrganizations,
	}
}

func (s *Site) mountOrganizations(m *mounting) error {
	organizations, err := commandorganization.New(commandorganization.Options{
		Handler: s.Core.Handler, Icons: m.icons, Profiles: s.Identity, Phrases: s.phrases, MaxOwned: m.options.MaxOrganizations,
	})
	if err != nil {
		return err
	}
	organizations.Routes(s.API)
	teams, err := commandteam.New(commandteam.Options{Handler: s.Core.Handler, AccountExists: s.accountExists, Phrases: s.phrases})
	if err != nil {
		return err
	}
	teams.Routes(s.API)
	s.forget = append(s.forget, s.leaveTeams(teams))
	readorganization.New(m.source, s.Identity).Register(s.API)
	return nil
}
