package image

import (
	"fmt"
	"time"

	"github.com/modyard/modyard/domain/fault"
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

// Evolve adds one event to a state.
func Evolve(s State, event any, at time.Time) State {
	if e, ok := event.(Added); ok {
		s.Pictures = append(s.Pictures[:len(s.Pictures):len(s.Pictures)], Picture{Added: e, At: at})
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

// ParseContext reads the name of a context.
func ParseContext(name string) (Context, error) {
	switch c := Context(name); c {
	case Project, Version, ThreadMessage, Report:
		return c, nil
	}
	return "", fault.Invalid("context", "context 只能是 project、version、thread_message 或 report。")
}

// Room refuses an account that has as many pictures as it may have.
func (s State) Room() error {
	if n := len(s.Pictures); n >= Most {
		return &fault.Error{Kind: fault.KindInvalid, Code: "image_limit", Field: "image", Text: fmt.Sprintf("图片数量已达上限（%d/%d）。", n, Most)}
	}
	return nil
}

// Add answers a new picture with the event that follows, or with a *fault.Error.
func Add(s State, a Added) ([]any, error) {
	if a.Owner == "" {
		return nil, fault.Unauthorized("请先登录。")
	}
	if _, err := ParseContext(string(a.Context)); err != nil {
		return nil, err
	}
	if err := s.Room(); err != nil {
		return nil, err
	}
	return []any{a}, nil
}
