package collection

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/idset"
	"github.com/modyard/modyard/domain/role"
)

// MaxCollections is the maximum number of collections of one account; it does not apply to admins.
const MaxCollections = 32

// Slots are the collections that count towards an account's limit, folded from its stream.
type Slots struct{ Taken idset.Set }

// EvolveSlots applies one event. It takes over its argument, which must not be used afterwards.
func EvolveSlots(s Slots, event any) Slots {
	switch e := event.(type) {
	case SlotTaken:
		s.Taken = s.Taken.With(e.Collection)
	case SlotFreed:
		s.Taken = s.Taken.Without(e.Collection)
	}
	return s
}

// SlotCommand is a command on an account's slots.
type SlotCommand interface {
	decide(Slots) ([]any, role.Role, error)
}

// DecideSlots returns the events of a command, or a *fault.Error.
func DecideSlots(s Slots, c SlotCommand) ([]decision.Event, error) { return decision.Of(c.decide(s)) }

// TakeSlot counts a new collection of the actor.
type TakeSlot struct {
	By         actor.Actor
	Collection string
}

func (c TakeSlot) decide(s Slots) ([]any, role.Role, error) {
	as := role.Owner
	if s.Taken.Len() >= MaxCollections {
		if !c.By.Admin() {
			return nil, "", &fault.Error{Kind: fault.KindInvalid, Code: "limit_reached", Text: "你最多可以创建 32 个收藏夹。"}
		}
		as = role.Admin
	}
	return []any{SlotTaken{Account: c.By.Account, Collection: c.Collection}}, as, nil
}

// FreeSlot releases the slot of a deleted collection. As is the role in which it was deleted.
type FreeSlot struct {
	Owner, Collection string
	As                role.Role
}

func (c FreeSlot) decide(s Slots) ([]any, role.Role, error) {
	if !s.Taken.Has(c.Collection) {
		return nil, c.As, nil
	}
	return []any{SlotFreed{Account: c.Owner, Collection: c.Collection}}, c.As, nil
}
