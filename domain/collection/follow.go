package collection

import (
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/idset"
	"github.com/modyard/modyard/domain/role"
)

// MaxFollows is the maximum number of projects that one account follows.
const MaxFollows = 5000

// Follows are the projects that one account follows, folded from its stream. The zero value is empty.
type Follows struct{ Projects idset.Set }

// Has is true if the account follows a project.
func (f Follows) Has(project string) bool { return f.Projects.Has(project) }

// EvolveFollows applies one event. It takes over its argument, which must not be used afterwards.
func EvolveFollows(f Follows, event any) Follows {
	switch e := event.(type) {
	case FollowAdded:
		f.Projects = f.Projects.With(e.Project)
	case FollowRemoved:
		f.Projects = f.Projects.Without(e.Project)
	}
	return f
}

// FollowCommand is a command on an account's follows.
type FollowCommand interface {
	decide(Follows) ([]any, error)
}

// DecideFollows returns the events of a command, or a *fault.Error.
func DecideFollows(f Follows, c FollowCommand) ([]decision.Event, error) {
	events, err := c.decide(f)
	return decision.In(role.Self, events, err)
}

// Follow follows a project that the account may see.
type Follow struct{ Account, Project string }

func (c Follow) decide(f Follows) ([]any, error) {
	switch {
	case c.Account == "":
		return nil, fault.Unauthorized("请先登录。")
	case f.Has(c.Project):
		return nil, fault.Invalid("", "你已关注该资源。")
	case f.Projects.Len() >= MaxFollows:
		return nil, fault.Invalid("", "你关注的资源已达 5000 个上限。")
	}
	return []any{FollowAdded(c)}, nil
}

// Unfollow stops following a project, also if the project is hidden or deleted.
type Unfollow struct{ Account, Project string }

func (c Unfollow) decide(f Follows) ([]any, error) {
	switch {
	case c.Account == "":
		return nil, fault.Unauthorized("请先登录。")
	case !f.Has(c.Project):
		return nil, fault.Invalid("", "你没有关注该资源。")
	}
	return []any{FollowRemoved(c)}, nil
}
