package app

import (
	"github.com/modyard/modyard/projections/runtime"
	projectedtalksearch "github.com/modyard/modyard/projections/talksearch"
	readtalksearch "github.com/modyard/modyard/readapi/talksearch"
	"github.com/modyard/modyard/search/talk"
)

// talkSearchArea has the search over what people say.
func talkSearchArea() area {
	return area{name: "talksearch", projectors: []runtime.Projector{projectedtalksearch.New()}, mount: (*Site).mountTalkSearch}
}

func (s *Site) mountTalkSearch(m *mounting) error {
	readtalksearch.New(m.source, readtalksearch.Options{
		Engine: talk.NewPostgres(s.DB.Pool, projectedtalksearch.Name, readtalksearch.Scopes()), Sections: forumSections(), Person: s.personOf,
	}).Register(s.API)
	return nil
}
