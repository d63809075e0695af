package app

import (
	commandproject "github.com/modyard/modyard/commands/project"
	commandreport "github.com/modyard/modyard/commands/report"
	commandtranslation "github.com/modyard/modyard/commands/translation"
	"github.com/modyard/modyard/commands/upload"
	commandwiki "github.com/modyard/modyard/commands/wiki"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/markdown"
	projectedactivity "github.com/modyard/modyard/projections/activity"
	"github.com/modyard/modyard/projections/catalog"
	"github.com/modyard/modyard/projections/document"
	projectedproject "github.com/modyard/modyard/projections/project"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/reactors/release"
	"github.com/modyard/modyard/readapi/activity"
	"github.com/modyard/modyard/readapi/feed"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/pages"
	readproject "github.com/modyard/modyard/readapi/project"
	"github.com/modyard/modyard/search/postgres"
)

func projectArea() area {
	return area{
		name: "project", events: project.EventTypes(),
		projectors: []runtime.Projector{
			catalog.New(catalog.Options{
				Markdown: markdown.Render, Search: postgres.Indexer{}, SearchDDL: postgres.DDL, SearchViews: postgres.Tables(),
			}),
			projectedactivity.New(),
		},
		pages: []pages.Kind{
			pages.Projects(),
			pages.Private("/dashboard", "总览", "/dashboard/projects", "我的项目", "/moderation", "审核总览", "/moderation/review", "审核队列"),
		},
		sitemaps: []feed.Sitemap{readproject.Sitemap()}, pictured: commandproject.Pictured(), reports: readproject.Reported(),
		topics:   live.Topics{Things: []live.Thing{readproject.Topic()}, Shared: []live.Shared{activity.Topic()}},
		notifies: projectedproject.Notifications(), kinds: readproject.Kinds(reasonName),
		reported: func(*Site) []commandreport.Subject { return commandproject.Reported() }, mount: (*Site).mountProjects,
	}
}

func (s *Site) mountProjects(m *mounting) error {
	files, err := upload.NewFiles(upload.FileOptions{
		Uploads: m.uploads, Projects: commandproject.Uploads{Handler: s.Core.Handler}, Pool: s.DB.Pool, GameVersions: gameVersions(),
	})
	if err != nil {
		return err
	}
	projects, err := commandproject.New(commandproject.Options{
		Handler: s.Core.Handler, Files: files, Icons: m.icons, GameVersions: gameVersions(), LicenseName: document.LicenseName,
		OpenWiki: commandwiki.SetOpen, Translations: commandtranslation.OfVersions{},
		MaxDrafts: m.options.MaxDrafts,
	})
	if err != nil {
		return err
	}
	projects.Routes(s.API)
	files.Routes(s.API)
	releaser := &release.Releaser{Pool: s.DB.Pool, Commands: &commandproject.Releases{Handler: s.Core.Handler, Accounts: s.Identity}}
	s.work = append(s.work, files.Jobs(), releaser.Jobs())
	m.projects.Register(s.API)
	if err := s.mountHistory(m); err != nil {
		return err
	}
	s.Activity = activity.NewMeter(s.DB.Pool, s.Board, s.Logger)
	activity.New(m.source, s.Activity).Register(s.API)
	s.background = append(s.background, s.Activity.Run)
	return nil
}
