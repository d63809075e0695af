package account

import (
	"context"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// FoundUser is an account that a search by name finds.
type FoundUser struct {
	ID        string  `json:"id"`
	Username  string  `json:"username"`
	AvatarURL *string `json:"avatar_url"`
}

type findIn struct {
	Query string `query:"query" required:"true" doc:"用户名或其中的一部分；一个字符时只匹配开头"`
}

// find finds at most twenty accounts by name. Closed accounts are not found.
func (s *Routes) find(ctx context.Context, in *findIn) ([]FoundUser, error) {
	found, err := s.profiles.FindByName(ctx, in.Query)
	if err != nil {
		return nil, err
	}
	out := make([]FoundUser, len(found))
	for i, p := range found {
		out[i] = FoundUser{ID: p.ID, Username: p.Username}
		if p.AvatarURL != nil {
			out[i].AvatarURL = contract.Present(*p.AvatarURL)
		}
	}
	return out, nil
}

// allProjects lists an account's projects and those of its organizations.
func (s *Routes) allProjects(ctx context.Context, in *view.ByID) (view.Answer, error) {
	p, err := s.profiles.ByUsername(ctx, string(in.ID))
	if err != nil {
		return nil, err
	}
	return s.projects.AllOfAccount(ctx, view.Projects(ctx), p.ID)
}
