package project

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Delete deletes a project. The caller also releases its slug; the versions are deleted with it, and their files are
// released without events of their own (see Blocks).
type Delete struct {
	By     actor.Actor
	Reason *reason.Reason
}

func (c Delete) decide(s State) ([]any, role.Role, error) {
	as, why, err := s.allow(c.By, DeleteProject, c.Reason)
	if err != nil {
		return nil, "", err
	}
	return []any{Deleted{Slug: s.Slug, Reason: why}}, as, nil
}
