// Package notification lets an account say what it has read and put away. Notifications follow from events of other
// areas; what their reader does with them is nobody's business but his own, and no event: rows keep it.
package notification

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/idempotency"
)

// Options are what the service needs.
type Options struct {
	Pool     *pgxpool.Pool
	Requests *idempotency.Guard // lets callers name their requests
}

// Service changes inboxes. It is safe for concurrent use.
type Service struct {
	pool     *pgxpool.Pool
	requests *idempotency.Guard
}

// New makes the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Pool == nil || o.Requests == nil {
		return nil, errors.New("make notification commands: a database and the guard of named requests are needed")
	}
	return &Service{pool: o.Pool, requests: o.Requests}, nil
}

// answer changes the caller's own inbox, and answers 204.
func (s *Service) answer(w http.ResponseWriter, r *http.Request, statement string, what any) error {
	caller := identity.FromContext(r.Context())
	if err := caller.Require(identity.ScopeNotificationWrite); err != nil {
		return err
	}
	if err := s.change(r.Context(), statement, caller.Account, what); err != nil {
		return err
	}
	return s.stands(w, r, "")
}

// stands answers 204 with where the caller's inbox stands in the log.
func (s *Service) stands(w http.ResponseWriter, r *http.Request, _ string) error {
	var position int64
	if err := s.pool.QueryRow(r.Context(), standing, identity.FromContext(r.Context()).Account).Scan(&position); err != nil {
		return fmt.Errorf("read where an inbox stands: %w", err)
	}
	return commands.Done(w, commands.Outcome{Position: eventlog.Position(position)})
}
