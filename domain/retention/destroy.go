package retention

import (
	"slices"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// State are the keys of one project's or account's destroyed content, folded from its stream.
type State struct{ Keys []string }

// Evolve applies one event.
func Evolve(s State, event any) State {
	if e, ok := event.(Destroyed); ok && !slices.Contains(s.Keys, e.Key) {
		s.Keys = append(slices.Clone(s.Keys), e.Key)
	}
	return s
}

// Destroy destroys stored content for ever. Only an administrator may do it, and only with a reason.
type Destroy struct {
	By     actor.Actor
	Reason *reason.Reason
	What   Destroyed // without its reason
}

// Decide returns the events of a command, or a *fault.Error. Content is destroyed once.
func Decide(s State, c Destroy) ([]decision.Event, error) {
	if err := MayDestroy(c.By); err != nil {
		return nil, err
	}
	why, err := reason.For(role.Admin, c.Reason)
	if err != nil || slices.Contains(s.Keys, c.What.Key) {
		return nil, err
	}
	e := c.What
	if e.Key == "" {
		return nil, fault.NotFound("文件不存在")
	}
	e.Reason = why
	return decision.In(role.Admin, []any{e}, nil)
}

// MayDestroy returns an error for everybody but administrators.
func MayDestroy(by actor.Actor) error {
	switch {
	case !by.SignedIn():
		return fault.Unauthorized("请先登录。")
	case !by.Admin():
		return fault.Forbidden("只有管理员可以依法移除内容。")
	}
	return nil
}
