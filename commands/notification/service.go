// Package notification lets an account say what it has read and put away. Notifications follow from events of other
// areas; what their reader does with them is nobody's business but his own, and no event: rows keep it.
package notification

import (
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/idempotency"
)

// Options are what the service needs. Both must be set.
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
