package project

import (
	"reflect"
	"slices"
)

// Edit changes what a project says of itself. A nil field is left as it is. The body needs EDIT_BODY,
// everything else EDIT_DETAILS.
type Edit struct {
	By           Actor
	Title        *string
	Slug         *string
	Summary      *string
	Body         *string
	Categories   *[]string
	Additional   *[]string
	Links        *Links
	License      *License
	Environments *Environment
	Aliases      *[]Alias
	Requested    *Status
}

func (c Edit) decide(s State) ([]any, error) {
	if err := s.allow(c.By, c.right()); err != nil {
		return nil, err
	}
	var e Edited
	for _, step := range []error{
		change(&e.Title, c.Title, s.Title, func(v string) (string, error) { return line("title", "标题", v, 3, maxTitle) }),
		change(&e.Slug, c.Slug, s.Slug, NormalSlug),
		change(&e.Summary, c.Summary, s.Summary, func(v string) (string, error) { return line("description", "简介", v, 3, maxSummary) }),
		change(&e.Body, c.Body, s.Body, func(v string) (string, error) { return prose("body", "描述", v, MaxBody) }),
		change(&e.Links, c.Links, s.Links, links),
		change(&e.License, c.License, s.License, license),
		change(&e.Environments, c.Environments, s.Environments, func(v Environment) (Environment, error) { return environment(s.Type, v) }),
		change(&e.Aliases, c.Aliases, s.Aliases, aliases),
		change(&e.Requested, c.Requested, s.Requested, requested),
		c.categories(s, &e),
	} {
		if step != nil {
			return nil, step
		}
	}
	if e == (Edited{}) {
		return nil, nil
	}
	return []any{e}, nil
}

func (c Edit) right() Permissions {
	var right Permissions
	if c.Body != nil {
		right |= EditBody
	}
	c.Body, c.By = nil, Actor{}
	if c != (Edit{}) {
		right |= EditDetails
	}
	return right
}

func (c Edit) categories(s State, e *Edited) error {
	if c.Categories == nil && c.Additional == nil {
		return nil
	}
	featured, additional := s.Categories, s.Additional
	set(&featured, c.Categories)
	set(&additional, c.Additional)
	featured, additional, err := categories(s.Type, featured, additional)
	if err != nil {
		return err
	}
	if !slices.Equal(featured, s.Categories) {
		e.Categories = &featured
	}
	if !slices.Equal(additional, s.Additional) {
		e.Additional = &additional
	}
	return nil
}

// change checks a new value and keeps it in the event where it differs from the old.
func change[T any](into **T, asked *T, old T, check func(T) (T, error)) error {
	if asked == nil {
		return nil
	}
	value, err := check(*asked)
	if err != nil {
		return err
	}
	if !same(value, old) {
		*into = &value
	}
	return nil
}

// same compares two values; an empty list is the same as none.
func same(a, b any) bool {
	va, vb := reflect.ValueOf(a), reflect.ValueOf(b)
	if va.Kind() == reflect.Slice && va.Len() == 0 && vb.Len() == 0 {
		return true
	}
	return reflect.DeepEqual(a, b)
}
