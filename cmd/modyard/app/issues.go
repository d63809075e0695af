package app

import (
	"context"
	"strings"

	commandissue "github.com/modyard/modyard/commands/issue"
	commandreport "github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/demo"
	"github.com/modyard/modyard/domain/issue"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	projectedissue "github.com/modyard/modyard/projections/issue"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/reactors"
	"github.com/modyard/modyard/readapi/feed"
	readissue "github.com/modyard/modyard/readapi/issue"
	"github.com/modyard/modyard/readapi/live"
)

// issueArea has the issues of projects. The events of comments and the rates belong to the forum.
func issueArea() area {
	return area{
		name: "issue", events: issue.EventTypes(), projectors: []runtime.Projector{projectedissue.New()},
		notifies: projectedissue.Notifications(), kinds: readissue.Kinds(), topics: live.Topics{Things: []live.Thing{readissue.Topic()}},
		sitemaps: []feed.Sitemap{readissue.Sitemap()}, reports: readissue.Reported(), reported: func(*Site) []commandreport.Subject { return commandissue.Reported() },
		reactors: (*Site).issueReactors, demo: demo.Step{After: "forum", Load: demo.Issues}, mount: (*Site).mountIssues,
	}
}

func (s *Site) mountIssues(m *mounting) error {
	var issues *commandissue.Service
	reads := readissue.New(m.source, readissue.Options{
		Common: commonLabels(), Person: s.personOf, Rendering: s.rendering(),
		Rights: func(ctx context.Context, id string) (contract.IssueRights, error) {
			return issues.Rights(ctx, identity.FromContext(ctx).Actor(), id)
		},
		BoardRights: func(ctx context.Context, project string, out *contract.IssueBoard) error {
			return issues.BoardRights(ctx, identity.FromContext(ctx).Actor(), project, out)
		},
	})
	issues, err := commandissue.New(commandissue.Options{
		Handler: s.Core.Handler, Verified: s.verified, Named: s.Identity.IDsByName, Rates: s.talkRates(),
		Fixed: reads.Fixed, Numbered: reads.Numbered, Posted: reads.Posted,
	})
	if err != nil {
		return err
	}
	issues.Routes(s.API)
	reads.Register(s.API)
	s.API.Use(readissue.FamilyPath)
	s.issues = issues
	return nil
}

// issueReactors close the issues that a version fixes when it is published.
func (s *Site) issueReactors() []reactors.Reactor {
	return []reactors.Reactor{{
		Name: "issue-fixed", Filter: eventlog.Filter{Categories: []string{"version"}},
		Event: func(ctx context.Context, e eventlog.Recorded) error {
			_, version, _ := strings.Cut(e.Stream, "-")
			return s.issues.Published(ctx, e.ID.String(), version, uint64(e.Position))
		},
	}}
}

// commonLabels are the labels of every project as documents show them.
func commonLabels() []contract.IssueLabel {
	var list []contract.IssueLabel
	for _, l := range issue.CommonLabels() {
		list = append(list, contract.IssueLabel{ID: l.ID, Name: l.Name, Color: l.Color, Description: l.Description, Common: true})
	}
	return list
}
