// Package notification lets an account mark its notifications as read and delete them. Notifications follow from events
// of other areas; what their reader does with them is private, so it is stored in rows and not in events.
package notification

import (
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/idempotency"
)

// Options are the dependencies of the service. Both must be set.
type Options struct {
	Pool     *pgxpool.Pool
	Requests *idempotency.Guard // lets callers name their requests
}

// Service changes inboxes. It is safe for concurrent use.
type Service struct {
	pool     *pgxpool.Pool
	requests *idempotency.Guard
}

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Pool == nil || o.Requests == nil {
		return nil, errors.New("make notification commands: a database and the guard of named requests are needed")
	}
	return &Service{pool: o.Pool, requests: o.Requests}, nil
}
