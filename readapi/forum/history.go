package forum

import (
	"context"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// history is GET /v3/forum/{id}/history.
func (s *Routes) history(ctx context.Context, in *view.ByID) (contract.ForumHistory, error) {
	d, err := s.find(ctx, view.Projects(ctx), string(in.ID))
	if err != nil {
		return contract.ForumHistory{}, err
	}
	return s.answers.History(ctx, d.ID)
}

// postHistory is GET /v3/forum/posts/{id}/history.
func (s *Routes) postHistory(ctx context.Context, in *view.ByID) (contract.ForumHistory, error) {
	v := view.Projects(ctx)
	at, err := s.answers.Place(ctx, v, string(in.ID))
	if err != nil {
		return contract.ForumHistory{}, err
	}
	d, err := s.find(ctx, v, at.Thing)
	if err == nil && !at.Open && !d.inside {
		err = missing()
	}
	if err != nil {
		return contract.ForumHistory{}, err
	}
	return s.answers.History(ctx, string(in.ID))
}
