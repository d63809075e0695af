// Package watch lets accounts choose what of the talk of the site they hear of, and mounts the route.
package watch

import (
	"context"
	"errors"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/watch"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// Find returns the id of a place with a name. One that is missing, or hidden from the caller, is a fault of kind not found.
type Find func(ctx context.Context, tx *commands.Tx, name string) (id string, err error)

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct {
	handler *commands.Handler
	places  map[watch.Kind]Find
}

// New creates the service over the places that can be watched; mount it with Routes.
func New(h *commands.Handler, places map[watch.Kind]Find) (*Service, error) {
	if h == nil || len(places) == 0 {
		return nil, errors.New("make watch commands: a handler and places are needed")
	}
	return &Service{h, places}, nil
}

// Routes mounts the route.
func (s *Service) Routes(api *httpkit.API) {
	commands.Mount(api, s.handler, commands.Route{
		Path: "PUT /v3/watch/{kind}/{id}", Summary: "设置对讨论、反馈、资源的反馈或论坛版块的关注程度", Scope: identity.ScopeNotificationWrite, MaxBody: 4 << 10,
	}, s.choose)
}

// choices are what accounts chose, one stream an account and place.
func choices() *commands.Aggregate[watch.State, watch.Choose] {
	return &commands.Aggregate[watch.State, watch.Choose]{Category: "watch", Evolve: commands.Timeless(watch.Evolve), Decide: watch.Decide}
}

type chooseInput struct {
	Level string `json:"level" enum:"all,addressed,never" doc:"all：有新内容时通知；addressed：只在被回复或提及时通知；never：不再通知"`
}

type choose struct {
	Kind string `path:"kind" enum:"discussion,issue,board,section" doc:"board：资源的反馈与讨论；section：论坛的版块"`
	ID   string `path:"id" doc:"讨论或反馈的 ID、资源的 ID 或短链、版块的名称"`
	Body chooseInput
}

// choose is PUT /watch/{kind}/{id}.
func (s *Service) choose(ctx context.Context, tx *commands.Tx, in *choose) error {
	place := watch.Place{Kind: watch.Kind(in.Kind)}
	find, known := s.places[place.Kind]
	if !known {
		return fault.NotFound("没有这一类关注的对象。")
	}
	var err error
	if place.ID, err = find(ctx, tx, in.ID); err != nil {
		return err
	}
	e, err := choices().Open(ctx, tx, tx.By().Account+"-"+in.Kind+"-"+place.ID)
	if err != nil {
		return err
	}
	return e.Do(watch.Choose{By: tx.By(), Place: place, Level: watch.Level(in.Body.Level)})
}
