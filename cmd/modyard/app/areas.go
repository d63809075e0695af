package app

import (
	"context"

	"github.com/modyard/modyard/commands/icon"
	commandimage "github.com/modyard/modyard/commands/image"
	commandreport "github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/demo"
	projectednotification "github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/reactors"
	"github.com/modyard/modyard/readapi/feed"
	"github.com/modyard/modyard/readapi/live"
	readnotification "github.com/modyard/modyard/readapi/notification"
	"github.com/modyard/modyard/readapi/pages"
	readproject "github.com/modyard/modyard/readapi/project"
	readreport "github.com/modyard/modyard/readapi/report"
	"github.com/modyard/modyard/readapi/view"
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
	topics     live.Topics                         // of the live stream
	pages      []pages.Kind                        // its kinds of page
	sitemaps   []feed.Sitemap                      // the public pages of its things
	pictured   []commandimage.Subject              // texts that take pictures
	reported   func(*Site) []commandreport.Subject // the things of it that can be reported; nil: none
	reports    []readreport.Subject                // the same for the queries of reports
	reactors   func(*Site) []reactors.Reactor      // what acts on the outside because of it, made after everything is mounted; nil: none
	limits     map[string]int                      // of its rules that forms know too, by their names in ui/src/lib/limits.gen.ts
	outward    []string                            // kinds of its jobs that act on the outside: a person who resumes effects may discard those that wait
	demo       demo.Step                           // its demonstration data, without its name; nothing: it has none
	mount      func(s *Site, m *mounting) error    // its services and routes; nil: it has none
}

// mounting is what the areas of a site share while their routes are mounted.
type mounting struct {
	source   *view.Source
	projects *readproject.Routes // render projects in other areas' answers
	uploads  *upload.Store
	icons    *icon.Icons
	options  SiteOptions
	kinds    []readnotification.Kind // texts of notifications that depend on the site's configuration; the notification area is mounted last
}

// areas is the only list of areas. The codec, the read models, the routes, the background work and docs/events.md are
// derived from it.
func areas() []area {
	list := []area{
		accountArea(), projectArea(), organizationArea(), curationArea(), frogArea(), reportArea(), threadArea(), quotaArea(), collectionArea(),
		imageArea(), retentionArea(), pictureArea(), claimArea(), auditArea(), reviewArea(), logArea(), changesArea(), effectsArea(), forwardArea(),
		statusArea(), popularArea(), webhookArea(), downloadArea(), analyticsArea(), searchArea(), wikiArea(), revenueArea(),
		translationArea(), packfileArea(), serverArea(), forumArea(), issueArea(), watchArea(), barArea(), talkSearchArea(), accountActivityArea(), applicationArea(), riskArea(),
	}
	return append(list, notificationArea(list))
}

// Demonstration are the steps of the demonstration data.
func Demonstration() (steps []demo.Step) {
	for _, a := range areas() {
		if a.demo.Load != nil {
			a.demo.Area = a.name
			steps = append(steps, a.demo)
		}
	}
	return steps
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
