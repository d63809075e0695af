package image

import (
	"fmt"
	"time"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Most is how many pictures one account may put into its texts.
const Most = 300

// Picture is one that was added.
type Picture struct {
	Added
	At time.Time
}

// State is the pictures of one account, folded from its stream.
type State struct{ Pictures []Picture }

// Evolve adds one event to what was folded before, which must not be used any more.
func Evolve(s State, event any, at time.Time) State {
	if e, ok := event.(Added); ok {
		s.Pictures = append(s.Pictures, Picture{Added: e, At: at})
	}
	return s
}

// Find is the picture of an id.
func (s State) Find(id string) (Picture, bool) {
	for _, p := range s.Pictures {
		if p.Image == id {
			return p, true
		}
	}
	return Picture{}, false
}

// Add keeps a new picture of an account. As is the least role that lets the account write where the picture is for,
// which is for the caller to find out.
type Add struct {
	Picture Added
	As      role.Role
	Reason  *reason.Reason
}

// Decide answers a command with the events that follow, or with a *fault.Error.
func Decide(s State, c Add) ([]decision.Event, error) {
	if c.Picture.Owner == "" {
		return nil, fault.Unauthorized("请先登录。")
	}
	why, err := reason.For(c.As, c.Reason)
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
