package project

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"reflect"
)

// ChangeIcon sets the icon that was stored under URL, or removes it (empty URL).
type ChangeIcon struct {
	By     actor.Actor
	Reason *reason.Reason
	URL    string
	Color  *int
}

// Check returns an error if By may not change the icon. It runs before an icon is stored.
func (c ChangeIcon) Check(s State) error {
	_, _, err := s.allow(c.By, EditDetails, c.Reason)
	return err
}

func (c ChangeIcon) decide(s State) ([]any, role.Role, error) {
	as, why, err := s.allow(c.By, EditDetails, c.Reason)
	if err != nil {
		return nil, "", err
	}
	if c.URL == "" {
		if s.IconURL == "" {
			return nil, "", nil
		}
		return []any{IconChanged{Reason: why}}, as, nil
	}
	if c.Color != nil && (*c.Color < 0 || *c.Color > 0xFFFFFF) {
		return nil, "", fault.Invalid("color", "颜色无效。")
	}
	if reflect.DeepEqual(c.Color, s.Color) && c.URL == s.IconURL {
		return nil, "", nil
	}
	return []any{IconChanged{URL: c.URL, Color: c.Color, Reason: why}}, as, nil
}
