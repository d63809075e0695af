package forum

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

const (
	wordings = `
select r.revision, r.at, r.by, a.username, a.avatar_url, r.title, r.body, r.retitled, r.rewritten
from forum.revisions r left join identity.profiles a on a.id = r.by
where r.text = $1 and (r.retitled or r.rewritten) order by r.revision`

	// ofPost is the discussion of an answer whose text the viewer $2 sees; $1 is true for the staff.
	ofPost = `select q.discussion, not q.hidden or q.author = $2::text and $2 <> '' from forum.posts q where q.id = $1 and not q.deleted`
)

// history is GET /v3/forum/{id}/history.
func (s *Routes) history(ctx context.Context, in *view.ByID) (contract.ForumHistory, error) {
	d, err := s.find(ctx, view.Projects(ctx), string(in.ID))
	if err != nil {
		return contract.ForumHistory{}, err
	}
	return s.wordings(ctx, d.ID)
}

// postHistory is GET /v3/forum/posts/{id}/history.
func (s *Routes) postHistory(ctx context.Context, in *view.ByID) (contract.ForumHistory, error) {
	type place struct {
		discussion string
		open       bool
	}
	v := view.Projects(ctx)
	at, err := view.Only(view.Rows(ctx, s.source, "the place of an answer", func(row pgx.CollectableRow) (p place, err error) {
		return p, row.Scan(&p.discussion, &p.open)
	}, ofPost, string(in.ID), v.Account))
	if err != nil {
		return contract.ForumHistory{}, err
	}
	d, err := s.find(ctx, v, at.discussion)
	if err == nil && !at.open && !d.inside {
		err = missing()
	}
	if err != nil {
		return contract.ForumHistory{}, err
	}
	return s.wordings(ctx, string(in.ID))
}

// wordings are the revisions of a text, each with the title and the text that it left.
func (s *Routes) wordings(ctx context.Context, id string) (contract.ForumHistory, error) {
	var title *string
	var body string
	size := func(r contract.ForumRevision) int { return len(r.Content) }
	list, err := view.Rows(ctx, s.source, "the wordings of a text", view.Within(func(row pgx.CollectableRow) (r contract.ForumRevision, err error) {
		var by, newTitle, newBody string
		var name, avatar *string
		var retitled, rewritten bool
		if err := row.Scan(&r.Revision, &r.At, &by, &name, &avatar, &newTitle, &newBody, &retitled, &rewritten); err != nil {
			return r, err
		}
		if retitled {
			title = &newTitle
		}
		if rewritten {
			body = newBody
		}
		r.By, r.Title, r.Content = view.Author(&by, name, avatar), title, body
		return r, nil
	}, size), wordings, id)
	return contract.ForumHistory{Revisions: contract.List(list)}, err
}
