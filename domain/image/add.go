package image

import (
	"fmt"
	"slices"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Most is the maximum number of pictures of one account.
const Most = 300

// Picture is one uploaded picture.
type Picture struct {
	Added
	At time.Time
}

// State are the pictures of one account, folded from its stream.
type State struct{ Pictures []Picture }

// Evolve applies one event. It takes over its argument, which must not be used afterwards.
func Evolve(s State, event any, at time.Time) State {
	switch e := event.(type) {
	case Added:
		s.Pictures = append(s.Pictures, Picture{Added: e, At: at})
	case Deleted:
		s.Pictures = slices.DeleteFunc(s.Pictures, func(p Picture) bool { return p.Image == e.Image })
	}
	return s
}

// Find returns the picture of an id.
func (s State) Find(id string) (Picture, bool) {
	for _, p := range s.Pictures {
		if p.Image == id {
			return p, true
		}
	}
	return Picture{}, false
}

// Add records a new picture of an account. As is the least role in which the account may write the picture's text; the
// caller determines it.
type Add struct {
	By      actor.Actor
	Picture Added
	As      role.Role
	Reason  *reason.Reason
}

// Command is a command on an account's pictures: Add or Delete.
type Command interface {
	decide(s State) ([]decision.Event, error)
}

// Decide returns the events of a command, or a *fault.Error.
func Decide(s State, c Command) ([]decision.Event, error) { return c.decide(s) }

func (c Add) decide(s State) ([]decision.Event, error) {
	if c.Picture.Owner == "" {
		return nil, fault.Unauthorized("请先登录。")
	}
	why, err := reason.By(c.By, c.As, c.Reason)
	if err != nil {
		return nil, err
	}
	if n := len(s.Pictures); n >= Most {
		return nil, &fault.Error{Kind: fault.KindInvalid, Code: "image_limit", Field: "image", Text: fmt.Sprintf("图片数量已达上限（%d/%d）。", n, Most)}
	}
	added := c.Picture
	added.Reason = why
	return decision.In(c.As, []any{added}, nil)
}
