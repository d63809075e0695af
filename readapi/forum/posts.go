package forum

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	projected "github.com/modyard/modyard/projections/forum"
	"github.com/modyard/modyard/readapi/view"
)

const (
	// postColumns are those of an answer q for the viewer $2; $1 is true for those who see what is hidden.
	postColumns = `
select q.id, q.discussion, q.floor, case when ` + seen + ` then q.body else '' end, q.created, q.updated, q.author, a.username, a.avatar_url,
       q.reply_to, q.deleted, q.hidden, case when q.hidden then case when q.by_team then 'team' else 'staff' end end, case when ` + seen + ` then q.reason_code else '' end, case when ` + seen + ` then q.reason_text else '' end, q.revision,
       ` + seen + `, r.floor, left(case when r.deleted or r.hidden then '' else r.body end, 200), coalesce(r.deleted or r.hidden, true),
       coalesce(r.revision > q.reply_revision, false), ra.username, ra.avatar_url
from forum.posts q
left join identity.profiles a on a.id = q.author
left join forum.posts r on q.reply_to <> '' and r.id = q.reply_to
left join identity.profiles ra on ra.id = r.author `

	// seen holds where the viewer sees the text of the answer q.
	seen = `(not q.deleted and (not q.hidden or $1::boolean or q.author = $2::text and $2 <> ''))`

	byFloors = postColumns + `where q.discussion = $3 and q.floor between $4 and $5 order by q.floor`
	byID     = postColumns + `where q.id = $3`

	// replies are the first answers to each of several ones.
	replies = `
select t.id, q.id, q.floor, left(case when q.deleted or q.hidden then '' else q.body end, 200), a.username, a.avatar_url, q.deleted or q.hidden
from unnest($1::text[]) t (id)
join lateral (select * from forum.posts p where p.reply_to = t.id and p.reply_to <> '' order by p.floor limit 20) q on true
left join identity.profiles a on a.id = q.author order by t.id, q.floor`

	floorOf = `select floor from forum.posts where id = $1 and discussion = $2`
)

type postsIn struct {
	view.ByID
	Numbered
	Sort   string     `query:"sort" enum:"floor_asc,floor_desc" default:"floor_asc"`
	Around view.Count `query:"around" doc:"只要这一楼前后的楼层，代替 page"`
	After  int        `query:"after" default:"-1" minimum:"-1" doc:"只要这一楼之后的楼层，代替 page"`
	Before view.Count `query:"before" doc:"只要这一楼之前的楼层，代替 page"`
	Post   string     `query:"post" doc:"只要这条回复前后的楼层，代替 page"`
}

func (s *Routes) posts(ctx context.Context, in *postsIn) (contract.ForumPosts, error) {
	v := view.Projects(ctx)
	d, err := s.find(ctx, v, string(in.ID))
	if err != nil {
		return contract.ForumPosts{}, err
	}
	page, size := in.bounds()
	out := contract.ForumPosts{Pagination: contract.ForumPagination{Total: d.LastFloor, Page: page, PageSize: size}}
	around := int(in.Around)
	if in.Post != "" {
		err := s.source.Pool.QueryRow(ctx, floorOf, in.Post, d.ID).Scan(&around)
		if err != nil {
			return out, missing()
		}
	}
	low, high := floors(in, d.LastFloor, around)
	list, err := s.readPosts(ctx, byFloors, v, d.inside, d.ID, low, high)
	if in.Sort == "floor_desc" {
		for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
			list[i], list[j] = list[j], list[i]
		}
	}
	out.Posts = contract.List(list)
	return out, err
}

// floors are the first and the last floor of what is asked for. A page of a discussion is always the same range.
func floors(in *postsIn, last, around int) (low, high int) {
	page, size := in.bounds()
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

// readPosts reads answers with their answers.
func (s *Routes) readPosts(ctx context.Context, query string, v view.Viewer, inside bool, args ...any) ([]contract.ForumPost, error) {
	list, err := view.Rows(ctx, s.source, "answers of a discussion", view.Within(s.scanPost, func(p contract.ForumPost) int { return len(p.ContentHTML) }),
		query, append([]any{inside, v.Account}, args...)...)
	if err != nil {
		return nil, err
	}
	at, ids := map[string]int{}, make([]string, len(list))
	for i, p := range list {
		at[p.PostID], ids[i] = i, p.PostID
	}
	type reply struct {
		to string
		contract.ForumReplying
	}
	found, err := view.Rows(ctx, s.source, "answers to answers", func(row pgx.CollectableRow) (r reply, err error) {
		var name, avatar *string
		err = row.Scan(&r.to, &r.PostID, &r.FloorNumber, &r.Content, &name, &avatar, &r.Deleted)
		_, r.UserName, r.UserAvatar = person("", name, avatar)
		return r, err
	}, replies, ids)
	for _, r := range found {
		p := &list[at[r.to]]
		p.Replies = append(p.Replies, r.ForumReplying)
	}
	return list, err
}

func (s *Routes) scanPost(row pgx.CollectableRow) (p contract.ForumPost, err error) {
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
	p.UserID, p.UserName, p.UserAvatar = person(author, name, avatar)
	p.Deleted = !shown
	if shown {
		p.ContentHTML = s.Render(p.Content)
	}
	if why.Code != "" {
		p.Reason = &why
	}
	if replyTo != "" {
		p.RepliedTo, p.ReplyDeleted = &replyTo, quotedGone
	}
	if quotedFloor != nil && !quotedGone {
		quote := contract.ForumQuote{FloorNumber: *quotedFloor, Content: *quoted}
		_, quote.UserName, quote.UserAvatar = person("", quotedName, quotedAvatar)
		p.ReplyContent = &quote
	}
	return p, nil
}

// mostPatience is how long a command waits for the floor of its answer.
const mostPatience = 2 * time.Second

// Posted is an answer as its author reads it, as soon as the read model has a position; nil if it does not in two seconds.
func (s *Routes) Posted(ctx context.Context, id string, position uint64) (*contract.ForumPost, error) {
	waiting, cancel := context.WithTimeout(ctx, mostPatience)
	defer cancel()
	if s.source.Board.Wait(waiting, projected.Name, position) != nil {
		return nil, nil
	}
	c := identity.FromContext(ctx)
	list, err := s.readPosts(ctx, byID, view.Viewer{Account: c.Account}, c.Staff(), id)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}
