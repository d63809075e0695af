// Package notification is who may ask to have notifications read or put away, and the routes to ask by.
package notification

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/notification"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
)

// Options are what the service needs.
type Options struct {
	Handler *commands.Handler
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct {
	log     eventlog.Log
	handler *commands.Handler
}

// New makes the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil {
		return nil, errors.New("make notification commands: a handler is needed")
	}
	return &Service{log: o.Handler.Log, handler: o.Handler}, nil
}

// rule decides about the inbox of an account.
type rule func(inbox notification.Inbox, account string) ([]any, error)

// change lets the caller change their own inbox, and answers 204.
func (s *Service) change(w http.ResponseWriter, r *http.Request, decide rule) error {
	caller := identity.FromContext(r.Context())
	if err := caller.Require(identity.ScopeNotificationWrite); err != nil {
		return err
	}
	req, err := commands.NewRequest(r, caller)
	if err != nil {
		return err
	}
	stream := "inbox-" + caller.Account
	outcome, err := s.handler.Handle(r.Context(), req, func(ctx context.Context, d *commands.Decision) error {
		inbox, err := commands.Load(ctx, d, stream, evolve)
		if err != nil {
			return err
		}
		events, err := decide(inbox, caller.Account)
		if err != nil {
			return err
		}
		d.Append(stream, events...)
		return nil
	})
	if err != nil {
		return err
	}
	return commands.Done(w, outcome)
}

// newest is where the log ends: nothing behind it can be read yet.
func (s *Service) newest(ctx context.Context) (uint64, error) {
	head, err := s.log.Head(ctx)
	if err != nil {
		return 0, fmt.Errorf("find the end of the log: %w", err)
	}
	return uint64(head), nil
}

func evolve(s notification.Inbox, event any, _ time.Time) notification.Inbox {
	return notification.Evolve(s, event)
}
