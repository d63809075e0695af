package project

import "github.com/modyard/modyard/domain/fault"

// Command is what can be asked of a project. Every command is a small struct in a file of its own.
type Command interface {
	decide(s State) ([]any, error)
}

// Decide answers a command with the events that follow from it, or with a *fault.Error. No events and no
// error means that what was asked is already so.
func Decide(s State, c Command) ([]any, error) { return c.decide(s) }

func notFound() error { return fault.NotFound("资源不存在") }

// allow says that the actor may see the project and holds a right on it.
func (s State) allow(a Actor, right Permissions) error {
	if !s.VisibleTo(a) {
		return notFound()
	}
	if !s.PermissionsOf(a).Has(right) {
		return fault.Forbidden("您没有执行此操作的权限。")
	}
	return nil
}
