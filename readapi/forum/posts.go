package forum

import (
	"context"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/answer"
	"github.com/modyard/modyard/readapi/view"
)

type postsIn struct {
	view.ByID
	answer.Floors
	Post string `query:"post" doc:"只要这条回复前后的楼层，代替 page"`
}

func (s *Routes) posts(ctx context.Context, in *postsIn) (contract.ForumPosts, error) {
	v := view.Projects(ctx)
	d, err := s.find(ctx, v, string(in.ID))
	if err != nil {
		return contract.ForumPosts{}, err
	}
	part, err := s.answers.Page(ctx, v, d.inside, d.ID, d.LastFloor, in.Floors, in.Post)
	return contract.ForumPosts{Posts: part.Posts, Pagination: part.Pagination}, err
}

// Posted is an answer as its author reads it, as soon as the read model has a position; nil if it does not in two seconds.
func (s *Routes) Posted(ctx context.Context, id string, position uint64) (*contract.ForumPost, error) {
	return s.answers.Posted(ctx, id, position)
}
