package organization

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
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
	var e decision.Edits
	decision.Change(&e, c.Name, s.Name, nameOf, func(v string) any { return Renamed{Name: v, Reason: why} })
	decision.Change(&e, c.Slug, s.Slug, project.NormalSlug, func(v string) any { return SlugChanged{Slug: v, Reason: why} })
	decision.Change(&e, c.Description, s.Description, descriptionOf, func(v string) any { return Described{Description: v, Reason: why} })
	return e.Events, as, e.Err
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
