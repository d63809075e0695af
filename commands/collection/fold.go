package collection

import (
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/collection"
)

// Folds of the streams that can be long. A change of a fold or of the form of its state changes its version too.

// Fold is how a collection's stream is folded.
func Fold() commands.Fold[collection.State] {
	return commands.Fold[collection.State]{Version: "collection/2", Evolve: func(s collection.State, event any, _ time.Time) collection.State {
		return collection.Evolve(s, event)
	}}
}

// FollowsFold is how an account's follows are folded.
func FollowsFold() commands.Fold[collection.Follows] {
	return commands.Fold[collection.Follows]{Version: "follows/2", Evolve: func(f collection.Follows, event any, _ time.Time) collection.Follows {
		return collection.EvolveFollows(f, event)
	}}
}

// SlotsFold is how the places for an account's collections are folded.
func SlotsFold() commands.Fold[collection.Slots] {
	return commands.Fold[collection.Slots]{Version: "slots/2", Evolve: func(s collection.Slots, event any, _ time.Time) collection.Slots {
		return collection.EvolveSlots(s, event)
	}}
}
