// Package curation checks who may choose the projects that the site features and strike terms from the popular
// searches, and mounts the routes.
package curation

import (
	"context"
	"errors"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/curation"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// Options are the dependencies of the service.
type Options struct {
	Handler *commands.Handler
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct{ Options }

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil {
		return nil, errors.New("make curation commands: a handler is needed")
	}
	return &Service{o}, nil
}

// Routes mounts the routes of the package.
func (s *Service) Routes(api *httpkit.API) {
	commands.Mount(api, s.Handler, commands.Route{
		Path: "PUT /_internal/curated/{place}", Summary: "选择精选内容", Scope: identity.ScopeProjectWrite, MaxBody: 64 << 10,
	}, change)
	for path, strike := range map[string]bool{"strike": true, "allow": false} {
		summary := "重新允许搜索词成为大家在搜"
		if strike {
			summary = "从大家在搜撤下搜索词"
		}
		commands.Mount(api, s.Handler, commands.Route{
			Path: "POST /_internal/moderation/searches/" + path, Summary: summary, Scope: identity.ScopeProjectWrite, MaxBody: 16 << 10,
		}, judge(strike))
	}
}

// Choices are the current choices, one stream a place.
func Choices() *commands.Aggregate[curation.State, curation.Change] {
	return &commands.Aggregate[curation.State, curation.Change]{
		Category: "curation", Evolve: commands.Timeless(curation.Evolve), Decide: curation.Decide,
	}
}

type curatedInput struct {
	Entries []curation.Entry `json:"entries"`
}

type changeCurated struct {
	Place string `path:"place"`
	Body  curatedInput
}

// change is PUT /_internal/curated/{place}. Every project must be given by its id, exist, and have a type that the
// place accepts.
func change(ctx context.Context, tx *commands.Tx, in *changeCurated) error {
	place := curation.Place(in.Place)
	if !place.Known() {
		return fault.NotFound("没有这个精选位置。")
	}
	if in.Body.Entries == nil { // a body without the list must not clear it
		return fault.Invalid("entries", "缺少精选内容的列表，清空时请发送空列表。")
	}
	e, err := Choices().Get(ctx, tx, in.Place)
	if err != nil {
		return err
	}
	if err := e.Do(curation.Change{By: tx.By(), Place: place, Entries: in.Body.Entries}); err != nil {
		return err
	}
	for _, entry := range in.Body.Entries {
		if err := fits(ctx, tx, place, entry.Project); err != nil {
			return err
		}
	}
	return nil
}

func fits(ctx context.Context, tx *commands.Tx, place curation.Place, id string) error {
	missing := fault.Invalid("entries", "资源 "+id+" 不存在。")
	if !ids.Valid(id) {
		return missing
	}
	p, err := project.Projects().Get(ctx, tx, id)
	if err != nil {
		return err
	}
	if p.State().ID == "" {
		return missing
	}
	if !place.Takes(string(p.State().Type)) {
		return fault.Invalid("entries", "资源 "+id+" 的类型不属于这个精选位置。")
	}
	return nil
}
