package identity

import (
	"context"
	"net/http"

	"github.com/modyard/modyard/platform/idempotency"
)

// named is a request that its caller named, so that the same one sent again makes nothing again. The zero named is
// one without a name.
type named struct{ id, hash string }

// named reads the name that a request carries. It is read before the body is decoded or after, as the route likes.
func (s *Service) named(r *http.Request, account string) (named, error) {
	id, keyed, err := idempotency.ID(r, account)
	if err != nil || !keyed {
		return named{}, err
	}
	return named{id: id, hash: idempotency.Read(r).Hash(s.requestKey)}, nil
}

// made is what the request made when it came before, or "".
func (s *Service) made(ctx context.Context, n named) (string, error) {
	if n.id == "" {
		return "", nil
	}
	return s.requests.Made(ctx, n.id, n.hash)
}

// claim remembers the request in the transaction that carries it out, and gives what it made when it came before.
func (s *Service) claim(ctx context.Context, q idempotency.Querier, n named) (string, error) {
	if n.id == "" {
		return "", nil
	}
	return s.requests.ClaimIn(ctx, q, n.id, n.hash)
}

// note says what the request made.
func (s *Service) note(ctx context.Context, q idempotency.Querier, n named, made string) error {
	if n.id == "" {
		return nil
	}
	return s.requests.Note(ctx, q, n.id, made)
}
