package image

import (
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// Delete deletes a picture that the account of the stream has uploaded. Only this account may do it.
type Delete struct {
	By    string // account
	Image string
}

func (c Delete) decide(s State) ([]decision.Event, error) {
	if c.By == "" {
		return nil, fault.Unauthorized("请先登录。")
	}
	p, found := s.Find(c.Image)
	if !found || p.Owner != c.By {
		return nil, fault.NotFound("图片不存在或已删除。")
	}
	return decision.In(role.Self, []any{Deleted{Image: p.Image, Owner: p.Owner, URL: p.URL}}, nil)
}
