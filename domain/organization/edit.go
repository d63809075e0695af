package organization

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Edit changes the name, slug or description of an organization (EDIT_DETAILS). A nil field changes nothing.
type Edit struct {
	By          actor.Actor
	Name        *string
	Slug        *string
	Description *string
	Reason      *reason.Reason
}

func (c Edit) decide(s State) ([]any, role.Role, error) {
	as, why, err := s.mayBy(c.By, c.Reason, EditDetails)
	if err != nil {
		return nil, "", err
	}
	name, renamed, err := change(c.Name, s.Name, nameOf)
	if err != nil {
		return nil, "", err
	}
	slug, moved, err := change(c.Slug, s.Slug, project.NormalSlug)
	if err != nil {
		return nil, "", err
	}
	description, described, err := change(c.Description, s.Description, descriptionOf)
	if err != nil {
		return nil, "", err
	}
	var events []any
	if renamed {
		events = append(events, Renamed{Name: name, Reason: why})
	}
	if moved {
		events = append(events, SlugChanged{Slug: slug, Reason: why})
	}
	if described {
		events = append(events, Described{Description: description, Reason: why})
	}
	return events, as, nil
}

// change checks a new value and returns whether it differs from the old one, which it returns if there is no new one.
func change[T comparable](asked *T, old T, check func(T) (T, error)) (value T, changed bool, err error) {
	if asked == nil {
		return old, false, nil
	}
	value, err = check(*asked)
	return value, err == nil && value != old, err
}

// ChangeIcon sets the icon that was stored under URL, or removes it (empty URL).
type ChangeIcon struct {
	By     actor.Actor
	URL    string
	Color  *int
	Reason *reason.Reason
}

// Check returns an error if By may not change the icon. It runs before an icon is stored.
func (c ChangeIcon) Check(s State) error {
	_, _, err := s.mayBy(c.By, c.Reason, EditDetails)
	return err
}

func (c ChangeIcon) decide(s State) ([]any, role.Role, error) {
	as, why, err := s.mayBy(c.By, c.Reason, EditDetails)
	if err != nil {
		return nil, "", err
	}
	if c.URL == s.IconURL {
		return nil, as, nil
	}
	if c.Color != nil && (*c.Color < 0 || *c.Color > 0xFFFFFF) {
		return nil, "", fault.Invalid("color", "颜色无效。")
	}
	return []any{IconChanged{URL: c.URL, Color: c.Color, Reason: why}}, as, nil
}
