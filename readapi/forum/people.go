package forum

import (
	"context"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/answer"
	"github.com/modyard/modyard/readapi/view"
)

// writtenBy lists answers of a person in discussions that everybody finds.
var writtenBy = queries.Columns + `
join forum.discussions d on d.id = q.discussion and d.shown
where q.author = $3 and not q.deleted and not q.hidden and (q.created, q.id) < ($4::timestamptz, $5::text)
order by q.created desc, q.id desc limit $6`

var (
	// openedBy lists the newest discussions of a person that everybody finds.
	openedBy = columns + `(
    select * from forum.discussions where author = $3 and shown order by created desc, id desc limit 20) d` + joined + withoutText + `
order by d.created desc, d.id desc`

	among = columns + `forum.discussions d` + joined + withoutText + ` where d.id = any($3)`
)

type ofUserIn struct {
	view.ByID
	PageSize view.Count `query:"page_size" default:"20" doc:"每页数量，1 到 100"`
	Cursor   string     `query:"cursor" doc:"上一页的 next"`
}

// ofUser is GET /v3/user/{id}/forum. Only what everybody finds is listed.
func (s *Routes) ofUser(ctx context.Context, in *ofUserIn) (out contract.UserForum, err error) {
	out.Discussions, out.Posts = []contract.Forum{}, []contract.UserForumPost{}
	person, err := s.Person(ctx, string(in.ID))
	if err != nil {
		return out, err
	}
	v := view.Projects(ctx)
	from := cursor{at: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)}
	if in.Cursor != "" {
		if from, err = parseCursor(in.Cursor); err != nil {
			return out, err
		}
	} else {
		opened, err := view.Rows(ctx, s.source, "discussions of a person", s.scan, openedBy, v.Staff, v.Account, person)
		if err != nil {
			return out, err
		}
		for _, d := range opened {
			out.Discussions = append(out.Discussions, d.Forum)
		}
	}
	_, size := answer.Numbered{PageSize: in.PageSize}.Bounds()
	list, err := s.answers.Read(ctx, writtenBy, v, false, person, from.at, from.id, size+1)
	if err != nil {
		return out, err
	}
	if len(list) > size {
		list = list[:size]
		next := cursor{at: list[size-1].CreatedAt, id: list[size-1].PostID}.String()
		out.Next = &next
	}
	ids := make([]string, len(list))
	for i, p := range list {
		ids[i] = p.DiscussionID
	}
	found, err := view.Rows(ctx, s.source, "discussions of answers", s.scan, among, v.Staff, v.Account, ids)
	if err != nil {
		return out, err
	}
	of := map[string]contract.Forum{}
	for _, d := range found {
		of[d.ID] = d.Forum
	}
	for _, p := range list {
		out.Posts = append(out.Posts, contract.UserForumPost{Post: p, Discussion: of[p.DiscussionID]})
	}
	return out, nil
}

// missing is the answer to what does not exist.
func missing() error { return httpkit.NotFound() }
