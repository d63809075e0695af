// Package answer reads the answers below the things of an area, and the wordings of its texts: the tables posts and revisions, which
// the read model of every such area has in the same form.
package answer

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/markdown"
	"github.com/modyard/modyard/readapi/view"
)

// Reader reads the answers of one area.
type Reader struct {
	source *view.Source
	model  string
	render Rendering
	Queries
}

// Rendering turns texts into HTML.
type Rendering struct {
	// Render is the renderer of the site's Markdown.
	Render func(markdown string) string
	// Names are the user names of accounts by names that somebody wrote; names without an account are left out. Nil: names are not
	// links.
	Names func(ctx context.Context, names []string) (map[string]string, error)
}

// Link makes links of the accounts that rendered texts name.
func (r Rendering) Link(ctx context.Context, rendered ...*string) error {
	var names []string
	if r.Names != nil {
		for _, html := range rendered {
			names = append(names, markdown.Mentioned(*html)...)
		}
	}
	if len(names) == 0 {
		return nil
	}
	found, err := r.Names(ctx, names)
	if err != nil {
		return fmt.Errorf("find the accounts that a text names: %w", err)
	}
	for _, html := range rendered {
		*html = markdown.LinkMentions(*html, func(name string) (string, bool) {
			known, is := found[name]
			return known, is
		})
	}
	return nil
}

// New makes the reader of a read model, whose schema has its name.
func New(s *view.Source, model string, render Rendering) *Reader {
	return &Reader{source: s, model: model, render: render, Queries: QueriesOf(model)}
}

// Queries are the queries of a read model.
type Queries struct {
	// Columns are those of an answer q for the viewer $2, up to its joins; $1 is true for those who see what is hidden.
	Columns string
	// ByFloors selects the floors from $4 to $5 of the thing $3.
	ByFloors string
	// ByID selects the answer $3.
	ByID string
	// Replies selects the first answers to each of the answers $1.
	Replies string
	// FloorOf is the floor of the answer $1 of the thing $2.
	FloorOf string
	// Place is the thing of the answer $1, and whether the viewer $2 sees its text there without more rights.
	Place string
	// Wordings are the wordings of the text $1.
	Wordings string
}

const (
	// seen holds where the viewer sees the text of the answer q.
	seen = `(not q.deleted and (not q.hidden or $1::boolean or q.author = $2::text and $2 <> ''))`

	columns = `
select q.id, q.discussion, q.floor, case when ` + seen + ` then q.body else '' end, q.created, q.updated, q.author, a.username, a.avatar_url,
       q.reply_to, q.deleted, q.hidden, case when q.hidden then case when q.by_team then 'team' else 'staff' end end, case when ` + seen + ` then q.reason_code else '' end, case when ` + seen + ` then q.reason_text else '' end, q.revision,
       ` + seen + `, r.floor, left(case when r.deleted or r.hidden then '' else r.body end, 200), coalesce(r.deleted or r.hidden, true),
       coalesce(r.revision > q.reply_revision, false), ra.username, ra.avatar_url
from MODEL.posts q
left join identity.profiles a on a.id = q.author
left join MODEL.posts r on q.reply_to <> '' and r.id = q.reply_to
left join identity.profiles ra on ra.id = r.author `

	replies = `
select t.id, q.id, q.floor, left(case when q.deleted or q.hidden then '' else q.body end, 200), a.username, a.avatar_url, q.deleted or q.hidden
from unnest($1::text[]) t (id)
join lateral (select * from MODEL.posts p where p.reply_to = t.id and p.reply_to <> '' order by p.floor limit 20) q on true
left join identity.profiles a on a.id = q.author order by t.id, q.floor`

	wordings = `
select r.revision, r.at, r.by, a.username, a.avatar_url, r.title, r.body, r.retitled, r.rewritten
from MODEL.revisions r left join identity.profiles a on a.id = r.by
where r.text = $1 and (r.retitled or r.rewritten) order by r.revision`
)

// QueriesOf are the queries of a read model.
func QueriesOf(model string) Queries {
	of := func(query string) string { return strings.ReplaceAll(query, "MODEL.", model+".") }
	return Queries{
		Columns:  of(columns),
		ByFloors: of(columns + `where q.discussion = $3 and q.floor between $4 and $5 order by q.floor`),
		ByID:     of(columns + `where q.id = $3`),
		Replies:  of(replies),
		FloorOf:  of(`select floor from MODEL.posts where id = $1 and discussion = $2`),
		Place:    of(`select q.discussion, not q.hidden or q.author = $2::text and $2 <> '' from MODEL.posts q where q.id = $1 and not q.deleted`),
		Wordings: of(wordings),
	}
}

// Numbered is the requested page of a list. Types that embed it must not have a method Resolve.
type Numbered struct {
	Page     view.Count `query:"page" default:"1" doc:"页码，从 1 开始"`
	PageSize view.Count `query:"page_size" default:"20" doc:"每页数量，1 到 100"`
}

// Bounds are the page, from 1, and its size.
func (n Numbered) Bounds() (page, size int) {
	return max(int(n.Page), 1), min(max(int(n.PageSize), 1), 100)
}

// Floors are the requested floors of a thing. Types that embed it must not have a method Resolve.
type Floors struct {
	Numbered
	Sort   string     `query:"sort" enum:"floor_asc,floor_desc" default:"floor_asc"`
	Around view.Count `query:"around" doc:"只要这一楼前后的楼层，代替 page"`
	After  int        `query:"after" default:"-1" minimum:"-1" doc:"只要这一楼之后的楼层，代替 page"`
	Before view.Count `query:"before" doc:"只要这一楼之前的楼层，代替 page"`
}

// Part is a part of the answers of a thing: those from a low to a high floor.
type Part struct {
	Posts      []contract.ForumPost
	Pagination contract.ForumPagination
	Low, High  int
}

// Page reads the requested floors of a thing with a last floor, or those around an answer if one is given. Inside is true for
// viewers who see what is hidden.
func (r *Reader) Page(ctx context.Context, v view.Viewer, inside bool, thing string, last int, in Floors, post string) (Part, error) {
	page, size := in.Bounds()
	out := Part{Pagination: contract.ForumPagination{Total: last, Page: page, PageSize: size}}
	around := int(in.Around)
	if post != "" {
		if err := r.source.Pool.QueryRow(ctx, r.FloorOf, post, thing).Scan(&around); err != nil {
			return out, httpkit.NotFound()
		}
	}
	out.Low, out.High = in.floors(last, around)
	list, err := r.Read(ctx, r.ByFloors, v, inside, thing, out.Low, out.High)
	if in.Sort == "floor_desc" {
		slices.Reverse(list)
	}
	out.Posts = contract.List(list)
	return out, err
}

// floors are the first and the last floor of what is asked for. A page of a thing is always the same range.
func (in Floors) floors(last, around int) (low, high int) {
	page, size := in.Bounds()
	switch {
	case around > 0:
		low = max(around-size/2, 1)
		return low, low + size - 1
	case in.After >= 0:
		low = min(in.After, last) + 1
		return low, low + size - 1
	case in.Before > 0:
		high = min(int(in.Before)-1, last)
		return high - size + 1, high
	case page > last/size+1: // behind the last page, also where the product would overflow
		return 1, 0
	case in.Sort == "floor_desc":
		high = last - (page-1)*size
		return high - size + 1, high
	}
	low = (page-1)*size + 1
	return low, low + size - 1
}

// Read reads answers with their answers, by a query with Columns.
func (r *Reader) Read(ctx context.Context, query string, v view.Viewer, inside bool, args ...any) ([]contract.ForumPost, error) {
	list, err := view.Rows(ctx, r.source, "answers", view.Within(r.scan, func(p contract.ForumPost) int { return len(p.ContentHTML) }),
		query, append([]any{inside, v.Account}, args...)...)
	if err != nil {
		return nil, err
	}
	at, ids, texts := map[string]int{}, make([]string, len(list)), make([]*string, len(list))
	for i, p := range list {
		at[p.PostID], ids[i], texts[i] = i, p.PostID, &list[i].ContentHTML
	}
	if err := r.render.Link(ctx, texts...); err != nil {
		return nil, err
	}
	type reply struct {
		to string
		contract.ForumReplying
	}
	found, err := view.Rows(ctx, r.source, "answers to answers", func(row pgx.CollectableRow) (r reply, err error) {
		var name, avatar *string
		err = row.Scan(&r.to, &r.PostID, &r.FloorNumber, &r.Content, &name, &avatar, &r.Deleted)
		_, r.UserName, r.UserAvatar = Person("", name, avatar)
		return r, err
	}, r.Replies, ids)
	for _, one := range found {
		p := &list[at[one.to]]
		p.Replies = append(p.Replies, one.ForumReplying)
	}
	return list, err
}

func (r *Reader) scan(row pgx.CollectableRow) (p contract.ForumPost, err error) {
	var floor int
	var author, replyTo string
	var why contract.ForumReason
	var name, avatar, quoted, quotedName, quotedAvatar *string
	var quotedFloor *int
	var shown, quotedGone bool
	err = row.Scan(&p.PostID, &p.DiscussionID, &floor, &p.Content, &p.CreatedAt, &p.UpdatedAt, &author, &name, &avatar,
		&replyTo, &p.Deleted, &p.Hidden, &p.HiddenBy, &why.Code, &why.Text, &p.Revision,
		&shown, &quotedFloor, &quoted, &quotedGone, &p.ReplyEdited, &quotedName, &quotedAvatar)
	if err != nil {
		return p, err
	}
	p.FloorNumber, p.Replies = &floor, []contract.ForumReplying{}
	p.UserID, p.UserName, p.UserAvatar = Person(author, name, avatar)
	p.Deleted = !shown
	if shown {
		p.ContentHTML = r.render.Render(p.Content)
	}
	if why.Code != "" {
		p.Reason = &why
	}
	if replyTo != "" {
		p.RepliedTo, p.ReplyDeleted = &replyTo, quotedGone
	}
	if quotedFloor != nil && !quotedGone {
		quote := contract.ForumQuote{FloorNumber: *quotedFloor, Content: *quoted}
		_, quote.UserName, quote.UserAvatar = Person("", quotedName, quotedAvatar)
		p.ReplyContent = &quote
	}
	return p, nil
}

// Person is an author as documents of the family show them; without a name where the account is closed.
func Person(id string, name, avatar *string) (*string, string, *string) {
	if name == nil {
		return nil, "", nil
	}
	return &id, *name, view.Present(avatar)
}

// mostPatience is how long a command waits for the floor of its answer.
const mostPatience = 2 * time.Second

// Waited is true as soon as the read model has a position; false if it does not in two seconds.
func (r *Reader) Waited(ctx context.Context, position uint64) bool {
	waiting, cancel := context.WithTimeout(ctx, mostPatience)
	defer cancel()
	return r.source.Board.Wait(waiting, r.model, position) == nil
}

// Posted is an answer as its author reads it, as soon as the read model has a position; nil if it does not for a while.
func (r *Reader) Posted(ctx context.Context, id string, position uint64) (*contract.ForumPost, error) {
	if !r.Waited(ctx, position) {
		return nil, nil
	}
	c := identity.FromContext(ctx)
	list, err := r.Read(ctx, r.ByID, view.Viewer{Account: c.Account}, c.Staff(), id)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}
