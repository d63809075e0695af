// Package frog mounts the route that records that a browser has met the frog.
package frog

import (
	"context"
	"errors"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/frog"
	"github.com/modyard/modyard/platform/httpkit"
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
		return nil, errors.New("make frog commands: a handler is needed")
	}
	return &Service{o}, nil
}

// Routes mounts the route of the package.
func (s *Service) Routes(api *httpkit.API) {
	commands.Mount(api, s.Handler, commands.Route{Path: "POST /_internal/frog", Summary: "遇见青蛙", MaxBody: 256}, meet)
}

// Frogs are the browsers that have met the frog, by the random id that each stores.
func Frogs() *commands.Aggregate[frog.State, frog.Meet] {
	return &commands.Aggregate[frog.State, frog.Meet]{Category: "frog", Evolve: commands.Timeless(frog.Evolve), Decide: frog.Decide}
}

type frogInput struct {
	Frog string `json:"frog"`
}

type meetFrog struct{ Body frogInput }

// meet is POST /_internal/frog. It counts browsers, signed in or not: the event contains no account.
func meet(ctx context.Context, tx *commands.Tx, in *meetFrog) error {
	c := frog.Meet{Frog: in.Body.Frog}
	if err := c.Check(); err != nil {
		return err // checked before the id becomes a stream's name
	}
	e, err := Frogs().Get(ctx, tx, c.Frog)
	if err != nil {
		return err
	}
	return e.Do(c)
}
