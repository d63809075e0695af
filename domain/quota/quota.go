// Package quota bounds how many things of a kind an account may have that nobody has looked at. The stream is
// quota-<account>. A thing is released when room is needed, so that its own events need not know of the quota.
package quota

import (
	"fmt"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/idset"
	"github.com/modyard/modyard/domain/role"
)

// Kind is what a quota counts.
type Kind string

// The kinds: projects that were never submitted, by the account that began them, and organizations by their owner.
const (
	Drafts        Kind = "drafts"
	Organizations Kind = "organizations"
)

// State is what counts, folded from an account's stream.
type State struct{ Drafts, Organizations idset.Set }

func (s *State) of(k Kind) *idset.Set {
	if k == Organizations {
		return &s.Organizations
	}
	return &s.Drafts
}

// Counting are the ids that count towards a kind.
func (s State) Counting(k Kind) []string { return s.of(k).IDs() }

// Has is true if the thing counts.
func (s State) Has(k Kind, thing string) bool { return s.of(k).Has(thing) }

// Full is true if no more than most things of the kind may count, and as many do. Without a limit most is 0.
func (s State) Full(k Kind, most int) bool { return most > 0 && s.of(k).Len() >= most }

// Evolve applies one event. It takes over its argument, which must not be used afterwards.
func Evolve(s State, event any) State {
	switch e := event.(type) {
	case Counted:
		set := s.of(e.Kind)
		*set = set.With(e.Thing)
	case Released:
		set := s.of(e.Kind)
		*set = set.Without(e.Thing)
	}
	return s
}

// Command is a command on an account's quota.
type Command interface {
	decide(State) ([]any, role.Role, error)
}

// Decide returns the events of a command, or a *fault.Error.
func Decide(s State, c Command) ([]decision.Event, error) { return decision.Of(c.decide(s)) }

// Count counts a new thing of the actor. Most is the limit, 0 for none; it does not apply to admins.
type Count struct {
	By    actor.Actor
	Kind  Kind
	Thing string
	Most  int
}

func (c Count) decide(s State) ([]any, role.Role, error) {
	if s.Has(c.Kind, c.Thing) {
		return nil, role.Owner, nil
	}
	as := role.Owner
	if s.Full(c.Kind, c.Most) {
		if !c.By.Admin() {
			return nil, "", &fault.Error{Kind: fault.KindInvalid, Code: "limit_reached", Text: refusal(c.Kind, c.Most)}
		}
		as = role.Admin
	}
	return []any{Counted{Account: c.By.Account, Kind: c.Kind, Thing: c.Thing}}, as, nil
}

func refusal(k Kind, most int) string {
	if k == Organizations {
		return fmt.Sprintf("你最多可以拥有 %d 个团队。", most)
	}
	return fmt.Sprintf("你最多可以有 %d 个未提交审核的草稿，请先提交或删除其中一些。", most)
}

// Release no longer counts a thing.
type Release struct {
	Account string
	Kind    Kind
	Thing   string
}

func (c Release) decide(s State) ([]any, role.Role, error) {
	if !s.Has(c.Kind, c.Thing) {
		return nil, role.Owner, nil
	}
	return []any{Released(c)}, role.Owner, nil
}
