package organization

import (
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
)

// teamOf is what faults call the thing that an organization's members belong to.
const teamOf = "团队"

// Command is what can be asked of an organization. Every command is a small struct.
type Command interface {
	decide(s State) ([]any, error)
}

// Decide answers a command with the events that follow from it, or with a *fault.Error. No events and no error means
// that what was asked is already so.
func Decide(s State, c Command) ([]any, error) { return c.decide(s) }

func notFound() error { return fault.NotFound("团队不存在") }

// allow says that the organization is there and that the actor holds a right on it.
func (s State) allow(a Actor, right Permissions) error {
	if !s.Exists() {
		return notFound()
	}
	if !s.PermissionsOf(a).Has(right) {
		return fault.Forbidden("您没有执行此操作的权限。")
	}
	return nil
}

// owns says that the actor is the owner, or may act as him.
func (s State) owns(a Actor) bool {
	return a.Account != "" && (a.Staff == project.Admin || a.Account == s.Owner)
}
