// Package wiki answers the published pages of wikis, their history, and the lists of drafts. Who may see a project may
// read its wiki; a draft is listed for its author, the holders of WIKI_EDIT and the staff.
package wiki

import (
	"context"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/wiki"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/project"
	"github.com/modyard/modyard/readapi/view"
)

// Drafts answers from the log what the read model does not contain: the caller's rights and drafts. The caller is that
// of the context (identity.FromContext); project is an id.
type Drafts struct {
	// Standing is what the caller may do. Revision and Waiting may be left 0: they are then read from the rows.
	Standing func(ctx context.Context, project string) (contract.WikiStanding, error)
	// Own is the caller's unfinished draft, for a reviewer without one the oldest in review, with its author and whether
	// the caller is that author; nil where there is none. Without bodies the texts are empty.
	Own func(ctx context.Context, project string, bodies bool) (draft *contract.WikiCache, author *contract.Author, own bool, err error)
}

// Topic is the live topic of drafts of the caller.
func Topic() live.Owned {
	return live.Owned{
		Topic: "wikidrafts", Shows: "本人的百科草稿，审核人员为全部", Scope: identity.ScopeProjectRead,
		Model: projected.Name, Table: "wiki.drafts", Account: "account",
	}
}

// Moves are the projects whose wikis changed, for the live topics of these projects: a change was published, a draft was
// submitted, taken back, decided or ended, or the settings changed.
func Moves() live.Moves { return project.Moves(projected.Name, "wiki.moves") }

// Routes are the query routes of this package.
type Routes struct {
	source *view.Source
	drafts Drafts
	render func(markdown string) string
}

// New makes the routes over a source; render is the renderer of the site's Markdown.
func New(s *view.Source, drafts Drafts, render func(string) string) *Routes {
	return &Routes{source: s, drafts: drafts, render: render}
}

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	open := func(path, summary string) view.Route {
		return view.Route{Path: path, Summary: summary, Fresh: []string{projected.Name}}
	}
	member := func(path, summary string) view.Route {
		route := open(path, summary)
		route.Scope = identity.ScopeProjectRead
		return route
	}
	const at = "GET /v3/project/{id}/wiki"
	view.Query(api, s.source, open(at, "资源的百科：所有页面与自己的草稿"), s.wiki)
	view.Query(api, s.source, open(at+"/pages/{page}", "百科的一个页面，按 ID、链接或曾用的链接"), s.article)
	view.Query(api, s.source, open(at+"/pages/{page}/history", "百科页面的更改，最近的在前"), s.history)
	view.Query(api, s.source, open(at+"/pages/{page}/editions/{change}", "某次更改发布的页面正文"), s.edition)
	view.Query(api, s.source, open(at+"/changes", "百科的更改，最近的在前"), s.changes)
	view.Query(api, s.source, open(at+"/changes/{change}", "百科的一次更改，以及每个页面的前后"), s.change)
	view.Query(api, s.source, open(at+"/search", "在百科中搜索"), s.search)
	view.Query(api, s.source, member(at+"/drafts", "百科的草稿：拥有百科编辑权限的成员与管理人员可见全部，其他人只见自己的"), s.ofProject)
	view.Query(api, s.source, member(at+"/settings", "百科的设置、指定的编辑者与限制"), s.settings)
	view.Query(api, s.source, member("GET /_internal/wiki/drafts", "所有资源的百科草稿"), s.ofCaller)
}
