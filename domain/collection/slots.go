package collection

import (
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/idset"
	"github.com/modyard/modyard/domain/role"
)

// MaxCollections bounds the collections of one account; admins have as many as they like.
const MaxCollections = 32

// Slots are the collections that count towards an account's, folded from its stream.
type Slots struct{ Taken idset.Set }

// EvolveSlots adds one event to what was folded before, which must not be used any more.
func EvolveSlots(s Slots, event any) Slots {
	switch e := event.(type) {
	case SlotTaken:
		s.Taken = s.Taken.With(e.Collection)
	case SlotFreed:
		s.Taken = s.Taken.Without(e.Collection)
	}
	return s
}

// TakeSlot counts a new collection of the actor, and says in which role he may have it.
func TakeSlot(s Slots, by Actor, collection string) ([]any, role.Role, error) {
	as := role.Owner
	if s.Taken.Len() >= MaxCollections {
		if !by.Admin {
			return nil, "", &fault.Error{Kind: fault.KindInvalid, Code: "limit_reached", Text: "您最多可以创建 32 个收藏夹。"}
		}
		as = role.Admin
	}
	return []any{SlotTaken{Account: by.Account, Collection: collection}}, as, nil
}

// FreeSlot gives the place of a deleted collection back to its owner.
func FreeSlot(s Slots, owner, collection string) []any {
	if !s.Taken.Has(collection) {
		return nil
	}
	return []any{SlotFreed{Account: owner, Collection: collection}}
}
