package identity

import (
	"context"
	"errors"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/actor"
)

// Actor is an account in the form of the rules, with the role that it has now; false for an account that does not exist
// or was closed. It is for decisions that the account planned before.
func (s *Service) Actor(ctx context.Context, id string) (actor.Actor, bool, error) {
	a, err := s.Account(ctx, id)
	if errors.Is(err, errNoUser) || err == nil && (a.ID != id || (a.Leaving || a.closed())) {
		return actor.Actor{}, false, nil
	}
	if err != nil {
		return actor.Actor{}, false, err
	}
	return Caller{Account: a.ID, Role: a.Role}.Actor(), true, nil
}

// MayPublish is false while a suspension of an account refuses it to publish, or to sign in.
func (s *Service) MayPublish(ctx context.Context, id string) (bool, error) {
	list, err := s.Suspensions(ctx, id)
	return err == nil && Caller{Suspended: list}.Refused(suspended(account.Publishing)) == nil, err
}
