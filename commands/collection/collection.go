package collection

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/platform/ids"
)

// Collections are the collections, one stream each.
func Collections() *commands.Aggregate[collection.State, collection.Command] {
	return &commands.Aggregate[collection.State, collection.Command]{
		Category: "collection", Version: "collection/2", Evolve: commands.Timeless(collection.Evolve), Decide: collection.Decide,
		Missing: func(s collection.State) error {
			if !s.Exists() {
				return errMissing()
			}
			return nil
		},
	}
}

// Follows are the projects that an account follows, by the account's id.
func Follows() *commands.Aggregate[collection.Follows, collection.FollowCommand] {
	return &commands.Aggregate[collection.Follows, collection.FollowCommand]{
		Category: "follows", Version: "follows/2", Evolve: commands.Timeless(collection.EvolveFollows), Decide: collection.DecideFollows,
	}
}

// Slots limit the number of an account's collections, by the account's id.
func Slots() *commands.Aggregate[collection.Slots, collection.SlotCommand] {
	return &commands.Aggregate[collection.Slots, collection.SlotCommand]{
		Category: "collections", Version: "slots/2", Evolve: commands.Timeless(collection.EvolveSlots), Decide: collection.DecideSlots,
	}
}

// entity is a collection within a decision.
type entity = commands.Entity[collection.State, collection.Command]

func get(ctx context.Context, tx *commands.Tx, id string) (*entity, error) {
	if !ids.Valid(id) {
		return nil, errMissing()
	}
	return Collections().Get(ctx, tx, id)
}

func errMissing() error   { return fault.NotFound("收藏夹不存在。") }
func errNoProject() error { return fault.NotFound("资源不存在") }
