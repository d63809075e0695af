// Package organization is who may ask for a change of a team that owns projects, its members and its projects, and the
// routes to ask by. The id of an organization's team is the organization's own id.
package organization

import (
	"context"
	"errors"
	"log/slog"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/icon"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/ids"
)

// Options are what the service needs. Handler must be set.
type Options struct {
	Handler *commands.Handler
	Blobs   *blobs.Store // where icons are kept; nil: none can be set
	// AccountExists says whether an account may be invited; nil believes every id.
	AccountExists func(ctx context.Context, id string) (bool, error)
	Logger        *slog.Logger
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct {
	options Options
	handler *commands.Handler
	icons   *icon.Store
}

// New makes the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil {
		return nil, errors.New("make organization commands: a handler is needed")
	}
	s := &Service{options: o, handler: o.Handler}
	if o.Blobs != nil {
		s.icons = icon.NewStore(o.Blobs, o.Logger)
	}
	return s, nil
}

// Team answers for the team of an organization; false where no organization has the id.
func (s *Service) Team(ctx context.Context, id string) (commands.Team, bool, error) {
	if !ids.Valid(id) {
		return commands.Team{}, false, nil
	}
	var there bool
	_, err := s.handler.Handle(ctx, commands.Request{}, func(ctx context.Context, d *commands.Decision) error {
		o, err := load(ctx, d, id)
		there = o.ID != ""
		return err
	})
	return commands.Team{Invite: s.invite, Join: s.join, Edit: s.editMember, Remove: s.removeMember, Transfer: s.transfer}, there, err
}
