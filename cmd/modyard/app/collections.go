package app

import (
	commandcollection "github.com/modyard/modyard/commands/collection"
	commandreport "github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/demo"
	"github.com/modyard/modyard/domain/collection"
	projectedcollection "github.com/modyard/modyard/projections/collection"
	"github.com/modyard/modyard/projections/runtime"
	readcollection "github.com/modyard/modyard/readapi/collection"
	"github.com/modyard/modyard/readapi/feed"
	"github.com/modyard/modyard/readapi/pages"
	readreport "github.com/modyard/modyard/readapi/report"
)

func collectionArea() area {
	return area{
		name: "collection", events: collection.EventTypes(), private: []string{"collections", "follows"},
		projectors: []runtime.Projector{projectedcollection.New()},
		pages:      []pages.Kind{pages.Collections(), pages.Private("/collection/following", "关注的资源", "/dashboard/collections", "收藏夹")},
		sitemaps:   []feed.Sitemap{readcollection.Sitemap()},
		notifies:   projectedcollection.Notifications(),
		reports:    []readreport.Subject{readcollection.Reported()},
		reported:   func(*Site) []commandreport.Subject { return []commandreport.Subject{commandcollection.Reported()} }, demo: demo.Step{After: "application", Load: demo.Keep}, mount: (*Site).mountCollections,
	}
}

func (s *Site) mountCollections(m *mounting) error {
	collections, err := commandcollection.New(commandcollection.Options{Handler: s.Core.Handler, Icons: m.icons, Phrases: s.phrases})
	if err != nil {
		return err
	}
	collections.Routes(s.API)
	s.forget = append(s.forget, collections.Erase)
	readcollection.New(m.source, s.Identity, m.projects).Register(s.API)
	return nil
}
