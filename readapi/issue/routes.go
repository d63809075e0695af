// Package issue answers the issues of projects and their comments. Who may see a project reads its issues. What is hidden is shown
// to its author, the project's members and the staff.
package issue

import (
	"context"
	"net/http"
	"strings"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/issue"
	"github.com/modyard/modyard/readapi/answer"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/view"
)

var (
	movedIssues = `
select i.id, i.position, not i.hidden and coalesce(p.visible, false)
from (select * from issue.issues where position > $1 order by position limit $2) i
left join catalog.projects p on p.id = i.project order by i.position`

	visibleIssues = `
select i.id, i.position, not i.hidden and exists (select from catalog.projects p where p.id = i.project and p.visible)
from issue.issues i where i.id = any($3) and ` + readable
)

// Topic are the live topics of issues: something was written, edited, hidden, deleted, or the issue itself changed.
func Topic() live.Thing {
	return live.Thing{Kind: "issue", Shows: "反馈及其评论", Model: projected.Name, Moved: movedIssues, Visible: visibleIssues}
}

// Options are what the queries need beside the read models.
type Options struct {
	// Common are the labels that every project has.
	Common []contract.IssueLabel
	// Rights are what the caller of the context may do with an issue (identity.FromContext).
	Rights func(ctx context.Context, issue string) (contract.IssueRights, error)
	// BoardRights completes what the caller of the context may do on the board of a project.
	BoardRights func(ctx context.Context, project string, out *contract.IssueBoard) error
	// Person is the id of an account by its id or user name; the fault is not found.
	Person func(ctx context.Context, name string) (string, error)
	answer.Rendering
}

// Routes are the query routes of this package.
type Routes struct {
	source  *view.Source
	answers *answer.Reader
	Options
}

// queries are the queries of comments.
var queries = answer.QueriesOf(projected.Name)

// New makes the routes over a source.
func New(s *view.Source, o Options) *Routes {
	return &Routes{source: s, answers: answer.New(s, projected.Name, o.Rendering), Options: o}
}

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	route := func(path, summary string) view.Route {
		return view.Route{Path: "GET /v3/" + path, Summary: summary, Fresh: []string{projected.Name}}
	}
	view.Query(api, nil, view.Route{Path: "GET /v3/issues/labels", Summary: "所有资源共有的反馈标签"}, s.common)
	view.Query(api, s.source, route("project/{id}/issues", "资源的反馈，也可用 GET /v3/issues/project/{id}"), s.list)
	view.Query(api, s.source, route("project/{id}/issues/board", "资源接受反馈的方式、模板与标签"), s.board)
	view.Query(api, s.source, route("project/{id}/issues/{number}", "反馈，按编号"), s.byNumber)
	view.Query(api, s.source, route("issues/{id}", "反馈"), s.byID)
	view.Query(api, s.source, route("issues/{id}/comments", "反馈的评论，按楼层，以及评论之间发生的事"), s.comments)
	view.Query(api, s.source, route("issues/{id}/history", "反馈的标题与正文的历次内容"), s.history)
	view.Query(api, s.source, route("issues/comments/{id}/history", "评论的历次内容"), s.commentHistory)
}

// familyPath is the path of a project's issues in this API family. It overlaps with that of an issue's comments, so that no mux has
// both.
const familyPath = "/v3/issues/project/"

// FamilyPath serves the family's path of a project's issues as the one of this site.
func FamilyPath(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		project, is := strings.CutPrefix(r.URL.Path, familyPath)
		if is && project != "" && !strings.Contains(project, "/") {
			moved := *r.URL
			moved.Path, moved.RawPath = "/v3/project/"+project+"/issues", ""
			r.URL = &moved
		}
		next.ServeHTTP(w, r)
	})
}

// common is GET /v3/issues/labels.
func (s *Routes) common(context.Context, *struct{}) (contract.IssueLabels, error) {
	return contract.IssueLabels{Labels: s.Common}, nil
}

// label completes a label of an issue, of which only the id is known where it is a common one or is removed.
func (s *Routes) label(id string, name, color, description *string) contract.IssueLabel {
	if name != nil && color != nil && description != nil {
		return contract.IssueLabel{ID: id, Name: *name, Color: *color, Description: *description}
	}
	for _, l := range s.Common {
		if l.ID == id {
			return l
		}
	}
	return contract.IssueLabel{ID: id, Color: "#6c757d"}
}
