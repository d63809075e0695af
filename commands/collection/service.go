// Package collection is who may follow a project and keep projects in collections, and the routes to ask by.
package collection

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/platform/picture"
)

// Options are what the service needs. Log, Codec, Projects and Blobs must be set.
type Options struct {
	Handler  *commands.Handler
	Projects *project.Service // tells which projects the caller may see
	Blobs    *blobs.Store
	Logger   *slog.Logger // nil for the default
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct {
	projects *project.Service
	handler  *commands.Handler
	blobs    *blobs.Store
	pictures *picture.Decoder
	logger   *slog.Logger
}

// New makes the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Projects == nil || o.Blobs == nil {
		return nil, errors.New("make collection commands: log, codec, projects and blobs are needed")
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return &Service{
		projects: o.Projects, handler: o.Handler,
		blobs: o.Blobs, pictures: picture.NewDecoder(), logger: o.Logger,
	}, nil
}

// ask is one command with who sends it.
type ask struct {
	caller  identity.Caller
	by      collection.Actor
	request commands.Request
}

// authorise says who asks, and refuses nobody and tokens without the scope.
func authorise(r *http.Request, scope identity.Scopes) (ask, error) {
	caller := identity.FromContext(r.Context())
	if err := caller.Require(scope); err != nil {
		return ask{}, err
	}
	req, err := commands.NewRequest(r, caller)
	by := collection.Actor{Account: caller.Account, Staff: caller.Staff(), Admin: caller.Role == identity.RoleAdmin}
	return ask{caller: caller, by: by, request: req}, err
}

// command is the whole of a simple command: who asks, what follows; it answers 204.
func (s *Service) command(w http.ResponseWriter, r *http.Request, scope identity.Scopes, decide func(context.Context, *commands.Decision, ask) error) error {
	a, err := authorise(r, scope)
	if err != nil {
		return err
	}
	return s.decided(w, r, a, decide)
}

// decided makes a command durable and answers 204.
func (s *Service) decided(w http.ResponseWriter, r *http.Request, a ask, decide func(context.Context, *commands.Decision, ask) error) error {
	outcome, err := s.handler.Handle(r.Context(), a.request, func(ctx context.Context, d *commands.Decision) error {
		return decide(ctx, d, a)
	})
	if err != nil {
		return err
	}
	return commands.Done(w, outcome)
}

func errNoProject() error { return fault.NotFound("资源不存在") }

func load(ctx context.Context, d *commands.Decision, id string) (collection.State, error) {
	if !ids.Valid(id) {
		return collection.State{}, fault.NotFound("收藏夹不存在。")
	}
	return commands.LoadFold(ctx, d, stream(id), Fold())
}

func loadFollows(ctx context.Context, d *commands.Decision, account string) (collection.Follows, error) {
	return commands.LoadFold(ctx, d, followStream(account), FollowsFold())
}

func loadSlots(ctx context.Context, d *commands.Decision, account string) (collection.Slots, error) {
	return commands.LoadFold(ctx, d, slotStream(account), SlotsFold())
}

func stream(id string) string            { return "collection-" + id }
func followStream(account string) string { return "follows-" + account }
func slotStream(account string) string   { return "collections-" + account }
