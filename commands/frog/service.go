// Package frog is the route by which a browser meets the frog.
package frog

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/frog"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
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
		return nil, errors.New("make frog commands: a handler is needed")
	}
	return &Service{handler: o.Handler}, nil
}

type frogInput struct {
	Frog string `json:"frog"`
}

const maxBody = 256

// Routes mounts the routes of the package.
func (s *Service) Routes(api *httpkit.API) {
	api.Raw(huma.Operation{
		Method: http.MethodPost, Path: "/_internal/frog", OperationID: "meet-frog", Summary: "遇见青蛙",
		Tags: []string{"internal"}, RequestBody: httpkit.JSONBody[frogInput](api.Huma), MaxBodyBytes: maxBody,
		Responses: httpkit.NoContentResponses(),
	}, s.meet)
}

// meet counts a browser, whoever sits before it: the event names nobody.
func (s *Service) meet(w http.ResponseWriter, r *http.Request) error {
	req, err := commands.NewRequest(r, identity.Caller{})
	if err != nil {
		return err
	}
	var in frogInput
	if err := httpkit.DecodeJSON(r, &in); err != nil {
		return err
	}
	outcome, err := s.handler.Handle(r.Context(), req, func(ctx context.Context, d *commands.Decision) error {
		if _, err := frog.Meet(frog.State{}, in.Frog); err != nil {
			return err // before the id becomes a stream's name
		}
		state, err := commands.Load(ctx, d, "frog-"+in.Frog, evolve)
		if err != nil {
			return err
		}
		events, err := frog.Meet(state, in.Frog)
		if err != nil {
			return err
		}
		d.As(role.Self)
		d.Append("frog-"+in.Frog, events...)
		return nil
	})
	if err != nil {
		return err
	}
	return commands.Done(w, outcome)
}

func evolve(s frog.State, event any, _ time.Time) frog.State { return frog.Evolve(s, event) }
