package project

import "github.com/modyard/modyard/domain/fault"

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
	if c.URL == "" {
		if s.IconURL == "" {
			return nil, nil
		}
		return []any{IconChanged{}}, nil
	}
	if c.Color != nil && (*c.Color < 0 || *c.Color > 0xFFFFFF) {
		return nil, fault.Invalid("color", "颜色无效。")
	}
	if same(c.Color, s.Color) && c.URL == s.IconURL {
		return nil, nil
	}
	return []any{IconChanged{URL: c.URL, Color: c.Color}}, nil
}
