package project

import (
	"slices"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Edit changes the description fields of a project. A nil field changes nothing. The body requires EDIT_BODY, all other
// fields EDIT_DETAILS.
type Edit struct {
	By           actor.Actor
	Reason       *reason.Reason
	Title        *string
	Slug         *string
	Summary      *string
	Body         *string
	Categories   *[]string
	Additional   *[]string
	Links        *Links
	License      *License
	Environments *Environment
	Everywhere   bool // the environment also replaces the own ones of versions if the project's is the same
	Aliases      *[]Alias
	Requested    *Status
}

func (c Edit) decide(s State) ([]any, role.Role, error) {
	as, why, err := s.allow(c.By, c.right(), c.Reason)
	if err != nil {
		return nil, "", err
	}
	var e decision.Edits
	decision.Change(&e, c.Title, s.Title, titleOf,
		func(v string) any { return Renamed{Title: v, Reason: why} })
	decision.Change(&e, c.Slug, s.Slug, NormalSlug, func(v string) any { return SlugChanged{Slug: v, Reason: why} })
	decision.Change(&e, c.Summary, s.Summary, func(v string) (string, error) { return line("description", "简介", v, 3, maxSummary) },
		func(v string) any { return Summarised{Summary: v, Reason: why} })
	decision.Change(&e, c.Body, s.Body, func(v string) (string, error) { return prose("body", "描述", v, MaxBody) },
		func(v string) any { return Described{Body: v, Reason: why} })
	decision.Change(&e, c.Links, s.Links, links, func(v Links) any { return LinksChanged{Links: v, Reason: why} })
	decision.Change(&e, c.License, s.License, license, func(v License) any { return LicenceChanged{License: v, Reason: why} })
	before := s.Environments
	if c.Everywhere {
		before = Environment{}
	}
	decision.Change(&e, c.Environments, before, func(v Environment) (Environment, error) { return environment(s.Type, v) },
		func(v Environment) any { return EnvironmentsChanged{Environments: v, Reason: why} })
	decision.Change(&e, c.Aliases, s.Aliases, func(v []Alias) ([]Alias, error) { return aliases(withFormerKinds(v, s.Aliases)) }, func(v []Alias) any { return AliasesChanged{Aliases: v, Reason: why} })
	decision.Change(&e, c.Requested, s.Requested, requested, func(v Status) any { return RequestedStatusSet{Status: v, Reason: why} })
	c.categories(s, &e, why)
	return e.Events, as, e.Err
}

func (c Edit) right() Permissions {
	var right Permissions
	if c.Body != nil {
		right |= EditBody
	}
	c.Body, c.By, c.Reason = nil, actor.Actor{}, nil
	if c != (Edit{}) {
		right |= EditDetails
	}
	return right
}

func (c Edit) categories(s State, e *decision.Edits, why *reason.Reason) {
	if c.Categories == nil && c.Additional == nil || e.Err != nil {
		return
	}
	featured, additional := s.Categories, s.Additional
	if c.Categories != nil {
		featured = *c.Categories
	}
	if c.Additional != nil {
		additional = *c.Additional
	}
	featured, additional, err := categories(s.Type, featured, additional)
	if err != nil {
		e.Err = err
		return
	}
	if !slices.Equal(featured, s.Categories) || !slices.Equal(additional, s.Additional) {
		e.Events = append(e.Events, Categorised{Categories: featured, Additional: additional, Reason: why})
	}
}
