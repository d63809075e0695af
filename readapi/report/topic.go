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

// Threads is the live topic of conversations about projects: for their teams, of what is not only for the staff.
func Threads() live.Owned {
	return live.Owned{
		Topic: "threads", Shows: "本人参与的资源的对话，审核人员为全部", Scope: identity.ScopeThreadRead,
		Model: projected.Name, Table: teamThreads, Account: "account", Whole: "report.threads",
	}
}

// teamThreads are the threads of projects, once for each account of the team.
const teamThreads = `(
select m.account, t.told as position from report.threads t join catalog.members m on m.project = t.subject and m.accepted where t.kind = 'project'
union all
select o.account, t.told from report.threads t join catalog.projects p on p.id = t.subject and p.organization <> ''
join catalog.organization_members o on o.organization = p.organization and o.accepted where t.kind = 'project') teams`
