package app

import (
	"context"
	"io"

	commandaccount "github.com/modyard/modyard/commands/account"
	commandcollection "github.com/modyard/modyard/commands/collection"
	commandcuration "github.com/modyard/modyard/commands/curation"
	commandfrog "github.com/modyard/modyard/commands/frog"
	"github.com/modyard/modyard/commands/icon"
	commandimage "github.com/modyard/modyard/commands/image"
	commandnotification "github.com/modyard/modyard/commands/notification"
	commandorganization "github.com/modyard/modyard/commands/organization"
	commandproject "github.com/modyard/modyard/commands/project"
	commandreport "github.com/modyard/modyard/commands/report"
	commandteam "github.com/modyard/modyard/commands/team"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/curation"
	"github.com/modyard/modyard/domain/frog"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/quota"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/markdown"
	projectedactivity "github.com/modyard/modyard/projections/activity"
	"github.com/modyard/modyard/projections/catalog"
	projectedcollection "github.com/modyard/modyard/projections/collection"
	projectedcuration "github.com/modyard/modyard/projections/curation"
	"github.com/modyard/modyard/projections/document"
	projectedfrog "github.com/modyard/modyard/projections/frog"
	projectednotification "github.com/modyard/modyard/projections/notification"
	projectedreport "github.com/modyard/modyard/projections/report"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/reactors"
	"github.com/modyard/modyard/reactors/release"
	readaccount "github.com/modyard/modyard/readapi/account"
	"github.com/modyard/modyard/readapi/activity"
	readcollection "github.com/modyard/modyard/readapi/collection"
	readcuration "github.com/modyard/modyard/readapi/curation"
	"github.com/modyard/modyard/readapi/directory"
	readeffects "github.com/modyard/modyard/readapi/effects"
	"github.com/modyard/modyard/readapi/family"
	"github.com/modyard/modyard/readapi/feed"
	readfrog "github.com/modyard/modyard/readapi/frog"
	"github.com/modyard/modyard/readapi/live"
	readmarkdown "github.com/modyard/modyard/readapi/markdown"
	"github.com/modyard/modyard/readapi/maven"
	readnotification "github.com/modyard/modyard/readapi/notification"
	"github.com/modyard/modyard/readapi/offer"
	readorganization "github.com/modyard/modyard/readapi/organization"
	"github.com/modyard/modyard/readapi/pages"
	readproject "github.com/modyard/modyard/readapi/project"
	readreport "github.com/modyard/modyard/readapi/report"
	readsearch "github.com/modyard/modyard/readapi/search"
	"github.com/modyard/modyard/readapi/stats"
	"github.com/modyard/modyard/readapi/tag"
	"github.com/modyard/modyard/readapi/view"
	"github.com/modyard/modyard/search/postgres"
)

// area is one subject of the site: its events, its read models and its routes.
type area struct {
	name   string
	events map[string]any // the permanent name of every event type, and a zero value of its Go type
	// private are the categories of the streams that belong to one account, whose id is the stream's id: snapshots of
	// them are deleted with the account.
	private    []string
	projectors []runtime.Projector
	hits       map[string]any                      // as events, for the log of hits
	counters   []runtime.Projector                 // read models of the log of hits; their names differ from those of projectors
	notifies   projectednotification.Area          // its notifications
	kinds      []readnotification.Kind             // the texts of its notifications
	topics     []live.Owned                        // of the live stream, in addition to those of projects, inboxes and the review queue
	pages      []pages.Kind                        // its kinds of page
	sitemaps   []feed.Sitemap                      // the public pages of its things
	pictured   []commandimage.Subject              // texts that take pictures
	reported   func(*Site) []commandreport.Subject // the things of it that can be reported; nil: none
	reports    []readreport.Subject                // the same for the queries of reports
	reactors   func(*Site) []reactors.Reactor      // what acts on the outside because of it, made after everything is mounted; nil: none
	outward    []string                            // kinds of its jobs that act on the outside: a person who resumes effects may discard those that wait
	mount      func(s *Site, m *mounting) error    // its services and routes; nil: it has none
}

// mounting is what the areas of a site share while their routes are mounted.
type mounting struct {
	source   *view.Source
	projects *readproject.Routes // render projects in other areas' answers
	uploads  *upload.Store
	icons    *icon.Icons
	options  SiteOptions
}

// areas is the only list of areas. The codec, the read models, the routes, the background work and docs/events.md are
// derived from it.
func areas() []area {
	list := []area{
		{
			name: "account", events: account.EventTypes(), private: []string{"account"}, outward: []string{identity.LetterKind, identity.NoticeKind}, sitemaps: []feed.Sitemap{readaccount.Sitemap()},
			pages: []pages.Kind{
				pages.Users(), pages.Private(
					"/auth/sign-in", "登录", "/auth/sign-up", "注册账户", "/auth/reset-password", "重设密码", "/auth/verify-email", "验证邮箱",
					"/auth/welcome", "欢迎", "/flags", "功能开关",
					"/settings", "显示", "/settings/language", "语言", "/settings/profile", "个人资料", "/settings/account", "账户与安全",
					"/settings/sessions", "登录会话", "/settings/pats", "访问令牌",
				),
			}, reports: []readreport.Subject{readaccount.Reported()}, reported: (*Site).reportedAccounts, mount: (*Site).mountAccounts,
		},
		{name: "project", events: project.EventTypes(), projectors: []runtime.Projector{
			catalog.New(catalog.Options{
				Markdown: markdown.Render, Search: postgres.Indexer{}, SearchDDL: postgres.DDL, SearchViews: postgres.Tables(),
			}),
			projectedactivity.New(),
		}, pages: []pages.Kind{
			pages.Projects(), pages.Private(
				"/dashboard", "总览", "/dashboard/projects", "我的项目",
				"/moderation", "审核总览", "/moderation/review", "审核队列",
			),
		},
			sitemaps: []feed.Sitemap{readproject.Sitemap()}, pictured: commandproject.Pictured(), reports: readproject.Reported(),
			reported: func(*Site) []commandreport.Subject { return commandproject.Reported() }, mount: (*Site).mountProjects},
		{
			name: "organization", events: organization.EventTypes(), pages: []pages.Kind{pages.Organizations(), pages.Private("/dashboard/organizations", "团队")},
			sitemaps: []feed.Sitemap{readorganization.Sitemap()}, reports: []readreport.Subject{readorganization.Reported()},
			reported: func(*Site) []commandreport.Subject { return []commandreport.Subject{commandorganization.Reported()} },
			mount:    (*Site).mountOrganizations,
		},
		{
			name: "curation", events: curation.EventTypes(), projectors: []runtime.Projector{projectedcuration.New()},
			pages: []pages.Kind{pages.Private("/moderation/curated", "精选内容")}, mount: (*Site).mountCuration,
		},
		{
			name: "frog", events: frog.EventTypes(), projectors: []runtime.Projector{projectedfrog.New()},
			pages: []pages.Kind{pages.Private("/frog", "You got frogged")}, mount: (*Site).mountFrog,
		},
		{
			name: "report", events: report.EventTypes(), private: []string{"reports"},
			projectors: []runtime.Projector{projectedreport.New(markdown.Render)}, topics: []live.Owned{readreport.Topic()},
			pages: []pages.Kind{pages.Private(
				"/report", "举报", "/dashboard/reports", "我的举报", "/dashboard/report/", "举报", "/moderation/reports", "举报处理", "/moderation/report/", "举报",
			)}, pictured: commandreport.Pictured(), mount: (*Site).mountReports,
		},
		{name: "thread", events: thread.EventTypes()},
		{name: "quota", events: quota.EventTypes(), private: []string{"quota"}},
		{
			name: "collection", events: collection.EventTypes(), private: []string{"collections", "follows"},
			projectors: []runtime.Projector{projectedcollection.New()},
			pages:      []pages.Kind{pages.Collections(), pages.Private("/collection/following", "关注的资源", "/dashboard/collections", "收藏夹")},
			reports:    []readreport.Subject{readcollection.Reported()},
			reported:   func(*Site) []commandreport.Subject { return []commandreport.Subject{commandcollection.Reported()} }, mount: (*Site).mountCollections,
		},
		{name: "image", events: image.EventTypes(), private: []string{"images"}, mount: (*Site).mountImages},
		retentionArea(),
		pictureArea(),
		claimArea(),
		auditArea(),
		reviewArea(),
		logArea(),
		changesArea(),
		{name: "effects", mount: func(s *Site, m *mounting) error { readeffects.Register(s.API, m.source, s.Identity); return nil }},
		forwardArea(),
		statusArea(),
		popularArea(),
		webhookArea(),
		{name: "search", pages: []pages.Kind{
			pages.Home(), pages.Listings(), pages.Places(), pages.Legal(), pages.Private("/pcl", "联机与开服", "/server", "联机与开服"),
		}, mount: (*Site).mountSearch},
	}
	var notifying []projectednotification.Area
	for _, a := range list {
		notifying = append(notifying, a.notifies)
	}
	return append(list, area{
		name: "notification", pages: []pages.Kind{pages.Private("/dashboard/notifications", "通知", "/dashboard/notifications/history", "通知历史")},
		projectors: []runtime.Projector{projectednotification.New(notifying...)}, mount: (*Site).mountNotifications,
	})
}

func (s *Site) mountAccounts(m *mounting) error {
	identity.Routes(s.API, s.Identity)
	accounts, err := commandaccount.New(commandaccount.Options{Handler: s.Core.Handler, Accounts: s.Identity})
	if err != nil {
		return err
	}
	accounts.Routes(s.API)
	readaccount.New(m.source, s.Identity, m.projects).Register(s.API)
	return nil
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

func (s *Site) mountOrganizations(m *mounting) error {
	organizations, err := commandorganization.New(commandorganization.Options{
		Handler: s.Core.Handler, Icons: m.icons, Profiles: s.Identity, MaxOwned: m.options.MaxOrganizations,
	})
	if err != nil {
		return err
	}
	organizations.Routes(s.API)
	teams, err := commandteam.New(commandteam.Options{Handler: s.Core.Handler, AccountExists: s.accountExists})
	if err != nil {
		return err
	}
	teams.Routes(s.API)
	s.forget = append(s.forget, s.leaveTeams(teams))
	readorganization.New(m.source, s.Identity).Register(s.API)
	return nil
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

func (s *Site) mountReports(m *mounting) error {
	var reported []commandreport.Subject
	var shown []readreport.Subject
	for _, a := range areas() {
		if a.reported != nil {
			reported = append(reported, a.reported(s)...)
		}
		shown = append(shown, a.reports...)
	}
	reports, err := commandreport.New(commandreport.Options{Handler: s.Core.Handler, Subjects: reported, Team: commandproject.Team})
	if err != nil {
		return err
	}
	reports.Routes(s.API)
	readreport.New(m.source, s.Identity, shown...).Register(s.API)
	return nil
}

func (s *Site) mountNotifications(m *mounting) error {
	inboxes, err := commandnotification.New(commandnotification.Options{Pool: s.DB.Pool, Requests: s.Requests})
	if err != nil {
		return err
	}
	inboxes.Routes(s.API)
	s.forget = append(s.forget, inboxes.Forget)
	var kinds []readnotification.Kind
	for _, a := range areas() {
		kinds = append(kinds, a.kinds...)
	}
	words := readnotification.Words{Points: decisionPoints(), Reason: func(code string) string { return reason.Code(code).Name() }}
	readnotification.New(m.source, s.Identity, words, kinds...).Register(s.API)
	return nil
}

func (s *Site) mountCollections(m *mounting) error {
	collections, err := commandcollection.New(commandcollection.Options{Handler: s.Core.Handler, Icons: m.icons})
	if err != nil {
		return err
	}
	collections.Routes(s.API)
	s.forget = append(s.forget, collections.Erase)
	readcollection.New(m.source, s.Identity, m.projects).Register(s.API)
	return nil
}

func (s *Site) mountImages(m *mounting) error {
	var pictured []commandimage.Subject
	for _, a := range areas() {
		pictured = append(pictured, a.pictured...)
	}
	images, err := commandimage.New(commandimage.Options{Handler: s.Core.Handler, Uploads: m.uploads, Subjects: pictured})
	if err != nil {
		return err
	}
	images.Routes(s.API)
	readmarkdown.Register(s.API, markdown.Render)
	return nil
}

func (s *Site) mountSearch(m *mounting) error {
	readsearch.New(m.source, s.Finder, searchMark).Register(s.API)
	directory.New(m.source, s.Finder, s.Identity).Register(s.API)
	stats.New(m.source).Register(s.API)
	family.New(m.source, family.Options{Public: s.Config.Public(), Limits: family.Limits{Organizations: m.options.MaxOrganizations, Collections: collection.MaxCollections}, Unmet: unmet}).Register(s.API)
	maven.New(m.source, maven.Options{Brand: s.Config.Brand, Open: s.openFile}).Register(s.API)
	offers, err := offer.Load(s.Config.Offers)
	if err != nil {
		return err
	}
	offer.New(offers).Register(s.API)
	return tag.Register(s.API)
}

// openFile opens an uploaded file by its address.
func (s *Site) openFile(ctx context.Context, address string) (io.ReadCloser, error) {
	key, ours := s.Blobs.KeyOf(address)
	if !ours {
		return nil, blobs.ErrNotFound
	}
	return s.Blobs.Open(ctx, key)
}

// unmet are the required items of the publishing checklist that a project lacks.
func unmet(c family.Checked) []string {
	var ids []string
	var types []project.Type
	for _, name := range c.Types {
		types = append(types, project.Type(name))
	}
	for _, item := range (project.Checked{
		Types: types, Body: c.Body, Environments: project.Environment{Client: c.ClientSide, Server: c.ServerSide}, License: c.License, Versions: c.Versions,
	}).Unmet() {
		ids = append(ids, item.ID)
	}
	return ids
}

// forgetSnapshots deletes the snapshots of the account's own streams. No fold of another stream contains a person's
// text (commandstest.WholeSnapshots).
func (s *Site) forgetSnapshots(ctx context.Context, account string) error {
	for _, a := range areas() {
		for _, category := range a.private {
			if err := s.Core.Handler.DeleteSnapshot(ctx, category+"-"+account); err != nil {
				return err
			}
		}
	}
	return nil
}
