package report

import (
	"github.com/modyard/modyard/identity"
	projected "github.com/modyard/modyard/projections/report"
	"github.com/modyard/modyard/readapi/live"
)

// Topic is the live topic of changed reports and their threads.
func Topic() live.Owned {
	return live.Owned{
		Topic: "reports", Shows: "本人的举报，审核人员为全部", Scope: identity.ScopeReportRead,
		Model: projected.Name, Table: "report.reports", Account: "reporter",
	}
}
