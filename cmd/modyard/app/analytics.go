package app

import (
	projectedanalytics "github.com/modyard/modyard/projections/analytics"
	"github.com/modyard/modyard/projections/runtime"
	readanalytics "github.com/modyard/modyard/readapi/analytics"
	"github.com/modyard/modyard/readapi/pages"
)

// analyticsArea shows what the area download counts.
func analyticsArea() area {
	return area{
		name: "analytics", projectors: []runtime.Projector{projectedanalytics.New()},
		pages: []pages.Kind{pages.Private("/dashboard/analytics", "数据")},
		mount: func(s *Site, m *mounting) error {
			readanalytics.New(m.source).Register(s.API)
			return nil
		},
	}
}
