package project

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Delete ends a project. Its slug is released with it; its versions end with it, and what they claimed
// is free again, without an event of their own (see FileFree).
type Delete struct {
	By     actor.Actor
	Reason *reason.Reason
}

func (c Delete) role(s State) role.Role { return s.RoleOf(c.By, DeleteProject) }

func (c Delete) decide(s State) ([]any, error) {
	why, err := s.allow(c.By, DeleteProject, c.Reason)
	if err != nil {
		return nil, err
	}
	return []any{Deleted{Slug: s.Slug, Reason: why}}, nil
}
