package forum

import (
	"context"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

var several = columns + `forum.discussions d` + joined + withText + ` where d.id = any($3) and ` + readable

// severalPosts follows the columns and joins of an answer q.
const severalPosts = `
join forum.discussions d on d.id = q.discussion
where q.id = any($3) and not q.deleted and not q.hidden and `

// Discussions are the documents of discussions as everybody reads them, without what the reader may do; those that not
// everybody may read are left out.
func (s *Routes) Discussions(ctx context.Context, ids []string) ([]contract.Forum, error) {
	found, err := view.Rows(ctx, s.source, "discussions", s.scan, several, false, "", ids)
	list := make([]contract.Forum, len(found))
	for i, d := range found {
		list[i] = d.Forum
		list[i].ContentHTML = s.Render(d.Content)
	}
	return list, err
}

// Posts are the documents of answers as everybody reads them; those that not everybody may read are left out.
func (s *Routes) Posts(ctx context.Context, ids []string) ([]contract.ForumPost, error) {
	return s.answers.Read(ctx, s.answers.Columns+severalPosts+readable, view.Viewer{}, false, ids)
}
