package app

import (
	"context"

	"github.com/modyard/modyard/eventlog/read"
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
			hits := readanalytics.Hits{Codec: s.Core.Hits.Codec, Log: func(ctx context.Context) (read.Log, error) {
				whole, err := s.Core.Hits.Whole(ctx)
				if err != nil {
					return nil, err
				}
				return read.Only(whole), nil
			}}
			return readanalytics.New(m.source, hits, m.projects.Documents, nil).Register(s.API)
		},
	}
}
