// Package notification lets an account say what it has read and put away. Notifications follow from events of other
// areas; what their reader does with them is nobody's business but his own, and no event: rows keep it.
package notification

import (
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
)

// Options are what the service needs.
type Options struct {
	Pool *pgxpool.Pool
}

// Service changes inboxes. It is safe for concurrent use.
type Service struct{ pool *pgxpool.Pool }

// New makes the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Pool == nil {
		return nil, errors.New("make notification commands: a database is needed")
	}
	return &Service{pool: o.Pool}, nil
}

// answer changes the caller's own inbox, and answers 204.
func (s *Service) answer(w http.ResponseWriter, r *http.Request, statement string, what any) error {
	caller := identity.FromContext(r.Context())
	if err := caller.Require(identity.ScopeNotificationWrite); err != nil {
		return err
	}
	position, err := s.change(r.Context(), statement, caller.Account, what)
	if err != nil {
		return err
	}
	return commands.Done(w, commands.Outcome{Position: eventlog.Position(position)})
}
