// Package curation is who may choose what the site puts forward, and the route to choose by.
package curation

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/commands"
	commandsproject "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/curation"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// Options are what the service needs.
type Options struct {
	Handler *commands.Handler
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct{ handler *commands.Handler }

// New makes the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil {
		return nil, errors.New("make curation commands: a handler is needed")
	}
	return &Service{handler: o.Handler}, nil
}

type curatedInput struct {
	Entries []curation.Entry `json:"entries"`
}

const maxBody = 64 << 10

// Routes mounts the routes of the package.
func (s *Service) Routes(api *httpkit.API) {
	api.Raw(huma.Operation{
		Method: http.MethodPut, Path: "/_internal/curated/{place}", OperationID: "change-curated", Summary: "选择精选内容",
		Tags: []string{"internal"}, RequestBody: httpkit.JSONBody[curatedInput](api.Huma), MaxBodyBytes: maxBody,
		Responses: httpkit.NoContentResponses(),
	}, s.change)
}

func (s *Service) change(w http.ResponseWriter, r *http.Request) error {
	caller := identity.FromContext(r.Context())
	if err := caller.Require(identity.ScopeProjectWrite); err != nil {
		return err
	}
	req, err := commands.NewRequest(r, caller)
	if err != nil {
		return err
	}
	var in curatedInput
	if err := httpkit.DecodeJSON(r, &in); err != nil {
		return err
	}
	outcome, err := s.Change(r.Context(), req, curation.Change{
		Staff: caller.Staff(), Place: curation.Place(r.PathValue("place")), Entries: in.Entries,
	})
	if err != nil {
		return err
	}
	return commands.Done(w, outcome)
}

// Change puts a new choice in place. Every project must be there, by its id, and of a type that the place takes.
func (s *Service) Change(ctx context.Context, req commands.Request, c curation.Change) (commands.Outcome, error) {
	return s.handler.Handle(ctx, req, func(ctx context.Context, d *commands.Decision) error {
		if !c.Place.Known() {
			return fault.NotFound("没有这个精选位置。")
		}
		stream := "curation-" + string(c.Place)
		state, err := commands.Load(ctx, d, stream, evolve)
		if err != nil {
			return err
		}
		events, err := curation.Decide(state, c)
		if err != nil {
			return err
		}
		for _, e := range c.Entries {
			if err := fits(ctx, d, c.Place, e.Project); err != nil {
				return err
			}
		}
		d.As(role.Moderator) // the staff's own thing, which any of them may change
		d.Append(stream, events...)
		return nil
	})
}

func fits(ctx context.Context, d *commands.Decision, place curation.Place, id string) error {
	if !ids.Valid(id) {
		return fault.Invalid("entries", "资源 "+id+" 不存在。")
	}
	p, err := commandsproject.Load(ctx, d, id)
	if err != nil {
		return err
	}
	if p.ID == "" {
		return fault.Invalid("entries", "资源 "+id+" 不存在。")
	}
	if !place.Takes(string(p.Type)) {
		return fault.Invalid("entries", "资源 "+id+" 的类型不属于这个精选位置。")
	}
	return nil
}

func evolve(s curation.State, event any, _ time.Time) curation.State {
	return curation.Evolve(s, event)
}
