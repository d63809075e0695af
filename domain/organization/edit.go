package organization

import (
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
)

// Edit changes what an organization says of itself (EDIT_DETAILS). A nil field is left as it is.
type Edit struct {
	By          Actor
	Name        *string
	Slug        *string
	Description *string
}

func (c Edit) decide(s State) ([]any, error) {
	if err := s.allow(c.By, EditDetails); err != nil {
		return nil, err
	}
	var e Edited
	for _, err := range []error{
		change(&e.Name, c.Name, s.Name, nameOf),
		change(&e.Slug, c.Slug, s.Slug, project.NormalSlug),
		change(&e.Description, c.Description, s.Description, descriptionOf),
	} {
		if err != nil {
			return nil, err
		}
	}
	if e == (Edited{}) {
		return nil, nil
	}
	return []any{e}, nil
}

// change checks a new value and keeps it in the event where it differs from the old.
func change[T comparable](into **T, asked *T, old T, check func(T) (T, error)) error {
	if asked == nil {
		return nil
	}
	value, err := check(*asked)
	if err == nil && value != old {
		*into = &value
	}
	return err
}

// ChangeIcon sets the icon that was stored under URL, or removes it (empty URL).
type ChangeIcon struct {
	By    Actor
	URL   string
	Color *int
}

func (c ChangeIcon) decide(s State) ([]any, error) {
	if err := s.allow(c.By, EditDetails); err != nil {
		return nil, err
	}
	if c.URL == s.IconURL {
		return nil, nil
	}
	if c.Color != nil && (*c.Color < 0 || *c.Color > 0xFFFFFF) {
		return nil, fault.Invalid("color", "颜色无效。")
	}
	return []any{IconChanged{URL: c.URL, Color: c.Color}}, nil
}
