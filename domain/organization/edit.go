package organization

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/team"
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
	name, renamed, err := team.Changed(c.Name, s.Name, nameOf)
	if err != nil {
		return nil, "", err
	}
	slug, moved, err := team.Changed(c.Slug, s.Slug, project.NormalSlug)
	if err != nil {
		return nil, "", err
	}
	description, described, err := team.Changed(c.Description, s.Description, descriptionOf)
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
