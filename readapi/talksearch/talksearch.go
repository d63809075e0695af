// Package talksearch answers the search over what people say in the forum and in issues. It finds only what everybody may read.
package talksearch

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/markdown"
	projectedforum "github.com/modyard/modyard/projections/forum"
	projectedissue "github.com/modyard/modyard/projections/issue"
	projected "github.com/modyard/modyard/projections/talksearch"
	"github.com/modyard/modyard/readapi/view"
	"github.com/modyard/modyard/search/analysis"
	"github.com/modyard/modyard/search/talk"
)

const (
	// maxQuery is the maximum length of a query, in bytes.
	maxQuery = 512

	// maxLabel is the maximum length of the id of a label, in bytes.
	maxLabel = 32

	// maxPage is the maximum size of a page: each text of it is rendered.
	maxPage = 50

	// excerptWidth is the length of an excerpt, in characters.
	excerptWidth = 160
)

// Options are what the query needs beside the read models.
type Options struct {
	Engine talk.Engine
	// Sections are the sections of the forum.
	Sections []contract.ForumSection
	// Person is the id of an account by its id or user name; the fault is not found.
	Person func(ctx context.Context, name string) (string, error)
}

// Routes are the query routes of this package.
type Routes struct {
	source *view.Source
	Options
}

// New makes the routes.
func New(s *view.Source, o Options) *Routes { return &Routes{s, o} }

// Register mounts the query.
func (s *Routes) Register(api *httpkit.API) {
	view.Query(api, s.source, view.Route{
		Path: "GET /v3/search/talk", Summary: "搜索论坛的讨论与回复，以及资源的反馈与评论：最新的在前；只找所有人都能看到的内容",
		Fresh: []string{projected.Name, projectedforum.Name, projectedissue.Name},
	}, s.search)
	view.Query(api, s.source, view.Route{
		Path: "GET /v3/forum/held", Summary: "等待管理人员查看的发言：新账号带链接的前两条，最早的在前；恢复即为通过", Scope: identity.ScopeThreadRead,
		Fresh: []string{projectedforum.Name, projectedissue.Name},
	}, s.held)
}

type searchIn struct {
	Query   string     `query:"query" doc:"要找的词，须全部出现"`
	Section string     `query:"section" enum:"chat,project,article,notice,issues" doc:"只找这个版块；issues：资源的反馈"`
	Project string     `query:"project" doc:"只找这个资源的，资源的 ID 或短链"`
	Author  string     `query:"author" doc:"只找此人写的，账号的 ID 或用户名"`
	State   string     `query:"state" enum:"open,closed" doc:"只找进行中或已关闭的反馈及其评论"`
	Label   string     `query:"label" doc:"只找有这个标签的反馈及其评论，标签的 ID"`
	Since   string     `query:"since" doc:"从这一天起，如 2026-01-31，按北京时间"`
	Until   string     `query:"until" doc:"到这一天为止，含当天"`
	Limit   view.Count `query:"limit" default:"20" doc:"每页数量，1 到 50"`
	Cursor  string     `query:"cursor" doc:"上一页的 next"`
}

// beijing is the zone of the days of a query.
var beijing = time.FixedZone("UTC+8", 8*60*60)

// day reads a day.
func day(field, raw string) (time.Time, error) {
	if raw == "" {
		return time.Time{}, nil
	}
	at, err := time.ParseInLocation(time.DateOnly, raw, beijing)
	if err != nil || at.Year() < 2000 || at.Year() > 9000 {
		return time.Time{}, httpkit.Invalid(field, "日期须为 YYYY-MM-DD")
	}
	return at, nil
}

// Scopes are the scopes of the search that the read model of issues knows.
func Scopes() talk.Scopes {
	return talk.Scopes{
		Closed: `exists (select from issue.issues i where i.id = docs.thing and (i.closed is not null) = ?)`,
		Label:  `exists (select from issue.issue_labels l where l.issue = docs.thing and l.label = ?)`,
	}
}

// projectNamed is the project that $3 and $4 name, if everybody sees it.
const projectNamed = `select p.id from catalog.projects p where p.id = ` + view.Found + ` and p.visible and ` + view.VisibleProject

// asked turns the request into a query; none is true for one that finds nothing.
func (s *Routes) asked(ctx context.Context, in *searchIn) (q talk.Query, none bool, err error) {
	if len(in.Label) > maxLabel || !isID(in.Label) {
		return q, false, httpkit.Invalid("label", "没有这个标签")
	}
	if len(in.Query) > maxQuery {
		return q, false, httpkit.Invalid("query", "要找的词过长")
	}
	q = talk.Query{Text: in.Query, Section: in.Section, State: in.State, Label: in.Label, Limit: max(1, min(int(in.Limit), maxPage))}
	if q.Since, err = day("since", in.Since); err != nil {
		return q, false, err
	}
	if q.Until, err = day("until", in.Until); err != nil {
		return q, false, err
	}
	if !q.Until.IsZero() {
		q.Until = q.Until.AddDate(0, 0, 1)
	}
	if in.Cursor != "" {
		place, err := parseCursor(in.Cursor)
		if err != nil {
			return q, false, err
		}
		q.Behind = &place
	}
	if in.Author != "" {
		q.Author, err = s.Person(ctx, in.Author)
		if httpkit.IsNotFound(err) {
			return q, true, nil
		}
		if err != nil {
			return q, false, err
		}
	}
	if in.Project != "" {
		list, err := view.Rows(ctx, s.source, "the project of a search", pgx.RowTo[string], projectNamed, false, "", in.Project, strings.ToLower(in.Project))
		if err != nil || len(list) == 0 {
			return q, true, err
		}
		q.Project = list[0]
	}
	return q, false, nil
}

// search is GET /v3/search/talk.
func (s *Routes) search(ctx context.Context, in *searchIn) (contract.TalkHits, error) {
	out := contract.TalkHits{Hits: []contract.TalkHit{}}
	q, none, err := s.asked(ctx, in)
	if err != nil || none {
		return out, err
	}
	page, err := s.Engine.Search(ctx, q)
	if err != nil {
		return out, err
	}
	ids, kinds := make([]string, len(page.Hits)), make([]string, len(page.Hits))
	for i, h := range page.Hits {
		ids[i], kinds[i] = h.ID, h.Kind
	}
	found, err := view.Rows(ctx, s.source, "found texts", s.scan(in.Query), texts, ids, kinds)
	if err != nil {
		return out, err
	}
	out.Hits = append(out.Hits, found...)
	if page.More {
		last := page.Hits[len(page.Hits)-1]
		next := cursorOf(talk.Place{At: last.At, ID: last.ID})
		out.Next = &next
	}
	return out, nil
}

const (
	// columns are those of the texts h of an id and a kind, with the text itself, which the following join.
	columns = `
select h.kind, h.id, coalesce(d.id, i.id), coalesce(d.title, i.title), coalesce(q.body, c.body, ob.body, ib.body, ''), coalesce(d.section, 'issues'),
       coalesce(i.number, 0), coalesce(q.floor, c.floor, 0), coalesce(q.author, c.author, d.author, i.author), a.username, a.avatar_url,
       coalesce(q.created, c.created, d.created, i.created), p.id, p.slug, p.url_type, p.title, p.doc_page, p.icon_url `

	joined = `
left join forum.discussions d on d.id = case h.kind when 'discussion' then h.id when 'post' then q.discussion end
left join issue.issues i on i.id = case h.kind when 'issue' then h.id when 'comment' then c.discussion end
left join forum.openings ob on h.kind = 'discussion' and ob.discussion = d.id
left join issue.openings ib on h.kind = 'issue' and ib.issue = i.id
left join catalog.projects p on p.id = coalesce(nullif(d.project, ''), i.project)
left join identity.profiles a on a.id = coalesce(q.author, c.author, d.author, i.author) `

	// texts are the found texts $1 of the kinds $2 that everybody may read, also where the index does not know it yet.
	texts = columns + `
from unnest($1::text[], $2::text[]) with ordinality h (id, kind, n)
left join forum.posts q on h.kind = 'post' and q.id = h.id and not q.deleted and not q.hidden
left join issue.posts c on h.kind = 'comment' and c.id = h.id and not c.deleted and not c.hidden` + joined + `
where (d.shown or not i.hidden and p.visible) and (p.visible or d.project = '')
order by h.n`
)

func (s *Routes) scan(query string) pgx.RowToFunc[contract.TalkHit] {
	return func(row pgx.CollectableRow) (h contract.TalkHit, err error) {
		var body, author string
		var name, avatar, project, slug, urlType, title, icon *string
		var page []byte
		err = row.Scan(&h.Kind, &h.ID, &h.Thing, &h.Title, &body, &h.Section, &h.Number, &h.Floor, &author, &name, &avatar, &h.CreatedAt,
			&project, &slug, &urlType, &title, &page, &icon)
		if err != nil {
			return h, err
		}
		h.SectionTitle, h.Author = s.title(h.Section), view.Author(&author, name, avatar)
		h.Marked, h.Excerpt = pieces(h.Title, query, 400), pieces(markdown.Plain(body), query, excerptWidth)
		if project != nil {
			h.Project = &contract.ProjectLink{ID: *project, Slug: *slug, URLType: *urlType, IconURL: view.Present(icon)}
			h.Project.Title, err = view.ShownTitle(*title, page)
		}
		return h, err
	}
}

func pieces(text, query string, width int) []contract.TalkPiece {
	out := []contract.TalkPiece{}
	for _, p := range analysis.Excerpt(text, query, width) {
		out = append(out, contract.TalkPiece(p))
	}
	return out
}

// title is the name of a section.
func (s *Routes) title(section string) string {
	for _, known := range s.Sections {
		if known.ID == section {
			return known.Title
		}
	}
	return "资源反馈"
}
