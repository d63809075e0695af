// Package frog mounts the route that records that a browser has met the frog.
package frog

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/frog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// Options are the dependencies of the service.
type Options struct {
	Handler        *commands.Handler
	TrustedProxies []netip.Prefix
	PerHour        int // new meetings of one account, or of one network without an account; 0: no limit
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct {
	Options
	meetings *httpkit.Allowance
}

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil {
		return nil, errors.New("make frog commands: a handler is needed")
	}
	meetings, err := httpkit.NewAllowance(o.PerHour)
	if err != nil {
		return nil, fmt.Errorf("make frog commands: %w", err)
	}
	return &Service{o, meetings}, nil
}

// Routes mounts the route of the package.
func (s *Service) Routes(api *httpkit.API) {
	commands.Mount(api, s.Handler, commands.Route{Path: "POST /_internal/frog", Summary: "遇见青蛙", MaxBody: 256, Before: s.counted}, s.meet)
}

type callerKey struct{}

// counted puts into the context under which key the meetings of the caller count.
func (s *Service) counted(r *http.Request) (context.Context, error) {
	key := identity.CallerKey(r.Context())
	if key == "" {
		key = httpkit.NetworkKey(r, s.TrustedProxies)
	}
	return context.WithValue(r.Context(), callerKey{}, key), nil
}

// Frogs are the browsers that have met the frog, by the random id that each stores.
func Frogs() *commands.Aggregate[frog.State, frog.Meet] {
	return &commands.Aggregate[frog.State, frog.Meet]{Category: "frog", Evolve: commands.Timeless(frog.Evolve), Decide: frog.Decide}
}

type frogInput struct {
	Frog string `json:"frog"`
}

type meetFrog struct{ Body frogInput }

// meet is POST /_internal/frog. It counts browsers, signed in or not: the event contains no account. A new id is a new
// stream, so that a caller may bring only few of them.
func (s *Service) meet(ctx context.Context, tx *commands.Tx, in *meetFrog) error {
	c := frog.Meet{Frog: in.Body.Frog}
	if err := c.Check(); err != nil {
		return err // checked before the id becomes a stream's name
	}
	e, err := Frogs().Get(ctx, tx, c.Frog)
	if err != nil {
		return err
	}
	if !e.State().Seen {
		key, _ := ctx.Value(callerKey{}).(string)
		if err := s.meetings.Take(ctx, key); err != nil {
			return err
		}
	}
	return e.Do(c)
}
