package project

import (
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// Command is a command on a project. Every command is a small struct in a file of its own.
type Command interface {
	decide(s State) ([]any, role.Role, error)
}

// Decide returns the events of a command, or a *fault.Error. No events and no error means that the requested state
// already exists.
func Decide(s State, c Command) ([]decision.Event, error) { return decision.Of(c.decide(s)) }

func notFound() error { return fault.NotFound("资源不存在") }

func forbidden() error { return fault.Forbidden("你没有执行此操作的权限。") }
