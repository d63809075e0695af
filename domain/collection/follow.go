package collection

import (
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/idset"
)

// MaxFollows bounds what one account follows.
const MaxFollows = 5000

// Follows are the projects that one account follows, folded from its stream. The zero value follows nothing.
type Follows struct{ Projects idset.Set }

// Has says that the account follows a project.
func (f Follows) Has(project string) bool { return f.Projects.Has(project) }

// EvolveFollows adds one event to what was folded before, which must not be used any more.
func EvolveFollows(f Follows, event any) Follows {
	switch e := event.(type) {
	case FollowAdded:
		f.Projects = f.Projects.With(e.Project)
	case FollowRemoved:
		f.Projects = f.Projects.Without(e.Project)
	}
	return f
}

// Follow begins the following of a project that the account may see.
func Follow(f Follows, account, project string) ([]any, error) {
	if account == "" {
		return nil, fault.Unauthorized("请先登录。")
	}
	if f.Has(project) {
		return nil, fault.Invalid("", "您已关注该资源。")
	}
	if f.Projects.Len() >= MaxFollows {
		return nil, fault.Invalid("", "您关注的资源已达 5000 个上限。")
	}
	return []any{FollowAdded{Account: account, Project: project}}, nil
}

// Unfollow ends it, also where the project is hidden or gone by now.
func Unfollow(f Follows, account, project string) ([]any, error) {
	if account == "" {
		return nil, fault.Unauthorized("请先登录。")
	}
	if !f.Has(project) {
		return nil, fault.Invalid("", "您没有关注该资源。")
	}
	return []any{FollowRemoved{Account: account, Project: project}}, nil
}
