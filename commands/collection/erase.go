package collection

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/role"
)

// Erase deletes the collections of an erased account: their names and descriptions are its texts. It may be repeated.
func (s *Service) Erase(ctx context.Context, account string) error {
	var list []string
	if err := s.Handler.Read(ctx, actor.Actor{}, func(ctx context.Context, tx *commands.Tx) error {
		slots, err := Slots().Get(ctx, tx, account)
		if err == nil {
			list = slots.State().Taken.IDs()
		}
		return err
	}); err != nil {
		return fmt.Errorf("list the collections of %s: %w", account, err)
	}
	for _, id := range list {
		req := commands.Request{Command: uuid.Must(uuid.NewV7()).String()}
		if _, err := s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
			return eraseOne(ctx, tx, id, account)
		}); err != nil {
			return fmt.Errorf("delete collection %s: %w", id, err)
		}
	}
	return nil
}

// eraseOne deletes one collection, and releases its slot.
func eraseOne(ctx context.Context, tx *commands.Tx, id, account string) error {
	e, err := Collections().Open(ctx, tx, id)
	if err != nil {
		return err
	}
	if err := e.Do(collection.DeleteErased{Account: account}); err != nil {
		return err
	}
	return Slots().Do(ctx, tx, account, collection.FreeSlot{Owner: account, Collection: id, As: role.System})
}
