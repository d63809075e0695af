package app

import (
	"context"
	"fmt"

	commandproject "github.com/modyard/modyard/commands/project"
	commandreport "github.com/modyard/modyard/commands/report"
	commandtranslation "github.com/modyard/modyard/commands/translation"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/platform/markdown"
	projectedreport "github.com/modyard/modyard/projections/report"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/pages"
	readreport "github.com/modyard/modyard/readapi/report"
)

func reportArea() area {
	const ofReport = "/_internal/report/" + pages.Star
	return area{
		name: "report", events: report.EventTypes(), private: []string{"reports"},
		projectors: []runtime.Projector{projectedreport.New(markdown.Render)}, topics: live.Topics{Owned: []live.Owned{readreport.Topic(), readreport.Threads()}},
		pages: []pages.Kind{pages.Private(
			"/report", "举报", "/dashboard/reports", "我的举报", "/dashboard/report/", "举报", "/moderation/reports", "举报处理", "/moderation/report/", "举报",
		).Found("/dashboard/report/", ofReport).Found("/moderation/report/", ofReport)}, pictured: commandreport.Pictured(), mount: (*Site).mountReports,
	}
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
	reports, err := commandreport.New(commandreport.Options{
		Handler: s.Core.Handler, Subjects: reported, Team: commandproject.Team, Link: commandtranslation.Writes, Uploads: m.uploads, Used: s.usedElsewhere,
	})
	if err != nil {
		return err
	}
	reports.Routes(s.API)
	seen, err := commandreport.NewSeen(commandreport.SeenOptions{Handler: s.Core.Handler, Pool: s.DB.Pool, Requests: s.Requests, Team: commandproject.Team, Link: commandtranslation.Writes})
	if err != nil {
		return err
	}
	seen.Routes(s.API)
	s.forget = append(s.forget, seen.Forget)
	readreport.New(m.source, s.Identity, shown...).Register(s.API)
	return nil
}

const usedElsewhere = `select exists (select from retention.uses where key = $1 and thing <> $2)`

func (s *Site) usedElsewhere(ctx context.Context, key, message string) (used bool, err error) {
	if err := s.DB.Pool.QueryRow(ctx, usedElsewhere, key, message).Scan(&used); err != nil {
		return false, fmt.Errorf("find what shows a picture: %w", err)
	}
	return used, nil
}
