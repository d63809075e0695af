// Package forum answers the sections of the forum, its discussions and their answers. Everybody reads them; those of a
// project who may see the project. What is hidden is shown to its author, the project's members and the staff.
package forum

import (
	"context"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/forum"
	"github.com/modyard/modyard/readapi/answer"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/view"
)

const movedDiscussions = `select id, position, shown from forum.discussions where position > $1 order by position limit $2`

var visibleDiscussions = `
select d.id, d.position, d.shown from forum.discussions d where d.id = any($3) and ` + readable

// Topic are the live topics of discussions: something was written, edited, hidden, deleted or locked.
func Topic() live.Thing {
	return live.Thing{Kind: "discussion", Shows: "讨论及其回复", Model: projected.Name, Moved: movedDiscussions, Visible: visibleDiscussions}
}

// Options are what the queries need beside the read models.
type Options struct {
	// Sections are the sections of the forum, without their counts.
	Sections []contract.ForumSection
	// Rights are what the caller of the context may do with a discussion (identity.FromContext).
	Rights func(ctx context.Context, discussion string) (contract.ForumRights, error)
	// Opens is whether the caller of the context may open the discussion of a project, given by its id.
	Opens func(ctx context.Context, project string) (contract.ProjectForum, error)
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

// queries are the queries of answers.
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
	view.Query(api, s.source, route("forum", "论坛首页：最近有回复的讨论"), s.home)
	view.Query(api, s.source, route("forum/{type}/lists", "版块的讨论：chat、notice、article、project 或 all"), s.list)
	view.Query(api, s.source, route("forum/{id}", "讨论"), s.discussion)
	view.Query(api, s.source, route("forum/{id}/posts", "讨论的回复，按楼层"), s.posts)
	view.Query(api, s.source, route("forum/{id}/history", "讨论的标题与正文的历次内容"), s.history)
	view.Query(api, s.source, route("forum/posts/{id}/history", "回复的历次内容"), s.postHistory)
	view.Query(api, s.source, route("project/{id}/forum", "资源的讨论，以及自己可否开启"), s.board)
	view.Query(api, s.source, route("user/{id}/forum", "用户发起的讨论与回复"), s.ofUser)
}

// title is the name of a section.
func (s *Routes) title(section string) string {
	for _, known := range s.Sections {
		if known.ID == section {
			return known.Title
		}
	}
	return section
}
