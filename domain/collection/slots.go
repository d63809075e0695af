package collection

import "github.com/modyard/modyard/domain/fault"

// MaxCollections bounds the collections of one account; admins have as many as they like.
const MaxCollections = 32

// Slots are the collections that count towards an account's, folded from its stream.
type Slots struct{ taken map[string]bool }

// EvolveSlots adds one event to what was folded before, which must not be used any more.
func EvolveSlots(s Slots, event any) Slots {
	switch e := event.(type) {
	case SlotTaken:
		if s.taken == nil {
			s.taken = map[string]bool{}
		}
		s.taken[e.Collection] = true
	case SlotFreed:
		delete(s.taken, e.Collection)
	}
	return s
}

// TakeSlot counts a new collection of the actor.
func TakeSlot(s Slots, by Actor, collection string) ([]any, error) {
	if !by.Admin && len(s.taken) >= MaxCollections {
		return nil, &fault.Error{Kind: fault.KindInvalid, Code: "limit_reached", Text: "您最多可以创建 32 个收藏夹。"}
	}
	return []any{SlotTaken{Account: by.Account, Collection: collection}}, nil
}

// FreeSlot gives the place of a deleted collection back to its owner.
func FreeSlot(s Slots, owner, collection string) []any {
	if !s.taken[collection] {
		return nil
	}
	return []any{SlotFreed{Account: owner, Collection: collection}}
}
