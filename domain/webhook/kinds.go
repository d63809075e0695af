package webhook

import (
	"fmt"
	"slices"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
)

// Kinds are the kinds of changes that a webhook of a project can deliver, and those of an organization, which are about
// its projects and about itself. An organization is visible to everybody from its creation, before it has webhooks, to
// its deletion, which deletes them: so only its changes can be delivered.
func Kinds(ofOrganization bool) []string {
	kinds := []string{
		"project.created", "project.updated", "project.removed", "version.created", "version.updated", "version.removed",
	}
	if ofOrganization {
		kinds = append(kinds, "organization.updated")
	}
	return kinds
}

// chosen returns the kinds in the order of Kinds, without repeats.
func chosen(ofOrganization bool, given []string) ([]string, error) {
	known := Kinds(ofOrganization)
	for _, k := range given {
		if !slices.Contains(known, k) {
			return nil, fault.Invalid("kinds", "变更种类只能是列表中的值。")
		}
	}
	kinds := slices.DeleteFunc(known, func(k string) bool { return !slices.Contains(given, k) })
	if len(kinds) == 0 {
		return nil, fault.Invalid("kinds", "请至少选择一种变更。")
	}
	return kinds, nil
}

// MaxHeld is the maximum number of webhooks of an owner.
const MaxHeld = 10

func fullErr() error {
	return fault.Invalid("url", fmt.Sprintf("最多添加 %d 个 Webhook，请先移除不再使用的。", MaxHeld))
}

// Held are the ids of the webhooks of an owner, in the order in which they were added.
type Held []string

// EvolveHeld applies one event of the owner's list. It takes over its argument, which must not be used afterwards.
func EvolveHeld(h Held, event any) Held {
	switch e := event.(type) {
	case Listed:
		return append(h, e.Webhook)
	case Unlisted:
		return slices.DeleteFunc(h, func(id string) bool { return id == e.Webhook })
	}
	return h
}

// DecideHeld returns the event of the owner's list.
func DecideHeld(h Held, c decision.Entry) ([]decision.Event, error) {
	return c.Decide(slices.Contains(h, c.ID), Listed{Webhook: c.ID}, Unlisted{Webhook: c.ID})
}
